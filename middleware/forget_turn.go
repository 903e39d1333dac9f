package middleware

import (
	"context"
	"fmt"
	"time"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/internal/fold"
)

// forget carries out the turn's admitted requests to forget, up to the moment
// before it, so that what the turn itself tells stays. Others are dropped.
func (w *Writing) forget(ctx context.Context) error {
	for i := range w.Judged {
		j := &w.Judged[i]
		if !j.Forget || j.Verdict.Decision != Admit {
			continue
		}
		if err := w.forgetKey(ctx, j); err != nil {
			return err
		}
	}
	return nil
}

func (w *Writing) forgetKey(ctx context.Context, j *Judged) error {
	f := w.asked(*j)
	known, err := w.m.knows(ctx, f) // before the marker, which has the key too
	if err != nil {
		return err
	}
	marker, at, err := w.begun(ctx, f.Slots[0])
	if err != nil || at.IsZero() {
		return err
	}
	if !known {
		// Erased all the same: what was told before may still arrive.
		j.Verdict = Verdict{Decision: Reject, Rule: RuleUnknownKey}
	}
	f.Until = at.Add(-time.Microsecond)
	done, err := w.m.erase(ctx, f)
	if err != nil {
		return err
	}
	j.Erased = done.Selected + done.Derived
	if marker != "" {
		_, err = w.m.backend.Erase(ctx, backends.Filter{Scope: w.scope, IDs: []string{marker}})
	}
	return err
}

// begun returns the time of a request to forget, zero if it was carried out. In
// a retry of the turn that is the time of the first attempt, or the request would
// reach what was told since. A held record without content marks that it is
// under way, and is erased, which bars its id, when it is done.
func (w *Writing) begun(ctx context.Context, slot backends.Slot) (marker string, at time.Time, err error) {
	if !w.given {
		return "", w.Turn.At, nil
	}
	r := backends.Record{
		Scope: w.scope, Kind: backends.Retraction, Key: slot.Key, Member: slot.Member,
		Origin: backends.System, Reason: "a request to forget under way", AssertedAt: w.Turn.At,
	}
	r.ID = recordID(w.Turn.ID+" forget", r)
	outcomes, err := w.m.backend.Put(ctx, []backends.Record{r})
	if err != nil {
		return "", time.Time{}, fmt.Errorf("store: %w", err)
	}
	if outcomes[0] == backends.Erased {
		return "", time.Time{}, nil
	}
	stored, err := w.m.scan(ctx, backends.Filter{Scope: w.scope, IDs: []string{r.ID}})
	if err != nil || len(stored) == 0 {
		return "", time.Time{}, err
	}
	return r.ID, stored[0].SaidAt, nil
}

// retractInstead makes an admitted request to forget the retraction of a key that
// is known, where the settings say so.
func (w *Writing) retractInstead(ctx context.Context, j *Judged) error {
	if !j.Forget || !w.o.ForgetRetracts || j.Verdict.Decision != Admit {
		return nil
	}
	known, err := w.m.knows(ctx, w.asked(*j))
	switch {
	case err != nil:
		return err
	case !known:
		j.Verdict = Verdict{Decision: Reject, Rule: RuleUnknownKey}
	default:
		j.Forget, j.Kind, j.Value = false, backends.Retraction, ""
	}
	return nil
}

// asked returns the filter of what a candidate asks to forget.
func (w *Writing) asked(j Judged) backends.Filter {
	return backends.Filter{Scope: w.scope, Slots: []backends.Slot{{
		Key: fold.Key(j.Key), Member: foldMember(j.Member), All: j.Member == "",
	}}}
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
