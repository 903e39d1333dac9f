package langchaingo

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/tmc/langchaingo/llms"
	"github.com/tmc/langchaingo/schema"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/middleware"
)

// ChatMemoryOptions configures [NewChatMemory].
type ChatMemoryOptions struct {
	// Inner is the memory of the conversation itself, such as a
	// memory.ConversationBuffer; nil: none. It is given the texts among the
	// inputs and outputs of a chain and nothing else: buffers refuse the rest,
	// such as the intermediate steps of an agent.
	Inner schema.Memory

	// Key is the prompt variable of the window; "": that of Inner, in front of
	// what Inner puts there, and without one "history".
	Key string

	// InputKey names the input that the user wrote; "": "input", "question" or
	// "query", else the only text among the inputs.
	InputKey string

	// OutputKey names the answer; "": "text", "answer" or "output", else the only
	// text among the outputs.
	OutputKey string

	// ScopedBy gives the scope of each call, whatever the context carries; nil:
	// the context's.
	ScopedBy func(context.Context) (backends.Scope, error)
}

// ChatMemory is a memory as langchaingo's chains know it: it loads the window of
// a turn into a prompt variable and saves the turn once it is answered. It is as
// safe for concurrent use as the memory it stands around.
//
//	conversation := chains.NewConversation(llm, langchaingo.NewChatMemory(mem, nil))
//
// It goes with the plain model. Beside one made by [WrapModel] the turn would be
// read and written twice, since a chain cannot tell its model of the turn; there,
// wrap the chain too: package chain joins the three to one turn.
//
// A prompt without the variable shows no memories: of langchaingo's agents the
// conversational one alone has "history".
type ChatMemory struct {
	mem   *middleware.Memory
	o     ChatMemoryOptions
	turns *loops // loaded and not saved yet
}

var _ schema.Memory = (*ChatMemory)(nil)

// NewChatMemory returns mem as the memory of a chain; nil options mean the
// defaults. A nil mem is an error of the first call.
func NewChatMemory(mem *middleware.Memory, o *ChatMemoryOptions) *ChatMemory {
	c := &ChatMemory{mem: mem, turns: newLoops()}
	if o != nil {
		c.o = *o
	}
	return c
}

// GetMemoryKey returns the variable of the conversation: that of the inner
// memory, else that of the window.
func (c *ChatMemory) GetMemoryKey(ctx context.Context) string {
	if c.o.Inner == nil {
		return c.key(ctx)
	}
	return cmp.Or(c.o.Inner.GetMemoryKey(ctx), c.key(ctx))
}

// MemoryVariables returns the variables that LoadMemoryVariables sets.
func (c *ChatMemory) MemoryVariables(ctx context.Context) []string {
	var names []string
	if c.o.Inner != nil {
		names = slices.Clone(c.o.Inner.MemoryVariables(ctx))
	}
	if key := c.key(ctx); !slices.Contains(names, key) {
		names = append(names, key)
	}
	return names
}

func (c *ChatMemory) key(ctx context.Context) string {
	if c.o.Key == "" && c.o.Inner != nil {
		return cmp.Or(c.o.Inner.GetMemoryKey(ctx), "history")
	}
	return cmp.Or(c.o.Key, "history")
}

// LoadMemoryVariables reads the window of the turn, and loads the inner memory.
// A memory that fails leaves the window empty, unless it is fail-closed. Without
// a scope it is an error: the chain does not run.
func (c *ChatMemory) LoadMemoryVariables(ctx context.Context, inputs map[string]any) (map[string]any, error) {
	window, err := c.load(ctx, inputs)
	if err != nil {
		return nil, err
	}
	variables := map[string]any{}
	if c.o.Inner != nil {
		loaded, err := c.o.Inner.LoadMemoryVariables(ctx, inputs)
		if err != nil {
			return nil, err
		}
		maps.Copy(variables, loaded)
	}
	return variables, c.show(variables, c.key(ctx), window)
}

func (c *ChatMemory) load(ctx context.Context, inputs map[string]any) (string, error) {
	if c.mem == nil {
		return "", c.noMemory()
	}
	if middleware.Skipped(ctx) {
		return "", nil
	}
	ctx, words, err := c.turn(ctx, inputs)
	if err != nil {
		return "", err
	}
	ctx, e, err := c.mem.Join(ctx, words)
	if err != nil {
		return "", fmt.Errorf("langchaingo: %w", err)
	}
	w, err := e.Window(ctx)
	if err != nil {
		return "", fmt.Errorf("langchaingo: read the memory: %w", err)
	}
	if e.Outermost() {
		c.turns.put(c.turnKey(ctx, words), e)
	}
	return w.Text, nil
}

// show puts the window in front of what the inner memory has under key. Among
// messages it is one more of the human's: as the system's it would speak with
// the application's authority.
func (c *ChatMemory) show(variables map[string]any, key, window string) error {
	switch before := variables[key].(type) {
	case nil:
		variables[key] = window
	case string:
		variables[key] = window + before
	case []llms.ChatMessage:
		if window != "" {
			variables[key] = slices.Insert(slices.Clone(before), 0, llms.ChatMessage(llms.HumanChatMessage{Content: window}))
		}
	default:
		return fmt.Errorf("langchaingo: %w: the inner memory has a %T as %q: give the window a name of its own in ChatMemoryOptions.Key",
			backends.ErrInvalid, before, key)
	}
	return nil
}

// SaveContext writes the turn, unless it is part of one that another wrapper has
// opened, and saves it to the inner memory. An answer that is no text is left
// out; where the answer is empty or ctx is done, nothing is written.
func (c *ChatMemory) SaveContext(ctx context.Context, inputs, outputs map[string]any) error {
	err := c.save(ctx, inputs, outputs)
	if c.o.Inner == nil {
		return err
	}
	if inner := c.o.Inner.SaveContext(ctx, texts(inputs), texts(outputs)); inner != nil {
		return errors.Join(err, inner)
	}
	return err
}

func (c *ChatMemory) save(ctx context.Context, inputs, outputs map[string]any) error {
	if c.mem == nil {
		return c.noMemory()
	}
	if middleware.Skipped(ctx) {
		return nil
	}
	ctx, words, err := c.turn(ctx, inputs)
	if err != nil || strings.TrimSpace(words) == "" {
		return err
	}
	ctx, e, err := c.mem.Join(ctx, words)
	if err != nil {
		return fmt.Errorf("langchaingo: %w", err)
	}
	if !e.Outermost() {
		return nil
	}
	if loaded := c.turns.take(c.turnKey(ctx, words)); loaded != nil {
		e = loaded
	}
	var said []middleware.Message
	if answer, ok := textOf(outputs, c.o.OutputKey, "text", "answer", "output"); ok {
		if strings.TrimSpace(answer) == "" {
			return nil
		}
		said = append(said, middleware.Message{Origin: backends.Assistant, Text: answer})
	}
	if err := e.Finish(ctx, said...); err != nil {
		return fmt.Errorf("langchaingo: write the turn: %w", err)
	}
	return nil
}

// Carry returns ctx with the turn that LoadMemoryVariables opened for the inputs
// of a chain, the loaded variables included, so that wrapped models called under
// it take part in the turn. SaveContext ends it. Where there is no such turn, it
// returns ctx.
func (c *ChatMemory) Carry(ctx context.Context, inputs map[string]any) context.Context {
	if _, loaded := inputs[c.key(ctx)]; !loaded || c.mem == nil || middleware.Skipped(ctx) {
		return ctx
	}
	scoped, words, err := c.turn(ctx, inputs)
	if err != nil {
		return ctx // SaveContext tells
	}
	if _, e, err := c.mem.Join(scoped, words); err != nil || !e.Outermost() {
		return ctx // it carries another wrapper's turn
	}
	if loaded := c.turns.get(c.turnKey(scoped, words)); loaded != nil {
		return loaded.Carry(ctx)
	}
	return ctx
}

// Clear clears the inner memory. It forgets nothing of the long-term memory: to
// do that is [middleware.Memory.Forget].
func (c *ChatMemory) Clear(ctx context.Context) error {
	if c.o.Inner == nil {
		return nil
	}
	return c.o.Inner.Clear(ctx)
}

// turn returns ctx with the scope of the call, and what the user wrote.
func (c *ChatMemory) turn(ctx context.Context, inputs map[string]any) (context.Context, string, error) {
	ctx, err := scopedBy(ctx, c.o.ScopedBy)
	if err != nil {
		return nil, "", err
	}
	own := c.MemoryVariables(ctx)
	given := maps.Clone(inputs)
	maps.DeleteFunc(given, func(name string, _ any) bool { return slices.Contains(own, name) })
	words, ok := textOf(given, c.o.InputKey, "input", "question", "query")
	if !ok && (c.o.InputKey != "" || len(texts(given)) > 0) {
		return nil, "", fmt.Errorf("langchaingo: %w: which input the user wrote is not clear: name it in ChatMemoryOptions.InputKey", backends.ErrInvalid)
	}
	return ctx, words, nil
}

func (c *ChatMemory) turnKey(ctx context.Context, words string) loopKey {
	return c.turns.key(ctx, promptOf([]llms.MessageContent{llms.TextParts(llms.ChatMessageTypeHuman, words)}))
}

func (c *ChatMemory) noMemory() error {
	return fmt.Errorf("langchaingo: %w: the memory is nil: give NewChatMemory one made by middleware.New", backends.ErrInvalid)
}

// take returns the exchange of k and forgets it.
func (l *loops) take(k loopKey) *middleware.Exchange {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.expire()
	at, ok := l.byKey[k]
	if !ok {
		return nil
	}
	l.remove(at)
	return at.Value.(*loop).exchange
}
