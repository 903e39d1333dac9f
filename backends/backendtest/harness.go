package backendtest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/memware/memware/backends"
)

// ErrSkip reports a case that does not apply to the store under test, and why.
var ErrSkip = errors.New("does not apply")

// A Harness tells the suite how to reach the store under test.
type Harness struct {
	// Open returns an empty store of a space, whose clock is now. The suite
	// closes it. A store that does not offer the space returns
	// [backends.ErrUnsupported]: cases that need no particular space then run in
	// the other ones, and those that do are skipped.
	Open func(ctx context.Context, s backends.Space, now func() time.Time) (backends.Backend, error)

	// Reopen closes b and opens the same store again, as a new process would. If
	// that fails, b stays closed and a further Reopen of it is possible. Nil: the
	// store is not durable, the cases of "durable/" are skipped.
	Reopen func(ctx context.Context, b backends.Backend, s backends.Space, now func() time.Time) (backends.Backend, error)

	// Residue counts the occurrences of needle in the raw bytes that the store
	// holds: files, keys, values, index terms, logs. Nil: there is no way to
	// look, the cases of "residue/" are skipped.
	Residue func(ctx context.Context, b backends.Backend, needle []byte) (int, error)
}

// A Case is one sentence of the contract and the check that it is kept.
type Case struct {
	Name string // theme and sentence, such as "slots/a later fact supersedes the earlier"
	Rule string // number of the rule, or the method or type whose comment holds the sentence
	Why  string // the sentence, printed when the check fails

	// Run returns what is wrong, nil if nothing is, or an error that matches
	// [ErrSkip]. It opens its own store.
	Run func(ctx context.Context, h Harness) error

	heavy bool // takes seconds: left out of short runs
}

// caseTimeout bounds one case, so that a store that waits forever fails.
const caseTimeout = 2 * time.Minute

// Run runs every case as a subtest, except the heaviest with -short.
func Run(t *testing.T, h Harness) {
	t.Helper()
	for _, c := range Cases() {
		t.Run(c.Name, func(t *testing.T) {
			if c.heavy && testing.Short() {
				t.Skip("takes seconds")
			}
			ctx, cancel := context.WithTimeout(t.Context(), caseTimeout)
			defer cancel()
			switch err := c.Run(ctx, h); {
			case errors.Is(err, ErrSkip):
				t.Skip(err)
			case err != nil:
				t.Errorf("%v\n\tcontract (%s): %s", err, c.Rule, c.Why)
			}
		})
	}
}

// Cases returns the suite, theme by theme.
func Cases() []Case {
	var all []Case
	for _, theme := range []func() []Case{
		putCases, batchCases, slotCases, valueCases, retractionCases, setCases,
		idCases, seqCases, timeCases, expiryCases, quarantineCases, boundCases,
		releaseCases, raceCases, eraseCases, derivedCases, pointCases, fenceCases,
		searchCases, sessionCases, orderCases, statisticsCases,
		scopeCases, copyCases, concurrencyCases, scanCases, refusalCases,
		lifecycleCases, abilityCases, durableCases,
	} {
		all = append(all, theme()...)
	}
	return all
}

// every makes a case of a check that holds in every space.
func every(check func(context.Context, *store)) func(context.Context, Harness) error {
	return in(check, backends.Space{}, plane())
}

// in makes a case of a check that runs in each of the spaces that is offered.
func in(check func(context.Context, *store), spaces ...backends.Space) func(context.Context, Harness) error {
	return func(ctx context.Context, h Harness) error {
		skipped := fmt.Errorf("%w: the store offers no space of the case", ErrSkip)
		ran := false
		for _, space := range spaces {
			err := runIn(ctx, h, space, check)
			switch {
			case err == nil:
				ran = true
			case errors.Is(err, ErrSkip):
				skipped = err
			case !errors.Is(err, errNotOffered):
				return err
			}
		}
		if !ran {
			return skipped
		}
		return nil
	}
}

var errNotOffered = errors.New("space not offered")

func runIn(ctx context.Context, h Harness, space backends.Space, check func(context.Context, *store)) error {
	s := &store{harness: h, space: space, clock: newClock(day(100))}
	b, err := h.Open(ctx, space, s.clock.now)
	if errors.Is(err, backends.ErrUnsupported) {
		return errNotOffered
	}
	if err != nil {
		return fmt.Errorf("open: %w", err)
	}
	s.Backend = b
	check(ctx, s)
	if err := s.Close(); err != nil && s.err == nil {
		s.err = fmt.Errorf("close: %w", err)
	}
	if s.err != nil && !errors.Is(s.err, ErrSkip) {
		return fmt.Errorf("space %q: %w", cmp.Or(space.Name, backends.TFIDF), s.err)
	}
	return s.err
}
