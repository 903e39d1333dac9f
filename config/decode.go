package config

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/invopop/jsonschema"
)

// secret stands for the value of a secret.
const secret = "(secret)"

// decoder reads settings into the fields of sections.
type decoder struct {
	reader
	layers
	prefix   string            // of environment variables
	settings []Setting         // read so far
	values   map[string]string // the same by key, with secrets
	places   map[string]place  // of what was given, by key
	bound    map[string]bool   // variables that belong to a setting
	opaque   []string          // sections whose variables are not known
}

// place is where a setting was given.
type place struct {
	line, column int
	variable     string
}

// section reads the fields of a struct from a section of the file, nil if it has
// none, and from the environment. The values it holds already are the defaults.
// The extra keys belong to the section too.
func (d *decoder) section(key string, n *node, into reflect.Value, below origin, extra ...string) {
	schema := reflectSchema(into)
	if n != nil && n.kind != mapping {
		n = nil // reported where the section was found
	}
	d.known(n, key, schema, extra...)
	for f := range fields(key, into, schema) {
		d.setting(f, n, strings.TrimPrefix(f.key, key+"."), below)
	}
	d.required(n, key, schema)
}

// known reports the keys of a mapping that the schema does not have.
func (d *decoder) known(n *node, key string, s *jsonschema.Schema, extra ...string) {
	if n == nil {
		return
	}
	all := slices.Concat(extra, slices.Collect(s.Properties.KeysFromOldest()))
	for _, e := range n.entries {
		property, ok := s.Properties.Get(e.key)
		switch {
		case slices.Contains(extra, e.key):
		case !ok:
			d.report(e.line, e.column, join(key, e.key), "unknown key", suggest(e.key, all))
		case property.Type == "object" && d.isSection(e, join(key, e.key)):
			d.known(e.value, join(key, e.key), property)
		}
	}
}

// isSection reports an entry that is no mapping.
func (d *decoder) isSection(e entry, key string) bool {
	switch {
	case e.value == nil:
		return false
	case e.value.kind == mapping:
		return true
	case e.value.kind == null:
		d.report(e.line, e.column, key, "the section is empty", "give it settings, or take it out")
		return false
	}
	d.report(e.value.line, e.value.column, key, e.value.kind.String()+" instead of a section", "give its settings below it, indented")
	return false
}

// required reports what the schema demands and nobody gave.
func (d *decoder) required(n *node, key string, s *jsonschema.Schema) {
	for _, name := range s.Required {
		full := join(key, name)
		if _, ok := d.places[full]; ok {
			continue
		}
		line, column := 1, 1
		if n != nil {
			line, column = n.line, n.column
		}
		remedy := "give it"
		if v := d.variable(full); d.bound[v] {
			remedy += ", or set " + v
		}
		d.report(line, column, full, "missing", remedy)
	}
	for p := range s.Properties.FromOldest() {
		if nested, _ := s.Properties.Get(p); nested.Type == "object" {
			d.required(n.at(p), join(key, p), nested)
		}
	}
}

// variable returns the environment variable of a key.
func (d *decoder) variable(key string) string {
	return d.prefix + "_" + strings.ToUpper(strings.ReplaceAll(key, ".", "_"))
}

// setting reads one field, which has the given path below the section.
func (d *decoder) setting(f field, section *node, path string, below origin) {
	from, variable := string(below), d.variable(f.key)
	d.bound[variable] = true
	switch given := d.top(f.key, variable, below).(type) {
	case string:
		from = variable
		d.places[f.key] = place{variable: variable}
		d.fromEnvironment(f, given, variable)
	case *node:
		from = fmt.Sprintf("%s:%d", d.file, given.line)
		d.places[f.key] = place{line: given.line, column: given.column}
		d.fromFile(f, given)
	case map[string]any:
		for name := range strings.SplitSeq(path, ".") {
			section = section.at(name)
		}
		d.report(section.line, section.column, f.key, "a section instead of a value", remedy(f.value.Type(), f.schema))
	}
	shown := format(f.value)
	d.values[f.key] = shown
	if f.secret && !f.value.IsZero() {
		shown = secret
	}
	d.settings = append(d.settings, Setting{Key: f.key, Value: shown, Origin: from})
}

// fromFile reads a field from its node.
func (d *decoder) fromFile(f field, n *node) {
	kind := f.value.Kind()
	switch {
	case n.kind == null:
		d.report(n.line, n.column, f.key, "no value", remedy(f.value.Type(), f.schema)+", or take it out")
	case kind == reflect.Slice && n.kind == list && f.value.Type().Elem().Kind() == reflect.Struct:
		d.sections(f, n)
	case kind == reflect.Slice && n.kind == list:
		d.list(f, n)
	case kind == reflect.Slice, n.kind == list, n.kind == mapping:
		d.report(n.line, n.column, f.key, n.kind.String()+" where another value belongs", remedy(f.value.Type(), f.schema))
	default:
		wrong := assign(f.value, f.schema, scalar{text: n.text, kind: n.kind, quoted: n.quoted})
		d.wrong(f, n, wrong, remedy(f.value.Type(), f.schema))
	}
}

func (d *decoder) wrong(f field, n *node, reason, remedy string) {
	if reason == "" {
		return
	}
	p := Problem{File: d.file, Line: n.line, Column: n.column, Key: f.key, Reason: reason, Remedy: remedy}
	if !f.secret {
		p.Value = shorten(n.text, n.quoted)
	}
	d.problems = append(d.problems, p)
}

// list reads a list of texts.
func (d *decoder) list(f field, n *node) {
	texts := []string{}
	for i, item := range n.items {
		var s string
		one := field{key: fmt.Sprintf("%s[%d]", f.key, i), schema: f.schema.Items, secret: f.secret, value: reflect.ValueOf(&s).Elem()}
		if item.kind == list || item.kind == mapping || item.kind == null {
			d.report(item.line, item.column, one.key, item.kind.String()+" instead of a text", remedy(f.value.Type(), f.schema))
			continue
		}
		d.wrong(one, item, assign(one.value, f.schema.Items, scalar{text: item.text, kind: item.kind}), remedy(one.value.Type(), one.schema))
		texts = append(texts, s)
	}
	d.wrong(field{key: f.key, secret: true}, n, checkList(f.schema, texts), remedy(f.value.Type(), f.schema))
	f.value.Set(reflect.ValueOf(texts))
}

// sections reads a list of structs, which no variable reaches.
func (d *decoder) sections(f field, n *node) {
	all := reflect.MakeSlice(f.value.Type(), 0, len(n.items))
	for i, item := range n.items {
		key := fmt.Sprintf("%s[%d]", f.key, i)
		if !d.isSection(entry{line: item.line, column: item.column, value: item}, key) {
			continue
		}
		into := reflect.New(f.value.Type().Elem()).Elem()
		d.known(item, key, f.schema.Items)
		for sub := range fields(key, into, f.schema.Items) {
			if at := item.at(strings.TrimPrefix(sub.key, key+".")); at != nil {
				d.places[sub.key] = place{line: at.line, column: at.column}
				d.fromFile(sub, at)
			}
		}
		d.required(item, key, f.schema.Items)
		all = reflect.Append(all, into)
	}
	f.value.Set(all)
}

// checkList returns what is wrong with a list as a whole.
func checkList(s *jsonschema.Schema, texts []string) string {
	switch {
	case s.MinItems != nil && uint64(len(texts)) < *s.MinItems:
		return "too few"
	case s.UniqueItems && len(slices.Compact(slices.Sorted(slices.Values(texts)))) < len(texts):
		return "something is in the list twice"
	}
	return ""
}
