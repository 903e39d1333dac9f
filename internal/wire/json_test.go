package wire_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A difference is a place at which two JSON values are not the same.
type difference struct {
	at   string // such as /messages/0/content
	a, b any
}

func (d difference) String() string {
	return fmt.Sprintf("%s: %.200q, was %.200q", d.at, fmt.Sprint(d.b), fmt.Sprint(d.a))
}

// differences compares two JSON values down to their leaves.
func differences(a, b []byte) ([]difference, error) {
	var left, right any
	if err := json.Unmarshal(a, &left); err != nil {
		return nil, err
	}
	if err := json.Unmarshal(b, &right); err != nil {
		return nil, err
	}
	return differ("", left, right), nil
}

func differ(at string, a, b any) []difference {
	var found []difference
	switch a := a.(type) {
	case map[string]any:
		if b, ok := b.(map[string]any); ok && sameKeys(a, b) {
			for key := range a {
				found = append(found, differ(at+"/"+key, a[key], b[key])...)
			}
			return found
		}
	case []any:
		if b, ok := b.([]any); ok && len(a) == len(b) {
			for i := range a {
				found = append(found, differ(at+"/"+strconv.Itoa(i), a[i], b[i])...)
			}
			return found
		}
	default:
		switch b.(type) {
		case map[string]any, []any:
		default:
			if a == b {
				return nil
			}
		}
	}
	return []difference{{at: at, a: a, b: b}}
}

func sameKeys(a, b map[string]any) bool {
	for key := range a {
		if _, ok := b[key]; !ok {
			return false
		}
	}
	return len(a) == len(b)
}

// changed returns a JSON value with another in the place at, such as
// messages/0/role, or without the one there where value is nil.
func changed(body []byte, at string, value any) ([]byte, error) {
	var root any
	if err := json.Unmarshal(body, &root); err != nil {
		return nil, err
	}
	root, err := put(root, strings.Split(at, "/"), value)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", at, err)
	}
	return json.Marshal(root)
}

func put(in any, path []string, value any) (any, error) {
	if len(path) == 0 {
		return value, nil
	}
	switch in := in.(type) {
	case map[string]any:
		inner, err := put(in[path[0]], path[1:], value)
		if err != nil {
			return nil, err
		}
		in[path[0]] = inner
		if inner == nil {
			delete(in, path[0])
		}
		return in, nil
	case []any:
		i, err := strconv.Atoi(path[0])
		if err != nil || i > len(in) {
			return nil, fmt.Errorf("no element %q among %d", path[0], len(in))
		}
		if i == len(in) {
			in = slices.Concat(in, []any{map[string]any{}})
		}
		in[i], err = put(in[i], path[1:], value)
		return in, err
	}
	return nil, fmt.Errorf("nothing below is called %q", path[0])
}
