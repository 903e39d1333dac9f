package wire_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"

	"github.com/tmc/langchaingo/llms"
	"github.com/tmc/langchaingo/llms/googleai"
	"google.golang.org/api/option"
	"google.golang.org/grpc"
)

// googleAI is generateContent of Google AI. The system prompt is a field of its
// own there, and calls are joined with their results by name. In a conversation
// the client asks for a stream whether its caller does or not.
func googleAI() provider {
	return provider{
		name: "googleai", key: "key",
		client: func(t *testing.T, url string) llms.Model {
			m, err := googleai.New(t.Context(), googleai.WithAPIKey("none"), func(o *googleai.Options) {
				o.ClientOptions = append(o.ClientOptions, option.WithEndpoint(url), option.WithGRPCDialOption(grpc.WithContextDialer(noDial)))
			})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() {
				if err := m.Close(); err != nil {
					t.Error(err)
				}
			})
			return m
		},
		image: llms.BinaryPart("image/png", picture()),
		read:  readGoogleAI, write: writeGoogleAI,
		tools: true, streamed: true,
		refuses: []refusal{
			{"no contents", "contents", []any{}, "contents"},
			{"an option nobody set", "cachedContent", "cachedContents/x", "unknown field"},
			{"a system message among the others", "contents/0/role", "system", `role "system"`},
			{"roles that do not alternate", "contents/1", googleText("user", "x"), `role "user", want "model"`},
			{"two system prompts", "systemInstruction", []any{googleText("system", "x"), googleText("system", "y")}, "cannot unmarshal array"},
			{"a system prompt of two parts", "systemInstruction/parts/1", map[string]any{"text": "x"}, "systemInstruction"},
			{"a message without parts", "contents/0/parts", []any{}, "parts"},
			{"an empty part", "contents/0/parts/0/text", nil, "parts"},
			{"a part of a type of its own", "contents/0/parts/0/memory", "x", "unknown field"},
			{"a result of no call", "contents/2/parts/0/functionResponse/name", "wind", "answers no call"},
			{"a call that is passed over", "contents/2/parts/0", map[string]any{"text": "x"}, "not followed by its result"},
			{"a tool without a schema", "tools/0/functionDeclarations/0/parameters", nil, "not an object's"},
		},
	}
}

// noDial keeps the client's second connection, for the management of caches,
// from the network.
func noDial(context.Context, string) (net.Conn, error) {
	return nil, errors.New("not used in these tests")
}

func googleText(role, text string) map[string]any {
	return map[string]any{"role": role, "parts": []any{map[string]any{"text": text}}}
}

type googleRequest struct {
	Model             string          `json:"model"`
	Contents          []googleContent `json:"contents"`
	SystemInstruction *googleContent  `json:"systemInstruction"`
	GenerationConfig  map[string]any  `json:"generationConfig"`
	SafetySettings    []any           `json:"safetySettings"`
	Tools             []struct {
		FunctionDeclarations []struct {
			Name        string         `json:"name"`
			Description string         `json:"description"`
			Parameters  map[string]any `json:"parameters"`
		} `json:"functionDeclarations"`
	} `json:"tools"`
}

type googleContent struct {
	Role  string       `json:"role"`
	Parts []googlePart `json:"parts"`
}

type googlePart struct {
	Text       string `json:"text"`
	InlineData *struct {
		MIMEType string `json:"mimeType"`
		Data     []byte `json:"data"`
	} `json:"inlineData"`
	FunctionCall *struct {
		Name string         `json:"name"`
		Args map[string]any `json:"args"`
	} `json:"functionCall"`
	FunctionResponse *struct {
		Name     string            `json:"name"`
		Response map[string]string `json:"response"`
	} `json:"functionResponse"`
}

func readGoogleAI(r *http.Request, body []byte) ([]block, bool, error) {
	var q googleRequest
	if err := strictly(body, &q); err != nil {
		return nil, false, err
	}
	model, action, _ := strings.Cut(r.URL.Path, ":")
	switch {
	case r.Method != http.MethodPost || model != "/v1beta/"+q.Model, action != "generateContent" && action != "streamGenerateContent":
		return nil, false, fmt.Errorf("not found: %s %s", r.Method, r.URL.Path)
	case r.URL.Query().Get("key") == "":
		return nil, false, errors.New("no key")
	case len(q.Contents) == 0:
		return nil, false, errors.New("contents is not specified")
	}
	said, err := q.blocks()
	return said, action == "streamGenerateContent", err
}

func (q googleRequest) blocks() ([]block, error) {
	var said []block
	for _, tool := range q.Tools {
		for _, f := range tool.FunctionDeclarations {
			if err := objectSchema(f.Name, f.Parameters, 6.0); err != nil { // enums are numbers on this wire
				return nil, err
			}
		}
	}
	switch s := q.SystemInstruction; {
	case s == nil:
	case len(s.Parts) != 1 || s.Parts[0].Text == "":
		return nil, errors.New("systemInstruction: want one text")
	default:
		said = append(said, block{role: "system", kind: "text", text: s.Parts[0].Text})
	}
	var roles []string
	for i, c := range q.Contents {
		roles = append(roles, c.Role)
		if len(c.Parts) == 0 {
			return nil, fmt.Errorf("contents[%d]: parts must not be empty", i)
		}
		for _, p := range c.Parts {
			b, err := p.block(c.Role)
			if err != nil {
				return nil, fmt.Errorf("contents[%d]: %w", i, err)
			}
			said = append(said, b)
		}
	}
	if err := alternate(roles, "user", "model"); err != nil {
		return nil, err
	}
	return said, paired(said)
}

func (p googlePart) block(role string) (block, error) {
	who := map[string]string{"user": "user", "model": "assistant"}[role]
	switch {
	case who == "":
		return block{}, fmt.Errorf("role %q: use user or model", role)
	case p.InlineData != nil && who == "user":
		return imageBlock(p.InlineData.MIMEType, p.InlineData.Data)
	case p.FunctionCall != nil && who == "assistant":
		return callBlock(p.FunctionCall.Name, p.FunctionCall.Name, p.FunctionCall.Args), nil
	case p.FunctionResponse != nil && who == "user":
		return block{role: who, kind: "result", id: p.FunctionResponse.Name, text: p.FunctionResponse.Response["response"]}, nil
	case p.Text != "":
		return block{role: who, kind: "text", text: p.Text}, nil
	}
	return block{}, fmt.Errorf("parts: an empty one from the %s", role)
}

func writeGoogleAI(w http.ResponseWriter, r reply, stream bool) {
	response := func(parts ...any) map[string]any {
		return map[string]any{"candidates": []any{map[string]any{
			"index": 0, "finishReason": "STOP", "content": map[string]any{"role": "model", "parts": parts},
		}}}
	}
	var parts []any
	for _, word := range words(r.text) {
		parts = append(parts, map[string]any{"text": word})
	}
	if r.call != nil {
		parts = append(parts, map[string]any{"functionCall": map[string]any{"name": r.call.name, "args": r.call.arguments}})
	}
	w.Header().Set("Content-Type", "application/json")
	if !stream {
		writeJSON(w, response(parts...))
		return
	}
	var chunks []json.RawMessage
	for _, part := range parts {
		chunk, _ := json.Marshal(response(part))
		chunks = append(chunks, chunk)
	}
	writeJSON(w, chunks) // a stream is one array, without alt=sse
}
