package rules

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/internal/fold"
)

// An assertion is a fact that holds: one of this turn, or one of the store.
type assertion struct {
	key, member, value, text string
	weight                   float64
	kinds                    kinds // of the value
	said                     int64 // equal for what was said in one message
	breath                   int   // equal for what was said in one clause; 0: unknown
}

// recall returns the assertion that a record is.
func (r *reader) recall(k backends.Record) assertion {
	value := cmp.Or(k.Value, k.Text)
	return assertion{k.Key, k.Member, value, k.Text, k.Importance, r.kinds(value), k.AssertedAt.UnixMicro(), 0}
}

// kinds returns what a value may be; a long one is nothing that a correction
// could be about.
func (r *reader) kinds(value string) kinds {
	if len(value) > maxValue {
		return 0
	}
	return kindsOf(r.tokenise(value))
}

const maxValue = 64

// assertions yields the facts that hold, the last asserted first: those of the
// turn, then what is known. The store is asked once.
func (r *reader) assertions() iter.Seq[assertion] {
	if !r.asked {
		r.asked = true
		var records []backends.Record
		records, r.err = r.ask()
		for _, k := range records {
			if k.Kind == backends.Fact {
				r.known = append(r.known, r.recall(k))
			}
		}
	}
	return func(yield func(assertion) bool) {
		for _, a := range slices.Backward(r.held) {
			if !yield(a) {
				return
			}
		}
		for _, a := range r.known {
			if !yield(a) {
				return
			}
		}
	}
}

// keysOf returns the keys that a noun phrase names. Of a person, an animal or a
// thing these are all that are known of it.
func (r *reader) keysOf(noun []token) []string {
	e, known := r.entryOf(noun)
	if e.key == "" {
		return nil
	}
	root := strings.TrimSuffix(e.key, ".name")
	_, owned := r.forms["possession"](noun)
	whole := root != e.key || r.pets[root] || owned
	var exact, behind []string
	for a := range r.assertions() {
		switch {
		case a.key == e.key, a.key == root, !known && (a.key == e.key+".date" || a.key == e.key+".time"), !known && sameWords(a.value, norms(noun, " ")), whole && strings.HasPrefix(a.key, root+"."):
			exact = add(exact, a.key)
		case !known && strings.HasSuffix(a.key, "."+e.key):
			behind = add(behind, a.key)
		}
	}
	switch {
	case len(exact) > 0:
		return exact
	case len(behind) == 1:
		return behind
	case r.pets[root]:
		return []string{root}
	case !known && noun[0].upper:
		return nil // "my Volvo", of which nothing is known
	}
	return []string{e.key}
}

func add(list []string, s string) []string {
	if slices.Contains(list, s) {
		return list
	}
	return append(list, s)
}

// memberOf returns the member of a set as it is known: "nut" is "nuts".
func (r *reader) memberOf(key, member string) string {
	for a := range r.assertions() {
		if a.key == key && sameWords(a.member, member) {
			return a.member
		}
	}
	return member
}

// sameWords reports that a and b are the same but for the plural of their words.
func sameWords(a, b string) bool {
	return a != "" && slices.EqualFunc(strings.Fields(strings.ToLower(a)), strings.Fields(strings.ToLower(b)),
		func(a, b string) bool { return lemma(a) == lemma(b) })
}

// agrees reports that the value of a key, if one is known, is that which the
// words name.
func (r *reader) agrees(key, value string) bool {
	for a := range r.assertions() {
		if a.key == key {
			have, want := strings.ToLower(fold.Value(a.value)), strings.ToLower(fold.Value(value))
			return strings.Contains(have, want) || strings.Contains(want, have) || sameWords(have, want)
		}
	}
	return true
}

// holds reports that a value of the key is known.
func (r *reader) holds(key string) bool {
	for a := range r.assertions() {
		if a.key == key {
			return true
		}
	}
	return false
}
