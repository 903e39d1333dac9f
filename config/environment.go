package config

import (
	"fmt"
	"maps"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
)

// fromEnvironment reads a field from its variable. Of a list, its items stand
// between commas. An empty variable counts as none.
func (d *decoder) fromEnvironment(f field, given, variable string) {
	p := Problem{Variable: variable, Key: f.key, Remedy: remedy(f.value.Type(), f.schema)}
	if !f.secret {
		p.Value = shorten(given, true)
	}
	switch {
	case f.value.Kind() != reflect.Slice:
		p.Reason = assign(f.value, f.schema, scalar{text: given, free: true})
	case f.value.Type().Elem().Kind() == reflect.Struct:
		p.Value, p.Reason, p.Remedy = "", "a list of sections fits into no variable", "give it in the file"
	default:
		texts := strings.Split(given, ",")
		for i := range texts {
			texts[i] = strings.TrimSpace(texts[i])
			p.Reason = max(p.Reason, checkText(f.schema.Items, texts[i]))
		}
		p.Reason = max(p.Reason, checkList(f.schema, texts))
		p.Remedy = strings.Replace(p.Remedy, "such as [one, two]", "such as one,two", 1)
		f.value.Set(reflect.ValueOf(texts))
	}
	if p.Reason != "" {
		d.problems = append(d.problems, p)
	}
}

// captures tells that the memory takes this variable for an opt-in, whatever the
// file says.
func (d *decoder) captures(t *telemetry) {
	const variable = "OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT"
	if t.CaptureContent || os.Getenv(variable) != "true" {
		return
	}
	const key = "telemetry.capture_content"
	t.CaptureContent, d.values[key] = true, "true"
	for i := range d.settings {
		if d.settings[i].Key == key {
			d.settings[i] = Setting{Key: key, Value: "true", Origin: variable}
		}
	}
}

// unknownVariables reports variables that start like a setting and are none.
// Other variables with the prefix are somebody else's, and so are those that
// Kubernetes sets for a service that is named like a section.
func (d *decoder) unknownVariables() {
	sections := append(slices.Collect(reflectSchema(reflect.ValueOf(defaults())).Properties.KeysFromOldest()), "stages")
	service := regexp.MustCompile(`_(SERVICE_(HOST|PORT).*|PORT|PORT_[0-9]+_(TCP|UDP|SCTP).*)$`)
	for _, pair := range os.Environ() {
		name, value, _ := strings.Cut(pair, "=")
		rest, ok := strings.CutPrefix(name, d.prefix+"_")
		if !ok || value == "" || d.bound[name] || service.MatchString(name) {
			continue
		}
		first, _, _ := strings.Cut(strings.ToLower(rest), "_")
		if slices.Contains(sections, first) && !slices.Contains(d.opaque, first) {
			d.problems = append(d.problems, Problem{Variable: name, Reason: "no setting has this variable", Remedy: d.suggestVariable(name)})
		}
	}
}

func (d *decoder) suggestVariable(name string) string {
	known := slices.Sorted(maps.Keys(d.bound))
	for i := range known {
		known[i] = strings.ToLower(known[i])
	}
	if n := nearest(name, known); n != "" {
		return fmt.Sprintf("did you mean %s?", strings.ToUpper(n))
	}
	return "unset it"
}
