package index_test

import (
	"cmp"
	"context"
	"maps"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/memware/memware/internal/index"
)

// TestModel compares an index with a list, after every step of a random history.
func TestModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := index.New[doc]()
		list := docs{}
		text := rapid.Bool().Draw(t, "text")
		var old *index.View[doc]
		var oldList docs
		t.Repeat(map[string]func(*rapid.T){
			"insert": func(t *rapid.T) {
				d := drawDoc(t, text)
				x.Insert(d.key, d.content, d)
				list[d.key] = d
			},
			"update": func(t *rapid.T) {
				d := drawDoc(t, text)
				was, known := list[d.key]
				d.content = was.content
				old, ok := x.Update(d.key, d)
				if ok != known || ok && old.bonus != was.bonus {
					t.Fatalf("Update gave %v, %v, want %v, %v", old, ok, was, known)
				}
				if known {
					list[d.key] = d
				}
			},
			"delete": func(t *rapid.T) {
				k := drawKey(t)
				_, known := list[k]
				if _, ok := x.Delete(k); ok != known {
					t.Fatalf("Delete = %v, want %v", ok, known)
				}
				delete(list, k)
			},
			"keep a view": func(*rapid.T) { old, oldList = x.View(), maps.Clone(list) },
			"": func(t *rapid.T) {
				list.check(t, x.View(), drawQuery(t, text), drawKey(t))
				if old != nil {
					oldList.check(t, old, drawQuery(t, text), drawKey(t))
				}
			},
		})
	})
}

func drawKey(t *rapid.T) index.Key {
	return index.Key{
		At:  rapid.Int64Range(-2, 2).Draw(t, "at"),
		Seq: rapid.Uint64Range(0, 2).Draw(t, "seq"),
		ID:  rapid.SampledFrom([]string{"", "a", "b"}).Draw(t, "id"),
	}
}

func drawDoc(t *rapid.T, text bool) doc {
	d := doc{
		key:    drawKey(t),
		bonus:  rapid.SampledFrom([]float64{0, 0.5}).Draw(t, "bonus"),
		hidden: rapid.Bool().Draw(t, "hidden"),
	}
	if text {
		d.content = index.Content{Words: drawWords(t), Counted: rapid.Bool().Draw(t, "counted")}
		return d
	}
	d.content.Vector = drawVector(t)
	return d
}

func drawQuery(t *rapid.T, text bool) index.Query[doc] {
	k := rapid.IntRange(1, 8).Draw(t, "k")
	if text {
		return query(k, nil, drawWords(t))
	}
	return query(k, drawVector(t), nil)
}

func drawWords(t *rapid.T) []string {
	word := rapid.SampledFrom([]string{"tea", "cup", "pot", "milk", "oat", "rye"})
	return rapid.SliceOfN(word, 0, 6).Draw(t, "words")
}

func drawVector(t *rapid.T) []float32 {
	component := rapid.Map(rapid.IntRange(-2, 2), func(i int) float32 { return float32(i) })
	return rapid.SliceOfN(component, 6, 6).Filter(func(v []float32) bool {
		return slices.ContainsFunc(v, func(x float32) bool { return x != 0 })
	}).Draw(t, "vector")
}

// docs is what an index should hold.
type docs map[index.Key]doc

func (l docs) check(t *rapid.T, v *index.View[doc], q index.Query[doc], after index.Key) {
	var all []doc
	for _, d := range l {
		all = append(all, d)
	}
	slices.SortFunc(all, func(a, b doc) int { return a.key.Compare(b.key) })
	if v.Len() != len(all) {
		t.Fatalf("Len = %d, want %d", v.Len(), len(all))
	}
	i := 0
	for i < len(all) && all[i].key.Compare(after) <= 0 {
		i++
	}
	for d := range v.After(after) {
		if i == len(all) || d.key != all[i].key {
			t.Fatalf("After yields %v as number %d of %v", d.key, i, all)
		}
		i++
	}
	if i != len(all) {
		t.Fatalf("After yields %d of %d rows", i, len(all))
	}
	l.checkSearch(t, v, q, all)
}

// checkSearch compares with every row scored. Rows whose scores differ by less
// than rounding may stand in any order.
func (l docs) checkSearch(t *rapid.T, v *index.View[doc], q index.Query[doc], all []doc) {
	type scored struct {
		doc
		cosine, total float64
	}
	var want []scored
	for _, d := range all {
		c := l.cosine(q, d)
		if total, ok := q.Score(d, c); ok && q.Keep(d) {
			want = append(want, scored{d, c, total})
		}
	}
	slices.SortFunc(want, func(a, b scored) int { return cmp.Or(cmp.Compare(b.total, a.total), b.key.Compare(a.key)) })
	hits, considered, err := v.Search(context.Background(), q)
	if err != nil || considered != len(want) || len(hits) != min(q.K, len(want)) {
		t.Fatalf("%d hits of %d, %v, want %d of %d", len(hits), considered, err, min(q.K, len(want)), len(want))
	}
	for i, h := range hits {
		if math.Abs(h.Total-want[i].total) > 1e-12 {
			t.Fatalf("hit %d: got %v with %v, want %v with %v", i, h.Value.key, h.Total, want[i].key, want[i].total)
		}
		if c := l.cosine(q, h.Value); math.Abs(h.Cosine-c) > 1e-12 {
			t.Fatalf("hit %d: cosine %v, want %v", i, h.Cosine, c)
		}
		if i > 0 && hits[i-1].Total == h.Total && hits[i-1].Value.key.Compare(h.Value.key) <= 0 {
			t.Fatalf("hits %d and %d are equal and in the wrong order: %v, %v", i-1, i, hits[i-1].Value.key, h.Value.key)
		}
	}
}

// cosine is that of the definition, in float64.
func (l docs) cosine(q index.Query[doc], d doc) float64 {
	a, b := map[any]float64{}, map[any]float64{}
	for i, x := range q.Vector {
		a[i], b[i] = float64(x), float64(d.content.Vector[i])
	}
	n, df := 0.0, map[string]float64{}
	for _, d := range l {
		if d.content.Counted {
			n++
			distinct := map[string]bool{}
			for _, w := range d.content.Words {
				distinct[w] = true
			}
			for w := range distinct {
				df[w]++
			}
		}
	}
	idf := func(w string) float64 { return math.Log((1+n)/(1+df[w])) + 1 }
	for _, w := range q.Words {
		if df[w] > 0 {
			a[w] += idf(w)
		}
	}
	for _, w := range d.content.Words {
		b[w] += idf(w)
	}
	var dot, aa, bb float64
	for k, x := range a {
		dot, aa = dot+x*b[k], aa+x*x
	}
	for _, x := range b {
		bb += x * x
	}
	if dot == 0 {
		return 0
	}
	return dot / math.Sqrt(aa*bb)
}
