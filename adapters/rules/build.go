package rules

import (
	"slices"

	"github.com/memware/memware/backends"
)

// found is what a rule made of a clause.
type found struct {
	kind   backends.Kind
	forget bool
	key    string
	member []token // of a set
	value  []token
	fixed  string  // a value that is not in the message
	not    bool    // the value is denied
	bare   bool    // the value says no more than the key: "a car" of "car"
	list   []token // what the member, or value, is one item of
	item   []token // the item, as it stands in the list
	weight float64 // importance
}

// fact builds one fact, whose value the capture of that name took.
func fact(key, capture string) build {
	return func(_ *reader, m *match) []found {
		return []found{{kind: backends.Fact, key: key, value: m.get(capture)}}
	}
}

// facts builds one fact of each pair of a key and a capture.
func facts(pairs ...string) build {
	return func(_ *reader, m *match) []found {
		var out []found
		for pair := range slices.Chunk(pairs, 2) {
			if v := m.get(pair[1]); len(v) > 0 {
				out = append(out, found{kind: backends.Fact, key: pair[0], value: v})
			}
		}
		return out
	}
}

// constant builds a fact of a value that the words of the pattern imply.
func constant(key, value string) build {
	return func(*reader, *match) []found {
		return []found{{kind: backends.Fact, key: key, fixed: value, bare: true}}
	}
}

// member builds one member of a set.
func member(key, capture string) build {
	return func(_ *reader, m *match) []found {
		v := m.get(capture)
		return []found{{kind: backends.Fact, key: key, member: v, value: v}}
	}
}

// An itemForm takes one item of a list.
type itemForm func(r *reader, toks []token) ([]token, bool)

// members builds a member of a set of each item of a list, up to the first that
// has not the form.
func members(key, capture string, item itemForm) build {
	return func(r *reader, m *match) []found { return r.listed(key, m.get(capture), item) }
}

func (r *reader) listed(key string, list []token, item itemForm) []found {
	list = r.trim(list)
	var out []found
	for _, it := range items(list) {
		v, ok := item(r, it)
		if !ok || len(v) == 0 {
			break
		}
		out = append(out, found{kind: backends.Fact, key: key, member: v, value: v, list: list, item: it})
	}
	return alone(out)
}

// alone drops the list of what is the only item that was found in it.
func alone(out []found) []found {
	if len(out) == 1 {
		out[0].list = nil
	}
	return out
}

// anItem takes an item of a list: a short phrase.
func anItem(r *reader, toks []token) ([]token, bool) {
	toks = without(toks, "any", "some", "most", "all", "of", "also", "my", "to", "the", "anything", "food", "foods", "with", "containing")
	for i, t := range toks {
		if i > 0 && t.is(preposition) && t.norm != "with" && t.norm != "of" {
			toks = toks[:i]
			break
		}
	}
	v, ok := r.word(toks)
	return v, ok && len(v) <= 5 && !v[0].is(preposition|subordinator)
}

func aThing(r *reader, toks []token) ([]token, bool) { return r.thing(toks) }

func aWhen(_ *reader, toks []token) ([]token, bool) { return when(toks) }

// about keeps what a sentence speaks of, for "it's ..." later in it.
func about(key string) build {
	return func(r *reader, _ *match) []found {
		r.topic = r.whom.keyOf(key)
		return nil
	}
}
