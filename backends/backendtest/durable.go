package backendtest

import (
	"context"
	"encoding/binary"
	"errors"
	"math"
	"time"

	"github.com/memware/memware/backends"
)

func durableCases() []Case {
	return []Case{
		{
			Name: "durable/records and histories survive a restart", Rule: "Backend",
			Why: "A call that returned is visible to every later call, after a restart too.",
			Run: reopening(reopened),
		},
		{
			Name: "durable/marks, points and fences survive a restart", Rule: "11",
			Why: "What is erased cannot come back: points, marks and the fence are durable.",
			Run: reopening(reopenedErasures),
		},
		{
			Name: "durable/quarantine, outcomes and Seq survive a restart", Rule: "7",
			Why: "A retry gives the first outcome, Seq goes on from the greatest seen, and what is held stays held, after a restart too.",
			Run: reopening(reopenedOutcomes),
		},
		{
			Name: "durable/another space is refused", Rule: "Space",
			Why: "A store remembers the space it was created in and refuses to open under another.",
			Run: reopening(otherSpace),
		},
		{
			Name: "residue/no byte of what was erased is left", Rule: "Backend.Erase",
			Why: "Erase removes the records f selects so that no byte of their content is left in the store.",
			Run: looking(noResidue),
		},
		{
			Name: "residue/no byte of what was barred is stored", Rule: "11",
			Why: "A Put that is Erased stores no content; what the bounds discard is erased.",
			Run: looking(noResidueOfBarred),
		},
	}
}

// reopening makes a case of a check that reopens the store.
func reopening(check func(context.Context, *store)) func(context.Context, Harness) error {
	return every(func(ctx context.Context, s *store) {
		if s.harness.Reopen == nil {
			s.failed("%w: the harness has no Reopen", ErrSkip)
			return
		}
		check(ctx, s)
	})
}

// looking makes a case of a check that looks for residue.
func looking(check func(context.Context, *store)) func(context.Context, Harness) error {
	return every(func(ctx context.Context, s *store) {
		if s.harness.Residue == nil {
			s.failed("%w: the harness has no Residue", ErrSkip)
			return
		}
		check(ctx, s)
	})
}

// reopen opens the store again in a space.
func (s *store) reopen(ctx context.Context, space backends.Space) error {
	if s.err != nil {
		return s.err
	}
	b, err := s.harness.Reopen(ctx, s.Backend, space, s.clock.now)
	if err == nil {
		s.Backend = b
	}
	return err
}

func (s *store) restart(ctx context.Context) { s.must("reopen", s.reopen(ctx, s.space)) }

func reopened(ctx context.Context, s *store) {
	s.putAll(ctx, corpus()...)
	s.putAll(ctx, of(bob(), note("bob", 1)))
	before := s.scan(ctx, backends.Filter{Scope: alice()})
	s.restart(ctx)
	s.unchanged(ctx, before)
	s.holds(ctx, bob(), "bob")
	s.put(ctx, backends.Late, retraction("between", "city", "", 3))
	s.put(ctx, backends.Late, member("milk0", "allergy", "milk", 5))
	s.restart(ctx)
	s.history(ctx, "city", "a 2..3 by between", "between 3..5 by b", "b 5..")
	s.history(ctx, "allergy", "nuts 4..7 by end", "milk0 5..6 by milk", "milk 6..7 by end", "end 7..")
	s.finds(ctx, now(), "n1", "n2", "b")
}

func reopenedErasures(ctx context.Context, s *store) {
	s.putAll(ctx, fact("a", "city", "osaka", 1), fact("b", "city", "kyoto", 3), note("n", 1), held(note("h", 1)))
	s.erase(ctx, byID("b", "n", "h", "unknown"))
	s.erase(ctx, byKey("pet"))
	s.restart(ctx)
	s.history(ctx, "city", "a 1..3")
	s.put(ctx, backends.Late, fact("late", "city", "nara", 2))
	for _, id := range []string{"b", "n", "h", "unknown"} {
		s.put(ctx, backends.Erased, note(id, 50))
	}
	s.put(ctx, backends.Erased, fact("cat", "pet", "cat", 50))
	s.put(ctx, backends.Erased, derived(note("child", 50), "unknown"))
	s.restart(ctx)
	s.put(ctx, backends.Late, edit(fact("dog", "pet", "dog", 40), func(r *backends.Record) { r.SaidAt = s.clock.now().Add(time.Minute) }))
}

func reopenedOutcomes(ctx context.Context, s *store) {
	s.putAll(ctx, fact("a", "city", "osaka", 1), fact("b", "city", "osaka", 3), fact("late", "city", "nara", 2),
		held(note("h", 1)), held(fact("r", "pet", "cat", 1)), edit(note("last", 4), func(r *backends.Record) { r.Seq = 1000 }))
	s.put(ctx, backends.Released, release(fact("r", "pet", "cat", 1)))
	s.restart(ctx)
	s.put(ctx, backends.Confirmed, fact("b", "city", "osaka", 3))
	s.put(ctx, backends.Late, fact("late", "city", "nara", 2))
	s.put(ctx, backends.Held, held(note("h", 1)))
	s.put(ctx, backends.Held, held(fact("r", "pet", "cat", 1)))
	s.put(ctx, backends.Released, release(fact("r", "pet", "cat", 1)))
	s.put(ctx, backends.Inserted, note("next", 1))
	if got := s.get(ctx, alice(), "next").Seq; s.err == nil && got <= 1000 {
		s.failed("Seq after a restart is %d, not above 1000", got)
	}
	s.put(ctx, backends.Released, release(note("h", 1)))
}

func otherSpace(ctx context.Context, s *store) {
	s.putAll(ctx, note("n", 1))
	other := backends.Space{Name: "backendtest-other", Dim: 4}
	for _, space := range []backends.Space{other, {Name: "backendtest-plane", Dim: 5}} {
		if err := s.reopen(ctx, space); s.err == nil && !errors.Is(err, backends.ErrSpace) {
			s.failed("reopen in another space: got %v, want ErrSpace", err)
		}
	}
	s.restart(ctx)
	s.holds(ctx, alice(), "n")
}

// residue counts the occurrences of a needle.
func (s *store) residue(ctx context.Context, needle []byte) int {
	if s.err != nil {
		return 0
	}
	n, err := s.harness.Residue(ctx, s.Backend, needle)
	s.must("looking for residue", err)
	return n
}

// marked returns a fact with a needle of its own in every field of content, and
// the needles.
func (s *store) marked(id string) (backends.Record, map[string][]byte) {
	needles := map[string][]byte{}
	needle := func(field string) string {
		text := "canary" + field + "7f3a91" + id
		needles[field] = []byte(text)
		return text
	}
	r := fact(id, needle("key"), needle("value"), 1)
	r.Text, r.Member, r.Session = "remember "+needle("text"), needle("member"), needle("session")
	r.Source, r.Reason = needle("source"), needle("reason")
	r.Meta = map[string]string{needle("metaname"): needle("metavalue")}
	if !s.space.TextOnly() {
		r.Vector = []float32{0.1234567, -7.654321, 0.000321, 12345.67}
	}
	return r, needles
}

func noResidue(ctx context.Context, s *store) {
	r, needles := s.marked("a")
	h, more := s.marked("h")
	h.Status = backends.Quarantined
	child, last := s.marked("c")
	s.putAll(ctx, r, h, derived(child, "a"))
	for _, set := range []map[string][]byte{needles, more, last} {
		for field, needle := range set {
			if s.residue(ctx, needle) == 0 {
				s.failed("the harness is blind: the %s of a stored record is not found", field)
			}
		}
	}
	s.erase(ctx, byID("a", "h"))
	for _, set := range []map[string][]byte{needles, more, last} {
		s.free(ctx, set, r.Vector)
	}
}

// free expects none of the needles to be found, nor the bytes of a vector.
func (s *store) free(ctx context.Context, needles map[string][]byte, vector []float32) {
	for field, needle := range needles {
		same(s, "occurrences left of the "+field, s.residue(ctx, needle), 0)
	}
	if len(vector) == 0 {
		return
	}
	var little, big []byte
	for _, x := range vector {
		little = binary.LittleEndian.AppendUint32(little, math.Float32bits(x))
		big = binary.BigEndian.AppendUint32(big, math.Float32bits(x))
	}
	same(s, "occurrences left of the vector", s.residue(ctx, little)+s.residue(ctx, big), 0)
}

func noResidueOfBarred(ctx context.Context, s *store) {
	marked, needles := s.marked("m")
	fenced, more := s.marked("f")
	child, last := s.marked("c")
	old, aged := s.marked("o")
	s.erase(ctx, byID("m"))
	s.erase(ctx, backends.Filter{Scope: alice(), Sessions: []string{fenced.Session}})
	s.put(ctx, backends.Erased, marked)
	s.put(ctx, backends.Erased, fenced)
	s.put(ctx, backends.Erased, derived(child, "f"))
	s.put(ctx, backends.Held, held(old))
	s.clock.advance(backends.MaxHeldAge + time.Hour)
	s.put(ctx, backends.Inserted, note("plain", 1))
	for _, set := range []map[string][]byte{needles, more, last, aged} {
		s.free(ctx, set, marked.Vector)
	}
}
