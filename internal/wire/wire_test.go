package wire_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/tmc/langchaingo/llms"
	"go.uber.org/goleak"

	"github.com/memware/memware/adapters/langchaingo"
	"github.com/memware/memware/backends"
	"github.com/memware/memware/backends/inmem"
	"github.com/memware/memware/middleware"
)

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m,
		// Google AI's client opens a connection for the management of caches and
		// forgets it in its Close.
		goleak.IgnoreAnyFunction("google.golang.org/grpc/internal/grpcsync.(*CallbackSerializer).run"),
		goleak.IgnoreTopFunction("google.golang.org/grpc.(*addrConn).resetTransportAndUnlock"),
	)
}

func TestProvidersAcceptWhatIsSentAndItDiffersInOneText(t *testing.T) {
	for _, p := range providers() {
		for _, c := range conversations() {
			for _, stream := range []bool{false, true} {
				if !c.can(p, stream) {
					continue
				}
				t.Run(fmt.Sprintf("%s/%s/stream %v", p.name, c.name, stream), func(t *testing.T) {
					b := newBench(t)
					bare, err := c.send(t, p, stream, func(m llms.Model) llms.Model { return m })
					if err != nil {
						t.Fatalf("without memory: %v", err)
					}
					wrapped, err := c.send(t, p, stream, func(m llms.Model) llms.Model { return langchaingo.WrapModel(m, b.Memory) })
					if err != nil {
						t.Fatal(err)
					}
					if err := c.compare(bare, wrapped, b.window(t)); err != nil {
						t.Error(err)
					}
					b.wantOneTurn(t, c)
				})
			}
		}
	}
}

// send has the conversation with the model that wrap makes of p's client, and
// returns the requests that p's server was sent.
func (c conversation) send(t *testing.T, p provider, stream bool, wrap func(llms.Model) llms.Model) ([]request, error) {
	t.Helper()
	s := serve(t, p, append(slices.Clone(c.rounds), reply{text: answer}))
	ctx := middleware.WithScope(t.Context(), alice())
	err := c.hold(ctx, wrap(p.client(t, s.url)), p, stream)
	requests, refused := s.requests()
	return requests, errors.Join(refused, err)
}

// compare returns an error unless the server was told what the conversation
// wants, and nothing differs from the requests without memory but one text.
func (c conversation) compare(bare, wrapped []request, window string) error {
	if len(bare) != len(c.rounds)+1 || len(wrapped) != len(bare) {
		return fmt.Errorf("%d requests, without memory %d, want %d", len(wrapped), len(bare), len(c.rounds)+1)
	}
	var want []string
	for _, line := range c.want {
		want = append(want, strings.Replace(line, "[window]", window, 1))
	}
	for i, q := range wrapped {
		told := want
		if i < len(wrapped)-1 {
			told = want[:min(len(want), len(q.said))]
		}
		var got []string
		for _, b := range q.said {
			got = append(got, b.String())
		}
		if diff := cmp.Diff(told, got); diff != "" {
			return fmt.Errorf("request %d (-want +got):\n%s", i+1, diff)
		}
		if err := c.oneText(bare[i], q, window); err != nil {
			return fmt.Errorf("request %d: %w", i+1, err)
		}
	}
	return nil
}

// oneText returns an error unless two requests differ in the window in front of
// one text, or not at all where the conversation has no place for it.
func (c conversation) oneText(bare, wrapped request, window string) error {
	if bare.URL.RequestURI() != wrapped.URL.RequestURI() {
		return fmt.Errorf("sent to %s, without memory to %s", wrapped.URL, bare.URL)
	}
	found, err := differences(bare.body, wrapped.body)
	if err != nil {
		return err
	}
	if !c.remembers() {
		if len(found) > 0 {
			return fmt.Errorf("differs from the request without memory: %v", found)
		}
		return nil
	}
	if len(found) != 1 || found[0].a != question || found[0].b != window+question {
		return fmt.Errorf("differences from the request without memory: %v, want the window in front of the question", found)
	}
	return nil
}

// remembers reports whether the memory has a part in the conversation.
func (c conversation) remembers() bool {
	return slices.ContainsFunc(c.want, func(line string) bool { return strings.Contains(line, "[window]") })
}

func alice() backends.Scope { return backends.Scope{Tenant: "acme", User: "alice"} }

// A bench is a memory that holds something and counts what it is asked to do.
type bench struct {
	*middleware.Memory
	store *countingStore
	turns *turnKeeper
}

func newBench(t *testing.T) bench {
	t.Helper()
	store := inmem.New(nil)
	if _, err := store.Put(t.Context(), []backends.Record{{
		ID: "given", Scope: alice(), Kind: backends.Fact, Key: "dog", Text: `My dog is "Rex" & he is <small>.`,
		Importance: 0.5, Origin: backends.User, Status: backends.Admitted, AssertedAt: time.Now().Add(-time.Hour),
	}}); err != nil {
		t.Fatal(err)
	}
	b := bench{store: &countingStore{Backend: store}, turns: &turnKeeper{}}
	mem, err := middleware.New(b.store, b.turns, &middleware.Options{Deadline: 10 * time.Second, WriteDeadline: 10 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := mem.Close(); err != nil {
			t.Error(err)
		}
	})
	b.Memory = mem
	return b
}

// window returns what is remembered of the question, by a memory of its own so
// that it does not count.
func (b bench) window(t *testing.T) string {
	t.Helper()
	mem, err := middleware.NewReadOnly(b.store.Backend, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer mem.Close()
	w, err := mem.Read(middleware.WithScope(t.Context(), alice()), middleware.Ask{Text: question})
	if err != nil {
		t.Fatal(err)
	}
	if strings.Count(w.Text, "Rex") != 1 {
		t.Fatalf("the window is %q, want the dog in it", w.Text)
	}
	return w.Text
}

// wantOneTurn checks that the conversation was one turn for the memory: read
// once, and written once with what was said in it, without the window.
func (b bench) wantOneTurn(t *testing.T, c conversation) {
	t.Helper()
	reads, turns := b.store.searches(), b.turns.kept()
	if !c.remembers() {
		if reads != 0 || len(turns) != 0 {
			t.Errorf("read %d times, written %d times, want 0 and 0", reads, len(turns))
		}
		return
	}
	if reads != 1 || len(turns) != 1 {
		t.Fatalf("read %d times, written %d times, want 1 and 1", reads, len(turns))
	}
	want := []middleware.Message{{Origin: backends.User, Text: question}}
	speaker := backends.Assistant
	for range c.rounds {
		want = append(want, middleware.Message{Origin: backends.Tool, Text: result})
		speaker = backends.Tool // the answer may repeat what tools said
	}
	want = append(want, middleware.Message{Origin: speaker, Text: answer})
	if diff := cmp.Diff(want, turns[0].Messages); diff != "" {
		t.Errorf("the turn (-want +got):\n%s", diff)
	}
}

// countingStore counts the reads.
type countingStore struct {
	*inmem.Backend
	mu sync.Mutex // guards n
	n  int
}

func (s *countingStore) Search(ctx context.Context, q backends.Query) (backends.Result, error) {
	s.mu.Lock()
	s.n++
	s.mu.Unlock()
	return s.Backend.Search(ctx, q)
}

func (s *countingStore) searches() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.n
}

// turnKeeper is an extractor that finds nothing and keeps what it was shown.
type turnKeeper struct {
	mu    sync.Mutex // guards turns
	turns []middleware.Turn
}

func (k *turnKeeper) Extract(_ context.Context, t middleware.Turn, _ middleware.Known) ([]middleware.Candidate, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.turns = append(k.turns, t)
	return nil, nil
}

func (k *turnKeeper) kept() []middleware.Turn {
	k.mu.Lock()
	defer k.mu.Unlock()
	return slices.Clone(k.turns)
}
