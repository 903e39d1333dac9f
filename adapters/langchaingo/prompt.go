package langchaingo

import (
	"slices"
	"strings"

	"github.com/tmc/langchaingo/llms"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/middleware"
)

// A prompt is what a model is sent, seen from its last human message.
type prompt struct {
	messages []llms.MessageContent
	last     int    // of messages: the last human one; -1: there is none
	words    string // what the human wrote there, without windows
}

func promptOf(messages []llms.MessageContent) prompt {
	p := prompt{messages: messages, last: len(messages) - 1}
	for p.last >= 0 && !human(messages[p.last]) {
		p.last--
	}
	if p.last >= 0 {
		p.words = wordsOf(messages[p.last])
	}
	return p
}

// human reports a message that a person wrote. Some programs send the results of
// tools under the human's role.
func human(m llms.MessageContent) bool {
	return m.Role == llms.ChatMessageTypeHuman && !onlyToolResults(m)
}

func onlyToolResults(m llms.MessageContent) bool {
	return len(m.Parts) > 0 && !slices.ContainsFunc(m.Parts, func(p llms.ContentPart) bool {
		_, ok := p.(llms.ToolCallResponse)
		return !ok
	})
}

// wordsOf returns the text of a message. Text under a cache mark counts only
// where there is no other.
func wordsOf(m llms.MessageContent) string {
	var plain, cached []string
	for _, p := range m.Parts {
		switch p := p.(type) {
		case llms.TextContent:
			plain = append(plain, p.Text)
		case llms.CachedContent:
			if text, ok := cachedText(p); ok {
				cached = append(cached, text)
			}
		}
	}
	words := middleware.StripWindow(strings.Join(plain, "\n"))
	if strings.TrimSpace(words) == "" {
		words = middleware.StripWindow(strings.Join(cached, "\n"))
	}
	return words
}

func cachedText(c llms.CachedContent) (string, bool) {
	switch p := c.ContentPart.(type) {
	case llms.TextContent:
		return p.Text, true
	case llms.CachedContent:
		return cachedText(p)
	}
	return "", false
}

func (p prompt) wordless() bool { return strings.TrimSpace(p.words) == "" }

// goesOn reports whether the turn had earlier rounds: the model or a tool has
// spoken since the human did.
func (p prompt) goesOn() bool {
	return slices.ContainsFunc(p.messages[p.last+1:], func(m llms.MessageContent) bool {
		return m.Role == llms.ChatMessageTypeAI || toolMessage(m)
	})
}

func toolMessage(m llms.MessageContent) bool {
	return m.Role == llms.ChatMessageTypeTool || m.Role == llms.ChatMessageTypeFunction || onlyToolResults(m)
}

// toolResults returns what tools said since the human did.
func (p prompt) toolResults() []middleware.Message {
	var results []middleware.Message
	for _, m := range p.messages[p.last+1:] {
		if !toolMessage(m) {
			continue
		}
		for _, part := range m.Parts {
			var text string
			switch part := part.(type) {
			case llms.ToolCallResponse:
				text = part.Content
			case llms.TextContent:
				text = part.Text
			}
			if strings.TrimSpace(text) != "" {
				results = append(results, middleware.Message{Origin: backends.Tool, Text: text})
			}
		}
	}
	return results
}

// inject returns the messages with block in front of the text of the last human
// one. What it changes it copies; without a block it returns the messages given.
func (p prompt) inject(block string) []llms.MessageContent {
	if block == "" || p.last < 0 || len(p.messages[p.last].Parts) == 0 {
		return p.messages
	}
	messages := slices.Clone(p.messages)
	messages[p.last].Parts = injectParts(messages[p.last].Parts, block)
	return messages
}

// injectParts puts block into the first plain text part, since many providers
// take one text part only. Cached text is second choice: to change it is to lose
// the provider's cache of it.
func injectParts(given []llms.ContentPart, block string) []llms.ContentPart {
	parts := slices.Clone(given)
	for i, part := range parts {
		if t, ok := part.(llms.TextContent); ok {
			parts[i] = llms.TextContent{Text: inFront(block, t.Text)}
			return parts
		}
	}
	for i, part := range parts {
		if c, ok := part.(llms.CachedContent); ok {
			if text, ok := cachedText(c); ok {
				parts[i] = withCachedText(c, inFront(block, text))
				return parts
			}
		}
	}
	return slices.Insert(parts, 0, llms.ContentPart(llms.TextContent{Text: block}))
}

func withCachedText(c llms.CachedContent, text string) llms.CachedContent {
	if inner, ok := c.ContentPart.(llms.CachedContent); ok {
		c.ContentPart = withCachedText(inner, text)
		return c
	}
	c.ContentPart = llms.TextContent{Text: text}
	return c
}

// inFront puts block in front of text, unless it stands there already, as in a
// conversation that was recorded and is replayed. Other windows stay: they may
// be of another memory.
func inFront(block, text string) string {
	if strings.Contains(text, block) {
		return text
	}
	return block + text
}
