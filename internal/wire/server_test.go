package wire_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/tmc/langchaingo/llms"
)

// A provider is a client and the protocol of the server that it talks to.
type provider struct {
	name   string
	client func(t *testing.T, url string) llms.Model
	image  llms.ContentPart // a picture, as the client takes it

	// read parses a request and refuses what the provider refuses.
	read func(r *http.Request, body []byte) (said []block, stream bool, err error)
	// write sends a reply, as a stream where the request asked for one.
	write func(w http.ResponseWriter, r reply, stream bool)

	key      string // the header or parameter that carries it; empty: the provider has none
	tools    bool   // the client sends tools and returns calls,
	streamed bool   // also from a stream
	caches   bool   // the client sends marks for a prompt cache
	refuses  []refusal
}

func providers() []provider {
	return []provider{openAI(), ollamaChat(), anthropicMessages(), googleAI(), bedrockInvoke()}
}

// A refusal is a change to a good request that makes it a bad one.
type refusal struct {
	name  string
	at    string // the path of the value, such as messages/0/role
	value any    // put there; nil: what is there is taken away
	want  string // in the error
}

// A reply is what a server says: the answer, or a call with or without words.
type reply struct {
	text string
	call *call
}

type call struct {
	id, name  string
	arguments map[string]any
}

// A server answers with a script and keeps the requests that it accepted.
type server struct {
	provider
	url string

	mu       sync.Mutex // guards the fields below
	script   []reply
	accepted []request
	refused  []error
}

type request struct {
	*http.Request
	body []byte
	said []block
}

func serve(t *testing.T, p provider, script []reply) *server {
	t.Helper()
	s := &server{provider: p, script: script}
	h := httptest.NewServer(s)
	t.Cleanup(h.Close)
	s.url = h.URL
	return s
}

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	body, err := io.ReadAll(r.Body)
	var said []block
	var stream bool
	if err == nil {
		said, stream, err = s.read(r, body)
	}
	if err == nil && len(s.script) == 0 {
		err = errors.New("the script has ended")
	}
	if err != nil {
		s.refused = append(s.refused, err)
		w.WriteHeader(http.StatusBadRequest)
		writeJSON(w, map[string]any{"error": map[string]any{"code": 400, "message": err.Error()}})
		return
	}
	s.accepted = append(s.accepted, request{Request: r.Clone(context.Background()), body: body, said: said})
	next := s.script[0]
	s.script = s.script[1:]
	s.write(w, next, stream)
}

// requests returns those accepted, or why one was refused.
func (s *server) requests() ([]request, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.accepted), errors.Join(s.refused...)
}

// strictly decodes JSON and refuses fields that are not in v.
func strictly(body []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(body))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		return err
	}
	if d.More() {
		return errors.New("more than one JSON value")
	}
	return nil
}

// words returns the pieces in which a text is streamed.
func words(text string) []string {
	if text == "" {
		return nil
	}
	return strings.SplitAfter(text, " ")
}

func writeJSON(w io.Writer, v any) {
	// The values are maps of strings, which encode; a client that is gone
	// cannot be told.
	_ = json.NewEncoder(w).Encode(v)
}
