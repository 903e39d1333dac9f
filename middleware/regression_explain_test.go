package middleware_test

import (
	"context"
	"testing"

	"github.com/memware/memware/middleware"
)

// Explain takes its query from the stage that a plug-in stands in place of.
func TestRegressionExplainPanicsWhereScoreIsReplaced(t *testing.T) {
	b := newBench(t, func(o *middleware.Options) {
		o.Plugins = []middleware.Plugin{{Name: "own", Stage: middleware.StageScore, Place: middleware.Instead,
			Read: func(context.Context, *middleware.Reading) error { return nil }}}
	})
	b.say(t, "tea is nice")
	defer func() {
		if p := recover(); p != nil {
			t.Errorf("panic: %v", p)
		}
	}()
	if _, err := b.Explain(b.ctx, middleware.Ask{Text: "tea"}); err != nil {
		t.Error(err)
	}
}
