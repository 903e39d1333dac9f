package backendtest_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/backends/backendtest"
	"github.com/memware/memware/backends/inmem"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestConformance(t *testing.T) { backendtest.Run(t, durable(correct)) }

func TestModel(t *testing.T) { backendtest.Model(t, durable(correct)) }

func correct(o *inmem.Options) backends.Backend { return inmem.New(o) }

// The cases and the model's reference were written apart: here they agree.
func TestReferencePasses(t *testing.T) {
	h := backendtest.Harness{Open: openReference}
	for _, c := range backendtest.Cases() {
		if backendtest.Heavy(c) {
			continue // the reference is quadratic
		}
		if err := c.Run(t.Context(), h); err != nil && !errors.Is(err, backendtest.ErrSkip) {
			t.Errorf("%s: %v", c.Name, err)
		}
	}
}

func TestReferenceModel(t *testing.T) { backendtest.Model(t, backendtest.Harness{Open: openReference}) }

func openReference(_ context.Context, s backends.Space, now func() time.Time) (backends.Backend, error) {
	return backendtest.NewReference(s, now), nil
}

// durable returns a harness that has all abilities: a store in memory that is
// left open counts as one that was opened again, and its records as its bytes.
func durable(b build) backendtest.Harness {
	return backendtest.Harness{
		Open: func(_ context.Context, s backends.Space, now func() time.Time) (backends.Backend, error) {
			return b(&inmem.Options{Space: s, Clock: now}), nil
		},
		Reopen: func(_ context.Context, b backends.Backend, s backends.Space, _ func() time.Time) (backends.Backend, error) {
			if was := b.(backends.Spacer).Space(); !was.Same(s) {
				return nil, fmt.Errorf("%w: the store is of space %q", backends.ErrSpace, was.Name)
			}
			return b, nil
		},
		Residue: func(ctx context.Context, b backends.Backend, needle []byte) (int, error) {
			var raw []byte
			for _, user := range []string{"alice", "bob"} {
				for r, err := range b.Scan(ctx, backends.Filter{Scope: backends.Scope{Tenant: "acme", User: user}}, backends.Cursor{}) {
					if err != nil {
						return 0, err
					}
					raw = appendBytes(raw, r)
				}
			}
			if j, ok := b.(interface{ bytes() []byte }); ok {
				raw = append(raw, j.bytes()...)
			}
			return bytes.Count(raw, needle), nil
		},
	}
}

func appendBytes(raw []byte, r backends.Record) []byte {
	raw = fmt.Appendf(raw, "%+v", r)
	for _, x := range r.Vector {
		raw = binary.LittleEndian.AppendUint32(raw, math.Float32bits(x))
	}
	return raw
}
