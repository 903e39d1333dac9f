package rules

import "slices"

// kinds is a set of what a value may be. A correction without a subject goes to
// the latest fact that shares one with it.
type kinds uint8

const (
	timeKind kinds = 1 << iota // "3pm", "after lunch"
	dateKind                   // "Tuesday", "3 May"
	codeKind                   // "4417", "B12"
	phoneKind
	emailKind
	moneyKind
	nameKind // capitalised words
	wordKind // other words
)

// kindsOf returns what toks may be, all of them.
func kindsOf(toks []token) kinds {
	if len(toks) == 0 {
		return 0
	}
	var k kinds
	for _, c := range []struct {
		kind kinds
		form form
	}{
		{emailKind, email}, {phoneKind, phone}, {moneyKind, money}, {timeKind, time}, {dateKind, calendar},
	} {
		if v, ok := c.form(toks); ok && len(v) == len(toks) {
			k |= c.kind
		}
	}
	switch last := toks[len(toks)-1].norm; {
	case k&(emailKind|moneyKind|dateKind) != 0 && !isYear(last):
		return k
	case hasDigit(last) && len(toks) < 4 && !isClock(last):
		return k | codeKind
	case k != 0:
		return k
	case !slices.ContainsFunc(toks, func(t token) bool { return !t.upper && !t.mark }):
		return nameKind
	}
	return wordKind
}
