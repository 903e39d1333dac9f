package wire_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/tmc/langchaingo/llms"
)

const (
	question = "Which coat suits my dog?"
	answer   = "A red one, I think."
	result   = "4 degrees, rain"
)

// A conversation ends in a human message. The model asks for tools in each of
// its rounds, and answers then.
type conversation struct {
	name     string
	tools    bool // there are calls in it
	cached   bool // there is text under a cache mark in it
	messages func(image llms.ContentPart) []llms.MessageContent
	rounds   []reply

	// want is what the provider is told in the last request, "[window]" standing
	// for the window; of an earlier request it is the beginning.
	want []string
}

func conversations() []conversation {
	said := func(m ...llms.MessageContent) func(llms.ContentPart) []llms.MessageContent {
		return func(llms.ContentPart) []llms.MessageContent { return m }
	}
	return []conversation{
		{
			name:     "a question alone",
			messages: said(user(question)),
			want:     []string{"user: [window]Which coat suits my dog?"},
		},
		{
			name:     "a system prompt and a conversation",
			messages: said(system("Be brief, and \"kind\".\n"), user("Good morning."), assistant("Hello!"), user(question)),
			want: []string{
				"system: Be brief, and \"kind\".\n", "user: Good morning.", "assistant: Hello!",
				"user: [window]Which coat suits my dog?",
			},
		},
		{
			name: "an image and a question",
			messages: func(image llms.ContentPart) []llms.MessageContent {
				return []llms.MessageContent{system("Be brief."), {Role: llms.ChatMessageTypeHuman, Parts: []llms.ContentPart{image, llms.TextPart(question)}}}
			},
			want: []string{"system: Be brief.", "user: (image)", "user: [window]Which coat suits my dog?"},
		},
		{
			name: "an image without words",
			messages: func(image llms.ContentPart) []llms.MessageContent {
				return []llms.MessageContent{user("What is this?"), assistant("What is what?"), {Role: llms.ChatMessageTypeHuman, Parts: []llms.ContentPart{image}}}
			},
			want: []string{"user: What is this?", "assistant: What is what?", "user: (image)"},
		},
		{
			name:     "a document under a cache mark and a question",
			cached:   true,
			messages: said(llms.MessageContent{Role: llms.ChatMessageTypeHuman, Parts: []llms.ContentPart{cached("All coats."), llms.TextPart(question)}}),
			want:     []string{"user, cached: All coats.", "user: [window]Which coat suits my dog?"},
		},
		{
			name:     "a call of a tool",
			tools:    true,
			messages: said(system("Be brief."), user(question)),
			rounds:   []reply{{call: weather("call-1", "Oslo")}},
			want: []string{
				"system: Be brief.", "user: [window]Which coat suits my dog?",
				`call: weather {"city":"Oslo"}`, "result: " + result,
			},
		},
		{
			name:     "two calls, the first with words beside it, after a turn that had one",
			tools:    true,
			messages: said(user("Is it cold?"), calls(weather("call-1", "Rome")), returns("call-1", "21 degrees"), assistant("No."), user(question)),
			rounds:   []reply{{text: "Let me look.", call: weather("call-2", "Oslo")}, {call: weather("call-3", "Bergen")}},
			want: []string{
				"user: Is it cold?", `call: weather {"city":"Rome"}`, "result: 21 degrees", "assistant: No.",
				"user: [window]Which coat suits my dog?",
				`call: weather {"city":"Oslo"}`, "result: " + result,
				`call: weather {"city":"Bergen"}`, "result: " + result,
			},
		},
	}
}

func system(text string) llms.MessageContent {
	return llms.TextParts(llms.ChatMessageTypeSystem, text)
}

func user(text string) llms.MessageContent { return llms.TextParts(llms.ChatMessageTypeHuman, text) }

func assistant(text string) llms.MessageContent {
	return llms.TextParts(llms.ChatMessageTypeAI, text)
}

func cached(text string) llms.ContentPart {
	return llms.CachedContent{ContentPart: llms.TextPart(text), CacheControl: &llms.CacheControl{Type: "ephemeral"}}
}

func weather(id, city string) *call {
	return &call{id: id, name: "weather", arguments: map[string]any{"city": city}}
}

func calls(c *call) llms.MessageContent {
	arguments, _ := json.Marshal(c.arguments)
	return llms.MessageContent{Role: llms.ChatMessageTypeAI, Parts: []llms.ContentPart{
		llms.ToolCall{ID: c.id, Type: "function", FunctionCall: &llms.FunctionCall{Name: c.name, Arguments: string(arguments)}},
	}}
}

func returns(id, content string) llms.MessageContent {
	return llms.MessageContent{Role: llms.ChatMessageTypeTool, Parts: []llms.ContentPart{
		llms.ToolCallResponse{ToolCallID: id, Name: "weather", Content: content},
	}}
}

// can reports whether the client of p knows all that is in the conversation.
func (c conversation) can(p provider, stream bool) bool {
	return (!c.cached || p.caches) && (!c.tools || p.tools && (!stream || p.streamed))
}

// hold has the conversation with m as a program would that has a tool, and
// returns an error unless the answer comes back, in pieces if it is streamed.
func (c conversation) hold(ctx context.Context, m llms.Model, p provider, stream bool) error {
	var chunks []string
	options := c.options(stream, func(chunk string) { chunks = append(chunks, chunk) })
	messages := c.messages(p.image)
	for round := range len(c.rounds) + 1 {
		chunks = nil
		r, err := m.GenerateContent(ctx, messages, options...)
		if err != nil {
			return fmt.Errorf("round %d: %w", round+1, err)
		}
		text, asked := heard(r)
		for _, call := range asked {
			messages = append(messages, llms.MessageContent{Role: llms.ChatMessageTypeAI, Parts: []llms.ContentPart{call}}, returns(call.ID, result))
		}
		switch last := round == len(c.rounds); {
		case last && (text != answer || len(asked) > 0):
			return fmt.Errorf("got %q and %d calls, want %q", text, len(asked), answer)
		case last && stream && (len(chunks) < 2 || strings.Join(chunks, "") != answer):
			return fmt.Errorf("streamed %q, want %q in pieces", chunks, answer)
		case !last && len(asked) != 1:
			return errors.New("the call did not come back")
		}
	}
	return nil
}

func (c conversation) options(stream bool, hear func(chunk string)) []llms.CallOption {
	var options []llms.CallOption
	if stream {
		options = append(options, llms.WithStreamingFunc(func(_ context.Context, chunk []byte) error {
			hear(string(chunk))
			return nil
		}))
	}
	if c.tools {
		options = append(options, llms.WithTools(tools()))
	}
	return options
}

// heard returns the text and the calls of a response, which some clients put
// into choices of their own.
func heard(r *llms.ContentResponse) (text string, asked []llms.ToolCall) {
	for _, choice := range r.Choices {
		text += choice.Content
		asked = append(asked, choice.ToolCalls...)
	}
	return text, asked
}

func tools() []llms.Tool {
	return []llms.Tool{{Type: "function", Function: &llms.FunctionDefinition{
		Name: "weather", Description: "The weather of a city",
		Parameters: map[string]any{
			"type":       "object",
			"properties": map[string]any{"city": map[string]any{"type": "string"}},
			"required":   []string{"city"},
		},
	}}}
}
