package config_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/google/go-cmp/cmp"

	"github.com/memware/memware/config"
)

func schema(t *testing.T, p *config.Plugins) map[string]any {
	t.Helper()
	text, err := config.Schema(p)
	if err != nil {
		t.Fatal(err)
	}
	var s map[string]any
	if err := json.Unmarshal(text, &s); err != nil {
		t.Fatal(err)
	}
	return s
}

// Editors are pointed at schema.json. UPDATE=1 writes it anew.
func TestTheSchemaFileIsUpToDate(t *testing.T) {
	got, err := config.Schema(nil)
	if err != nil {
		t.Fatal(err)
	}
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile("schema.json", got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("run UPDATE=1 go test -run Schema ./config; (-file +schema):\n%s", diff)
	}
}

// What the loader takes, the schema takes, and the other way round.
func TestTheSchemaAgreesWithTheLoader(t *testing.T) {
	s := schema(t, nil)
	examples, err := filepath.Glob("../examples/config/*.yaml")
	if err != nil || len(examples) < 4 {
		t.Fatalf("%d examples, %v", len(examples), err)
	}
	files := map[string]string{}
	for _, e := range examples {
		data, err := os.ReadFile(e)
		if err != nil {
			t.Fatal(err)
		}
		files[filepath.Base(e)] = string(data)
	}
	for _, yaml := range []string{
		"{}", "read: {k: 7, min_relevance: 0.2}", "backend: {}", "backend: {name: inmem}", "gate: {fact_origins: []}",
		"policy: {preset: long_history, half_life: 1d12h}", "stages: [{name: redact, kinds: [card]}]", "stages: []",
		"space: {concepts: [{name: meeting, words: [call]}]}",
		"read: {k: 0}", "read: {k: 157}", "read: {k: 2.5}", "read: {k: \"5\"}", "read: {k: }", "read: {K: 5}", "raed: {}", "read: 5",
		"read: {deadline: 300}", "read: {deadline: soon}", "read: {deadline: -1s}", "read: {fail_closed: 1}", "backend: {name: redis}",
		"backend: {address: x}", "policy: {preset: short}", "policy: {recency: -1}", "gate: {fact_origins: [root]}",
		"gate: {fact_origins: [user, user]}", "gate: {fact_origins: user}", "stages: {}", "stages: [redact]", "stages: [{}]",
		"stages: [{name: redact, likeness: 1}]", "stages: [{name: near_duplicates, likeness: 0}]", "stages: [{name: redact, kinds: []}]",
		"space: {name: \"\"}", "space: {concepts: [{name: meeting}]}", "space: {concepts: [{name: meeting, words: []}]}", "quarantine: {limit: 0}",
	} {
		files[yaml] = yaml
	}
	for name, text := range files {
		var doc any
		if err := yaml.Unmarshal([]byte(text), &doc); err != nil {
			t.Fatal(err)
		}
		wrong := validate(s, doc)
		_, err := config.Parse("m.yaml", []byte(text), nil)
		if (wrong != "") != (err != nil) {
			t.Errorf("%s: the schema says %q, the loader %v", name, wrong, err)
		}
	}
}

func TestTheSchemaKnowsPluginsOfTheProgram(t *testing.T) {
	s := schema(t, withStore(nil).Plugins)
	for text, valid := range map[string]bool{
		"backend: {name: store, address: x, tls: {ca: x}}": true,
		"backend: {name: store, tls: {ca: x}}":             false,
		"backend: {name: store, address: x, tls: {}}":      false,
		"backend: {address: x, tls: {ca: x}}":              false,
	} {
		var doc any
		if err := yaml.Unmarshal([]byte(text), &doc); err != nil {
			t.Fatal(err)
		}
		if wrong := validate(s, doc); (wrong == "") != valid {
			t.Errorf("%s: %q, want valid = %v", text, wrong, valid)
		}
	}
	branches := s["properties"].(map[string]any)["backend"].(map[string]any)["oneOf"].([]any)
	password := branches[1].(map[string]any)["properties"].(map[string]any)["password"].(map[string]any)
	if password["writeOnly"] != true {
		t.Errorf("a secret's schema is %v, want it writeOnly", password)
	}
}

// validate returns what is wrong with a document, by the keywords of JSON Schema
// that [config.Schema] uses; any other keyword is an error.
func validate(schema map[string]any, doc any) string {
	var wrong []string
	for keyword, rule := range schema {
		if w := apply(keyword, rule, schema, doc); w != "" {
			wrong = append(wrong, w)
		}
	}
	slices.Sort(wrong)
	return strings.Join(wrong, ", ")
}

func apply(keyword string, rule any, schema map[string]any, doc any) string {
	bad := func(broken bool) string {
		if broken {
			return fmt.Sprintf("%v: %s %v", doc, keyword, rule)
		}
		return ""
	}
	object, _ := doc.(map[string]any)
	items, _ := doc.([]any)
	text, isText := doc.(string)
	number, isNumber := float(doc)
	switch keyword {
	case "$schema", "title", "description", "default", "writeOnly":
		return ""
	case "type":
		return bad(typeOf(doc) != rule && !(rule == "number" && typeOf(doc) == "integer"))
	case "const":
		return bad(!reflect.DeepEqual(doc, rule))
	case "enum":
		return bad(!slices.Contains(rule.([]any), doc))
	case "pattern":
		return bad(isText && !regexp.MustCompile(rule.(string)).MatchString(text))
	case "minLength":
		return bad(isText && float64(utf8.RuneCountInString(text)) < rule.(float64))
	case "minimum":
		return bad(isNumber && number < rule.(float64))
	case "exclusiveMinimum":
		return bad(isNumber && number <= rule.(float64))
	case "maximum":
		return bad(isNumber && number > rule.(float64))
	case "exclusiveMaximum":
		return bad(isNumber && number >= rule.(float64))
	case "minItems":
		return bad(items != nil && float64(len(items)) < rule.(float64))
	case "uniqueItems":
		seen := map[any]bool{}
		for _, i := range items {
			seen[i] = true
		}
		return bad(len(seen) < len(items))
	case "items":
		return each(items, rule.(map[string]any))
	case "required":
		return bad(object != nil && slices.ContainsFunc(rule.([]any), func(k any) bool { _, ok := object[k.(string)]; return !ok }))
	case "properties":
		return properties(object, rule.(map[string]any))
	case "additionalProperties":
		known, _ := schema["properties"].(map[string]any)
		for key := range object {
			if _, ok := known[key]; !ok {
				return "unknown key " + key
			}
		}
		return ""
	case "oneOf":
		valid := 0
		for _, branch := range rule.([]any) {
			if validate(branch.(map[string]any), doc) == "" {
				valid++
			}
		}
		return bad(valid != 1)
	}
	return "the test does not know the keyword " + keyword
}

func each(items []any, schema map[string]any) string {
	for _, i := range items {
		if w := validate(schema, i); w != "" {
			return w
		}
	}
	return ""
}

func properties(object map[string]any, schemas map[string]any) string {
	for key, v := range object {
		if s, ok := schemas[key].(map[string]any); ok {
			if w := validate(s, v); w != "" {
				return key + ": " + w
			}
		}
	}
	return ""
}

func float(v any) (float64, bool) {
	switch v := v.(type) {
	case uint64:
		return float64(v), true
	case int64:
		return float64(v), true
	case float64:
		return v, true
	}
	return 0, false
}

func typeOf(v any) string {
	switch v.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case string:
		return "string"
	case uint64, int64:
		return "integer"
	case float64:
		return "number"
	case []any:
		return "array"
	}
	return "object"
}
