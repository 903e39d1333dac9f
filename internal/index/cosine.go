package index

import "math"

// A comparer is a query, prepared for one version of the index.
type comparer interface {
	// cosine returns how near the row is, in [-1, 1]; 0 where there is nothing
	// to compare.
	cosine(c *content) float64
}

// nothing is a query without content.
type nothing struct{}

func (nothing) cosine(*content) float64 { return 0 }

// vectorQuery compares with a vector.
type vectorQuery struct {
	vector []float32
	square float64
}

func (q vectorQuery) cosine(c *content) float64 {
	if len(c.vector) != len(q.vector) {
		return 0
	}
	return ratio(dot(q.vector, c.vector), q.square*c.square)
}

// textQuery compares by tf-idf.
type textQuery struct {
	stats     *statistics
	terms     []term
	signature uint64
	square    float64
}

func newTextQuery(s *statistics, words []string) comparer {
	terms := tally(words, s.number)
	if len(terms) == 0 {
		return nothing{}
	}
	q := textQuery{stats: s, terms: terms, signature: signature(terms)}
	q.square = q.squareOf(terms)
	return q
}

func (q textQuery) cosine(c *content) float64 {
	if q.signature&c.signature == 0 {
		return 0
	}
	var common sum
	for i, j := 0, 0; i < len(q.terms) && j < len(c.terms); {
		switch a, b := q.terms[i], c.terms[j]; {
		case a.number < b.number:
			i++
		case a.number > b.number:
			j++
		default:
			w := q.stats.weight(a.number)
			common.add(float64(a.count) * w * float64(b.count) * w)
			i, j = i+1, j+1
		}
	}
	if common.total() == 0 {
		return 0
	}
	return ratio(common.total(), q.square*q.squareOf(c.terms))
}

// squareOf returns the square of the length of a text's vector.
func (q textQuery) squareOf(terms []term) float64 {
	var s sum
	for _, t := range terms {
		w := float64(t.count) * q.stats.weight(t.number)
		s.add(w * w)
	}
	return s.total()
}

// A sum adds numbers that are not negative, with what rounding takes carried
// along: the numbers of words, which tell in what order rows arrived, would
// otherwise show in the last digit and decide between rows that are equally near.
type sum struct{ high, low float64 }

func (s *sum) add(x float64) {
	x = float64(x) // keeps the product x may be from being fused with the sum
	t := s.high + x
	shed := t - s.high
	s.low += (s.high - (t - shed)) + (x - shed)
	s.high = t
}

func (s *sum) total() float64 { return s.high + s.low }

// dot adds in one fixed order, so that equal vectors are equally near. Products
// of two float32 are exact in float64.
func dot(v, w []float32) float64 {
	var a, b, c, d float64
	w = w[:len(v)]
	n := len(v) &^ 3
	for i := 0; i < n; i += 4 {
		a += float64(v[i]) * float64(w[i])
		b += float64(v[i+1]) * float64(w[i+1])
		c += float64(v[i+2]) * float64(w[i+2])
		d += float64(v[i+3]) * float64(w[i+3])
	}
	for i := n; i < len(v); i++ {
		a += float64(v[i]) * float64(w[i])
	}
	return (a + b) + (c + d)
}

// ratio returns product / sqrt(squares), kept from leaving [-1, 1] by rounding.
func ratio(product, squares float64) float64 {
	return max(-1, min(1, product/math.Sqrt(squares)))
}
