package chain

import (
	"context"
	"maps"
	"sync"

	"github.com/tmc/langchaingo/agents"
	"github.com/tmc/langchaingo/chains"
	"github.com/tmc/langchaingo/llms"
	"github.com/tmc/langchaingo/tools"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/middleware"
)

// runAgent runs a copy of x whose tools are left out of the memory and heard by
// the turn e, if there is one.
func runAgent(ctx context.Context, x *agents.Executor, e *middleware.Exchange, inputs map[string]any, options []chains.ChainCallOption) (map[string]any, error) {
	heard := *x
	if x.Agent != nil && e != nil {
		heard.Agent = &listener{Agent: x.Agent, exchange: e}
	}
	return heard.Call(ctx, asText(inputs), options...)
}

// asText writes out histories made of messages, which executors refuse.
func asText(inputs map[string]any) map[string]any {
	all := maps.Clone(inputs)
	for name, v := range inputs {
		if messages, ok := v.([]llms.ChatMessage); ok {
			if text, err := llms.GetBufferString(messages, "Human", "AI"); err == nil {
				all[name] = text
			}
		}
	}
	return all
}

// A listener is an agent whose tools tell a turn what they return.
type listener struct {
	agents.Agent
	exchange *middleware.Exchange

	mu      sync.Mutex // guards results
	results []middleware.Message
}

// GetTools returns the tools as the executor calls them.
func (l *listener) GetTools() []tools.Tool {
	given := l.Agent.GetTools()
	all := make([]tools.Tool, len(given))
	for i, t := range given {
		all[i] = heardTool{t, l}
	}
	return all
}

func (l *listener) hear(text string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.results = append(l.results, middleware.Message{Origin: backends.Tool, Text: text})
	l.exchange.Heard(l.results...)
}

type heardTool struct {
	tools.Tool
	listener *listener
}

// Call calls the tool. What it asks a wrapped model is no turn of the user.
func (t heardTool) Call(ctx context.Context, input string) (string, error) {
	result, err := t.Tool.Call(middleware.WithoutMemory(ctx), input)
	if err == nil {
		t.listener.hear(result)
	}
	return result, err
}
