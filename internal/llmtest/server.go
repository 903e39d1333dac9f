package llmtest

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
)

// A Reply answers one request of a [Server].
type Reply func(w http.ResponseWriter, r *http.Request, q Request)

// A Request is what a server was sent.
type Request struct {
	Messages       []json.RawMessage `json:"messages"`
	Tools          []json.RawMessage `json:"tools"`
	ResponseFormat json.RawMessage   `json:"response_format"`
	Metadata       json.RawMessage   `json:"metadata"`
	Stream         bool              `json:"stream"`
	Input          []string          `json:"input"` // texts to embed
}

// A Server speaks the OpenAI protocol on loopback.
type Server struct {
	URL    string
	Client *http.Client

	mu       sync.Mutex // guards the fields below
	replies  []Reply
	requests []Request
}

// Serve starts a server that gives one reply a request and repeats the last
// one. It stops at the end of the test.
func Serve(tb testing.TB, replies ...Reply) *Server {
	tb.Helper()
	if len(replies) == 0 {
		tb.Fatal("llmtest: the script is empty")
	}
	s := &Server{replies: slices.Clone(replies)}
	h := httptest.NewServer(http.HandlerFunc(s.serve))
	tb.Cleanup(func() {
		h.CloseClientConnections() // a reply may still hang
		h.Close()
	})
	s.URL, s.Client = h.URL, h.Client()
	return s
}

func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	var q Request
	body, err := io.ReadAll(r.Body)
	if err == nil {
		err = json.Unmarshal(body, &q)
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	s.mu.Lock()
	reply := s.replies[min(len(s.requests), len(s.replies)-1)]
	s.requests = append(s.requests, q)
	s.mu.Unlock()
	reply(w, r, q)
}

// Requests returns the requests so far.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.requests)
}

// Text answers with text: word by word where a stream is asked for.
func Text(text string) Reply {
	return func(w http.ResponseWriter, _ *http.Request, q Request) {
		if !q.Stream {
			writeMessage(w, "stop", map[string]any{"role": "assistant", "content": text})
			return
		}
		for word := range strings.SplitAfterSeq(text, " ") {
			writeChunk(w, "", map[string]any{"content": word})
		}
		writeChunk(w, "stop", map[string]any{})
		fmt.Fprint(w, "data: [DONE]\n\n")
	}
}

// CutOff streams text and ends the response cleanly, in mid-answer.
func CutOff(text string) Reply {
	return func(w http.ResponseWriter, _ *http.Request, _ Request) {
		writeChunk(w, "", map[string]any{"content": text})
	}
}

// Dribble streams words until the client is gone.
func Dribble() Reply {
	return func(w http.ResponseWriter, r *http.Request, _ Request) {
		for r.Context().Err() == nil {
			writeChunk(w, "", map[string]any{"content": "word "})
		}
	}
}

// ToolCall asks for one call of a tool.
func ToolCall(id, name, arguments string) Reply {
	return func(w http.ResponseWriter, _ *http.Request, q Request) {
		message := map[string]any{"role": "assistant", "tool_calls": []any{map[string]any{
			"id": id, "type": "function", "function": map[string]any{"name": name, "arguments": arguments},
		}}}
		if q.Stream {
			writeChunk(w, "tool_calls", message)
			fmt.Fprint(w, "data: [DONE]\n\n")
			return
		}
		writeMessage(w, "tool_calls", message)
	}
}

// Status answers with an HTTP status and an error, such as 429.
func Status(code int, message string) Reply {
	return func(w http.ResponseWriter, _ *http.Request, _ Request) {
		w.WriteHeader(code)
		writeJSON(w, map[string]any{"error": map[string]any{"message": message}})
	}
}

// Raw answers with body as it is.
func Raw(body string) Reply {
	return func(w http.ResponseWriter, _ *http.Request, _ Request) { fmt.Fprint(w, body) }
}

// Silence holds the request until the client is gone.
func Silence() Reply {
	return func(_ http.ResponseWriter, r *http.Request, _ Request) { <-r.Context().Done() }
}

// Vectors answers a request to embed with the vector that embed gives each text,
// in the order that order makes of them.
func Vectors(embed func(text string) []float32, order func([]any) []any) Reply {
	return func(w http.ResponseWriter, _ *http.Request, q Request) {
		data := make([]any, len(q.Input))
		for i, text := range q.Input {
			data[i] = map[string]any{"object": "embedding", "index": i, "embedding": embed(text)}
		}
		writeJSON(w, map[string]any{"object": "list", "data": order(data)})
	}
}

func writeMessage(w io.Writer, finish string, message map[string]any) {
	writeJSON(w, map[string]any{"choices": []any{
		map[string]any{"index": 0, "finish_reason": finish, "message": message},
	}})
}

func writeChunk(w http.ResponseWriter, finish string, delta map[string]any) {
	c := map[string]any{"index": 0, "delta": delta}
	if finish != "" {
		c["finish_reason"] = finish
	}
	fmt.Fprint(w, "data: ")
	writeJSON(w, map[string]any{"choices": []any{c}})
	fmt.Fprint(w, "\n")
	if f, ok := w.(http.Flusher); ok {
		f.Flush()
	}
}

func writeJSON(w io.Writer, v any) {
	// The values are maps of strings: they always encode, and a client that is
	// gone cannot be told.
	_ = json.NewEncoder(w).Encode(v)
}
