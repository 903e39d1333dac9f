package config

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"
)

// The parser takes time that grows with the square of size and nesting, so that
// both are bounded.
const (
	maxFileBytes = 64 << 10
	maxNesting   = 16
)

// kind is what a node of the file is.
type kind uint8

const (
	null kind = iota
	boolean
	number
	text
	list
	mapping
)

// String returns what a reader would call it.
func (k kind) String() string {
	return [...]string{"nothing", "true or false", "a number", "a text", "a list", "a section"}[k]
}

// A node is a value of the file with its position.
type node struct {
	line, column int
	kind         kind
	text         string // of a scalar, as written
	quoted       bool
	items        []*node // of a list
	entries      []entry // of a mapping, in the order of the file
}

type entry struct {
	key          string
	line, column int
	value        *node // nil: reported already
}

// at returns the value of a key, nil if there is none.
func (n *node) at(key string) *node {
	if n == nil {
		return nil
	}
	for _, e := range n.entries {
		if e.key == key {
			return e.value
		}
	}
	return nil
}

// reader makes nodes of a file and collects what is wrong with it.
type reader struct {
	file     string
	problems []Problem
}

func (r *reader) report(line, column int, key, reason, remedy string) {
	r.problems = append(r.problems, Problem{File: r.file, Line: line, Column: column, Key: key, Reason: reason, Remedy: remedy})
}

// read returns the sections of a file, nil if they cannot be told.
func (r *reader) read(data []byte) *node {
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	if !r.readable(data) {
		return nil
	}
	file, err := parseYAML(data)
	if err != nil {
		r.syntax(err)
		return nil
	}
	var bodies []ast.Node
	for _, d := range file.Docs {
		if d.Body != nil && d.Body.Type() != ast.DirectiveType && d.Body.Type() != ast.CommentType {
			bodies = append(bodies, d.Body)
		}
	}
	switch {
	case len(bodies) == 0:
		r.report(1, 1, "", "the file holds no settings", "write {} if the defaults are wanted")
		return nil
	case len(bodies) > 1:
		at := position(bodies[1])
		r.report(at.Line, at.Column, "", "a second document starts here", "keep one in a file")
		return nil
	}
	root := r.node(bodies[0], "")
	if root == nil {
		return nil
	}
	if root.kind != mapping {
		r.report(root.line, root.column, "", "the file is "+root.kind.String(), "start with a section, such as read:")
		return nil
	}
	return root
}

// parseYAML turns a panic of the parser into an error: a file must not end the
// program.
func parseYAML(data []byte) (file *ast.File, err error) {
	defer func() {
		if recover() != nil {
			file, err = nil, errors.New("the parser gave up")
		}
	}()
	return parser.ParseBytes(data, 0, parser.AllowDuplicateMapKey())
}

// readable checks what the parser takes for granted.
func (r *reader) readable(data []byte) bool {
	if len(data) > maxFileBytes {
		r.report(1, 1, "", fmt.Sprintf("the file has %d bytes", len(data)), fmt.Sprintf("keep it to %d", maxFileBytes))
		return false
	}
	line := 1
	for l := range bytes.Lines(data) {
		for column, i := 1, 0; i < len(l); column++ {
			c, size := utf8.DecodeRune(l[i:])
			if c == utf8.RuneError && size == 1 || c == 0 {
				r.report(line, column, "", "not UTF-8 text", "save the file as UTF-8")
				return false
			}
			i += size
		}
		line++
	}
	return r.shallow(data)
}

// shallow refuses what is nested so deep that parsing it would take long.
func (r *reader) shallow(data []byte) bool {
	flow, compact, line := 0, 0, 0
	for _, t := range lexer.Tokenize(string(data)) {
		if t.Position.Line != line {
			line, compact = t.Position.Line, 0
		}
		switch t.Type {
		case token.SequenceStartType, token.MappingStartType:
			flow++
		case token.SequenceEndType, token.MappingEndType:
			flow--
		case token.SequenceEntryType, token.MappingKeyType, token.AnchorType, token.TagType:
			compact++
		}
		indented := t.Position.IndentLevel
		if flow > maxNesting || compact > maxNesting || indented > maxNesting {
			r.report(t.Position.Line, t.Position.Column, "", "nested too deep", "no setting needs it")
			return false
		}
	}
	return true
}

// syntax reports an error of the parser. Its text with the lines around it is
// left out: they may hold a secret.
func (r *reader) syntax(err error) {
	var e yaml.Error
	line, column, reason := 1, 1, "not YAML"
	if errors.As(err, &e) {
		reason = "broken YAML: " + strings.ReplaceAll(e.GetMessage(), "\t", `\t`)
		if t := e.GetToken(); t != nil && t.Position != nil {
			line, column = t.Position.Line, t.Position.Column
		}
	}
	r.report(line, column, "", reason, "the file may be cut short; look at this line and the one before")
}

func position(n ast.Node) token.Position {
	if m, ok := n.(*ast.MappingNode); ok && len(m.Values) > 0 && !m.IsFlowStyle {
		return position(m.Values[0].Key)
	}
	if m, ok := n.(*ast.MappingValueNode); ok {
		return position(m.Key)
	}
	if t := n.GetToken(); t != nil && t.Position != nil {
		return *t.Position
	}
	return token.Position{Line: 1, Column: 1}
}

// node copies the part of YAML that settings need, and returns nil for the rest.
// An anchor could say little in a file like this, and much to who misreads it.
func (r *reader) node(from ast.Node, key string) *node {
	at := position(from)
	n := &node{line: at.Line, column: at.Column}
	switch from := from.(type) {
	case *ast.NullNode:
	case *ast.BoolNode:
		n.kind, n.text = boolean, from.GetToken().Value
	case *ast.IntegerNode, *ast.FloatNode, *ast.InfinityNode, *ast.NanNode:
		n.kind, n.text = number, from.GetToken().Value
	case *ast.StringNode:
		t := from.GetToken().Type
		n.kind, n.text, n.quoted = text, from.Value, t == token.SingleQuoteType || t == token.DoubleQuoteType
	case *ast.LiteralNode:
		n.kind, n.text, n.quoted = text, from.Value.Value, true
	case *ast.SequenceNode:
		n.kind = list
		for i, v := range from.Values {
			if item := r.node(v, fmt.Sprintf("%s[%d]", key, i)); item != nil {
				n.items = append(n.items, item)
			}
		}
	case *ast.MappingNode:
		n.kind = mapping
		for _, v := range from.Values {
			r.entry(n, v, key)
		}
	case *ast.MappingValueNode:
		n.kind = mapping
		r.entry(n, from, key)
	default:
		r.report(at.Line, at.Column, key, "anchors, aliases and tags are not read here", "write the value out")
		return nil
	}
	return n
}

func (r *reader) entry(n *node, v *ast.MappingValueNode, within string) {
	at := position(v.Key)
	name, ok := v.Key.(*ast.StringNode)
	if !ok {
		r.report(at.Line, at.Column, within, "a key that is no plain text", "write a key, such as read:")
		return
	}
	key := join(within, name.Value)
	for _, e := range n.entries {
		if e.key == name.Value {
			r.report(at.Line, at.Column, key, fmt.Sprintf("given twice, first in line %d", e.line), "keep one")
			return
		}
	}
	n.entries = append(n.entries, entry{key: name.Value, line: at.Line, column: at.Column, value: r.node(v.Value, key)})
}

func join(within, key string) string {
	if within == "" {
		return key
	}
	return within + "." + key
}
