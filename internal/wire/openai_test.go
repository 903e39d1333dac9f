package wire_test

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/tmc/langchaingo/llms"
	"github.com/tmc/langchaingo/llms/openai"
)

// openAI is the chat completions of OpenAI.
func openAI() provider {
	return provider{
		name: "openai", key: "Authorization",
		client: func(t *testing.T, url string) llms.Model {
			m, err := openai.New(openai.WithBaseURL(url), openai.WithToken("none"), openai.WithModel("gpt-4o"),
				openai.WithHTTPClient(http.DefaultClient))
			if err != nil {
				t.Fatal(err)
			}
			return m
		},
		image: llms.ImageURLPart(pngURL + base64.StdEncoding.EncodeToString(picture())),
		read:  readOpenAI, write: writeOpenAI,
		tools: true, streamed: true,
		refuses: []refusal{
			{"no model", "model", nil, "model"},
			{"an option nobody set", "user", "alice", "unknown field"},
			{"no messages", "messages", []any{}, "messages"},
			{"a role of its own", "messages/1/role", "memory", `role "memory"`},
			{"a part of a type of its own", "messages/1/content", []any{map[string]any{"type": "memory", "text": "x"}}, `part of type "memory"`},
			{"an image in the system prompt", "messages/0/content",
				[]any{map[string]any{"type": "image_url", "image_url": map[string]any{"url": "x"}}}, "system"},
			{"a result of no call", "messages/3/tool_call_id", "call-9", "answers no call"},
			{"a call that is passed over", "messages/3", map[string]any{"role": "user", "content": "x"}, "not followed by its result"},
			{"a tool without a schema", "tools/0/function/parameters", nil, "not an object's"},
		},
	}
}

const pngURL = "data:image/png;base64,"

type openAIRequest struct {
	Model         string          `json:"model"`
	Messages      []openAIMessage `json:"messages"`
	Temperature   *float64        `json:"temperature"`
	Stream        bool            `json:"stream"`
	StreamOptions map[string]bool `json:"stream_options"`
	Tools         []struct {
		Type     string `json:"type"`
		Function struct {
			Name        string         `json:"name"`
			Description string         `json:"description"`
			Parameters  map[string]any `json:"parameters"`
		} `json:"function"`
	} `json:"tools"`
}

type openAIMessage struct {
	Role       string        `json:"role"`
	Content    openAIContent `json:"content"`
	ToolCallID string        `json:"tool_call_id"`
	ToolCalls  []struct {
		ID       string `json:"id"`
		Type     string `json:"type"`
		Function struct {
			Name      string `json:"name"`
			Arguments string `json:"arguments"`
		} `json:"function"`
	} `json:"tool_calls"`
}

type openAIPart struct {
	Type     string `json:"type"`
	Text     string `json:"text"`
	ImageURL struct {
		URL string `json:"url"`
	} `json:"image_url"`
}

// openAIContent is a text or a list of parts.
type openAIContent []openAIPart

func (c *openAIContent) UnmarshalJSON(data []byte) error {
	var text string
	if json.Unmarshal(data, &text) == nil {
		*c = openAIContent{{Type: "text", Text: text}}
		return nil
	}
	return strictly(data, (*[]openAIPart)(c))
}

func readOpenAI(r *http.Request, body []byte) ([]block, bool, error) {
	var q openAIRequest
	if err := strictly(body, &q); err != nil {
		return nil, false, err
	}
	switch {
	case r.Method != http.MethodPost || r.URL.Path != "/chat/completions":
		return nil, false, fmt.Errorf("unknown request URL: %s %s", r.Method, r.URL.Path)
	case !strings.HasPrefix(r.Header.Get("Authorization"), "Bearer "):
		return nil, false, errors.New("no key")
	case q.Model == "" || len(q.Messages) == 0:
		return nil, false, errors.New("model and messages must be given")
	}
	for _, tool := range q.Tools {
		if err := objectSchema(tool.Function.Name, tool.Function.Parameters, "object"); err != nil {
			return nil, false, err
		}
	}
	var said []block
	for i, m := range q.Messages {
		blocks, err := m.blocks()
		if err != nil {
			return nil, false, fmt.Errorf("messages[%d]: %w", i, err)
		}
		said = append(said, blocks...)
	}
	return said, q.Stream, paired(said)
}

func (m openAIMessage) blocks() ([]block, error) {
	var out []block
	switch m.Role {
	case "tool":
		if len(m.Content) != 1 || m.Content[0].Type != "text" {
			return nil, errors.New("a result is one text")
		}
		return []block{{role: "user", kind: "result", id: m.ToolCallID, text: m.Content[0].Text}}, nil
	case "system", "user", "assistant":
	default:
		return nil, fmt.Errorf("role %q", m.Role)
	}
	for _, p := range m.Content {
		if p.Type == "text" && p.Text == "" && len(m.ToolCalls) > 0 {
			continue // a call without words
		}
		b, err := p.block(m.Role)
		if err != nil {
			return nil, err
		}
		out = append(out, b)
	}
	for _, c := range m.ToolCalls {
		var arguments map[string]any
		if err := json.Unmarshal([]byte(c.Function.Arguments), &arguments); err != nil || c.Type != "function" || m.Role != "assistant" {
			return nil, fmt.Errorf("tool call of type %q from the %s: %w", c.Type, m.Role, err)
		}
		out = append(out, callBlock(c.ID, c.Function.Name, arguments))
	}
	return out, nil
}

func (p openAIPart) block(role string) (block, error) {
	switch {
	case p.Type == "text":
		return block{role: role, kind: "text", text: p.Text}, nil
	case p.Type == "image_url" && role == "user":
		encoded, _ := strings.CutPrefix(p.ImageURL.URL, pngURL)
		data, _ := base64.StdEncoding.DecodeString(encoded) // what is no base64 is no picture
		return imageBlock("image/png", data)
	}
	return block{}, fmt.Errorf("part of type %q from the %s", p.Type, role)
}

func writeOpenAI(w http.ResponseWriter, r reply, stream bool) {
	finish, message := "stop", map[string]any{"role": "assistant", "content": r.text}
	if r.call != nil {
		arguments, _ := json.Marshal(r.call.arguments)
		finish = "tool_calls"
		message["tool_calls"] = []any{map[string]any{
			"index": 0, "id": r.call.id, "type": "function",
			"function": map[string]any{"name": r.call.name, "arguments": string(arguments)},
		}}
	}
	if !stream {
		writeJSON(w, map[string]any{"choices": []any{map[string]any{"index": 0, "finish_reason": finish, "message": message}}})
		return
	}
	for _, word := range words(r.text) {
		writeOpenAIChunk(w, nil, map[string]any{"content": word})
	}
	delete(message, "content")
	writeOpenAIChunk(w, finish, message)
	fmt.Fprint(w, "data: [DONE]\n\n")
}

func writeOpenAIChunk(w io.Writer, finish any, delta map[string]any) {
	fmt.Fprint(w, "data: ")
	writeJSON(w, map[string]any{"choices": []any{map[string]any{"index": 0, "finish_reason": finish, "delta": delta}}})
	fmt.Fprintln(w)
}
