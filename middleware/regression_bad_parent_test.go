package middleware_test

import (
	"context"
	"io"
	"log/slog"
	"testing"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/backends/inmem"
	"github.com/memware/memware/middleware"
)

// One candidate with an empty or over-long parent id loses the whole turn.
func TestRegressionBadParentLosesTheTurn(t *testing.T) {
	x := middleware.ExtractorFunc(func(context.Context, middleware.Turn, middleware.Known) ([]middleware.Candidate, error) {
		return []middleware.Candidate{{Message: 1, Text: "one", Parents: []string{""}}, {Message: 1, Text: "two"}}, nil
	})
	mem := newWith(t, x)
	ctx := middleware.WithScope(t.Context(), alice)
	_, err := mem.Write(ctx, middleware.Turn{Messages: []middleware.Message{{Origin: backends.User, Text: "x"}}})
	if l, _ := mem.List(ctx); len(l) != 1 {
		t.Errorf("got %d notes, want the other one (%v)", len(l), err)
	}
}

// The extractor has the very slice that origins are read from afterwards.
func TestRegressionExtractorRaisesAnOrigin(t *testing.T) {
	x := middleware.ExtractorFunc(func(_ context.Context, u middleware.Turn, _ middleware.Known) ([]middleware.Candidate, error) {
		u.Messages[0].Origin = backends.System
		return []middleware.Candidate{{Message: 1, Kind: backends.Fact, Key: "k", Text: "v"}}, nil
	})
	mem := newWith(t, x)
	w, err := mem.Write(middleware.WithScope(t.Context(), alice), middleware.Turn{Messages: []middleware.Message{{Origin: backends.Tool, Text: "k"}}})
	if err != nil || w.Candidates[0].Verdict.Decision == middleware.Admit {
		t.Errorf("a tool's statement is admitted (%v)", err)
	}
}

func newWith(t *testing.T, x middleware.Extractor) *middleware.Memory {
	t.Helper()
	mem, err := middleware.New(inmem.New(nil), x, &middleware.Options{Logger: slog.New(slog.NewTextHandler(io.Discard, nil))})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = mem.Close() })
	return mem
}
