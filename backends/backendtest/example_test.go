package backendtest_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/backends/backendtest"
	"github.com/memware/memware/backends/inmem"
)

// A test of a store hands its harness to Run and Model:
//
//	func TestConformance(t *testing.T) { backendtest.Run(t, harness()) }
//	func TestModel(t *testing.T)       { backendtest.Model(t, harness()) }
//
// Here a store of texts alone runs the cases of one theme.
func Example() {
	harness := backendtest.Harness{
		Open: func(_ context.Context, s backends.Space, now func() time.Time) (backends.Backend, error) {
			if !s.TextOnly() {
				return nil, fmt.Errorf("space %q: %w", s.Name, backends.ErrUnsupported)
			}
			return inmem.New(&inmem.Options{Clock: now}), nil
		},
	}
	for _, c := range backendtest.Cases() {
		if !strings.HasPrefix(c.Name, "order/") {
			continue
		}
		switch err := c.Run(context.Background(), harness); {
		case errors.Is(err, backendtest.ErrSkip):
			fmt.Println("skip", c.Name)
		case err != nil:
			fmt.Println("FAIL", c.Name, err)
		default:
			fmt.Println("ok  ", c.Name)
		}
	}
	// Output:
	// skip order/is that of the blended score
	// skip order/scores are calibrated by the space
	// ok   order/is by default that of the default policy
	// ok   order/ties go to the newer, the later Seq, the greater ID
	// ok   order/recency halves with the half-life
	// ok   order/is exact and says so
}

// A case tells what went wrong and which sentence of the contract is broken.
func ExampleCase() {
	harness := backendtest.Harness{
		Open: func(_ context.Context, s backends.Space, now func() time.Time) (backends.Backend, error) {
			return frank{inmem.New(&inmem.Options{Space: s, Clock: now})}, nil
		},
	}
	for _, c := range backendtest.Cases() {
		if !strings.HasPrefix(c.Name, "release/") {
			continue
		}
		if err := c.Run(context.Background(), harness); err != nil {
			fmt.Println(c.Name)
			fmt.Println(err)
			fmt.Println(c.Why)
			break
		}
	}
	// Output:
	// release/as said may land superseded
	// space "tfidf": outcome of Put of "h": got released, want late
	// As said it may land superseded and says so.
}

// frank calls every release released.
type frank struct{ *inmem.Backend }

func (f frank) Put(ctx context.Context, records []backends.Record) ([]backends.Outcome, error) {
	all, err := f.Backend.Put(ctx, records)
	for i, o := range all {
		if o == backends.Late && records[i].Reviewer != "" {
			all[i] = backends.Released
		}
	}
	return all, err
}
