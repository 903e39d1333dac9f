package middleware

import (
	"context"
	"slices"
	"strings"
	"unicode"

	"github.com/memware/memware/backends"
)

// RelevanceFloor is a [Plugin] that leaves out what is less relevant than least,
// before the k best are chosen, so that important but unrelated memories do not
// fill the window. It does what Options.MinRelevance does.
func RelevanceFloor(least float64) Plugin {
	return Plugin{Name: "relevance_floor", Stage: StageScore, Place: Before, Read: func(_ context.Context, r *Reading) error {
		if f := r.Query.MinRelevance; f == nil || *f < least {
			r.Query.MinRelevance = &least
		}
		return nil
	}}
}

// CollapseNearDuplicates is a [Plugin] that drops notes whose words are almost
// those of a better hit: their Jaccard index, the number of words they share by
// the number they have together, is at least likeness, in (0, 1]. Notes with
// different numbers in them are never alike, and facts are never dropped.
func CollapseNearDuplicates(likeness float64) Plugin {
	return Plugin{Name: "near_duplicates", Stage: StageFilter, Place: After, Read: func(_ context.Context, r *Reading) error {
		var kept []map[string]bool
		r.Hits = slices.DeleteFunc(r.Hits, func(h backends.Hit) bool {
			words := wordSet(h.Text)
			alike := h.Kind == backends.Note && slices.ContainsFunc(kept, func(k map[string]bool) bool {
				return jaccard(words, k) >= likeness
			})
			if !alike {
				kept = append(kept, words)
			}
			return alike
		})
		return nil
	}}
}

func wordSet(text string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(wording(text)) {
		set[w] = true
	}
	return set
}

// jaccard returns the likeness of two sets of words, 0 where their numbers differ.
func jaccard(a, b map[string]bool) float64 {
	shared := 0
	for w := range a {
		if b[w] {
			shared++
		} else if strings.ContainsFunc(w, unicode.IsDigit) {
			return 0
		}
	}
	for w := range b {
		if !a[w] && strings.ContainsFunc(w, unicode.IsDigit) {
			return 0
		}
	}
	union := len(a) + len(b) - shared
	if union == 0 {
		return 0
	}
	return float64(shared) / float64(union)
}

// Rerank is a [Plugin] that lets rank order the k * fan-out best hits anew, such
// as by a cross-encoder. It may drop hits. A read whose order it changes is not
// Exact any more.
func Rerank(name string, rank func(ctx context.Context, a Ask, hits []backends.Hit) ([]backends.Hit, error)) Plugin {
	return Plugin{Name: name, Stage: StageFilter, Place: After, Read: func(ctx context.Context, r *Reading) error {
		hits, err := rank(ctx, r.Ask, r.Hits)
		if err == nil {
			r.Hits = hits
		}
		return err
	}}
}
