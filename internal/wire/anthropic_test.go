package wire_test

import (
	"errors"
	"fmt"
	"net/http"
	"testing"

	"github.com/tmc/langchaingo/llms"
	"github.com/tmc/langchaingo/llms/anthropic"
)

// anthropicMessages is the messages of Anthropic. The system prompt is a field
// of its own there, and roles alternate.
func anthropicMessages() provider {
	return provider{
		name: "anthropic", key: "X-Api-Key",
		client: func(t *testing.T, url string) llms.Model {
			m, err := anthropic.New(anthropic.WithBaseURL(url), anthropic.WithToken("none"), anthropic.WithModel("claude-3-haiku"),
				anthropic.WithHTTPClient(http.DefaultClient))
			if err != nil {
				t.Fatal(err)
			}
			return m
		},
		image: llms.BinaryPart("image/png", picture()),
		read:  readAnthropic, write: writeAnthropic,
		tools: true, streamed: true, caches: true,
		refuses: append(claudeRefusals(),
			refusal{"no model", "model", nil, "model"},
			refusal{"the version of another host", "anthropic_version", "bedrock-2023-05-31", "unknown field"},
		),
	}
}

// claudeRefusals are those of the models, whoever hosts them.
func claudeRefusals() []refusal {
	return []refusal{
		{"no bound for the answer", "max_tokens", nil, "max_tokens"},
		{"an option nobody set", "metadata", map[string]any{"user_id": "alice"}, "unknown field"},
		{"a system message among the others", "messages/0/role", "system", `role "system"`},
		{"roles that do not alternate", "messages/1", map[string]any{"role": "user", "content": []any{claudeText("x")}}, `role "user", want "assistant"`},
		{"two system prompts", "system", []any{"x", "y"}, "cannot unmarshal array"},
		{"an empty text", "messages/0/content/0/text", "", "empty"},
		{"a part of a type of its own", "messages/0/content/0/type", "memory", `type "memory"`},
		{"a result of no call", "messages/2/content/0/tool_use_id", "call-9", "answers no call"},
		{"a call that is passed over", "messages/2/content/0", claudeText("x"), "not followed by its result"},
		{"a call without arguments", "messages/1/content/0/input", nil, "input"},
		{"a tool without a schema", "tools/0/input_schema", nil, "not an object's"},
	}
}

func claudeText(text string) map[string]any { return map[string]any{"type": "text", "text": text} }

type anthropicRequest struct {
	claudeRequest
	Model       string   `json:"model"`
	Stream      bool     `json:"stream"`
	Temperature *float64 `json:"temperature"`
}

// A claudeRequest is what all hosts of the models take.
type claudeRequest struct {
	MaxTokens int    `json:"max_tokens"`
	System    string `json:"system"`
	Messages  []struct {
		Role    string        `json:"role"`
		Content []claudeBlock `json:"content"`
	} `json:"messages"`
	Tools []struct {
		Name        string         `json:"name"`
		Description string         `json:"description"`
		InputSchema map[string]any `json:"input_schema"`
	} `json:"tools"`
}

type claudeBlock struct {
	Type   string `json:"type"`
	Text   string `json:"text"`
	Source struct {
		Type      string `json:"type"`
		MediaType string `json:"media_type"`
		Data      []byte `json:"data"`
	} `json:"source"`
	ID           string         `json:"id"`
	Name         string         `json:"name"`
	Input        map[string]any `json:"input"`
	ToolUseID    string         `json:"tool_use_id"`
	Content      string         `json:"content"`
	CacheControl *struct {
		Type string `json:"type"`
	} `json:"cache_control"`
}

func readAnthropic(r *http.Request, body []byte) ([]block, bool, error) {
	var q anthropicRequest
	if err := strictly(body, &q); err != nil {
		return nil, false, err
	}
	switch {
	case r.Method != http.MethodPost || r.URL.Path != "/messages":
		return nil, false, fmt.Errorf("not_found_error: %s %s", r.Method, r.URL.Path)
	case r.Header.Get("X-Api-Key") == "" || r.Header.Get("Anthropic-Version") == "":
		return nil, false, errors.New("no key or no version")
	case q.Model == "":
		return nil, false, errors.New("model: field required")
	}
	said, err := q.blocks()
	return said, q.Stream, err
}

func (q claudeRequest) blocks() ([]block, error) {
	if q.MaxTokens < 1 || len(q.Messages) == 0 {
		return nil, errors.New("max_tokens and messages: field required")
	}
	for _, tool := range q.Tools {
		if err := objectSchema(tool.Name, tool.InputSchema, "object"); err != nil {
			return nil, err
		}
	}
	var said []block
	if q.System != "" {
		said = append(said, block{role: "system", kind: "text", text: q.System})
	}
	var roles []string
	for i, m := range q.Messages {
		roles = append(roles, m.Role)
		for _, c := range m.Content {
			b, err := c.block(m.Role)
			if err != nil {
				return nil, fmt.Errorf("messages.%d: %w", i, err)
			}
			said = append(said, b)
		}
	}
	if err := alternate(roles, "user", "assistant"); err != nil {
		return nil, err
	}
	return said, paired(said)
}

func (c claudeBlock) block(role string) (block, error) {
	switch {
	case c.Type == "text" && c.Text == "":
		return block{}, errors.New("text content blocks must not be empty")
	case c.Type == "text":
		return block{role: role, kind: "text", text: c.Text, cached: c.CacheControl != nil && c.CacheControl.Type == "ephemeral"}, nil
	case c.Type == "image" && role == "user" && c.Source.Type == "base64":
		return imageBlock(c.Source.MediaType, c.Source.Data)
	case c.Type == "tool_use" && role == "assistant" && c.Input == nil:
		return block{}, errors.New("tool_use.input: field required")
	case c.Type == "tool_use" && role == "assistant":
		return callBlock(c.ID, c.Name, c.Input), nil
	case c.Type == "tool_result" && role == "user":
		return block{role: role, kind: "result", id: c.ToolUseID, text: c.Content}, nil
	}
	return block{}, fmt.Errorf("content of type %q from the %s", c.Type, role)
}

func writeAnthropic(w http.ResponseWriter, r reply, stream bool) {
	if !stream {
		writeJSON(w, claudeMessage(r))
		return
	}
	for _, event := range claudeEvents(r) {
		fmt.Fprintf(w, "event: %s\ndata: ", event["type"])
		writeJSON(w, event)
		fmt.Fprintln(w)
	}
}
