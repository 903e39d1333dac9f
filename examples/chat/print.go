package main

import (
	"context"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"unicode"
)

// plain returns text without the characters by which it could act on a terminal:
// control characters but line breaks and tabs, and changes of direction.
func plain(text string) string {
	return strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' {
			return r
		}
		if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) {
			return -1
		}
		return r
	}, text)
}

// line returns text as one plain line.
func line(text string) string { return strings.Join(strings.Fields(plain(text)), " ") }

// A printer prints an answer as it comes.
type printer struct {
	out io.Writer
	all strings.Builder // what was printed
}

// stream is called with each part of an answer.
func (p *printer) stream(_ context.Context, part []byte) error {
	p.print(string(part))
	return nil
}

func (p *printer) print(part string) {
	part = plain(part)
	p.all.WriteString(part)
	io.WriteString(p.out, part)
}

func (p *printer) empty() bool { return p.all.Len() == 0 }

// end ends the line that the answer stands on.
func (p *printer) end() {
	if !p.empty() && !strings.HasSuffix(p.all.String(), "\n") {
		fmt.Fprintln(p.out)
	}
}

// table prints rows under a head, in columns. Columns without content are left
// out.
func table(out io.Writer, head []string, rows [][]string) {
	used := make([]bool, len(head))
	for _, row := range rows {
		for i, cell := range row {
			used[i] = used[i] || cell != ""
		}
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, row := range append([][]string{head}, rows...) {
		var cells []string
		for i, cell := range row {
			if used[i] {
				cells = append(cells, line(cell))
			}
		}
		fmt.Fprintln(w, strings.Join(cells, "\t"))
	}
	w.Flush()
}
