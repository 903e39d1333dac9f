package rules

import (
	"strings"

	"github.com/memware/memware/backends"
)

// attributes are the open part: "my X is Y", in all its forms. The vocabulary
// gives the key of X and the form of Y; for another noun the key is the noun,
// and Y must look like a name, a number or a thing, since "my car is dirty" tells
// how the car is and not what it is.
func attributes() []group {
	return []group{{weight: 0.6, rules: []rule{
		{`my <noun> is called|named <value:name>
		  i called|named my <noun> <value:name>
		  i have|own a|an [new] <noun> called|named <value:name>`, titled},
		{`my <noun> @is [set_to] <value:raw>
		  my <noun> 's <value:raw>
		  <noun> of mine is <value:raw>
		  <value:raw> is|are my <noun>
		  i @changed my <noun> to <value:raw>
		  i changed|switched my <noun> from <old:raw> to <value:raw>
		  @change my <noun> to <value:raw>
		  use <value:raw> as my <noun>
		  as my <noun> i use|have|take <value:raw>
		  i have|got a new <noun> :|,|it_is <value:raw>
		  here|this is my <noun> [:] <value:raw>`, attribute},
		{`the <noun> @is|'s <value:raw>
		  @change the <noun> to <value:raw>
		  <value:raw> is the <noun>
		  [new] <noun> [for_me] @is <value:raw>`, shared},
		{`[new|my] <noun> [for_me] :|=|- <value:raw>
		  new <noun> <value:raw>`, labelled},
		{`i bank with|at <value:company>
		  all my accounts are with <value:company>
		  my accounts are with <value:company>`, fact("bank", "value")},
		{`i am|work working|leading|on [the] <value:project> project ...
		  i am leading [the] <value:project> project ...
		  i lead|run [the] <value:project> project ...`, fact("project", "value")},
		{`i take|wear [a] size <value:number>`, fact("clothes.size", "value")},
		{`my|the [old] <noun> @changing ...
		  my|the <noun> is|was wrong|incorrect|outdated|out_of_date ...
		  i gave|told|sent you the wrong <noun>
		  that is|was the|my wrong <noun>
		  i @changed my|the|a [new] <noun>
		  i got|have|bought a new <noun>
		  ignore|forget my old <noun>`, topical},
	}}}
}

func attribute(r *reader, m *match) []found { return r.attributeOf(m.get("noun"), m.get("value")) }

// shared reads "the X is Y", which tells of the user only where X is a code or
// the way to reach someone.
func shared(r *reader, m *match) []found {
	v := m.get("noun")
	e, known := r.entryOf(v)
	if len(bare(v)) > 1 && (coded(e.key) || known && e.key == "home.address") || known && (e.form == "email" || e.form == "phone") {
		return r.attributeOf(v, m.get("value"))
	}
	if keys := r.keysOf(v); coded(e.key) && len(keys) == 1 && keys[0] != e.key { // "the code" of the door that is known
		if w, ok := r.code(m.get("value")); ok {
			return []found{{kind: backends.Fact, key: keys[0], value: w}}
		}
	}
	return nil
}

// labelled reads "shoe size: 43", for attributes of the vocabulary and codes.
func labelled(r *reader, m *match) []found {
	v := m.get("noun")
	if e, known := r.entryOf(v); known || coded(e.key) && len(bare(v)) > 1 {
		return r.attributeOf(v, m.get("value"))
	}
	return nil
}

// titled builds the name of a thing: "my boat is called Nora".
func titled(r *reader, m *match) []found {
	e, known := r.entryOf(m.get("noun"))
	if e.key == "" || e.key == "name" {
		return nil
	}
	if _, owned := r.forms["possession"](m.get("noun")); owned && !strings.HasSuffix(e.key, ".name") || known && e.form == "phone" {
		e.key += ".name" // of the thing, and not what it is
	}
	return []found{{kind: backends.Fact, key: e.key, value: m.get("value")}}
}

// topical keeps what a sentence speaks of for "it is Y" later in it.
func topical(r *reader, m *match) []found {
	if key := r.nounKey(m.get("noun")); key != "" {
		r.topic = r.whom.keyOf(key)
	}
	return nil
}

// coded reports a key that ends in a word for a code.
func coded(key string) bool {
	switch key[strings.LastIndexByte(key, '.')+1:] {
	case "code", "password", "passcode", "pin", "combination", "passphrase", "pw":
		return true
	}
	return false
}

// outdated reports a word that takes an attribute out of the present.
func outdated(t token) bool {
	switch t.norm {
	case "old", "former", "previous", "ex", "first", "last", "next", "childhood", "future", "dream", "imaginary", "fictional",
		"potential", "possible":
		return true
	}
	return false
}

// attributeOf builds the fact that an attribute has a value.
func (r *reader) attributeOf(v, value []token) []found {
	if _, named := r.entries[norms(v, " ")]; len(v) == 0 || outdated(v[0]) && !named {
		return nil
	}
	e, known := r.entryOf(v)
	switch {
	case v[0].norm == "ideal" && strings.HasPrefix(e.key, "home."):
		return nil
	case e.key == "", !known && v[len(v)-1].is(abstract):
		return nil
	case !known:
		return r.openAttribute(v, e.key, value)
	}
	if out := r.formed(e, value); out != nil {
		return out
	}
	if e.form == "phone" && len(v) == 1 {
		return r.openAttribute(v, "phone", value) // the device
	}
	return nil
}

// formed builds the facts of an entry, if the value has its form.
func (r *reader) formed(e entry, value []token) []found {
	switch e.form {
	case "list":
		return r.listed(e.key, value, anItem)
	case "things":
		return r.listed(e.key, value, aThing)
	}
	if value[0].norm == "in" && e.form == "proper" && !strings.HasPrefix(e.key, "home.") && e.key != "origin" {
		return nil // where it is, and not what
	}
	v, ok := r.forms[e.form](value)
	if !ok || len(v) == 0 || v[0].is(state) && !v[0].upper && e.form == "thing" || e.form == "proper" && r.ordinary(v[0]) && (len(v) == 1 || !v[0].upper) {
		return nil
	}
	return []found{{kind: backends.Fact, key: e.key, value: v}}
}

// openAttribute builds the fact of an attribute that the vocabulary lacks.
func (r *reader) openAttribute(v []token, key string, value []token) []found {
	if len(v) > 1 && r.relations[v[0].norm] != "" && (v[1].upper || v[1].is(firstName)) {
		return nil // "my niece Clara is five"
	}
	if at, ok := when(value); ok && !coded(key) && r.ended(after(value, at)) {
		if bare := len(at) == 1 && isNumber(at[0].norm) && value[0].norm != "at"; !bare {
			if past(at) {
				return nil
			}
			return r.eventFact(v, at)
		}
	}
	w, ok := r.word(value)
	switch {
	case ok:
		ok = coded(key) || strings.HasSuffix(key, ".colour") || r.telling(value, w)
	case coded(key):
		w, ok = r.code(value)
	case strings.HasSuffix(key, ".colour"):
		w, ok = r.thing(value)
	}
	if !ok || len(w) > 5 {
		return nil
	}
	return []found{{kind: backends.Fact, key: key, value: w}}
}

// telling reports that a value names what a thing is: a capital, a number, or an
// article before a noun that does not judge.
func (r *reader) telling(value, w []token) bool {
	last := w[len(w)-1]
	if w[0].upper || last.upper || hasDigit(norms(w, "")) {
		return true
	}
	first := r.phrase(value)[0].norm
	return (first == "a" || first == "an") && !last.is(verdict)
}
