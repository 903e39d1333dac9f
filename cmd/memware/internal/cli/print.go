package cli

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// printer writes what commands have to say.
type printer struct {
	Streams
	json bool
}

// show writes data as JSON, or as text does.
func (p *printer) show(data any, text func() string) error {
	if !p.json {
		_, err := fmt.Fprint(p.Out, text())
		return err
	}
	e := json.NewEncoder(p.Out)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(data)
}

// note writes a message.
func (p *printer) note(format string, args ...any) {
	fmt.Fprintf(p.Err, "memware: "+format+"\n", args...)
}

// styled reports whether a terminal wants colours and the like.
func (p *printer) styled(terminal bool) bool {
	return terminal && p.Env("NO_COLOR") == "" && p.Env("TERM") != "dumb"
}

// table is a heading and rows of cells. Columns whose cells are all numbers are
// aligned to the right.
type table struct {
	head []string
	rows [][]string
}

func (t *table) add(cells ...any) {
	row := make([]string, len(cells))
	for i, c := range cells {
		if f, ok := c.(float64); ok {
			c = fmt.Sprintf("%.1f", f)
		}
		row[i] = plain(fmt.Sprint(c))
	}
	t.rows = append(t.rows, row)
}

// text renders t, its heading in bold on a terminal.
func (p *printer) text(t table) string {
	var b strings.Builder
	head := t.line(t.head)
	if p.styled(p.OutTerminal) {
		head = "\x1b[1m" + head + "\x1b[0m"
	}
	b.WriteString(head + "\n")
	for _, row := range t.rows {
		b.WriteString(t.line(row) + "\n")
	}
	return b.String()
}

func (t *table) line(row []string) string {
	var b strings.Builder
	for i, cell := range row {
		fill := strings.Repeat(" ", t.width(i)-utf8.RuneCountInString(cell))
		if i > 0 {
			b.WriteString("  ")
		}
		if t.numbers(i) {
			b.WriteString(fill + cell)
		} else {
			b.WriteString(cell + fill)
		}
	}
	return strings.TrimRight(b.String(), " ")
}

func (t *table) width(column int) int {
	w := utf8.RuneCountInString(t.head[column])
	for _, row := range t.rows {
		w = max(w, utf8.RuneCountInString(row[column]))
	}
	return w
}

func (t *table) numbers(column int) bool {
	for _, row := range t.rows {
		if strings.Trim(row[column], "0123456789./-") != "" {
			return false
		}
	}
	return len(t.rows) > 0
}

// plain folds text to one line that a terminal shows as it is: what is of a file
// may hold escapes.
func plain(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.IsControl(r), unicode.Is(unicode.Cf, r), r == utf8.RuneError:
			return -1
		}
		return r
	}, text)
}

func yesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}
