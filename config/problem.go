package config

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/memware/memware/backends"
)

// A Problem is one thing that is wrong with a configuration, and where.
type Problem struct {
	File         string // as given to Load; empty where Variable is set
	Line, Column int    // in File, from 1; 0 where the file is missing
	Variable     string // the environment variable the value comes from

	Key    string // such as "read.k"; empty where the file cannot be read at all
	Value  string // what was given, shortened; empty for a secret or no value
	Reason string // such as "below 1"
	Remedy string // such as "give a whole number from 1 to 156"
}

// Error returns p on one line, such as
//
//	memware.yaml:4:6: read.k = 0: below 1; give a whole number from 1 to 156
func (p Problem) Error() string {
	var b strings.Builder
	b.WriteString(p.where())
	if p.Key != "" {
		b.WriteString(": " + p.Key)
	}
	if p.Value != "" {
		b.WriteString(" = " + p.Value)
	}
	b.WriteString(": " + p.Reason)
	if p.Remedy != "" {
		b.WriteString("; " + p.Remedy)
	}
	return b.String()
}

func (p Problem) where() string {
	switch {
	case p.Variable != "":
		return p.Variable
	case p.Line == 0:
		return p.File
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column)
}

// An Error holds every problem of a configuration, those of the file in its
// order first, then those of the environment. It matches [backends.ErrInvalid].
type Error struct{ Problems []Problem }

// Error returns the problems, one a line.
func (e *Error) Error() string {
	if len(e.Problems) == 1 {
		return "config: " + e.Problems[0].Error()
	}
	lines := []string{fmt.Sprintf("config: %d problems", len(e.Problems))}
	for _, p := range e.Problems {
		lines = append(lines, "\t"+p.Error())
	}
	return strings.Join(lines, "\n")
}

// Unwrap returns [backends.ErrInvalid].
func (e *Error) Unwrap() error { return backends.ErrInvalid }

// failure returns the problems as an error, nil if there are none.
func failure(problems []Problem) error {
	if len(problems) == 0 {
		return nil
	}
	slices.SortStableFunc(problems, func(a, b Problem) int {
		return cmp.Or(
			strings.Compare(a.Variable, b.Variable), // empty in the file
			cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column),
		)
	})
	return &Error{Problems: problems}
}

// shorten renders what was given as the value of a problem.
func shorten(text string, quoted bool) string {
	const longest = 40
	if r := []rune(text); len(r) > longest {
		text, quoted = string(r[:longest])+"...", true
	}
	if quoted || strings.ContainsFunc(text, func(r rune) bool { return !strconv.IsPrint(r) }) {
		return strconv.Quote(text)
	}
	return text
}

// nearest returns the name that was probably meant, or "".
func nearest(given string, names []string) string {
	best, least := "", max(1, len(given)/3)+1
	for _, n := range names {
		if d := distance(strings.ToLower(given), n); d < least {
			best, least = n, d
		}
	}
	return best
}

// suggest tells what an unknown name should have been.
func suggest(given string, names []string) string {
	if n := nearest(given, names); n != "" {
		return fmt.Sprintf("did you mean %s?", n)
	}
	if len(names) == 0 {
		return "remove it"
	}
	return "known: " + strings.Join(names, ", ")
}

// distance is the number of letters to change, insert or drop between a and b,
// bounded in work by refusing long names.
func distance(a, b string) int {
	if len(a) > 64 || len(b) > 64 {
		return 64
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := diagonal
			if a[i] != b[j] {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
