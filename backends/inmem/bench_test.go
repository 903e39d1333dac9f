package inmem_test

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// BenchmarkGrowth measures what a call costs in a scope of 1,000 memories and of
// 100,000: alone, and busy, which is as one of 8 writers and 8 readers, waiting
// included. At 100,000 it reports how many times as much that is: x-vs-1k. The
// larger scope is made when the smaller is gone, so that its share of garbage
// collection is its own.
func BenchmarkGrowth(b *testing.B) {
	for _, space := range benchSpaces() {
		base := map[string]float64{}
		for _, size := range []struct {
			name string
			n    int
		}{{"1k", 1_000}, {"100k", 100_000}} {
			b.Run(space.Name+"/"+size.name, func(b *testing.B) {
				w := newWorkload(b, space, size.n)
				for _, op := range []operation{putting, erasing, reading} {
					compare(b, base, op.String()+"/alone", func(b *testing.B) float64 { return op.alone(b, w) })
					compare(b, base, op.String()+"/busy", func(b *testing.B) float64 { return op.busy(b, w) })
				}
			})
		}
	}
}

// compare runs a benchmark, which returns nanoseconds a call, and reports how
// many times as much that is as in the first run of the name.
func compare(b *testing.B, base map[string]float64, name string, run func(*testing.B) float64) {
	first, again := base[name]
	b.Run(name, func(b *testing.B) {
		each := run(b)
		if again {
			b.ReportMetric(each/first, "x-vs-1k")
			return
		}
		base[name] = each
	})
}

type operation int

const (
	putting operation = iota
	erasing
	reading
)

func (op operation) String() string { return [...]string{"put", "erase", "read"}[op] }

// alone measures one caller. Every 256 calls, unmeasured, the scope is brought
// back to its size.
func (op operation) alone(b *testing.B, w *workload) float64 {
	b.ReportAllocs()
	b.ResetTimer()
	const rest = 256
	for start := 0; start < b.N; start += rest {
		b.StopTimer()
		ids := w.newIDs(rest)
		records := w.records(ids...)
		if op == erasing {
			w.put(b, records...)
		}
		b.StartTimer()
		for i := range min(rest, b.N-start) {
			switch op {
			case putting:
				w.put(b, records[i])
			case erasing:
				w.erase(b, ids[i])
			case reading:
				w.search(b.Context(), b, uint64(start+i))
			}
		}
		b.StopTimer()
		if op != reading {
			w.erase(b, ids...)
		}
	}
	return float64(b.Elapsed()) / float64(b.N)
}

// busy measures the calls of one kind among 8 writers, who put and erase, and 8
// readers, all as fast as they can.
func (op operation) busy(b *testing.B, w *workload) float64 {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var calls, nanoseconds [3]atomic.Int64
	timed := func(done operation, call func()) {
		start := time.Now()
		call()
		nanoseconds[done].Add(int64(time.Since(start)))
		if calls[done].Add(1) == int64(b.N) && done == op {
			cancel() // those who are still reading stop at once
		}
	}
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for ctx.Err() == nil {
				id := w.newIDs(1)[0]
				r := w.records(id)[0]
				timed(putting, func() { w.put(b, r) })
				timed(erasing, func() { w.erase(b, id) })
			}
		})
		wg.Go(func() {
			for seed := uint64(i); ctx.Err() == nil; seed += 8 {
				timed(reading, func() { w.search(ctx, b, seed) })
			}
		})
	}
	wg.Wait()
	each := float64(nanoseconds[op].Load()) / float64(calls[op].Load())
	b.ReportMetric(each, "ns/op")
	return each
}

func (w *workload) newIDs(n int) []string {
	all := make([]string, n)
	for i := range all {
		all[i] = fmt.Sprintf("x%d", w.made.Add(1))
	}
	return all
}

func (w *workload) search(ctx context.Context, tb testing.TB, seed uint64) {
	if _, err := w.Search(ctx, w.query(seed)); err != nil && ctx.Err() == nil {
		tb.Error(err)
	}
}
