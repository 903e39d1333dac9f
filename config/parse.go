package config

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/memware/memware/middleware"
)

// parse reads a file and the environment into c. It reports everything that is
// wrong at once.
func (c *Config) parse(data []byte) error {
	d := &decoder{
		reader: reader{file: c.path}, prefix: cmp.Or(c.options.EnvPrefix, "MEMWARE"),
		values: map[string]string{}, places: map[string]place{}, bound: map[string]bool{},
	}
	if err := d.layers.read(&d.reader, data); err != nil {
		d.report(1, 1, "", err.Error(), "")
	}
	if d.root == nil {
		return failure(d.problems)
	}
	c.file = defaults()
	c.sections(d)
	d.roots()
	d.unknownVariables()
	c.check(d)
	c.settings, c.values = d.settings, d.values
	return failure(d.problems)
}

// sections reads all sections, in the order in which they are shown.
func (c *Config) sections(d *decoder) {
	plugins := c.options.Plugins
	f := &c.file
	d.section("space", d.root.at("space"), reflect.ValueOf(&f.Space).Elem(), "default")
	c.backend = readPart(d, "backend", &f.Backend, plugins.Backends)
	c.embedder = readPart(d, "embedder", &f.Embedder, plugins.Embedders)
	c.extractor = readPart(d, "extractor", &f.Extractor, plugins.Extractors)
	c.readPolicy(d)
	d.section("read", d.root.at("read"), reflect.ValueOf(&f.Read).Elem(), "default")
	d.section("write", d.root.at("write"), reflect.ValueOf(&f.Write).Elem(), "default")
	c.gate = readPart(d, "gate", &f.Gate, plugins.Gates)
	d.section("quarantine", d.root.at("quarantine"), reflect.ValueOf(&f.Quarantine).Elem(), "default")
	d.section("telemetry", d.root.at("telemetry"), reflect.ValueOf(&f.Telemetry).Elem(), "default")
	d.captures(&f.Telemetry)
	c.readStages(d, plugins)
}

// roots reports top-level keys that are no sections, and sections that are none.
func (d *decoder) roots() {
	all := append(slices.Collect(reflectSchema(reflect.ValueOf(defaults())).Properties.KeysFromOldest()), "stages")
	for _, e := range d.root.entries {
		switch {
		case !slices.Contains(all, e.key):
			d.report(e.line, e.column, e.key, "unknown key", suggest(e.key, all))
		case e.key != "stages":
			d.isSection(e, e.key)
		}
	}
}

// readPolicy looks at the preset first, since it gives the defaults of the rest.
func (c *Config) readPolicy(d *decoder) {
	p, below := &c.file.Policy, origin("default")
	name := ""
	switch given := d.top("policy.preset", d.variable("policy.preset"), below).(type) {
	case string:
		name = given
	case *node:
		name = given.text
	}
	if chosen, ok := presets()[name]; ok {
		*p, below = chosen, origin("preset "+name)
	}
	d.section("policy", d.root.at("policy"), reflect.ValueOf(p).Elem(), below)
}

// readPart reads the name of a plug-in and then its options.
func readPart[T any](d *decoder, key string, n *named, known map[string]Maker[T]) part[T] {
	section := d.root.at(key)
	v := reflect.ValueOf(n).Elem()
	for f := range fields(key, v, reflectSchema(v)) {
		d.setting(f, section, "name", "default")
	}
	if known[n.Name].defaults == nil {
		d.problem(key+".name", section, shorten(n.Name, false), "unknown", suggestPlugin(names(known)))
		d.opaque = append(d.opaque, key)
		return part[T]{}
	}
	return readOptions(d, key, section, n.Name, known[n.Name])
}

// readOptions reads the options of a plug-in, which stand beside its name.
func readOptions[T any](d *decoder, key string, section *node, name string, m Maker[T]) part[T] {
	p, before := part[T]{name: name, maker: m, options: m.options()}, len(d.problems)
	d.section(key, section, p.options.Elem(), "default", "name")
	if len(d.problems) == before {
		d.validate(key, section, p.options)
	}
	return p
}

func suggestPlugin(names []string) string {
	if len(names) == 0 {
		return "none is known: give Options.Plugins yours"
	}
	return "known: " + strings.Join(names, ", ") + "; others have to be in Options.Plugins"
}

// validate asks the options themselves. Of a [Problem] it fills in the place, of
// any other error it makes a problem of the section.
func (d *decoder) validate(key string, n *node, options reflect.Value) {
	v, ok := options.Interface().(interface{ Validate() error })
	if !ok {
		return
	}
	err := v.Validate()
	all := []error{err}
	if many, ok := err.(interface{ Unwrap() []error }); ok {
		all = many.Unwrap()
	}
	for _, err := range all {
		var p Problem
		switch {
		case err == nil:
		case errors.As(err, &p):
			d.problem(join(key, p.Key), n, p.Value, p.Reason, p.Remedy)
		default:
			d.problem(key, n, "", err.Error(), "")
		}
	}
}

// problem reports what is wrong with a setting where it was given, else at its
// section.
func (d *decoder) problem(key string, section *node, value, reason, remedy string) {
	p := Problem{File: d.file, Line: 1, Column: 1, Key: key, Value: value, Reason: reason, Remedy: remedy}
	if section != nil {
		p.Line, p.Column = section.line, section.column
	}
	if at, ok := d.places[key]; ok {
		p.Line, p.Column, p.Variable = at.line, at.column, at.variable
		if at.variable != "" {
			p.File = ""
		}
	}
	d.problems = append(d.problems, p)
}

// readStages reads the list of stages.
func (c *Config) readStages(d *decoder, plugins *Plugins) {
	n := d.root.at("stages")
	d.listStages(n)
	if n == nil {
		return
	}
	if n.kind != list {
		d.report(n.line, n.column, "stages", n.kind.String()+" instead of a list", "give a list, such as - name: redact")
		return
	}
	for i, item := range n.items {
		key := fmt.Sprintf("stages[%d]", i)
		name := item.at("name")
		switch {
		case !d.isSection(entry{line: item.line, column: item.column, value: item}, key):
		case name == nil || name.kind != text:
			d.report(item.line, item.column, key+".name", "missing", suggestPlugin(names(plugins.Stages)))
		case slices.ContainsFunc(c.stages, func(p part[middleware.Plugin]) bool { return p.name == name.text }):
			d.report(name.line, name.column, key+".name", "given twice", "keep one")
		case plugins.Stages[name.text].defaults == nil:
			d.wrong(field{key: key + ".name"}, name, "unknown", suggestPlugin(names(plugins.Stages)))
			d.opaque = append(d.opaque, "stages")
		default:
			c.stages = append(c.stages, readOptions(d, "stages."+name.text, item, name.text, plugins.Stages[name.text]))
		}
	}
}

// listStages makes a setting of the order of the stages.
func (d *decoder) listStages(n *node) {
	order, from := []string{}, "default"
	if n != nil {
		from = fmt.Sprintf("%s:%d", d.file, n.line)
		for _, item := range n.items {
			if name := item.at("name"); name != nil {
				order = append(order, name.text)
			}
		}
	}
	shown := format(reflect.ValueOf(order))
	d.values["stages"] = shown
	d.settings = append(d.settings, Setting{Key: "stages", Value: shown, Origin: from})
}
