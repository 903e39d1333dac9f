package langchaingo

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"

	"github.com/tmc/langchaingo/llms"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/middleware"
)

// Model is a model with a memory. It is as safe for concurrent use as the model
// it wraps, by the users of many scopes at once.
type Model struct {
	next  llms.Model
	mem   *middleware.Memory
	scope func(context.Context) (backends.Scope, error) // nil: the context's

	// Shared by the copies that ScopedBy makes.
	loops *loops
	stops *atomic.Bool // the model has ended a stream with a stop reason
}

var _ llms.ReasoningModel = (*Model)(nil)

// WrapModel returns next with the memory mem: each user turn is read before the
// model is called and written after it has answered.
//
// Calls need a scope in their context ([middleware.WithScope], or
// [Model.ScopedBy]) and fail without one before the model is called. A nil next
// or mem is an error of the first call.
func WrapModel(next llms.Model, mem *middleware.Memory) *Model {
	return &Model{next: next, mem: mem, loops: newLoops(), stops: new(atomic.Bool)}
}

// ScopedBy returns a copy of m that takes the scope of each call from f, such as
// from the application's own session, whatever scope the context carries.
func (m *Model) ScopedBy(f func(context.Context) (backends.Scope, error)) *Model {
	scoped := *m
	scoped.scope = f
	return &scoped
}

// Unwrap returns the model without the memory.
func (m *Model) Unwrap() llms.Model { return m.next }

// SupportsReasoning reports what the wrapped model reports.
func (m *Model) SupportsReasoning() bool { return llms.SupportsReasoningModel(m.next) }

// GenerateContent asks the wrapped model, with what is remembered in front of
// the last human message, and remembers the turn once it is answered. Messages
// without a human one, and a last human one without words outside an exchange,
// are passed on as they are: there is nothing to look for and nothing to keep.
//
// A memory that fails does not fail the call, unless it is fail-closed; then an
// error of the write comes with the response.
func (m *Model) GenerateContent(ctx context.Context, messages []llms.MessageContent, options ...llms.CallOption) (_ *llms.ContentResponse, err error) {
	if err := m.ready(); err != nil {
		return nil, err
	}
	if middleware.Skipped(ctx) {
		return m.next.GenerateContent(ctx, messages, options...)
	}
	if ctx, err = scopedBy(ctx, m.scope); err != nil {
		return nil, err
	}
	p := promptOf(messages)
	if p.last < 0 {
		return m.next.GenerateContent(ctx, messages, options...)
	}
	ctx, end := m.mem.StartTurn(ctx)
	defer func() { end(err) }()
	inner, e, err := m.exchange(ctx, p)
	if err != nil {
		return nil, err
	}
	if e.Outermost() && p.wordless() {
		return m.next.GenerateContent(ctx, messages, options...)
	}
	w, err := e.Window(inner)
	if err != nil {
		return nil, fmt.Errorf("langchaingo: read the memory: %w", err)
	}
	response, err := m.ask(inner, p.inject(w.Text), options)
	if err != nil {
		return response, err
	}
	if !e.Outermost() {
		if results := p.toolResults(); len(results) > 0 {
			e.Heard(results...) // whoever finishes the turn does not see them
		}
		if answer := answerOf(response); answer != nil {
			e.CutShort(m.brokeOff(answer, options))
		}
		return response, nil
	}
	return response, m.settle(inner, e, p, response, options)
}

// ask calls the wrapped model, in a span of its own.
func (m *Model) ask(ctx context.Context, messages []llms.MessageContent, options []llms.CallOption) (*llms.ContentResponse, error) {
	ctx, end := m.mem.StartModel(ctx, optionsOf(options).Model)
	response, err := m.next.GenerateContent(ctx, messages, options...)
	end(err)
	return response, err
}

func optionsOf(options []llms.CallOption) llms.CallOptions {
	var o llms.CallOptions
	for _, set := range options {
		set(&o)
	}
	return o
}

// Call asks the model a single prompt by way of GenerateContent.
//
// Deprecated: like [llms.Model.Call]. Use GenerateContent or
// [llms.GenerateFromSinglePrompt].
func (m *Model) Call(ctx context.Context, prompt string, options ...llms.CallOption) (string, error) {
	return llms.GenerateFromSinglePrompt(ctx, single{m}, prompt, options...)
}

// single makes errors of the responses on which GenerateFromSinglePrompt panics.
type single struct{ *Model }

func (s single) GenerateContent(ctx context.Context, messages []llms.MessageContent, options ...llms.CallOption) (*llms.ContentResponse, error) {
	r, err := s.Model.GenerateContent(ctx, messages, options...)
	if err == nil && (r == nil || len(r.Choices) == 0 || r.Choices[0] == nil) {
		return nil, errors.New("langchaingo: the model answered nothing")
	}
	return r, err
}

func (m *Model) ready() error {
	switch {
	case m.next == nil:
		return fmt.Errorf("langchaingo: %w: the model is nil: give WrapModel the model to wrap", backends.ErrInvalid)
	case m.mem == nil:
		return fmt.Errorf("langchaingo: %w: the memory is nil: give WrapModel one made by middleware.New", backends.ErrInvalid)
	}
	return nil
}

// exchange returns the exchange that the call is part of: the context's, else
// that of an earlier round of its tool loop, else a new one.
func (m *Model) exchange(ctx context.Context, p prompt) (context.Context, *middleware.Exchange, error) {
	inner, e, err := m.mem.Join(ctx, p.words)
	if err != nil || !e.Outermost() || !p.goesOn() {
		return inner, e, err
	}
	if earlier := m.loops.get(m.loops.key(ctx, p)); earlier != nil {
		return earlier.Carry(ctx), earlier, nil
	}
	return inner, e, nil
}

// settle writes the turn if response is its answer, and keeps the exchange for
// the next round if it asks for tools.
func (m *Model) settle(ctx context.Context, e *middleware.Exchange, p prompt, response *llms.ContentResponse, options []llms.CallOption) error {
	if asksForTools(response) {
		m.loops.put(m.loops.key(ctx, p), e)
		return nil
	}
	answer := answerOf(response)
	if answer == nil || m.brokeOff(answer, options) {
		return nil
	}
	// Finish writes nothing where ctx is done: clients return what a cancelled
	// stream had brought as if it were whole.
	said := append(p.toolResults(), middleware.Message{Origin: backends.Assistant, Text: answer.Content})
	if err := e.Finish(ctx, said...); err != nil {
		return fmt.Errorf("langchaingo: write the turn: %w", err)
	}
	return nil
}

// brokeOff reports a stream that ended without a stop reason, of a model that
// has given one at the end of another. Some models never give any.
func (m *Model) brokeOff(answer *llms.ContentChoice, options []llms.CallOption) bool {
	o := optionsOf(options)
	if o.StreamingFunc == nil && o.StreamingReasoningFunc == nil {
		return false
	}
	if answer.StopReason != "" {
		m.stops.Store(true)
		return false
	}
	return m.stops.Load()
}
