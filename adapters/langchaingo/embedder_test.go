package langchaingo_test

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"
	"github.com/tmc/langchaingo/embeddings"
	"github.com/tmc/langchaingo/llms"

	"github.com/memware/memware/adapters/langchaingo"
	"github.com/memware/memware/backends"
)

var space3 = backends.Space{Name: "letters", Dim: 3}

// vectorEmbedder embeds a text as the counts of its letters.
type vectorEmbedder struct {
	fail   func(context.Context) error           // before each call; nil: never
	answer func(vectors [][]float32) [][]float32 // what is made of the vectors; nil: nothing

	mu    sync.Mutex // guards calls
	calls int
}

func (e *vectorEmbedder) EmbedDocuments(ctx context.Context, texts []string) ([][]float32, error) {
	e.mu.Lock()
	e.calls++
	e.mu.Unlock()
	if e.fail != nil {
		if err := e.fail(ctx); err != nil {
			return nil, err
		}
	}
	vectors := make([][]float32, len(texts))
	for i, text := range texts {
		texts[i] = "rewritten" // as langchaingo does to take out line breaks
		vectors[i] = letters(text)
	}
	if e.answer != nil {
		vectors = e.answer(vectors)
	}
	return vectors, nil
}

func (e *vectorEmbedder) EmbedQuery(ctx context.Context, text string) ([]float32, error) {
	vectors, err := e.EmbedDocuments(ctx, []string{text})
	if err != nil {
		return nil, err
	}
	return vectors[0], nil // panics as langchaingo's own does
}

func letters(text string) []float32 {
	count := func(letter string) float32 { return float32(1 + strings.Count(text, letter)) }
	return []float32{count("e"), count("a"), count("o")}
}

func TestVectorsStandWithTheirTexts(t *testing.T) {
	e := langchaingo.Embedder(&vectorEmbedder{}, space3)
	texts := []string{"one\ntwo", "three"}
	got, err := e.EmbedDocuments(t.Context(), texts)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([][]float32{letters("one\ntwo"), letters("three")}, got); diff != "" {
		t.Errorf("vectors (-want +got):\n%s", diff)
	}
	if want := []string{"one\ntwo", "three"}; !slices.Equal(texts, want) {
		t.Errorf("the caller's texts became %q", texts)
	}
	query, err := e.EmbedQuery(t.Context(), "three")
	if err != nil || !slices.Equal(query, letters("three")) {
		t.Errorf("query: got %v, %v, want %v", query, err, letters("three"))
	}
	if got := e.Space(); got != space3 {
		t.Errorf("space: got %v, want %v", got, space3)
	}
	if got, err := e.EmbedDocuments(t.Context(), nil); len(got) != 0 || err != nil {
		t.Errorf("no texts: got %v, %v, want none", got, err)
	}
}

func TestUselessEmbeddersAreRefusedAtTheFirstCall(t *testing.T) {
	for _, tc := range []struct {
		name  string
		e     embeddings.Embedder
		space backends.Space
		want  string
	}{
		{"nil", nil, space3, "the embedder is nil"},
		{"the built-in space", &vectorEmbedder{}, backends.Space{}, "needs no embedder"},
		{"a space without a dimension", &vectorEmbedder{}, backends.Space{Name: "x"}, "dimension 0"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			e := langchaingo.Embedder(tc.e, tc.space)
			_, err := e.EmbedDocuments(t.Context(), []string{"a"})
			_, err2 := e.EmbedQuery(t.Context(), "a")
			for _, err := range []error{err, err2} {
				if !errors.Is(err, backends.ErrInvalid) || !strings.Contains(err.Error(), tc.want) {
					t.Errorf("got %v, want ErrInvalid that says %q", err, tc.want)
				}
			}
		})
	}
}

func TestBadVectorsAreErrors(t *testing.T) {
	each := func(v ...float32) func([][]float32) [][]float32 {
		return func(vectors [][]float32) [][]float32 {
			for i := range vectors {
				vectors[i] = v
			}
			return vectors
		}
	}
	none := func([][]float32) [][]float32 { return nil }
	for _, tc := range []struct {
		name   string
		answer func([][]float32) [][]float32
		want   error
	}{
		{"too few", func(v [][]float32) [][]float32 { return v[1:] }, backends.ErrInvalid},
		{"too many", func(v [][]float32) [][]float32 { return append(v, v[0]) }, backends.ErrInvalid},
		{"none", none, backends.ErrInvalid},
		{"nil vectors", each(), backends.ErrSpace},
		{"another length", each(1, 2), backends.ErrSpace},
		{"not a number", each(1, 2, float32(math.NaN())), backends.ErrInvalid},
		{"infinite", each(1, 2, float32(math.Inf(1))), backends.ErrInvalid},
		{"zero", each(0, 0, 0), backends.ErrInvalid},
	} {
		t.Run(tc.name, func(t *testing.T) {
			sound := &vectorEmbedder{}
			e := langchaingo.Embedder(sound, space3)
			if _, err := e.EmbedQuery(t.Context(), "probed while it was sound"); err != nil {
				t.Fatal(err)
			}
			sound.answer = tc.answer
			if _, err := e.EmbedDocuments(t.Context(), []string{"a", "b"}); !errors.Is(err, tc.want) {
				t.Errorf("EmbedDocuments: got %v, want %v", err, tc.want)
			}
			if tc.name == "too many" {
				return // of a query the first is taken
			}
			if _, err := e.EmbedQuery(t.Context(), "a"); !errors.Is(err, tc.want) {
				t.Errorf("EmbedQuery: got %v, want %v", err, tc.want)
			}
			if _, err := langchaingo.Embedder(&vectorEmbedder{answer: tc.answer}, space3).EmbedQuery(t.Context(), "a"); !errors.Is(err, tc.want) {
				t.Errorf("the probe: got %v, want %v", err, tc.want)
			}
		})
	}
}

func TestProviderThatMixesUpItsVectorsIsRefused(t *testing.T) {
	reversed := func(v [][]float32) [][]float32 { slices.Reverse(v); return v }
	rising := func(v [][]float32) [][]float32 { slices.SortFunc(v, slices.Compare); return v }
	falling := func(v [][]float32) [][]float32 { return reversed(rising(v)) }
	blurred := func(v [][]float32) [][]float32 {
		if len(v) == 2 {
			v[0][0] += 2
		}
		return v
	}
	for _, tc := range []struct {
		name   string
		answer func([][]float32) [][]float32
		want   string
	}{
		{"in reverse", reversed, "out of order"},
		{"sorted", rising, "out of order"},
		{"sorted the other way", falling, "out of order"},
		{"another vector in a batch", blurred, "alone than in a batch"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			provider := &vectorEmbedder{answer: tc.answer}
			e := langchaingo.Embedder(provider, space3)
			for range 2 {
				_, err := e.EmbedQuery(t.Context(), "a")
				if !errors.Is(err, backends.ErrInvalid) || !strings.Contains(err.Error(), tc.want) || !strings.Contains(err.Error(), `"letters"`) {
					t.Errorf("got %v, want ErrInvalid that names the space and says %q", err, tc.want)
				}
				provider.answer = nil // too late: what was stored may be mixed up
			}
			if provider.calls != 4 {
				t.Errorf("the provider was called %d times, want the 4 of the probe", provider.calls)
			}
		})
	}
}

func TestRoundingIsNoDisagreement(t *testing.T) {
	e := langchaingo.Embedder(&vectorEmbedder{answer: func(v [][]float32) [][]float32 {
		v[0][0] *= 1 + 1e-3*float32(len(v)) // half precision
		return v
	}}, space3)
	if _, err := e.EmbedQuery(t.Context(), "a"); err != nil {
		t.Error(err)
	}
}

func TestOutageDuringTheProbeIsRetried(t *testing.T) {
	down := true
	provider := &vectorEmbedder{}
	provider.fail = func(context.Context) error {
		if down && provider.calls == 3 {
			return errors.New("connection refused")
		}
		return nil
	}
	e := langchaingo.Embedder(provider, space3)
	if _, err := e.EmbedQuery(t.Context(), "a"); !errors.Is(err, backends.ErrUnavailable) {
		t.Errorf("while it is down: got %v, want ErrUnavailable", err)
	}
	down = false
	if _, err := e.EmbedQuery(t.Context(), "a"); err != nil {
		t.Errorf("once it is up: %v", err)
	}
	if want := 3 + 2 + 1; provider.calls != want { // the probe goes on where it ended
		t.Errorf("the provider was called %d times, want %d", provider.calls, want)
	}
}

func TestProbeRunsOnceForManyCallers(t *testing.T) {
	provider := &vectorEmbedder{}
	e := langchaingo.Embedder(provider, space3)
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() {
			if _, err := e.EmbedQuery(t.Context(), "a"); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if provider.calls != 4+20 {
		t.Errorf("the provider was called %d times, want 4 for the probe and 20", provider.calls)
	}
}

func TestWaitingForAnothersProbeEndsWithTheContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hold := make(chan struct{})
		e := langchaingo.Embedder(&vectorEmbedder{fail: func(context.Context) error { <-hold; return nil }}, space3)
		var wg sync.WaitGroup
		wg.Go(func() {
			if _, err := e.EmbedQuery(t.Context(), "a"); err != nil {
				t.Error(err)
			}
		})
		synctest.Wait() // the first caller hangs in the provider
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := e.EmbedQuery(ctx, "b"); !errors.Is(err, context.Canceled) {
			t.Errorf("got %v, want context.Canceled", err)
		}
		close(hold)
		wg.Wait()
	})
}

func TestErrorsOfTheProviderNeverShowTheText(t *testing.T) {
	const canary = "canary-4711"
	refused := llms.NewError(llms.ErrCodeTokenLimit, "acme", "too long: "+canary)
	for _, tc := range []struct {
		name string
		fail func(context.Context) error
		want error
	}{
		{"an outage", func(context.Context) error { return errors.New("bad gateway: " + canary) }, backends.ErrUnavailable},
		{"a refusal", func(context.Context) error { return refused }, backends.ErrInvalid},
		{"a panic", func(context.Context) error { panic(canary) }, backends.ErrInvalid},
	} {
		t.Run(tc.name, func(t *testing.T) {
			e := langchaingo.Embedder(&vectorEmbedder{fail: tc.fail}, space3)
			_, err := e.EmbedQuery(t.Context(), canary)
			if !errors.Is(err, tc.want) {
				t.Errorf("got %v, want %v", err, tc.want)
			}
			if strings.Contains(err.Error(), canary) {
				t.Errorf("the error holds the text: %v", err)
			}
		})
	}
	_, err := langchaingo.Embedder(&vectorEmbedder{fail: func(context.Context) error { return refused }}, space3).EmbedQuery(t.Context(), "a")
	if known := new(llms.Error); !errors.As(err, &known) || known != refused {
		t.Errorf("errors.As does not lead to the provider's own error: %v", err)
	}
	if !strings.Contains(err.Error(), string(llms.ErrCodeTokenLimit)) {
		t.Errorf("got %v, want the code of the refusal", err)
	}
}

func TestCancelledEmbeddingReturnsTheContextsError(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	e := langchaingo.Embedder(&vectorEmbedder{fail: func(ctx context.Context) error { cancel(); return errors.New("gone") }}, space3)
	_, err := e.EmbedQuery(ctx, "a")
	if !errors.Is(err, context.Canceled) || errors.Is(err, backends.ErrUnavailable) {
		t.Errorf("got %v, want context.Canceled alone", err)
	}
}
