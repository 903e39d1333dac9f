package wire_test

import (
	"errors"
	"fmt"
	"net/http"
	"testing"

	"github.com/tmc/langchaingo/llms"
	"github.com/tmc/langchaingo/llms/ollama"
)

// ollamaChat is the chat of Ollama. A message has one text there: the client
// refuses a second, and the server anything that is not a string. The client
// knows no tools.
func ollamaChat() provider {
	return provider{
		name: "ollama",
		client: func(t *testing.T, url string) llms.Model {
			m, err := ollama.New(ollama.WithServerURL(url), ollama.WithModel("llama3.2-vision"),
				ollama.WithHTTPClient(http.DefaultClient))
			if err != nil {
				t.Fatal(err)
			}
			return m
		},
		image: llms.BinaryPart("image/png", picture()),
		read:  readOllama, write: writeOllama,
		refuses: []refusal{
			{"no model", "model", nil, "model"},
			{"an option nobody set", "template", "{{.Prompt}}", "unknown field"},
			{"a list of parts", "messages/1/content", []any{map[string]any{"type": "text", "text": "x"}}, "cannot unmarshal array"},
			{"a role of its own", "messages/1/role", "memory", `role "memory"`},
			{"an image that is none", "messages/1/images", []any{"eA=="}, "no picture"},
		},
	}
}

type ollamaRequest struct {
	Model    string `json:"model"`
	Messages []struct {
		Role    string   `json:"role"`
		Content string   `json:"content"`
		Images  [][]byte `json:"images"`
	} `json:"messages"`
	Stream  bool           `json:"stream"`
	Format  string         `json:"format"`
	Options map[string]any `json:"options"`
}

func readOllama(r *http.Request, body []byte) ([]block, bool, error) {
	var q ollamaRequest
	if err := strictly(body, &q); err != nil {
		return nil, false, err
	}
	switch {
	case r.Method != http.MethodPost || r.URL.Path != "/api/chat":
		return nil, false, fmt.Errorf("404 page not found: %s %s", r.Method, r.URL.Path)
	case q.Model == "" || len(q.Messages) == 0:
		return nil, false, errors.New("model and messages are required")
	}
	var said []block
	for i, m := range q.Messages {
		switch m.Role {
		case "system", "user", "assistant":
		default:
			return nil, false, fmt.Errorf("message %d: role %q", i, m.Role)
		}
		for _, image := range m.Images {
			b, err := imageBlock("image/png", image)
			if err != nil {
				return nil, false, fmt.Errorf("message %d: %w", i, err)
			}
			said = append(said, b)
		}
		if m.Content != "" {
			said = append(said, block{role: m.Role, kind: "text", text: m.Content})
		}
	}
	return said, q.Stream, nil
}

func writeOllama(w http.ResponseWriter, r reply, stream bool) {
	message := func(text string, done bool) {
		writeJSON(w, map[string]any{
			"model": "llama3.2-vision", "message": map[string]any{"role": "assistant", "content": text}, "done": done,
		})
	}
	if !stream {
		message(r.text, true)
		return
	}
	for _, word := range words(r.text) {
		message(word, false)
	}
	message("", true)
}
