package middleware

import (
	"context"
	"fmt"
	"strings"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/internal/fold"
)

// Quarantined returns what the gate holds for review in the scope of ctx, the
// oldest first, each with its Reason.
func (m *Memory) Quarantined(ctx context.Context) ([]backends.Record, error) {
	scope, err := ScopeFrom(ctx)
	if err != nil {
		return nil, err
	}
	return m.scan(ctx, backends.Filter{Scope: scope, Statuses: []backends.Status{backends.Quarantined}})
}

// A Review is a person's decision to release a held record.
type Review struct {
	Reviewer string // who decides; required
	AsOfNow  bool   // it counts from now; else from when it was said, and may land superseded
	Key      string // a corrected key; empty: as held
	Member   string // a corrected member; empty: as held
}

// Release admits a held record. The outcome is Released, Late where a later
// assertion exists already, or Erased where it was forgotten meanwhile. A record
// that was held for its key needs a corrected one. A discarded one is not found.
func (m *Memory) Release(ctx context.Context, id string, r Review) (backends.Outcome, error) {
	scope, err := ScopeFrom(ctx)
	if err != nil {
		return 0, err
	}
	if strings.TrimSpace(r.Reviewer) == "" {
		return 0, fmt.Errorf("%w: release of %q: name the reviewer", backends.ErrInvalid, id)
	}
	held, err := m.scan(ctx, backends.Filter{Scope: scope, IDs: []string{id}})
	if err != nil {
		return 0, err
	}
	if len(held) == 0 {
		return 0, fmt.Errorf("%w: no record %q in this scope", backends.ErrInvalid, id)
	}
	release, err := m.released(held[0], r)
	if err != nil {
		return 0, fmt.Errorf("release of %q: %w", id, err)
	}
	outcomes, err := m.put(ctx, []backends.Record{release})
	if err != nil {
		return 0, err
	}
	if outcomes[0] != backends.Unchanged {
		m.t.Quarantine.Add(ctx, -1)
	}
	return outcomes[0], nil
}

// released returns the record that releases a held one.
func (m *Memory) released(held backends.Record, r Review) (backends.Record, error) {
	if r.Key != "" {
		c := Candidate{Kind: held.Kind, Key: r.Key}
		if judgeKey(c) != Admit {
			return held, fmt.Errorf("%w: the corrected key is not made of letters, digits and . _ -", backends.ErrInvalid)
		}
		held.Key = fold.Key(r.Key)
	} else if held.Reason == RuleKey {
		return held, fmt.Errorf("%w: it was held for its key: give a corrected one in Review.Key", backends.ErrInvalid)
	}
	if r.Member != "" {
		if held.Member = foldMember(r.Member); held.Member == "" {
			return held, fmt.Errorf("%w: the corrected member is empty", backends.ErrInvalid)
		}
	}
	if r.AsOfNow {
		held.AssertedAt = m.o.Load().Clock()
	}
	held.Status, held.Reviewer = backends.Admitted, r.Reviewer
	return held, nil
}

// Discard erases held records of the scope of ctx, so that they cannot be
// released any more, and returns how many there were. Records that are not held
// stay. The reviewer is named in the audit.
func (m *Memory) Discard(ctx context.Context, reviewer string, ids ...string) (int, error) {
	scope, err := ScopeFrom(ctx)
	if err != nil {
		return 0, err
	}
	if strings.TrimSpace(reviewer) == "" {
		return 0, fmt.Errorf("%w: discard: name the reviewer", backends.ErrInvalid)
	}
	if len(ids) == 0 {
		return 0, nil
	}
	done, err := m.erase(ctx, backends.Filter{
		Scope: scope, IDs: ids, Statuses: []backends.Status{backends.Quarantined}, By: reviewer,
		Until: m.o.Load().Clock().Add(backends.MaxAhead),
	})
	m.t.Quarantine.Add(ctx, -int64(done.Selected))
	return done.Selected, err
}

// Audit returns who released, discarded and erased records of the scope of ctx,
// and when, the oldest decision first. It holds no content. A backend that keeps
// no audit gives [backends.ErrUnsupported].
func (m *Memory) Audit(ctx context.Context) ([]backends.AuditEntry, error) {
	scope, err := ScopeFrom(ctx)
	if err != nil {
		return nil, err
	}
	a, ok := m.backend.(backends.Auditor)
	if !ok {
		return nil, fmt.Errorf("audit: %w", backends.ErrUnsupported)
	}
	var all []backends.AuditEntry
	for e, err := range a.Audit(ctx, scope) {
		if err != nil {
			return nil, fmt.Errorf("audit: %w", err)
		}
		all = append(all, e)
	}
	return all, nil
}
