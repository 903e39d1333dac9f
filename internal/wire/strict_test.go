package wire_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/tmc/langchaingo/llms"
)

// The tests of this file are about the others: a server that takes anything,
// and a comparison that finds nothing, prove nothing.

func TestServersRefuseWhatTheirProvidersRefuse(t *testing.T) {
	for _, p := range providers() {
		c := named(t, "a system prompt and a conversation")
		if p.tools {
			c = named(t, "a call of a tool")
		}
		requests, err := c.send(t, p, false, func(m llms.Model) llms.Model { return m })
		if err != nil {
			t.Fatal(err)
		}
		good := requests[len(requests)-1]
		for _, tc := range p.refuses {
			t.Run(p.name+"/"+tc.name, func(t *testing.T) {
				bad, err := changed(good.body, tc.at, tc.value)
				if err != nil {
					t.Fatal(err)
				}
				if _, _, err := p.read(good.Request, bad); err == nil || !strings.Contains(err.Error(), tc.want) {
					t.Errorf("got %v, want an error that says %q", err, tc.want)
				}
			})
		}
		t.Run(p.name+"/the wrong place", func(t *testing.T) {
			r := good.Clone(t.Context())
			r.URL.Path += "x"
			if _, _, err := p.read(r, good.body); err == nil {
				t.Error("was accepted")
			}
		})
		if p.key == "" {
			continue
		}
		t.Run(p.name+"/without a key", func(t *testing.T) {
			r := good.Clone(t.Context())
			r.Header.Del(p.key)
			r.URL.RawQuery = ""
			if _, _, err := p.read(r, good.body); err == nil {
				t.Error("was accepted")
			}
		})
	}
}

// Other places for the window: none passes for the right one, and some are
// refused outright.
func TestEveryOtherPlaceIsFound(t *testing.T) {
	for _, tc := range []struct {
		name      string
		inject    func(messages []llms.MessageContent, window string) []llms.MessageContent
		refusedBy []string // providers whose client or server does
	}{
		{"in a system message of its own, in front", func(m []llms.MessageContent, w string) []llms.MessageContent {
			return slices.Insert(m, 0, system(w))
		}, nil},
		{"in a system message of its own, before the question", func(m []llms.MessageContent, w string) []llms.MessageContent {
			return slices.Insert(m, len(m)-1, system(w))
		}, []string{"bedrock"}},
		{"in the system prompt", func(m []llms.MessageContent, w string) []llms.MessageContent {
			return edit(m, 0, func(parts []llms.ContentPart) []llms.ContentPart { return prefixed(parts, w) })
		}, nil},
		{"in a human message of its own", func(m []llms.MessageContent, w string) []llms.MessageContent {
			return slices.Insert(m, len(m)-1, user(w))
		}, []string{"anthropic", "googleai"}},
		{"in a text part of its own", func(m []llms.MessageContent, w string) []llms.MessageContent {
			return edit(m, len(m)-1, func(parts []llms.ContentPart) []llms.ContentPart {
				return slices.Insert(parts, 0, llms.ContentPart(llms.TextPart(w)))
			})
		}, []string{"ollama"}},
		{"behind the question", func(m []llms.MessageContent, w string) []llms.MessageContent {
			return edit(m, len(m)-1, func(parts []llms.ContentPart) []llms.ContentPart {
				return []llms.ContentPart{llms.TextPart(question + w)}
			})
		}, nil},
		{"in every human message", func(m []llms.MessageContent, w string) []llms.MessageContent {
			for _, i := range []int{1, 3} {
				m = edit(m, i, func(parts []llms.ContentPart) []llms.ContentPart { return prefixed(parts, w) })
			}
			return m
		}, nil},
		{"twice", func(m []llms.MessageContent, w string) []llms.MessageContent {
			return edit(m, len(m)-1, func(parts []llms.ContentPart) []llms.ContentPart { return prefixed(parts, w+w) })
		}, nil},
		{"nowhere", func(m []llms.MessageContent, _ string) []llms.MessageContent { return m }, nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			c, window := named(t, "a system prompt and a conversation"), newBench(t).window(t)
			var refused []string
			for _, p := range providers() {
				bare, err := c.send(t, p, false, func(m llms.Model) llms.Model { return m })
				if err != nil {
					t.Fatal(err)
				}
				wrapped, err := c.send(t, p, false, func(m llms.Model) llms.Model {
					return injector{m, func(m []llms.MessageContent) []llms.MessageContent { return tc.inject(m, window) }}
				})
				if err != nil {
					refused = append(refused, p.name)
				} else if c.compare(bare, wrapped, window) == nil {
					t.Errorf("%s: passed for the right place", p.name)
				}
			}
			if !slices.Equal(refused, tc.refusedBy) {
				t.Errorf("refused by %q, want %q", refused, tc.refusedBy)
			}
		})
	}
}

func named(t *testing.T, name string) conversation {
	t.Helper()
	all := conversations()
	i := slices.IndexFunc(all, func(c conversation) bool { return c.name == name })
	if i < 0 {
		t.Fatalf("no conversation is called %q", name)
	}
	return all[i]
}

// injector is a model with a memory that puts the window somewhere else.
type injector struct {
	llms.Model
	inject func([]llms.MessageContent) []llms.MessageContent
}

func (i injector) GenerateContent(ctx context.Context, messages []llms.MessageContent, options ...llms.CallOption) (*llms.ContentResponse, error) {
	return i.Model.GenerateContent(ctx, i.inject(slices.Clone(messages)), options...)
}

func edit(m []llms.MessageContent, i int, f func([]llms.ContentPart) []llms.ContentPart) []llms.MessageContent {
	m[i].Parts = f(slices.Clone(m[i].Parts))
	return m
}

func prefixed(parts []llms.ContentPart, window string) []llms.ContentPart {
	parts[0] = llms.TextPart(window + parts[0].(llms.TextContent).Text)
	return parts
}
