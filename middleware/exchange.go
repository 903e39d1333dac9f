package middleware

import (
	"cmp"
	"context"
	"crypto/rand"
	"slices"
	"strings"
	"sync"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/trace"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/internal/semconv"
)

// An Exchange is a user turn in progress, however many model calls it takes: it
// is read once and written once. Wrappers of models and chains use it; it is
// safe for concurrent use.
type Exchange struct {
	*exchange
	outermost bool
}

// exchange is what all handles of one turn share.
type exchange struct {
	m     *Memory
	o     *Options // those of when it was opened
	info  callInfo
	input string
	id    string
	at    time.Time

	reading chan struct{} // full while the window is read; guards the fields below
	read    bool
	window  Window
	err     error

	writing sync.Mutex // held while the turn is written; guards the fields below
	heard   []Message
	cut     bool
	wrote   bool
}

type exchangeKey struct{ m *Memory }

// Open begins an exchange for the user's input in the scope of ctx. The error
// matches [backends.ErrInvalid] where there is no valid scope.
func (m *Memory) Open(ctx context.Context, input string) (*Exchange, error) {
	if _, err := ScopeFrom(ctx); err != nil {
		return nil, err
	}
	o := m.o.Load()
	e := &exchange{m: m, o: o, info: infoFrom(ctx), reading: make(chan struct{}, 1), input: StripWindow(input), at: o.Clock()}
	e.id = cmp.Or(e.info.turnID, rand.Text())
	return &Exchange{exchange: e, outermost: true}, nil
}

// Join returns the exchange that ctx carries for m and its scope. Where it
// carries none, one is opened and carried by the returned context.
func (m *Memory) Join(ctx context.Context, input string) (context.Context, *Exchange, error) {
	e, ok := ctx.Value(exchangeKey{m}).(*exchange)
	if ok && e.info.scope == infoFrom(ctx).scope {
		return ctx, &Exchange{exchange: e}, nil
	}
	opened, err := m.Open(ctx, input)
	if err != nil {
		return ctx, nil, err
	}
	return opened.Carry(ctx), opened, nil
}

// Carry returns a context that carries the exchange, for [Memory.Join] to find.
func (e *Exchange) Carry(ctx context.Context) context.Context {
	return context.WithValue(ctx, exchangeKey{e.m}, e.exchange)
}

// Outermost reports whether this handle opened the exchange. Its holder is the
// one that finishes it.
func (e *Exchange) Outermost() bool { return e.outermost }

// Window returns the window of the turn. The first call reads it, within
// Options.Deadline; every later one returns the same. A turn without words has
// an empty window.
//
// Where the store or the embedder fails, the window is empty and telemetry tells
// that the turn went on without memory; with Options.FailClosed the error is
// returned.
func (e *Exchange) Window(ctx context.Context) (Window, error) {
	select {
	case e.reading <- struct{}{}:
	case <-ctx.Done(): // another caller reads, and this one gave up
		return Window{}, ctx.Err()
	}
	defer func() { <-e.reading }()
	if e.read || strings.TrimSpace(e.input) == "" {
		return e.shownWindow(), e.err
	}
	w, err := e.bounded(ctx)
	if err != nil && ctx.Err() != nil {
		return Window{}, ctx.Err() // the caller gave up, not the memory
	}
	e.read, e.window = true, w
	if err != nil {
		e.m.degrade(ctx, err)
		if e.o.FailClosed {
			e.err = err
		}
	}
	return e.shownWindow(), e.err
}

// shownWindow returns a copy of the window, which callers may change.
func (e *Exchange) shownWindow() Window {
	w := e.window
	w.Memories = slices.Clone(w.Memories)
	return w
}

// bounded reads, and gives up at the deadline. A read that is left behind keeps
// its result to itself.
func (e *Exchange) bounded(ctx context.Context) (Window, error) {
	result := make(chan Window, 1)
	left, err := e.m.reads.run(ctx, e.o.Deadline, func(ctx context.Context) error {
		w, err := e.m.read(e.within(ctx), e.o, Ask{Text: e.input}, nil)
		result <- w
		return err
	})
	e.m.tellLeft(ctx, left)
	if err != nil {
		return Window{}, err
	}
	return <-result, nil
}

// Heard tells what was said in the turn besides its input and its answer, such
// as the results of tools, all of them each time. A wrapper that does not finish
// the exchange tells it so, and the answer then has the trust of the tools.
func (e *Exchange) Heard(messages ...Message) {
	e.writing.Lock()
	defer e.writing.Unlock()
	e.heard = slices.Clone(messages)
}

// CutShort tells whether the answer that came last is known to have broken off.
// While it is, Finish does nothing. A wrapper that does not finish the exchange
// tells it so.
func (e *Exchange) CutShort(cut bool) {
	e.writing.Lock()
	defer e.writing.Unlock()
	e.cut = cut
}

// within returns ctx with the scope and session of the turn.
func (e *Exchange) within(ctx context.Context) context.Context {
	return context.WithValue(ctx, callInfoKey{}, e.info)
}

// Finish writes the turn: the input as the user's message, then what was heard,
// then the messages given, such as results of tools and the final answer. The first call that
// succeeds is the only one that writes. Where ctx is done it does nothing: what
// was answered may be cut short.
//
// Errors of the store and the embedder are told by telemetry and the log; with
// Options.FailClosed they are returned.
func (e *Exchange) Finish(ctx context.Context, messages ...Message) error {
	e.writing.Lock()
	defer e.writing.Unlock()
	if e.wrote || e.cut || e.m.extractor == nil || ctx.Err() != nil {
		return nil
	}
	turn := Turn{
		ID: e.id, At: e.at, Shown: e.shown(),
		Messages: slices.Concat([]Message{{Origin: backends.User, Text: e.input}}, e.heard, messages),
	}
	// The answer is out: its cancellation no longer concerns the write.
	left, err := e.m.writes.run(context.WithoutCancel(ctx), e.o.WriteDeadline, func(ctx context.Context) error {
		_, err := e.m.write(e.within(ctx), e.o, turn)
		return err
	})
	e.m.tellLeft(ctx, left)
	if err == nil {
		e.wrote = true
		return nil
	}
	e.m.t.WriteFailed.Add(ctx, 1, metric.WithAttributes(attribute.String(semconv.ErrorType, errorClass(err))))
	e.o.Logger.WarnContext(ctx, "memory: the turn was not written", "error", errorClass(err))
	if e.o.FailClosed {
		return err
	}
	return nil
}

// shown returns the texts of the memories that the model was shown.
func (e *Exchange) shown() []string {
	e.reading <- struct{}{}
	defer func() { <-e.reading }()
	var texts []string
	for _, h := range e.window.Memories {
		texts = append(texts, h.Text)
	}
	return texts
}

// degrade tells that the turn goes on without memory.
func (m *Memory) degrade(ctx context.Context, err error) {
	kind := attribute.String(semconv.ErrorType, errorClass(err))
	m.t.Degraded.Add(ctx, 1, metric.WithAttributes(kind))
	trace.SpanFromContext(ctx).AddEvent(semconv.EventDegraded, trace.WithAttributes(kind))
	m.o.Load().Logger.WarnContext(ctx, "memory: the turn goes on without memory", "error", errorClass(err))
}

func (m *Memory) tellLeft(ctx context.Context, left bool) {
	if left {
		m.t.Abandoned.Add(ctx, 1)
	}
}
