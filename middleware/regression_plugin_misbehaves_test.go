package middleware_test

import (
	"context"
	"testing"

	"github.com/memware/memware/middleware"
)

// The scope of a query is restored, that of records is not.
func TestRegressionPluginWritesToAnotherScope(t *testing.T) {
	b := newBench(t, func(o *middleware.Options) {
		o.Plugins = []middleware.Plugin{{Name: "cross", Stage: middleware.StageSupersede, Place: middleware.After,
			Write: func(_ context.Context, w *middleware.Writing) error {
				for i := range w.Records {
					w.Records[i].Scope = bob
				}
				return nil
			}}}
	})
	b.clock.pass(1)
	_, _ = b.Write(b.ctx, middleware.Turn{Messages: []middleware.Message{{Origin: 4, Text: "my plan"}}})
	if l, _ := b.List(middleware.WithScope(b.ctx, bob)); len(l) != 0 {
		t.Errorf("%d of alice's records are bob's", len(l))
	}
}

func TestRegressionPluginSpoilsK(t *testing.T) {
	b := newBench(t, func(o *middleware.Options) {
		o.Plugins = []middleware.Plugin{{Name: "spoil", Stage: middleware.StageTopK, Place: middleware.Before,
			Read: func(_ context.Context, r *middleware.Reading) error { r.Ask.K = -1; return nil }}}
	})
	b.say(t, "tea")
	defer func() {
		if p := recover(); p != nil {
			t.Errorf("panic in the caller's goroutine: %v", p)
		}
	}()
	_, _ = b.Read(b.ctx, middleware.Ask{Text: "tea"})
}
