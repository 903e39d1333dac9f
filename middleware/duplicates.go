package middleware

import (
	"strings"

	"golang.org/x/text/unicode/norm"

	"github.com/memware/memware/backends"
)

// dropDuplicates keeps the best of hits that say the same: equal words, whatever
// their case, the spaces and the punctuation around them. Likeness is not enough,
// since a changed value makes two long sentences almost the same; and facts of
// different slots never repeat each other.
func dropDuplicates(hits []backends.Hit, t *trail) []backends.Hit {
	kept := make([]backends.Hit, 0, len(hits))
	seen := make(map[string][]int, len(hits)) // wording -> places in kept
	for _, h := range hits {
		words := wording(h.Text)
		if first, ok := repeated(h, kept, seen[words]); ok {
			t.drop(h.ID, FateDuplicate, first)
			continue
		}
		seen[words] = append(seen[words], len(kept))
		kept = append(kept, h)
	}
	return kept
}

// repeated returns the id of the better hit that h repeats.
func repeated(h backends.Hit, kept []backends.Hit, same []int) (id string, ok bool) {
	for _, i := range same {
		k := kept[i]
		if h.Kind == backends.Note || k.Kind == backends.Note || h.Key == k.Key && h.Member == k.Member {
			return k.ID, true
		}
	}
	return "", false
}

// wording folds text to its words: lower case, without the punctuation around
// them. What is inside a word or counts as its letter ("3.5", "C++") stays.
func wording(text string) string {
	words := strings.Fields(strings.ToLower(norm.NFKC.String(text)))
	for i, w := range words {
		words[i] = strings.Trim(w, ".,;:!?'\"()\u2018\u2019\u201c\u201d\u3002\uff0c")
	}
	return strings.Join(words, " ")
}

// inOrder reports whether some follow the order of all.
func inOrder(some, all []backends.Hit) bool {
	i := 0
	for _, h := range some {
		for i < len(all) && all[i].ID != h.ID {
			i++
		}
		if i == len(all) {
			return false
		}
		i++
	}
	return true
}
