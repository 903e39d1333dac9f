package middleware

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"slices"
	"strings"

	"go.opentelemetry.io/otel/attribute"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/internal/fold"
	"github.com/memware/memware/internal/semconv"
)

// supersede is the stage that makes the records of a turn: it names them, keeps
// the last of the candidates for one slot, puts requests to forget and key-wide
// retractions first, and carries out the former.
func (m *Memory) supersede(ctx context.Context, w *Writing) (err error) {
	ctx, span := m.t.Start(ctx, semconv.SpanSupersede)
	defer func() { span.End(ctx, err) }()
	session := infoFrom(ctx).session
	forgets := 0
	for i := range w.Judged {
		j := &w.Judged[i]
		if err := w.retractInstead(ctx, j); err != nil {
			return err
		}
		switch {
		case j.Verdict.Decision == Reject:
		case j.Forget:
			forgets++
		default:
			r := w.record(*j, session)
			w.Records = append(w.Records, r)
			j.ID = r.ID
		}
	}
	w.Records = keyWideFirst(lastOfSlot(admittedTwins(w.Records)))
	w.unnameReplaced()
	if forgets > 0 {
		err = w.forget(ctx)
	}
	span.Set(func() []attribute.KeyValue {
		return []attribute.KeyValue{attribute.Int(semconv.Kept, len(w.Records)), attribute.Int(semconv.Forgotten, forgets)}
	})
	return err
}

// unnameReplaced takes the id from candidates that became no record.
func (w *Writing) unnameReplaced() {
	kept := make(map[string]bool, len(w.Records))
	for _, r := range w.Records {
		kept[r.ID] = true
	}
	for i := range w.Judged {
		if !kept[w.Judged[i].ID] {
			w.Judged[i].ID = ""
		}
	}
}

// record makes the record of a candidate that was not rejected.
func (w *Writing) record(j Judged, session string) backends.Record {
	r := backends.Record{
		Scope: w.scope, Session: session, Kind: j.Kind,
		Text: j.Text, Importance: j.Importance, Origin: j.Origin,
		Parents: j.Parents, Source: j.Source, Meta: j.Meta,
		AssertedAt: w.Turn.At, ExpiresAt: j.ExpiresAt,
	}
	if j.Kind != backends.Note {
		r.Key, r.Member, r.Value = fold.Key(j.Key), foldMember(j.Member), j.Value
	}
	if j.Kind == backends.Retraction {
		r.Text, r.Value = "", ""
	}
	r.Status, r.Reason = backends.Admitted, ""
	if j.Verdict.Decision == Quarantine {
		r.Status, r.Reason = backends.Quarantined, j.Verdict.Rule
	}
	r.ID = recordID(w.Turn.ID, r)
	return r
}

// foldMember brings the name of a set's member to the form it is stored in.
func foldMember(member string) string { return strings.ToLower(fold.Value(member)) }

// recordID names a record after its turn, content and speaker, so that a retry
// of the turn names it the same, and nobody's words count as a retry of another's:
// the first 128 bits of a SHA-256 in hex.
func recordID(turn string, r backends.Record) string {
	h := sha256.New()
	for _, part := range []string{turn, r.Kind.String(), r.Origin.String(), r.Key, r.Member, said(r)} {
		var size [8]byte
		binary.BigEndian.PutUint64(size[:], uint64(len(part)))
		h.Write(size[:])
		h.Write([]byte(part))
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// admittedTwins drops what is held of what the same speaker says, in the turn,
// in a way that is admitted.
func admittedTwins(records []backends.Record) []backends.Record {
	admitted := map[string]bool{}
	for _, r := range records {
		admitted[r.ID] = admitted[r.ID] || r.Status == backends.Admitted
	}
	return slices.DeleteFunc(records, func(r backends.Record) bool {
		return r.Status == backends.Quarantined && admitted[r.ID]
	})
}

// lastOfSlot drops records that a later one of the turn replaces: "2pm, no 3pm"
// is 3pm. What is held does not replace what is admitted, and a fact does not
// replace the retraction of its whole key, which speaks of the members too.
func lastOfSlot(records []backends.Record) []backends.Record {
	type slot struct {
		key, member string
		status      backends.Status
	}
	last, lastWide := map[slot]int{}, map[slot]int{}
	for i, r := range records {
		at := slot{r.Key, r.Member, r.Status}
		if last[at] = i; keyWide(r) {
			lastWide[at] = i
		}
	}
	kept := records[:0]
	for i, r := range records {
		at := slot{r.Key, r.Member, r.Status}
		if r.Kind == backends.Note || last[at] == i || keyWide(r) && lastWide[at] == i {
			kept = append(kept, r)
		}
	}
	return kept
}

func keyWide(r backends.Record) bool { return r.Kind == backends.Retraction && r.Member == "" }

// keyWideFirst moves retractions of a whole key to the front, so that what the
// turn says of the key's members holds after them.
func keyWideFirst(records []backends.Record) []backends.Record {
	wide := func(r backends.Record) int {
		if keyWide(r) {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(records, func(a, b backends.Record) int { return wide(a) - wide(b) })
	return records
}
