package eval

import (
	"strings"
)

// texts reads the texts of a file: a JSON object or array whose items have
// "adv_texts" or "text", JSONL of such items or of strings, else a text a line.
func (s *source) texts() ([]string, error) {
	lines := s.lines()
	if len(lines) == 0 {
		return nil, s.whole().problem("there are no texts")
	}
	switch first := lines[0].bytes(); {
	case strings.IndexByte(`{["`, first[0]) < 0:
		var texts []string
		for _, l := range lines {
			texts = append(texts, strings.TrimSpace(string(l.bytes())))
		}
		return texts, nil
	case first[0] == '[', !lines[0].complete():
		return textsOf(s.whole())
	case len(lines) == 1:
		return textsOf(lines[0])
	}
	var texts []string
	for _, l := range lines {
		more, err := textsOf(l)
		if err != nil {
			return nil, err
		}
		texts = append(texts, more...)
	}
	return texts, nil
}

// complete reports whether p is JSON by itself, as each line of JSONL is.
func (p part) complete() bool {
	var ignored any
	return p.decode(&ignored) == nil
}

// textsOf returns the texts of an item, or of the items of an array or object.
func textsOf(p part) ([]string, error) {
	switch p.bytes()[0] {
	case '"':
		var text string
		err := p.decode(&text)
		return []string{text}, err
	case '[':
		items, err := p.children('[')
		if err != nil {
			return nil, err
		}
		return textsOfAll(items)
	case '{':
	default:
		return nil, p.problem("want a text, or an object with one")
	}
	fields, err := p.fields()
	if err != nil {
		return nil, err
	}
	var items []part
	for _, f := range fields {
		switch {
		case f.name == "text", f.name == "adv_texts":
			return textsOf(f.part)
		case f.bytes()[0] == '{':
			items = append(items, f.part)
		}
	}
	if len(items) == 0 {
		return nil, p.problem(`there is neither "text" nor "adv_texts"`)
	}
	return textsOfAll(items)
}

func textsOfAll(items []part) ([]string, error) {
	var texts []string
	for _, item := range items {
		more, err := textsOf(item)
		if err != nil {
			return nil, err
		}
		texts = append(texts, more...)
	}
	return texts, nil
}
