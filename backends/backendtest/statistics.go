package backendtest

import (
	"context"
	"fmt"
	"math"
	"strings"

	"github.com/memware/memware/backends"
)

func statisticsCases() []Case {
	text := func(check func(context.Context, *store)) func(context.Context, Harness) error {
		return in(check, backends.Space{Name: backends.TFIDF})
	}
	return []Case{
		{
			Name: "statistics/relevance is the cosine of tf-idf", Rule: "13",
			Why: "In the TFIDF space relevance is the cosine of tf-idf over all stored assertions of the scope.",
			Run: text(textRelevance),
		},
		{
			Name: "statistics/follow every write", Rule: "13",
			Why: "Statistics are over all stored assertions: an answer is that of what is stored when it is asked.",
			Run: text(liveStatistics),
		},
		{
			Name: "statistics/include superseded and expired assertions, nothing else", Rule: "13",
			Why: "Statistics are over all stored assertions, superseded included, quarantined and erased not.",
			Run: text(whatCounts),
		},
		{
			Name: "statistics/after an erase are those of what remains", Rule: "13",
			Why: "The record is gone, and the index statistics are those of what remains.",
			Run: text(statisticsAfterErase),
		},
		{
			Name: "statistics/are per scope", Rule: "13",
			Why: "Statistics of the built-in tfidf space are per scope.",
			Run: text(statisticsPerScope),
		},
		{
			Name: "statistics/words that no assertion has are left out of the query", Rule: "13",
			Why: "A query's words that the statistics do not know are dropped; without a common word relevance is 0.",
			Run: text(unknownWords),
		},
	}
}

// A collection is what the statistics count: the words of each assertion.
type collection [][]string

func collect(texts ...string) collection {
	var c collection
	for _, t := range texts {
		c = append(c, strings.Fields(t))
	}
	return c
}

func (c collection) documents(word string) int {
	n := 0
	for _, words := range c {
		for _, w := range words {
			if w == word {
				n++
				break
			}
		}
	}
	return n
}

// weigh returns the tf-idf vector of words: raw counts times
// ln((1+N)/(1+df)) + 1.
func (c collection) weigh(words []string) map[string]float64 {
	v := map[string]float64{}
	for _, w := range words {
		v[w] += math.Log(float64(1+len(c))/float64(1+c.documents(w))) + 1
	}
	return v
}

// relevance returns the cosine of a query and a text. Words of the query that
// no document has are dropped.
func (c collection) relevance(query, text string) float64 {
	var known []string
	for _, w := range strings.Fields(query) {
		if c.documents(w) > 0 {
			known = append(known, w)
		}
	}
	q, d := c.weigh(known), c.weigh(strings.Fields(text))
	var dot, qq, dd float64
	for w, x := range q {
		dot, qq = dot+x*d[w], qq+x*x
	}
	for _, x := range d {
		dd += x * x
	}
	if dot == 0 {
		return 0
	}
	return dot / math.Sqrt(qq*dd)
}

// saying returns r with another text.
func saying(text string, r backends.Record) backends.Record {
	r.Text = text
	return r
}

// relevances expects each record found to have the relevance that the words of
// the collection give it.
func (s *store) relevances(ctx context.Context, q backends.Query, c collection) {
	res := s.search(ctx, q)
	for _, h := range res.Hits {
		if want := c.relevance(q.Text, h.Text); math.Abs(h.Score.Relevance-want) > tolerance {
			s.failed("relevance of %q to %q: got %v, want %v", h.ID, q.Text, h.Score.Relevance, want)
		}
	}
	if s.err == nil && len(res.Hits) == 0 {
		s.failed("query %q found nothing", q.Text)
	}
}

// The words of these cases mean nothing, so that no analyser knows their stem.
func nonsense() []string {
	return []string{
		"zorb quix blat", "quix quix frum", "blat zorb zorb zorb", "wump", "frum wump quix blat zorb",
		"drok", "quix drok", "plim plom",
	}
}

func textRelevance(ctx context.Context, s *store) {
	texts := nonsense()
	for i, text := range texts {
		s.put(ctx, backends.Inserted, saying(text, note(fmt.Sprintf("n%d", i), i)))
	}
	for _, query := range []string{"zorb", "quix frum", "zorb zorb quix", "plim plom", "wump drok blat"} {
		q := now()
		q.Text = query
		s.relevances(ctx, q, collect(texts...))
	}
	q := now()
	q.Text, q.Policy = "quix frum", &backends.Policy{Relevance: 1, HalfLife: 1}
	q.K = 3
	s.ranks(ctx, q, "n1", "n4", "n6")
}

func liveStatistics(ctx context.Context, s *store) {
	var texts []string
	for i, text := range nonsense() {
		texts = append(texts, text)
		s.put(ctx, backends.Inserted, saying(text, note(fmt.Sprintf("n%d", i), i)))
		q := now()
		q.Text = "zorb quix drok"
		s.relevances(ctx, q, collect(texts...))
	}
}

func whatCounts(ctx context.Context, s *store) {
	s.putAll(ctx,
		saying("zorb quix", note("n", 1)),
		saying("zorb blat", fact("old", "city", "osaka", 1)),
		saying("blat frum", fact("new", "city", "kyoto", 2)),
		saying("frum wump wump", expiring(note("gone", 1), 2)),
		retraction("end", "pet", "", 1),
	)
	counted := collect("zorb quix", "zorb blat", "blat frum", "frum wump wump")
	q := with(backends.IncludeSuperseded|backends.IncludeExpired, now())
	q.Text = "zorb frum wump"
	s.relevances(ctx, q, counted)

	s.put(ctx, backends.Held, held(saying("zorb drok zorb", note("h", 1))))
	s.put(ctx, backends.Held, held(saying("frum", fact("hf", "pet", "cat", 1))))
	s.relevances(ctx, q, counted)
	s.relevances(ctx, with(everything, q), counted)
	s.put(ctx, backends.Released, release(saying("zorb drok zorb", note("h", 1))))
	s.relevances(ctx, q, append(counted, collect("zorb drok zorb")...))
}

func statisticsAfterErase(ctx context.Context, s *store) {
	texts := nonsense()
	for i, text := range texts {
		s.putAll(ctx, saying(text, note(fmt.Sprintf("n%d", i), i)))
	}
	s.putAll(ctx, derived(saying("zorb zorb", note("child", 1)), "n0"), saying("drok", fact("a", "city", "osaka", 1)),
		saying("zorb", fact("b", "city", "kyoto", 2)))
	s.erase(ctx, byID("n0", "n5"))
	s.erase(ctx, byKey("city"))
	q := now()
	q.Text = "zorb quix drok"
	s.relevances(ctx, q, collect(texts[1], texts[2], texts[3], texts[4], texts[6], texts[7]))
	s.erase(ctx, backends.Filter{Scope: alice(), Until: day(4)})
	s.relevances(ctx, q, collect(texts[6], texts[7]))
}

func statisticsPerScope(ctx context.Context, s *store) {
	for i, text := range nonsense() {
		s.putAll(ctx, saying(text, of(bob(), note(fmt.Sprintf("b%d", i), i))))
	}
	s.putAll(ctx, saying("zorb quix", note("a", 1)), saying("drok drok wump", note("b", 2)))
	q := now()
	q.Text = "zorb drok plim"
	s.relevances(ctx, q, collect("zorb quix", "drok drok wump"))
}

func unknownWords(ctx context.Context, s *store) {
	s.putAll(ctx, saying("zorb quix", note("a", 1)), saying("blat quix", note("b", 2)), held(saying("frum", note("h", 3))))
	c := collect("zorb quix", "blat quix")
	for _, text := range []string{"zorb frum", "zorb frum nix nix", "frum", "nix", ""} {
		q := now()
		q.Text = text
		s.relevances(ctx, q, c)
	}
	q := with(backends.IncludeQuarantined, now())
	q.Text = "frum"
	for _, h := range s.search(ctx, q).Hits {
		same(s, "relevance without a common word", h.Score.Relevance, 0)
	}
	floor := 0.001
	q = now()
	q.Text, q.MinRelevance = "zorb frum", &floor
	s.finds(ctx, q, "a")
}
