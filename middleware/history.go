package middleware

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/internal/fold"
)

// A Row is a span of time in the history of a key: the value that a slot had, or
// a retraction. Entries that confirmed the value are folded into it.
type Row struct {
	backends.Record           // the last entry of the row
	IDs             []string  // of all its entries
	From            time.Time // when the value was first asserted
	Until           time.Time // when the next entry was; zero: it is current
}

// Retracted reports whether the row ends a value instead of giving one.
func (r Row) Retracted() bool { return r.Kind == backends.Retraction }

func (r Row) has(ids map[string]bool) bool {
	return slices.ContainsFunc(r.IDs, func(id string) bool { return ids[id] })
}

// History returns the rows of a key in the scope of ctx, members included, in
// the order in which they began. A key that holds nothing has no rows.
func (m *Memory) History(ctx context.Context, key string) ([]Row, error) {
	scope, err := ScopeFrom(ctx)
	if err != nil {
		return nil, err
	}
	folded := fold.Key(key)
	if folded == "" {
		return nil, fmt.Errorf("%w: the key is empty", backends.ErrInvalid)
	}
	return m.rows(ctx, scope, folded)
}

func (m *Memory) rows(ctx context.Context, scope backends.Scope, key string) ([]Row, error) {
	entries, err := m.scan(ctx, backends.Filter{
		Scope: scope, Slots: []backends.Slot{{Key: key, All: true}}, Statuses: []backends.Status{backends.Admitted},
	})
	if err != nil {
		return nil, err
	}
	var rows []Row
	open := map[string]int{} // member -> its latest row
	for _, r := range entries {
		if i, ok := open[r.Member]; ok && rows[i].confirmedBy(r) {
			rows[i].Record, rows[i].Until = r, r.ValidUntil
			rows[i].IDs = append(rows[i].IDs, r.ID)
			continue
		}
		open[r.Member] = len(rows)
		rows = append(rows, Row{Record: r, IDs: []string{r.ID}, From: r.AssertedAt, Until: r.ValidUntil})
	}
	return rows, nil
}

// confirmedBy reports whether r asserts the value of the row again, with nothing
// in between.
func (r Row) confirmedBy(next backends.Record) bool {
	return r.Kind == backends.Fact && next.Kind == backends.Fact &&
		r.SupersededBy == next.ID && said(r.Record) == said(next)
}

// said is what the value of a fact is compared by.
func said(r backends.Record) string {
	if r.Value == "" {
		return fold.Value(r.Text)
	}
	return fold.Value(r.Value)
}

// List returns the current facts and the notes of the scope of ctx, the last
// asserted first. Expired ones are left out.
func (m *Memory) List(ctx context.Context) ([]backends.Record, error) {
	scope, err := ScopeFrom(ctx)
	if err != nil {
		return nil, err
	}
	records, err := m.scan(ctx, backends.Filter{
		Scope: scope, Statuses: []backends.Status{backends.Admitted},
		Kinds: []backends.Kind{backends.Note, backends.Fact},
	})
	if err != nil {
		return nil, err
	}
	now := m.o.Load().Clock()
	records = slices.DeleteFunc(records, func(r backends.Record) bool { return !holds(r, now) })
	slices.Reverse(records)
	return records, nil
}
