package middleware

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

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
		if j.Forget && w.o.ForgetRetracts && j.Verdict.Decision == Admit {
			j.Forget, j.Kind, j.Value = false, backends.Retraction, ""
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
	w.Records = keyWideFirst(lastOfSlot(w.Records))
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

// recordID names a record after its turn and content, so that a retry of the
// turn names it the same: the first 128 bits of a SHA-256 in hex.
func recordID(turn string, r backends.Record) string {
	h := sha256.New()
	for _, part := range []string{turn, r.Kind.String(), r.Key, r.Member, said(r)} {
		var size [8]byte
		binary.BigEndian.PutUint64(size[:], uint64(len(part)))
		h.Write(size[:])
		h.Write([]byte(part))
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// lastOfSlot drops records that a later one of the turn replaces: "2pm, no 3pm"
// is 3pm. What is held does not replace what is admitted.
func lastOfSlot(records []backends.Record) []backends.Record {
	type slot struct {
		key, member string
		status      backends.Status
	}
	last := map[slot]int{}
	for i, r := range records {
		last[slot{r.Key, r.Member, r.Status}] = i
	}
	kept := records[:0]
	for i, r := range records {
		if r.Kind == backends.Note || last[slot{r.Key, r.Member, r.Status}] == i {
			kept = append(kept, r)
		}
	}
	return kept
}

// keyWideFirst moves retractions of a whole key to the front, so that what the
// turn says of the key's members holds after them.
func keyWideFirst(records []backends.Record) []backends.Record {
	wide := func(r backends.Record) int {
		if r.Kind == backends.Retraction && r.Member == "" {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(records, func(a, b backends.Record) int { return wide(a) - wide(b) })
	return records
}

// forget carries out the turn's admitted requests to forget, up to the moment
// before it, so that what the turn itself tells stays. Others are dropped.
func (w *Writing) forget(ctx context.Context) error {
	at, err := w.firstTold(ctx)
	if err != nil {
		return err
	}
	for i := range w.Judged {
		j := &w.Judged[i]
		if !j.Forget || j.Verdict.Decision != Admit {
			continue
		}
		f := backends.Filter{Scope: w.scope, Slots: []backends.Slot{{
			Key: fold.Key(j.Key), Member: foldMember(j.Member), All: j.Member == "",
		}}}
		known, err := w.m.knows(ctx, f)
		if err != nil {
			return err
		}
		if !known {
			j.Verdict = Verdict{Decision: Reject, Rule: RuleUnknownKey}
			continue
		}
		f.Until = at.Add(-time.Microsecond)
		done, err := w.m.erase(ctx, f)
		if err != nil {
			return err
		}
		j.Erased = done.Selected + done.Derived
	}
	return nil
}

// firstTold returns the time of the turn. Of a retry it is that of the first
// attempt, or the request to forget would reach what that attempt stored.
func (w *Writing) firstTold(ctx context.Context) (time.Time, error) {
	at := w.Turn.At
	if !w.given || len(w.Records) == 0 {
		return at, nil
	}
	var ids []string
	for _, r := range w.Records {
		ids = append(ids, r.ID)
	}
	stored, err := w.m.scan(ctx, backends.Filter{Scope: w.scope, IDs: ids[:min(len(ids), backends.MaxBatch)]})
	if err != nil {
		return at, err
	}
	for _, r := range stored {
		if r.SaidAt.Before(at) {
			at = r.SaidAt
		}
	}
	return at, nil
}

// knows reports whether the store has a record that f selects.
func (m *Memory) knows(ctx context.Context, f backends.Filter) (bool, error) {
	for _, err := range m.backend.Scan(ctx, f, backends.Cursor{}) {
		if err != nil {
			return false, fmt.Errorf("scan: %w", err)
		}
		return true, nil
	}
	return false, nil
}

// index is the stage that embeds the records and stores them. A record that the
// backend refuses does not keep the others of the turn from being stored.
func (m *Memory) index(ctx context.Context, w *Writing) (err error) {
	ctx, span := m.t.Start(ctx, semconv.SpanIndex)
	defer func() { span.End(ctx, err) }()
	if len(w.Records) == 0 {
		return nil
	}
	if err := embedRecords(ctx, w.o.Embedder, w.Records); err != nil {
		return err
	}
	became := make(map[string]backends.Outcome, len(w.Records))
	var errs []error
	for part := range slices.Chunk(w.Records, backends.MaxBatch) {
		outcomes, err := m.put(ctx, part)
		for i, o := range outcomes {
			became[part[i].ID] = o
		}
		errs = append(errs, err)
	}
	for i := range w.Judged {
		w.Judged[i].Outcome = became[w.Judged[i].ID]
	}
	span.Set(func() []attribute.KeyValue { return outcomeAttributes(w.Judged) })
	return errors.Join(errs...)
}

// put stores a batch. Where one record is refused the others are put alone.
func (m *Memory) put(ctx context.Context, records []backends.Record) ([]backends.Outcome, error) {
	outcomes, err := m.backend.Put(ctx, records)
	if errors.Is(err, backends.ErrInvalid) && len(records) > 1 {
		outcomes, err = m.putEach(ctx, records)
	} else if err != nil {
		err = fmt.Errorf("store: %w", err)
	}
	m.tellOutcomes(ctx, outcomes)
	return outcomes, err
}

func (m *Memory) putEach(ctx context.Context, records []backends.Record) ([]backends.Outcome, error) {
	outcomes := make([]backends.Outcome, len(records))
	var errs []error
	for i := range records {
		o, err := m.backend.Put(ctx, records[i:i+1])
		if err != nil {
			errs = append(errs, fmt.Errorf("store: %w", err))
			continue
		}
		outcomes[i] = o[0]
	}
	return outcomes, errors.Join(errs...)
}

func embedRecords(ctx context.Context, e Embedder, records []backends.Record) error {
	if e == nil {
		return nil
	}
	var texts []string
	var of []int
	for i, r := range records {
		if r.Kind != backends.Retraction {
			texts, of = append(texts, r.Text), append(of, i)
		}
	}
	if len(texts) == 0 {
		return nil
	}
	vectors, err := e.EmbedDocuments(ctx, texts)
	if err != nil {
		return fmt.Errorf("embed: %w", err)
	}
	space := e.Space()
	if len(vectors) != len(texts) {
		return fmt.Errorf("%w: embedder of space %q returned %d vectors for %d texts", backends.ErrInvalid, space.Name, len(vectors), len(texts))
	}
	for i, v := range vectors {
		if err := space.Check(v); err != nil {
			return fmt.Errorf("embedder of space %q: text %d of %d: %w", space.Name, i+1, len(texts), err)
		}
		records[of[i]].Vector = v
	}
	return nil
}
