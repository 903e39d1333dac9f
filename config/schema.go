package config

import (
	"encoding/json"
	"fmt"
	"iter"
	"reflect"
	"strconv"
	"time"

	"github.com/invopop/jsonschema"
)

// Schema returns the JSON Schema of a configuration file in which p may be named,
// for editors and for checks before a roll-out; nil means [Builtin]. The loader
// refuses whatever it refuses, and what it cannot express: weights that are all
// zero, a template that fails, plug-ins that do not fit the space.
func Schema(p *Plugins) ([]byte, error) {
	if p == nil {
		p = Builtin()
	}
	d := defaults()
	root := reflectSchema(reflect.ValueOf(d))
	root.Version = jsonschema.Version
	root.Title = "memware"
	root.Description = "Configuration of a memory."
	for _, s := range []struct {
		key, fallback string
		branches      []*jsonschema.Schema
	}{
		{"backend", d.Backend.Name, branches(p.Backends, d.Backend.Name)},
		{"embedder", d.Embedder.Name, branches(p.Embedders, d.Embedder.Name)},
		{"extractor", d.Extractor.Name, branches(p.Extractors, d.Extractor.Name)},
		{"gate", d.Gate.Name, branches(p.Gates, d.Gate.Name)},
	} {
		old, _ := root.Properties.Get(s.key)
		root.Properties.Set(s.key, &jsonschema.Schema{Description: old.Description, OneOf: s.branches})
	}
	root.Properties.Set("stages", &jsonschema.Schema{
		Type: "array", Description: "further stages, in the order in which they run; a change needs a restart",
		Items: &jsonschema.Schema{OneOf: branches(p.Stages, "")},
	})
	out, err := json.MarshalIndent(root, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("config: write the schema: %w", err)
	}
	return append(out, '\n'), nil
}

// branches returns a schema for each plug-in. That of the default needs no name.
func branches[T any](of map[string]Maker[T], fallback string) []*jsonschema.Schema {
	var out []*jsonschema.Schema
	for _, name := range names(of) {
		s := reflectSchema(of[name].options().Elem())
		s.Properties.Set("name", &jsonschema.Schema{Const: name})
		if name != fallback {
			s.Required = append([]string{"name"}, s.Required...)
		}
		out = append(out, s)
	}
	return out
}

// reflectSchema returns the schema of a struct with its values as defaults.
func reflectSchema(v reflect.Value) *jsonschema.Schema {
	r := &jsonschema.Reflector{
		Anonymous: true, DoNotReference: true, ExpandedStruct: true,
		FieldNameTag: "yaml", RequiredFromJSONSchemaTags: true,
		Mapper: func(t reflect.Type) *jsonschema.Schema {
			if t == reflect.TypeFor[time.Duration]() {
				return &jsonschema.Schema{Type: "string", Pattern: durationPattern}
			}
			return nil
		},
	}
	s := r.ReflectFromType(v.Type())
	s.Version = ""
	addDefaults(s, v)
	return s
}

func addDefaults(s *jsonschema.Schema, v reflect.Value) {
	for f := range fields("", v, s) {
		switch x := f.value.Interface().(type) {
		case time.Duration:
			if x != 0 {
				f.schema.Default = formatDuration(x)
			}
		case []string:
			if len(x) > 0 {
				f.schema.Default = x
			}
		case string:
			if x != "" {
				f.schema.Default = x
			}
		case bool, int, float64:
			f.schema.Default = x
		}
		f.schema.WriteOnly = f.secret
		if f.secret {
			f.schema.Default = nil
		}
	}
}

// A field is a setting in a section.
type field struct {
	key    string // such as "read.k"
	value  reflect.Value
	schema *jsonschema.Schema
	secret bool
}

// fields yields the fields of a struct, and those of structs in it.
func fields(within string, v reflect.Value, s *jsonschema.Schema) iter.Seq[field] {
	return func(yield func(field) bool) { eachField(within, v, s, yield) }
}

func eachField(within string, v reflect.Value, s *jsonschema.Schema, yield func(field) bool) bool {
	for i := range v.NumField() {
		tag := v.Type().Field(i).Tag
		name := tag.Get("yaml")
		schema, ok := s.Properties.Get(name)
		if name == "" || !ok {
			continue
		}
		key := join(within, name)
		if v.Field(i).Kind() == reflect.Struct {
			if !eachField(key, v.Field(i), schema, yield) {
				return false
			}
			continue
		}
		secret, _ := strconv.ParseBool(tag.Get("secret"))
		if !yield(field{key, v.Field(i), schema, secret}) {
			return false
		}
	}
	return true
}
