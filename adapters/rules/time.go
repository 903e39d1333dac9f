package rules

import (
	"slices"
	"strings"
)

// A phrase of time is read word by word: an anchor makes it one, glue belongs to
// it if an anchor follows.
const (
	other = iota
	glue
	anchor
	units // a unit: a date if "in" and a number stand before it
)

// Which words a phrase of time may hold.
const (
	clocks = 1 << iota
	days
)

func time(toks []token) ([]token, bool)     { return temporal(toks, clocks) }
func calendar(toks []token) ([]token, bool) { return temporal(toks, days) }
func when(toks []token) ([]token, bool)     { return temporal(toks, clocks|days) }

// temporal takes the longest phrase of time that ends in an anchor.
func temporal(toks []token, mode int) ([]token, bool) {
	lead := ""
	if len(toks) > 0 {
		lead = toks[0].norm
	}
	toks = without(toks, "at", "on", "in", "around", "for", "the")
	n := 0
	var before token
	if lead == "on" || lead == "in" || lead == "for" {
		before.norm = lead // "on one" is no hour
	}
	for i, t := range toks {
		switch temporalWord(t, before, mode) {
		case anchor:
			n = i + 1
		case units:
			if lead == "in" && i > 0 && (isNumber(before.norm) || before.is(number) || before.norm == "few") {
				n = i + 1 // "in three weeks"
			}
			return toks[:n], n > 0
		case other:
			return toks[:n], n > 0
		}
		before = t
	}
	return toks[:n], n > 0
}

// temporalWord tells what a word is in a phrase of time, given the one before.
func temporalWord(t, before token, mode int) int {
	w, prev := t.norm, before.norm
	if !t.upper && t.is(doubtful) && !slices.Contains([]string{"on", "in", "next", "this"}, prev) && !isNumber(prev) {
		return glue // "sun" and "may" are other words too
	}
	if mode&days != 0 {
		switch {
		case w == "days" || w == "weeks" || w == "months" || w == "years":
			return units
		case t.is(stretch):
			if slices.Contains([]string{"this", "next", "last", "every", "the", "coming", "new"}, prev) {
				return anchor
			}
			return other
		case t.is(weekday|month|date) || isOrdinal(w) || isDate(w), (prev == "" || prev == "in") && isYear(w),
			isNumber(w) && (before.is(month) || len(w) == 4 && (isNumber(prev) || isOrdinal(prev) || prev == "," || prev == "in")):
			return anchor
		}
	}
	hour := isHour(w) || t.is(number)
	if mode&clocks != 0 && (t.is(clock) || isClock(w) || hour && (prev == "" || prev == "at" || before.is(clockGlue|weekday|date))) {
		return anchor
	}
	if hour || w == "," || w == "-" || mode&days != 0 && (t.is(dateGlue) || isDay(w)) || mode&clocks != 0 && t.is(clockGlue) {
		return glue
	}
	return other
}

// splitWhen splits toks at the phrase of time in them, if there is one.
func splitWhen(toks []token) (head, at []token) {
	for i, t := range toks {
		f := when
		switch w := t.norm; {
		case w == "for":
			f = dated // not "for lunch"
		case t.is(weekday | date | month), isOrdinal(w), isClock(w),
			slices.Contains([]string{"at", "on", "in", "from", "by", "last", "next", "this", "every", "between"}, w):
		default:
			continue
		}
		if v, ok := f(toks[i:]); ok && !(t.norm == "for" && v[0].is(clock)) && (len(v) > 1 || !isHour(v[0].norm) || t.norm == "at" || t.norm == "by") {
			return toks[:i], v
		}
	}
	return toks, nil
}

// past reports a phrase of time that lies behind.
func past(at []token) bool {
	return slices.ContainsFunc(at, func(t token) bool {
		return slices.Contains([]string{"yesterday", "last", "past", "ago"}, t.norm)
	})
}

// future takes a phrase of time that lies ahead.
func (l *lexicon) future(toks []token) ([]token, bool) {
	v, ok := when(toks)
	if !ok || !l.ended(after(toks, v)) {
		return nil, false
	}
	first := v[0]
	return v, first.norm == "tomorrow" || first.norm == "next" || first.is(weekday) || isOrdinal(first.norm) ||
		len(v) > 1 && v[len(v)-1].is(month)
}

// dated takes a phrase of time with a day or more in it.
func dated(toks []token) ([]token, bool) {
	v, ok := when(toks)
	return v, ok && slices.ContainsFunc(v, func(t token) bool {
		return t.is(weekday|month|date) || isOrdinal(t.norm) || isDate(t.norm)
	})
}

// day takes a day of the year: "3 May", "the 4th", "12/04".
func day(toks []token) ([]token, bool) {
	v, ok := calendar(toks)
	return v, ok && slices.ContainsFunc(v, func(t token) bool { return t.is(month) || isOrdinal(t.norm) || isDate(t.norm) })
}

// fullDate takes a date of more than one word, or in digits.
func fullDate(toks []token) ([]token, bool) {
	v, ok := calendar(toks)
	return v, ok && (len(v) > 1 || isDate(v[0].norm))
}

// weekday takes days of the week, mornings and the like, and what is between.
func (l *lexicon) weekday(toks []token) ([]token, bool) {
	toks = l.trim(toks)
	n := 0
	for i, t := range toks {
		switch {
		case t.is(weekday), t.is(clock) && (t.norm == "morning" || strings.HasSuffix(t.norm, "s")):
			n = i + 1
		case !slices.Contains([]string{",", "and", "or", "&", "the", "on", "in", "early", "late"}, t.norm):
			return toks[:n], n > 0
		}
	}
	return toks[:n], n > 0
}
