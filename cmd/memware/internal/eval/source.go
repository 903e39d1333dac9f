package eval

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode/utf8"
)

// A FileError is what is wrong with a file, and where.
type FileError struct {
	File         string
	Line, Column int // from 1; the column counts characters
	Reason       string
}

// Error returns e on one line, such as
//
//	cases.jsonl:4:17: "expected" is "maybe": give admit, quarantine or reject
func (e *FileError) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Column, e.Reason)
}

// source is a file that knows the place of each of its parts.
type source struct {
	name string
	data []byte
}

func open(name string) (*source, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	return &source{name, bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))}, nil
}

// part is a piece of a file.
type part struct {
	of         *source
	start, end int
}

// whole returns the file from its first character that is no space.
func (s *source) whole() part { return part{s, 0, len(s.data)}.trimmed() }

// trimmed returns p without the spaces in front.
func (p part) trimmed() part {
	if blank := len(p.bytes()) - len(bytes.TrimLeft(p.bytes(), spaces)); blank < len(p.bytes()) {
		p.start += blank
	}
	return p
}

// spaces are those between the parts of JSON.
const spaces = " \t\r\n"

func (p part) bytes() []byte { return p.of.data[p.start:p.end] }

// problem returns an error that points to the start of p.
func (p part) problem(format string, args ...any) error {
	return p.of.problem(p.start, format, args...)
}

func (s *source) problem(offset int, format string, args ...any) error {
	before := s.data[:max(0, min(offset, len(s.data)))]
	line := 1 + bytes.Count(before, []byte("\n"))
	column := 1 + utf8.RuneCount(before[bytes.LastIndexByte(before, '\n')+1:])
	return &FileError{File: s.name, Line: line, Column: column, Reason: fmt.Sprintf(format, args...)}
}

// decode reads the JSON of p.
func (p part) decode(into any) error { return p.located(json.Unmarshal(p.bytes(), into)) }

// located returns an error of package json with its place in the file.
func (p part) located(err error) error {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &syntax):
		at := p.start + int(syntax.Offset) - 1 // it counts the byte that is wrong
		reason := strings.TrimPrefix(syntax.Error(), "json: ")
		if strings.HasPrefix(reason, "unexpected end") {
			at, reason = p.end, "the JSON ends too early"
		}
		return p.of.problem(at, "%s", reason)
	case errors.As(err, &kind):
		return p.of.problem(p.valueBefore(int(kind.Offset)), "%s is a %s, want %s", field(kind), kind.Value, kind.Type)
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return p.of.problem(p.end, "the JSON ends too early")
	}
	return p.problem("%v", err)
}

func field(e *json.UnmarshalTypeError) string {
	if e.Field == "" {
		return "this"
	}
	return fmt.Sprintf("%q", e.Field)
}

// valueBefore returns where the value starts that a decoder had just read, offset
// bytes into p. Of an object or array it has read the first byte alone.
func (p part) valueBefore(offset int) int {
	b := p.bytes()
	i := min(offset, len(b))
	for i > 0 && strings.IndexByte(spaces+",", b[i-1]) >= 0 {
		i--
	}
	if i > 0 && b[i-1] == '"' {
		for i--; i > 0 && !(b[i-1] == '"' && (i < 2 || b[i-2] != '\\')); {
			i--
		}
		return p.start + i - 1
	}
	for i > 0 && strings.IndexByte(spaces+",:[{", b[i-1]) < 0 {
		i--
	}
	if i > 0 && i == offset { // an opening bracket
		i--
	}
	return p.start + i
}

// lines returns the lines of a JSONL file that are not blank.
func (s *source) lines() []part {
	var lines []part
	start := 0
	for line := range bytes.Lines(s.data) {
		if end := start + len(bytes.TrimRight(line, "\r\n")); len(bytes.TrimSpace(line)) > 0 {
			lines = append(lines, part{s, start, end}.trimmed())
		}
		start += len(line)
	}
	return lines
}

// list returns the elements of the array that the object p has under name, or of
// p itself where name is empty. Without such an array there is an error.
func (p part) list(name string) ([]part, error) {
	if name == "" {
		return p.children('[')
	}
	fields, err := p.fields()
	if err != nil {
		return nil, err
	}
	for _, f := range fields {
		if f.name == name {
			return f.children('[')
		}
	}
	return nil, p.problem("there is no %q", name)
}

// named is a field of an object.
type named struct {
	name string
	part
}

// fields returns what the object p holds, in the order of the file.
func (p part) fields() ([]named, error) {
	all, err := p.children('{')
	if err != nil {
		return nil, err
	}
	fields := make([]named, 0, len(all)/2)
	for i := 0; i+1 < len(all); i += 2 {
		var name string
		if err := all[i].decode(&name); err != nil {
			return nil, err
		}
		fields = append(fields, named{name, all[i+1]})
	}
	return fields, nil
}

// children returns the elements of an array, or names and values of an object in
// turn. What stands behind it is an error.
func (p part) children(open json.Delim) ([]part, error) {
	d := json.NewDecoder(bytes.NewReader(p.bytes()))
	first, err := d.Token()
	if err != nil {
		return nil, p.located(err)
	}
	if first != open {
		what := map[json.Delim]string{'[': "an array", '{': "an object"}[open]
		return nil, p.problem("want %s here", what)
	}
	var all []part
	for d.More() {
		child, err := p.next(d, open == '{' && len(all)%2 == 0)
		if err != nil {
			return nil, err
		}
		all = append(all, child)
	}
	if _, err := d.Token(); err != nil { // the closing bracket
		return nil, p.located(err)
	}
	if rest := bytes.TrimLeft(p.bytes()[d.InputOffset():], spaces); len(rest) > 0 {
		return nil, p.of.problem(p.end-len(rest), "something stands behind the end of the JSON")
	}
	return all, nil
}

// next returns what d, which reads p, has next: a name, or a value.
func (p part) next(d *json.Decoder, name bool) (part, error) {
	before := int(d.InputOffset())
	var err error
	if name {
		_, err = d.Token()
	} else {
		err = d.Decode(new(json.RawMessage))
	}
	if err != nil {
		return part{}, p.located(err)
	}
	end := int(d.InputOffset())
	passed := p.bytes()[before:end]
	return part{p.of, p.start + end - len(bytes.TrimLeft(passed, spaces+",:")), p.start + end}, nil
}
