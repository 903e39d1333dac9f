package config

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/invopop/jsonschema"
)

// assign reads the text of a scalar into a field and returns what is wrong with
// it, or "". Where the kind is known, from the file, it must be that of the
// field: nothing is converted silently.
func assign(to reflect.Value, s *jsonschema.Schema, in scalar) string {
	if to.Kind() == reflect.Pointer {
		fresh := reflect.New(to.Type().Elem())
		wrong := assign(fresh.Elem(), s, in)
		to.Set(fresh)
		return wrong
	}
	if to.Type() == reflect.TypeFor[time.Duration]() {
		d, err := parseDuration(in.text)
		if err != nil {
			return err.Error()
		}
		to.SetInt(int64(d))
		return ""
	}
	switch to.Kind() {
	case reflect.String:
		if !in.is(text) {
			return in.kind.String() + " instead of a text"
		}
		to.SetString(in.text)
		return checkText(s, in.text)
	case reflect.Bool:
		if !in.is(boolean) || in.text != "true" && in.text != "false" {
			return "neither true nor false"
		}
		to.SetBool(in.text == "true")
		return ""
	case reflect.Int, reflect.Float64:
		return assignNumber(to, s, in)
	}
	return "of a type that no setting has"
}

// assignNumber takes decimal notation alone: what 012 and 0x10 are depends on
// whom one asks.
func assignNumber(to reflect.Value, s *jsonschema.Schema, in scalar) string {
	if to.Kind() == reflect.Int {
		n, err := strconv.Atoi(in.text)
		if err != nil || in.quoted || !plain(`^-?(0|[1-9][0-9]*)$`, in.text) {
			return "not a whole number"
		}
		to.SetInt(int64(n))
		return checkNumber(s, float64(n))
	}
	x, err := strconv.ParseFloat(in.text, 64)
	if err != nil || in.quoted || !plain(`^-?[0-9]*\.?[0-9]+([eE][+-]?[0-9]+)?$`, in.text) {
		return "not a number" // nor is what is infinite
	}
	to.SetFloat(x)
	return checkNumber(s, x)
}

// A scalar is a value as it was written.
type scalar struct {
	text   string
	kind   kind
	quoted bool
	free   bool // from the environment, which knows no kinds
}

func (s scalar) is(k kind) bool { return s.free || s.kind == k }

func plain(pattern, s string) bool { return regexp.MustCompile(pattern).MatchString(s) }

func checkText(s *jsonschema.Schema, given string) string {
	switch {
	case len(s.Enum) > 0 && !slices.Contains(choices(s), given):
		return "unknown"
	case s.MinLength != nil && uint64(utf8.RuneCountInString(given)) < *s.MinLength:
		return "too short"
	}
	return ""
}

func checkNumber(s *jsonschema.Schema, x float64) string {
	for _, b := range []struct {
		bound fmt.Stringer
		bad   func(bound float64) bool
		what  string
	}{
		{s.Minimum, func(b float64) bool { return x < b }, "below "},
		{s.ExclusiveMinimum, func(b float64) bool { return x <= b }, "not above "},
		{s.Maximum, func(b float64) bool { return x > b }, "above "},
		{s.ExclusiveMaximum, func(b float64) bool { return x >= b }, "not below "},
	} {
		if bound, err := strconv.ParseFloat(b.bound.String(), 64); err == nil && b.bad(bound) {
			return b.what + b.bound.String()
		}
	}
	return ""
}

// choices returns the values that an enumeration allows.
func choices(s *jsonschema.Schema) []string {
	var out []string
	for _, e := range s.Enum {
		out = append(out, fmt.Sprint(e))
	}
	return out
}

// remedy says what a setting takes.
func remedy(of reflect.Type, s *jsonschema.Schema) string {
	if of.Kind() == reflect.Pointer {
		of = of.Elem()
	}
	switch {
	case of == reflect.TypeFor[time.Duration]():
		return "give a duration with its unit, such as 300ms, 2s, 1h30m or 14d"
	case of.Kind() == reflect.Bool:
		return "give true or false"
	case of.Kind() == reflect.Int:
		return "give a whole number" + bounds(s)
	case of.Kind() == reflect.Float64:
		return "give a number" + bounds(s)
	case of.Kind() == reflect.Slice && of.Elem().Kind() == reflect.Struct:
		return "give a list of sections, each behind a dash"
	case of.Kind() == reflect.Slice && s.Items != nil && len(s.Items.Enum) > 0:
		return "give a list of some of " + strings.Join(choices(s.Items), ", ")
	case of.Kind() == reflect.Slice:
		return "give a list of texts, such as [one, two]"
	case len(s.Enum) > 0:
		return "give one of " + strings.Join(choices(s), ", ")
	}
	return `give a text, in quotes where it looks like something else, such as "12"`
}

func bounds(s *jsonschema.Schema) string {
	var parts []string
	for _, b := range []struct{ word, bound string }{
		{"from", s.Minimum.String()}, {"above", s.ExclusiveMinimum.String()},
		{"to", s.Maximum.String()}, {"below", s.ExclusiveMaximum.String()},
	} {
		if b.bound != "" {
			parts = append(parts, b.word, b.bound)
		}
	}
	if len(parts) == 2 && parts[0] == "from" {
		parts = []string{"of at least", parts[1]}
	}
	return strings.TrimRight(" "+strings.Join(parts, " "), " ")
}

// format writes a value of a setting as the file would have it.
func format(v reflect.Value) string {
	if v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return "none"
		}
		v = v.Elem()
	}
	switch x := v.Interface().(type) {
	case time.Duration:
		return formatDuration(x)
	case float64:
		return strconv.FormatFloat(x, 'g', -1, 64)
	case string:
		return x
	case []string:
		return "[" + strings.Join(x, ", ") + "]"
	}
	if v.Kind() == reflect.Slice {
		var items []string
		for i := range v.Len() {
			items = append(items, formatStruct(v.Index(i)))
		}
		return "[" + strings.Join(items, ", ") + "]"
	}
	return fmt.Sprint(v.Interface())
}

func formatStruct(v reflect.Value) string {
	var parts []string
	for f := range fields("", v, reflectSchema(v)) {
		shown := format(f.value)
		if f.secret {
			shown = secret
		}
		parts = append(parts, f.key+": "+shown)
	}
	return "{" + strings.Join(parts, ", ") + "}"
}
