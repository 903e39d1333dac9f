package inmem_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/backends/inmem"
)

// A workload is a backend that holds n memories of one scope, half of them facts
// of ten entries a key, and makes more like them.
type workload struct {
	*inmem.Backend
	scope backends.Scope
	vocab []string
	n     int
	made  atomic.Uint64 // records made since
}

func newWorkload(tb testing.TB, space backends.Space, n int) *workload {
	tb.Helper()
	w := &workload{
		Backend: inmem.New(&inmem.Options{Space: space}),
		scope:   backends.Scope{Tenant: "acme", User: "alice"},
		vocab:   vocabulary(20_000),
		n:       n,
	}
	tb.Cleanup(func() { _ = w.Close() })
	for i := 0; i < n; i += 1000 {
		var batch []backends.Record
		for j := i; j < min(n, i+1000); j++ {
			batch = append(batch, w.record(fmt.Sprintf("r%d", j), uint64(j)))
		}
		w.put(tb, batch...)
	}
	return w
}

func (w *workload) put(tb testing.TB, records ...backends.Record) {
	if _, err := w.Put(context.Background(), records); err != nil {
		tb.Error(err)
	}
}

func (w *workload) erase(tb testing.TB, ids ...string) {
	if _, err := w.Erase(context.Background(), backends.Filter{Scope: w.scope, IDs: ids}); err != nil {
		tb.Error(err)
	}
}

// record makes a memory from a seed: words by Zipf's law, a day of the last year.
func (w *workload) record(id string, seed uint64) backends.Record {
	rng := rand.New(rand.NewPCG(seed, 1))
	r := backends.Record{
		ID: id, Scope: w.scope, Status: backends.Admitted, Origin: backends.User, Importance: rng.Float64(),
		AssertedAt: time.Now().Add(-time.Duration(rng.IntN(365*24)) * time.Hour).Add(-time.Minute),
	}
	r.Text, r.Vector = w.text(rng, 8+rng.IntN(8)), w.vector(rng)
	if seed%2 == 0 {
		r.Kind, r.Key, r.Value = backends.Fact, fmt.Sprintf("key%d", rng.IntN(max(1, w.n/20))), w.text(rng, 1)
	}
	return r
}

func (w *workload) records(ids ...string) []backends.Record {
	all := make([]backends.Record, len(ids))
	for i, id := range ids {
		all[i] = w.record(id, rand.Uint64())
	}
	return all
}

func (w *workload) query(seed uint64) backends.Query {
	rng := rand.New(rand.NewPCG(seed, 2))
	return backends.Query{Scope: w.scope, K: 10, Text: w.text(rng, 5), Vector: w.vector(rng)}
}

func (w *workload) text(rng *rand.Rand, words int) string {
	zipf := rand.NewZipf(rng, 1.1, 10, uint64(len(w.vocab)-1))
	all := make([]string, words)
	for i := range all {
		all[i] = w.vocab[zipf.Uint64()]
	}
	return strings.Join(all, " ")
}

func (w *workload) vector(rng *rand.Rand) []float32 {
	if w.Space().TextOnly() {
		return nil
	}
	v := make([]float32, w.Space().Dim)
	for i := range v {
		v[i] = float32(rng.NormFloat64())
	}
	return v
}

// vocabulary makes n words that an analyser leaves alone.
func vocabulary(n int) []string {
	all := make([]string, n)
	for i := range all {
		var b strings.Builder
		for x := i + 20; x > 0; x /= 20 {
			b.WriteByte("bcdfghjklmnpqrtvwxzs"[x%20])
			b.WriteByte("aou"[x%3])
		}
		all[i] = b.String() + "b"
	}
	return all
}

func benchSpaces() []backends.Space {
	return []backends.Space{{Name: backends.TFIDF}, {Name: "random-384", Dim: 384}}
}
