package index_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"go.uber.org/goleak"

	"github.com/memware/memware/internal/index"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// A doc is a row of the tests, which keep what they put in.
type doc struct {
	key     index.Key
	content index.Content
	bonus   float64 // the part of the score that is not the cosine
	hidden  bool
}

// query asks for the best k by cosine and bonus.
func query(k int, vector []float32, words []string) index.Query[doc] {
	return index.Query[doc]{
		K: k, Vector: vector, Words: words,
		Keep:  func(d doc) bool { return !d.hidden },
		Score: func(d doc, cosine float64) (float64, bool) { return cosine + d.bonus, cosine >= 0 },
	}
}

func search(t testing.TB, v *index.View[doc], q index.Query[doc]) ([]index.Hit[doc], int) {
	t.Helper()
	hits, considered, err := v.Search(context.Background(), q)
	if err != nil {
		t.Fatal(err)
	}
	return hits, considered
}

func TestVectorsAreComparedByCosine(t *testing.T) {
	for _, tc := range []struct {
		name string
		a, b []float32
		want float64
	}{
		{"the same", []float32{1, 2, 3, 4, 5}, []float32{1, 2, 3, 4, 5}, 1},
		{"longer", []float32{1, 2}, []float32{100, 200}, 1},
		{"across", []float32{1, 0}, []float32{0, 3}, 0},
		{"sixty degrees", []float32{1, 0}, []float32{1, float32(math.Sqrt(3))}, 0.5},
		{"tiny", []float32{1e-38, 0}, []float32{1e-38, 0}, 1},
		{"huge", []float32{3e38, 0}, []float32{3e38, 3e38}, math.Sqrt(0.5)},
	} {
		t.Run(tc.name, func(t *testing.T) {
			x := index.New[doc]()
			x.Insert(index.Key{ID: "a"}, index.Content{Vector: tc.a}, doc{})
			hits, _ := search(t, x.View(), query(1, tc.b, nil))
			if got := hits[0].Cosine; math.Abs(got-tc.want) > 1e-7 || got > 1 {
				t.Errorf("cosine = %v, want %v", got, tc.want)
			}
		})
	}
}

func TestEqualScoresGoByTheGreaterKey(t *testing.T) {
	x := index.New[doc]()
	for _, k := range []index.Key{{1, 9, "c"}, {3, 1, "a"}, {3, 2, "a"}, {3, 2, "b"}, {2, 7, "z"}} {
		x.Insert(k, index.Content{}, doc{key: k})
	}
	hits, considered := search(t, x.View(), query(4, nil, nil))
	var got []index.Key
	for _, h := range hits {
		got = append(got, h.Value.key)
	}
	if want := []index.Key{{3, 2, "b"}, {3, 2, "a"}, {3, 1, "a"}, {2, 7, "z"}}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if considered != 5 {
		t.Errorf("considered = %d, want 5", considered)
	}
}

func TestTextsOfOneShapeAreEquallyNear(t *testing.T) {
	// Words are numbered as they come. Were that the order of summing, texts that
	// differ in one word of equal weight would differ in the last digit.
	x := index.New[doc]()
	shared := []string{"p", "q", "r", "s", "t"}
	for i := range 200 {
		first, last := fmt.Sprintf("a%d", i), fmt.Sprintf("b%d", i)
		x.Insert(index.Key{At: int64(2 * i)}, index.Content{Words: append([]string{first, first}, shared...), Counted: true}, doc{})
		x.Insert(index.Key{At: int64(2*i + 1)}, index.Content{Words: append(slices.Clone(shared), last, last), Counted: true}, doc{})
	}
	hits, _ := search(t, x.View(), query(400, nil, []string{"p", "q", "q", "r"}))
	for i, h := range hits {
		if h.Cosine != hits[0].Cosine {
			t.Fatalf("cosine of hit %d = %v, want %v as of the first", i, h.Cosine, hits[0].Cosine)
		}
	}
}

func TestUncountedRowsAreComparedOnly(t *testing.T) {
	x := index.New[doc]()
	x.Insert(index.Key{ID: "counted"}, index.Content{Words: []string{"tea", "cup"}, Counted: true}, doc{})
	before, _ := search(t, x.View(), query(1, nil, []string{"tea", "pot"}))
	x.Insert(index.Key{ID: "held"}, index.Content{Words: []string{"tea", "pot", "pot"}}, doc{hidden: true})
	after, _ := search(t, x.View(), query(1, nil, []string{"tea", "pot"}))
	if after[0].Cosine != before[0].Cosine {
		t.Errorf("cosine beside an uncounted row = %v, want %v", after[0].Cosine, before[0].Cosine)
	}
	// N = 1: idf of tea is 1, of pot, which no document has, ln 2 + 1.
	held, _ := search(t, x.View(), index.Query[doc]{
		K: 1, Words: []string{"tea"},
		Keep:  func(d doc) bool { return d.hidden },
		Score: func(_ doc, c float64) (float64, bool) { return c, true },
	})
	pot := 2 * (math.Log(2) + 1)
	if got, want := held[0].Cosine, 1/math.Sqrt(1+pot*pot); math.Abs(got-want) > 1e-12 {
		t.Errorf("cosine of the uncounted row = %v, want %v", got, want)
	}
}

func TestWordsAreDroppedWithTheirLastRow(t *testing.T) {
	x := index.New[doc]()
	x.Insert(index.Key{ID: "a"}, index.Content{Words: []string{"tea", "cup"}, Counted: true}, doc{})
	x.Insert(index.Key{ID: "b"}, index.Content{Words: []string{"tea"}, Counted: true}, doc{})
	x.Delete(index.Key{ID: "a"})
	x.Insert(index.Key{ID: "c"}, index.Content{Words: []string{"pot"}, Counted: true}, doc{}) // takes the number of cup
	hits, _ := search(t, x.View(), query(9, nil, []string{"cup"}))
	for _, h := range hits {
		if h.Cosine != 0 {
			t.Errorf("a row is near to a word that is gone: %v", h)
		}
	}
}

func TestSearchStopsWithItsContext(t *testing.T) {
	x := index.New[doc]()
	for i := range 5000 {
		x.Insert(index.Key{At: int64(i)}, index.Content{}, doc{})
	}
	ctx, cancel := context.WithCancel(t.Context())
	looked := 0
	q := query(1, nil, nil)
	q.Keep = func(doc) bool {
		looked++
		cancel()
		return true
	}
	if _, _, err := x.View().Search(ctx, q); !errors.Is(err, context.Canceled) {
		t.Errorf("error = %v, want %v", err, context.Canceled)
	}
	if looked > 1024 {
		t.Errorf("looked at %d rows after the context ended, want at most 1024", looked)
	}
}
