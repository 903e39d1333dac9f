package inmem

import (
	"context"
	"iter"
	"slices"
	"strings"
	"time"

	"github.com/memware/memware/backends"
)

// Audit yields the decisions about a scope as they are when it is started.
func (b *Backend) Audit(ctx context.Context, of backends.Scope) iter.Seq2[backends.AuditEntry, error] {
	return func(yield func(backends.AuditEntry, error) bool) {
		err := b.ready(ctx)
		if err == nil {
			err = of.Validate()
		}
		if err != nil {
			yield(backends.AuditEntry{}, err)
			return
		}
		s := b.reading(of)
		if s == nil {
			return
		}
		for _, e := range s.audited() {
			if err := ctx.Err(); err != nil {
				yield(backends.AuditEntry{}, err)
				return
			}
			if !yield(e, nil) {
				return
			}
		}
	}
}

func (s *scope) audited() []backends.AuditEntry {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.audit)
}

// decided logs a decision about n records. One about nothing is none.
func (s *scope) decided(a backends.Action, by string, n int, now time.Time) {
	if n == 0 {
		return
	}
	if len(s.audit) == backends.MaxAudit {
		s.audit = slices.Delete(s.audit, 0, 1)
	}
	s.audit = append(s.audit, backends.AuditEntry{At: now, Action: a, By: strings.Clone(by), Records: n})
}

// actionOf returns what an erase by f is called.
func actionOf(f backends.Filter) backends.Action {
	if slices.Equal(f.Statuses, []backends.Status{backends.Quarantined}) {
		return backends.ActionDiscard
	}
	return backends.ActionErase
}
