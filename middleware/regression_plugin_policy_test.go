package middleware_test

import (
	"context"
	"errors"
	"math"
	"testing"

	"github.com/memware/memware/middleware"
)

// A plug-in that sets a weight of its query sets it for everybody, for good, even
// where it fails and its changes are undone. With -race two reads are enough.
func TestRegressionPluginChangesTheWeightsOfAll(t *testing.T) {
	first := true
	b := newBench(t, func(o *middleware.Options) {
		o.Plugins = []middleware.Plugin{{Name: "no_importance", Stage: middleware.StageScore, Place: middleware.Before,
			Read: func(_ context.Context, r *middleware.Reading) error {
				if !first {
					return nil
				}
				first = false
				r.Query.Policy.Importance = 0
				return errors.New("failed")
			}}}
	})
	b.say(t, "tea is nice")
	for range 2 {
		w, err := b.Read(b.ctx, middleware.Ask{Text: "tea"})
		if err != nil {
			t.Fatal(err)
		}
		s := w.Memories[0].Score
		if want := s.Relevance + .3*s.Recency + .3*s.Importance; math.Abs(s.Total-want) > 1e-9 {
			t.Errorf("got a total of %v, want %v", s.Total, want)
		}
	}
}
