package llmtest

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"

	"github.com/tmc/langchaingo/llms"
)

// A Step is what a scripted model does in one call.
type Step func(ctx context.Context, c Call) (*llms.ContentResponse, error)

// A Call is what a model was sent.
type Call struct {
	Messages []llms.MessageContent
	Options  llms.CallOptions
}

// A Model follows a script and records its calls.
type Model struct {
	mu    sync.Mutex // guards the fields below
	steps []Step
	calls []Call
}

var _ llms.Model = (*Model)(nil)

// New returns a model that takes one step a call and repeats the last one.
// Without steps every call fails.
func New(steps ...Step) *Model {
	if len(steps) == 0 {
		steps = []Step{Fail(errors.New("llmtest: the script is empty"))}
	}
	return &Model{steps: slices.Clone(steps)}
}

// GenerateContent records the call and takes the next step.
func (m *Model) GenerateContent(ctx context.Context, messages []llms.MessageContent, options ...llms.CallOption) (*llms.ContentResponse, error) {
	c := Call{Messages: Clone(messages)}
	for _, o := range options {
		o(&c.Options)
	}
	m.mu.Lock()
	step := m.steps[min(len(m.calls), len(m.steps)-1)]
	m.calls = append(m.calls, c)
	m.mu.Unlock()
	return step(ctx, c)
}

// Call fails: a wrapper that uses it has gone past its own GenerateContent.
func (m *Model) Call(context.Context, string, ...llms.CallOption) (string, error) {
	return "", errors.New("llmtest: Call was used, want GenerateContent")
}

// Calls returns the calls so far.
func (m *Model) Calls() []Call {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.calls)
}

// Clone returns a copy of messages that shares no slice with them.
func Clone(messages []llms.MessageContent) []llms.MessageContent {
	out := slices.Clone(messages)
	for i := range out {
		out[i].Parts = slices.Clone(out[i].Parts)
		for j, p := range out[i].Parts {
			if b, ok := p.(llms.BinaryContent); ok {
				b.Data = slices.Clone(b.Data)
				out[i].Parts[j] = b
			}
		}
	}
	return out
}

// Say answers with text, streamed word by word where the caller asks for a stream.
func Say(text string) Step {
	return func(ctx context.Context, c Call) (*llms.ContentResponse, error) {
		for word := range strings.SplitAfterSeq(text, " ") {
			if err := c.stream(ctx, word); err != nil {
				return nil, err
			}
		}
		return choice(llms.ContentChoice{Content: text, StopReason: "stop"}), nil
	}
}

// Break streams text and then breaks off as some clients do: what came so far
// is returned without an error and without a reason to stop.
func Break(text string) Step {
	return func(ctx context.Context, c Call) (*llms.ContentResponse, error) {
		if err := c.stream(ctx, text); err != nil {
			return nil, err
		}
		return choice(llms.ContentChoice{Content: text}), nil
	}
}

// Tool asks for one call of a tool.
func Tool(id, name, arguments string) Step {
	f := &llms.FunctionCall{Name: name, Arguments: arguments}
	return Respond(choice(llms.ContentChoice{
		StopReason: "tool_calls",
		FuncCall:   f,
		ToolCalls:  []llms.ToolCall{{ID: id, Type: "function", FunctionCall: f}},
	}))
}

// Function asks for a call in the older form, which has no id.
func Function(name, arguments string) Step {
	return Respond(choice(llms.ContentChoice{
		StopReason: "function_call",
		FuncCall:   &llms.FunctionCall{Name: name, Arguments: arguments},
	}))
}

// Respond returns r, which may be nil.
func Respond(r *llms.ContentResponse) Step {
	return func(context.Context, Call) (*llms.ContentResponse, error) { return r, nil }
}

// Fail returns err.
func Fail(err error) Step {
	return func(context.Context, Call) (*llms.ContentResponse, error) { return nil, err }
}

func (c Call) stream(ctx context.Context, chunk string) error {
	if c.Options.StreamingFunc == nil {
		return nil
	}
	return c.Options.StreamingFunc(ctx, []byte(chunk))
}

func choice(c llms.ContentChoice) *llms.ContentResponse {
	return &llms.ContentResponse{Choices: []*llms.ContentChoice{&c}}
}
