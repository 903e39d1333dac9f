package chain

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/tmc/langchaingo/agents"
	"github.com/tmc/langchaingo/callbacks"
	"github.com/tmc/langchaingo/chains"
	"github.com/tmc/langchaingo/memory"
	"github.com/tmc/langchaingo/schema"

	"github.com/memware/memware/adapters/langchaingo"
	"github.com/memware/memware/backends"
	"github.com/memware/memware/middleware"
)

// Options configures [Wrap].
type Options struct {
	// InputKey names the input that the user wrote; "": the chain's only one,
	// else "input", "question" or "query", else the only text among the inputs.
	InputKey string

	// OutputKey names the answer; "": the chain's only output, else "text",
	// "answer" or "output", else the only text among the outputs. Of a turn whose
	// answer is no text, what the user said is written.
	OutputKey string

	// PromptVariable is an input of the chain that is set to the window, as for
	// chains of plain models; "": none. The wrapped chain does not ask for it.
	PromptVariable string

	// ScopedBy gives the scope of each call, whatever the context carries; nil:
	// the context's.
	ScopedBy func(context.Context) (backends.Scope, error)
}

// Chain is a chain with a memory. It is as safe for concurrent use as the chain
// it wraps, by the users of many scopes at once.
type Chain struct {
	inner chains.Chain
	mem   *middleware.Memory
	o     Options
}

var (
	_ chains.Chain           = (*Chain)(nil)
	_ callbacks.HandlerHaver = (*Chain)(nil)
)

// Wrap returns inner, any chain or agent executor, with the memory mem; nil
// options mean the defaults. It is for chains what [langchaingo.WrapModel] is for
// models.
//
// Calls need a scope in their context ([middleware.WithScope], or
// Options.ScopedBy) and fail without one before the chain is called. A nil inner
// or mem is an error of the first call.
func Wrap(inner chains.Chain, mem *middleware.Memory, o *Options) *Chain {
	c := &Chain{inner: inner, mem: mem}
	if o != nil {
		c.o = *o
	}
	return c
}

// Unwrap returns the chain without the memory.
func (c *Chain) Unwrap() chains.Chain { return c.inner }

// Call runs the inner chain within a turn: that of ctx, else that of its
// [langchaingo.ChatMemory], else its own, which it writes. A call that failed,
// was cancelled or answered nothing writes nothing. Like every chain's it is
// meant for [chains.Call] and [chains.Run], which run the chain's own memory.
//
// A memory that fails does not fail the call, unless it is fail-closed; then an
// error of the write comes with the outputs.
func (c *Chain) Call(ctx context.Context, inputs map[string]any, options ...chains.ChainCallOption) (_ map[string]any, err error) {
	if err := c.ready(); err != nil {
		return nil, err
	}
	if middleware.Skipped(ctx) {
		return c.run(ctx, nil, c.with(inputs, ""), options)
	}
	if ctx, err = c.scoped(ctx); err != nil {
		return nil, err
	}
	ctx, end := c.mem.StartTurn(ctx)
	defer func() { end(err) }()
	ctx, t, err := c.join(ctx, inputs)
	if err != nil {
		return nil, err
	}
	window, err := c.window(ctx, t)
	if err != nil {
		return nil, err
	}
	outputs, err := c.run(ctx, t.Exchange, c.with(inputs, window), options)
	if err != nil || !t.Outermost() {
		return outputs, err
	}
	return outputs, c.finish(ctx, t, outputs)
}

// A turn is an exchange and what the user wrote in it.
type turn struct {
	*middleware.Exchange
	words string
}

// join returns the turn that the call is part of, carried by the context.
func (c *Chain) join(ctx context.Context, inputs map[string]any) (context.Context, turn, error) {
	if m, ok := c.inner.GetMemory().(*langchaingo.ChatMemory); ok {
		ctx = m.Carry(ctx, inputs)
	}
	words, found := c.words(ctx, inputs)
	ctx, e, err := c.mem.Join(ctx, words)
	if err != nil {
		return nil, turn{}, fmt.Errorf("langchaingo/chain: %w", err)
	}
	if e.Outermost() && !found {
		return nil, turn{}, fmt.Errorf("langchaingo/chain: %w: which input the user wrote is not clear: name it in Options.InputKey", backends.ErrInvalid)
	}
	return ctx, turn{e, words}, nil
}

func (c *Chain) window(ctx context.Context, t turn) (string, error) {
	if c.o.PromptVariable == "" {
		return "", nil // left to the models inside, if any
	}
	w, err := t.Window(ctx)
	if err != nil {
		return "", fmt.Errorf("langchaingo/chain: read the memory: %w", err)
	}
	return w.Text, nil
}

func (c *Chain) run(ctx context.Context, e *middleware.Exchange, inputs map[string]any, options []chains.ChainCallOption) (map[string]any, error) {
	if x, ok := c.inner.(*agents.Executor); ok {
		return runAgent(ctx, x, e, inputs, options)
	}
	// Not chains.Call, which would run the inner chain's memory a second time.
	return c.inner.Call(ctx, inputs, options...)
}

func (c *Chain) finish(ctx context.Context, t turn, outputs map[string]any) error {
	if strings.TrimSpace(t.words) == "" {
		return nil
	}
	var said []middleware.Message
	if answer, ok := textOf(outputs, c.o.OutputKey, c.inner.GetOutputKeys(), "text", "answer", "output"); ok {
		if strings.TrimSpace(answer) == "" {
			return nil
		}
		said = append(said, middleware.Message{Origin: backends.Assistant, Text: answer})
	}
	if err := t.Finish(ctx, said...); err != nil {
		return fmt.Errorf("langchaingo/chain: write the turn: %w", err)
	}
	return nil
}

// GetMemory returns the memory of the inner chain. Where there is none it returns
// one that does nothing, since chains.Call panics on nil.
func (c *Chain) GetMemory() schema.Memory {
	if c.inner != nil {
		if m := c.inner.GetMemory(); m != nil {
			return m
		}
	}
	return memory.NewSimple()
}

// GetInputKeys returns the inputs of the inner chain less the PromptVariable, so
// that chains.Run takes a chain with one input besides it.
func (c *Chain) GetInputKeys() []string {
	if c.inner == nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(c.inner.GetInputKeys()), func(key string) bool {
		return key == c.o.PromptVariable
	})
}

// GetOutputKeys returns the outputs of the inner chain.
func (c *Chain) GetOutputKeys() []string {
	if c.inner == nil {
		return nil
	}
	return c.inner.GetOutputKeys()
}

// GetCallbackHandler returns the handler of the inner chain, or nil.
func (c *Chain) GetCallbackHandler() callbacks.Handler {
	if h, ok := c.inner.(callbacks.HandlerHaver); ok {
		return h.GetCallbackHandler()
	}
	return nil
}

func (c *Chain) ready() error {
	switch {
	case c.inner == nil:
		return fmt.Errorf("langchaingo/chain: %w: the chain is nil: give Wrap the chain to wrap", backends.ErrInvalid)
	case c.mem == nil:
		return fmt.Errorf("langchaingo/chain: %w: the memory is nil: give Wrap one made by middleware.New", backends.ErrInvalid)
	}
	return nil
}

// scoped returns ctx with the scope of the call, which is valid.
func (c *Chain) scoped(ctx context.Context) (context.Context, error) {
	if c.o.ScopedBy != nil {
		s, err := c.o.ScopedBy(ctx)
		if err != nil {
			return nil, fmt.Errorf("langchaingo/chain: the function given as ScopedBy: %w", err)
		}
		ctx = middleware.WithScope(ctx, s)
	}
	if _, err := middleware.ScopeFrom(ctx); err != nil {
		return nil, fmt.Errorf("langchaingo/chain: %w", err)
	}
	return ctx, nil
}

// with returns the inputs with the window as the prompt variable, in a copy.
func (c *Chain) with(inputs map[string]any, window string) map[string]any {
	if c.o.PromptVariable == "" {
		return inputs
	}
	all := make(map[string]any, len(inputs)+1)
	maps.Copy(all, inputs)
	all[c.o.PromptVariable] = window
	return all
}

// words finds what the user wrote, which is nothing where no input is text. The
// variables of the memory are no inputs of the user's.
func (c *Chain) words(ctx context.Context, inputs map[string]any) (string, bool) {
	loaded := c.GetMemory().MemoryVariables(ctx)
	fromMemory := func(name string) bool { return slices.Contains(loaded, name) || name == c.o.PromptVariable }
	given := maps.Clone(inputs)
	maps.DeleteFunc(given, func(name string, _ any) bool { return fromMemory(name) })
	keys := slices.DeleteFunc(c.GetInputKeys(), fromMemory)
	words, found := textOf(given, c.o.InputKey, keys, "input", "question", "query")
	return words, found || c.o.InputKey == "" && len(texts(given)) == 0
}

// textOf returns the text under key. Without a key it is that under the only one
// of the chain's, or the first of the usual ones, else the only text there is.
func textOf(values map[string]any, key string, own []string, usual ...string) (string, bool) {
	switch {
	case key != "":
		usual = []string{key}
	case len(own) == 1:
		usual = append(own, usual...)
	}
	for _, k := range usual {
		if text, ok := values[k].(string); ok {
			return text, true
		}
	}
	if all := texts(values); key == "" && len(all) == 1 {
		return all[0], true
	}
	return "", false
}

func texts(values map[string]any) []string {
	var all []string
	for _, v := range values {
		if text, ok := v.(string); ok {
			all = append(all, text)
		}
	}
	return all
}
