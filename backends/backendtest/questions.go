package backendtest

import (
	"fmt"
	"slices"
	"time"

	"pgregory.net/rapid"

	"github.com/memware/memware/backends"
)

func (m *machine) searchSome(t *rapid.T) {
	q := backends.Query{
		Scope: someScope(t), Session: pick(t, "session", "", "one", "two"), K: pick(t, "k", 1, 3, 100),
		Text: pick(t, "text", "zorb", "quix frum", "zorb nix", "nix", ""), Vector: m.someVector(t),
		Include: backends.Include(rapid.IntRange(0, 7).Draw(t, "include")),
	}
	if rapid.Bool().Draw(t, "as of") {
		q.AsOf = m.someTime(t)
	}
	if rapid.Bool().Draw(t, "by the caller's clock") {
		q.Now = m.someTime(t)
	}
	q.Policy = pick(t, "policy", nil, &backends.Policy{Relevance: 1, HalfLife: time.Hour},
		&backends.Policy{Recency: 2, Importance: 1, HalfLife: 48 * time.Hour},
		&backends.Policy{Relevance: 0.5, Recency: 1, Importance: 3, HalfLife: time.Hour})
	if rapid.Bool().Draw(t, "with a floor") {
		floor := pick(t, "floor", 0.31, -0.2)
		q.MinRelevance = &floor
	}
	res, err := m.store.Search(m.ctx, q)
	if err == nil {
		err = m.agree(q, res)
	}
	if err != nil {
		t.Fatalf("Search for %+v: %v", q, err)
	}
}

// agree compares an answer with that of the reference.
func (m *machine) agree(q backends.Query, res backends.Result) error {
	k, by := q.K, tolerance
	if m.store.space.TextOnly() {
		by = 1e-9
	}
	q.K = backends.MaxK
	want := m.ref.ledger(q.Scope).search(m.store.space, m.store.clock.now(), q)
	scores, records := map[string]backends.Score{}, map[string]backends.Record{}
	for _, h := range want.Hits {
		scores[h.ID], records[h.ID] = h.Score, h.Record
	}
	if res.Considered != want.Considered || !res.Exact {
		return fmt.Errorf("considered %d, exact %v, want %d, true", res.Considered, res.Exact, want.Considered)
	}
	if err := ranked(res.Hits, scores, k, by); err != nil {
		return fmt.Errorf("%w: got %s, want %s", err, list(hitIDs(res)), list(hitIDs(want)))
	}
	for _, h := range res.Hits {
		if err := differ(h.Record, records[h.ID]); err != nil {
			return fmt.Errorf("hit %q: %w", h.ID, err)
		}
	}
	return nil
}

func (m *machine) scanSome(t *rapid.T) {
	f := backends.Filter{Scope: someScope(t)}
	for _, by := range selections() {
		if rapid.IntRange(0, 4).Draw(t, by) == 0 {
			m.choose(t, &f, by)
		}
	}
	f.Until = pick(t, "until", time.Time{}, time.Time{}, day(5))
	var after backends.Cursor
	if rapid.Bool().Draw(t, "resumed") {
		after = backends.Cursor{AssertedAt: m.someTime(t), Seq: uint64(rapid.IntRange(0, 9).Draw(t, "seq")), ID: m.oldID(t, f.Scope, "id")}
	}
	want := slices.DeleteFunc(m.ref.ledger(f.Scope).all(m.store.clock.now()), func(r backends.Record) bool {
		return !f.Match(r) || r.Cursor().Compare(after) <= 0
	})
	m.store.scanned(m.ctx, f, after, want)
	if m.store.err != nil {
		t.Fatal(m.store.err)
	}
}
