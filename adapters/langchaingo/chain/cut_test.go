package chain_test

import (
	"context"
	"testing"

	"github.com/tmc/langchaingo/chains"

	"github.com/memware/memware/adapters/langchaingo"
	"github.com/memware/memware/adapters/langchaingo/chain"
	"github.com/memware/memware/internal/llmtest"
)

func TestBrokenStreamInsideAChainIsNotStoredAsIfComplete(t *testing.T) {
	b := newBench(t)
	model := langchaingo.WrapModel(llmtest.New(llmtest.Say("whole"), llmtest.Break("my cat is"), llmtest.Say("whole")), b.Memory)
	c := chain.Wrap(answers(model), b.Memory, nil)
	for i, writes := range []int{1, 1, 2} {
		if _, err := chains.Run(b.ctx, c, "my dog is Rex", chains.WithStreamingFunc(func(context.Context, []byte) error { return nil })); err != nil {
			t.Fatal(err)
		}
		b.wantCounts(t, i+1, writes)
	}
}
