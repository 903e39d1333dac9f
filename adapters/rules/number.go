package rules

import (
	"strings"
	"unicode"
)

// numeral takes a number, in digits or words.
func numeral(toks []token) ([]token, bool) {
	n := 0
	for n < len(toks) && (isNumber(toks[n].norm) || toks[n].is(number)) {
		n++
	}
	return toks[:n], n > 0
}

// measure takes a number with its unit.
func measure(toks []token) ([]token, bool) {
	n := 0
	for n < len(toks) && (hasDigit(toks[n].norm) || toks[n].is(number) || n > 0 && toks[n].is(unit)) {
		n++
	}
	return toks[:n], n > 0
}

// lasting takes a length of time: "45 minutes", "half an hour".
func lasting(toks []token) ([]token, bool) {
	for i, t := range toks[:min(len(toks), 5)] {
		switch t.norm {
		case "minutes", "minute", "min", "mins", "hour", "hours", "hr", "hrs":
			return toks[:i+1], i > 0
		case "half", "a", "an", "quarter", "of", "and", "to":
		default:
			if hasDigit(t.norm) && strings.HasSuffix(t.norm, "min") {
				return toks[:i+1], true
			}
			if !hasDigit(t.norm) && !t.is(number) {
				return nil, false
			}
		}
	}
	return nil, false
}

// zone takes a time zone: "CET", "UTC+2".
func (l *lexicon) zone(toks []token) ([]token, bool) {
	if len(toks) > 0 && hasDigit(toks[0].norm) && (strings.HasPrefix(toks[0].norm, "utc") || strings.HasPrefix(toks[0].norm, "gmt")) {
		return toks[:1], true
	}
	n := l.zones.at(toks)
	return toks[:n], n > 0
}

// feet takes a height that its unit gives away: "6'2", "182cm".
func feet(toks []token) ([]token, bool) {
	v, ok := measure(toks)
	if !ok {
		return nil, false
	}
	first := v[0].norm
	if len(v) > 1 {
		switch v[1].norm {
		case "cm", "feet", "foot", "ft":
			return v, true
		}
	}
	return v, hasDigit(first) && strings.Contains(first, "'") || strings.HasSuffix(first, "cm")
}

// aged takes "28-year-old" and "28yo".
func aged(toks []token) ([]token, bool) {
	if len(toks) == 0 {
		return nil, false
	}
	for _, suffix := range []string{"-year-old", "yo", "y/o", "-yr-old"} {
		if n, ok := strings.CutSuffix(toks[0].norm, suffix); ok {
			return toks[:1], isNumber(n)
		}
	}
	return nil, false
}

// money takes an amount with a currency.
func money(toks []token) ([]token, bool) {
	toks = without(toks, "under", "about", "around", "up", "to", "max", "maximum", "at", "most")
	n, currency, amount := 0, false, false
	for _, t := range toks {
		switch {
		case isAmount(t.norm):
			currency, amount = true, true
		case isNumber(t.norm) || t.is(number):
			amount = true
		case t.is(coin):
			currency = true
		case t.norm != "a" || n == 0:
			return toks[:n], currency && amount
		}
		n++
	}
	return toks[:n], currency && amount
}

func email(toks []token) ([]token, bool) {
	if len(toks) == 0 {
		return nil, false
	}
	user, host, _ := strings.Cut(toks[0].norm, "@")
	return toks[:1], user != "" && strings.Contains(strings.Trim(host, "."), ".")
}

// phone takes a number of 6 to 15 digits, in groups.
func phone(toks []token) ([]token, bool) {
	n, digits := 0, 0
	for _, t := range toks {
		d, ok := phoneDigits(t.norm)
		if !ok || digits+d > 15 {
			break
		}
		digits += d
		n++
	}
	return unmarked(toks[:n]), digits >= 6
}

func phoneDigits(w string) (digits int, ok bool) {
	for _, r := range w {
		switch {
		case r >= '0' && r <= '9':
			digits++
		case !strings.ContainsRune("+()-./", r):
			return 0, false
		}
	}
	return digits, true
}

func hasDigit(s string) bool { return strings.ContainsFunc(s, unicode.IsDigit) }

// isNumber reports digits, with points and commas inside.
func isNumber(w string) bool {
	return w != "" && w[0] >= '0' && w[0] <= '9' && strings.Trim(w, "0123456789.,") == ""
}

// isAmount reports a sum with its currency in one word: "$300", "5k", "20eur".
func isAmount(w string) bool {
	if bare := strings.Trim(w, "$€£¥"); bare != w {
		return isNumber(strings.TrimRight(bare, "kmb"))
	}
	for _, unit := range []string{"k", "eur", "usd", "gbp", "chf"} {
		if n, ok := strings.CutSuffix(w, unit); ok {
			return isNumber(n)
		}
	}
	return false
}

// isYear reports a number that can be a year of this age.
func isYear(w string) bool {
	return len(w) == 4 && (w[:2] == "19" || w[:2] == "20") && isNumber(w)
}

// isDay reports a number that can be a day of the month.
func isDay(w string) bool { return len(w) <= 2 && isNumber(w) && (len(w) == 1 || w <= "31") }

// isHour reports a bare number that can be an hour.
func isHour(w string) bool { return len(w) <= 2 && isNumber(w) && (len(w) == 1 || w <= "24") }

// isOrdinal reports "1st", "22nd", "4th".
func isOrdinal(w string) bool {
	digits := strings.TrimRight(w, "stndrh")
	return len(w)-len(digits) == 2 && len(digits) < 3 && isNumber(digits)
}

// isDate reports a date in digits: "03/05/1990", "2026-05-03".
func isDate(w string) bool {
	parts := strings.FieldsFunc(w, func(r rune) bool { return r == '/' || r == '-' || r == '.' })
	if len(parts) != 3 && !(len(parts) == 2 && strings.Contains(w, "/")) {
		return false
	}
	for _, p := range parts {
		if len(p) > 4 || len(p) == 3 || strings.Trim(p, "0123456789") != "" {
			return false
		}
	}
	return true
}

// isClock reports a time of day in one word: "3pm", "16:30", "9-11am".
func isClock(w string) bool {
	if from, to, ranged := strings.Cut(w, "-"); ranged {
		return isHour(from) && (isHour(to) || isClock(to)) || isClock(from) && (isHour(to) || isClock(to))
	}
	hour := w
	for _, suffix := range []string{"am", "pm", "a.m.", "p.m.", "a.m", "p.m", "h", "ish"} {
		if h, ok := strings.CutSuffix(w, suffix); ok && h != "" {
			hour = h
			break
		}
	}
	h, m, minutes := strings.Cut(strings.Replace(hour, ".", ":", 1), ":")
	if !isHour(h) || minutes && (len(m) != 2 || !isNumber(m)) {
		return false
	}
	return hour != w || strings.Contains(hour, ":")
}
