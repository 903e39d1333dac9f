package langchaingo_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/tmc/langchaingo/llms"

	"github.com/memware/memware/adapters/langchaingo"
	"github.com/memware/memware/backends"
	"github.com/memware/memware/internal/llmtest"
	"github.com/memware/memware/middleware"
)

func TestNothingIsAskedWithoutModelOrMemory(t *testing.T) {
	b := newBench(t)
	for _, tc := range []struct {
		name  string
		model llms.Model
		mem   *middleware.Memory
		want  string
	}{
		{"no model", nil, b.Memory, "the model is nil"},
		{"no memory", llmtest.New(llmtest.Say("hi")), nil, "the memory is nil"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			m := langchaingo.WrapModel(tc.model, tc.mem)
			_, err := m.GenerateContent(as(t.Context(), alice), messages(user("hello")))
			if !errors.Is(err, backends.ErrInvalid) || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("GenerateContent: got %v, want ErrInvalid that says %q", err, tc.want)
			}
			if _, err := m.Call(as(t.Context(), alice), "hello"); !errors.Is(err, backends.ErrInvalid) {
				t.Errorf("Call: got %v, want ErrInvalid", err)
			}
			if m.SupportsReasoning() {
				t.Error("reasoning is supported, want not")
			}
		})
	}
}

func TestWithoutAScopeTheModelIsNotCalled(t *testing.T) {
	broken := errors.New("no session")
	by := func(s backends.Scope, err error) func(*langchaingo.Model) *langchaingo.Model {
		return func(m *langchaingo.Model) *langchaingo.Model {
			return m.ScopedBy(func(context.Context) (backends.Scope, error) { return s, err })
		}
	}
	plain := func(m *langchaingo.Model) *langchaingo.Model { return m }
	for _, tc := range []struct {
		name string
		ctx  context.Context
		wrap func(*langchaingo.Model) *langchaingo.Model
		want error
	}{
		{"none in the context", t.Context(), plain, backends.ErrInvalid},
		{"half a scope", as(t.Context(), backends.Scope{Tenant: "acme"}), plain, backends.ErrInvalid},
		{"the function fails", as(t.Context(), alice), by(backends.Scope{}, broken), broken},
		{"the function returns none", as(t.Context(), alice), by(backends.Scope{}, nil), backends.ErrInvalid},
	} {
		t.Run(tc.name, func(t *testing.T) {
			fake, b := llmtest.New(llmtest.Say("hi")), newBench(t)
			m := tc.wrap(langchaingo.WrapModel(fake, b.Memory))
			for _, prompt := range [][]llms.MessageContent{messages(user("hello")), messages(system("be brief")), nil} {
				if _, err := m.GenerateContent(tc.ctx, prompt); !errors.Is(err, tc.want) {
					t.Errorf("got %v, want %v", err, tc.want)
				}
			}
			if n := len(fake.Calls()); n != 0 {
				t.Errorf("the model was called %d times, want 0", n)
			}
		})
	}
}

func TestScopedByTakesTheScopeFromTheFunction(t *testing.T) {
	bob := backends.Scope{Tenant: "acme", User: "bob"}
	b := newBench(t).with(t, alice, "dog: My dog is Rex.").with(t, bob, "dog: My dog is Fido.")
	fake := llmtest.New(llmtest.Say("hi"))
	plain := langchaingo.WrapModel(fake, b.Memory)
	scoped := plain.ScopedBy(func(context.Context) (backends.Scope, error) { return bob, nil })
	for _, m := range []llms.Model{scoped, plain} {
		if _, err := m.GenerateContent(as(t.Context(), alice), messages(user("the name of my dog?"))); err != nil {
			t.Fatal(err)
		}
	}
	for i, want := range []string{"Fido", "Rex"} {
		if got := lastUser(fake.Calls()[i].Messages); !strings.Contains(got, want) || strings.Contains(got, "Fido") != (want == "Fido") {
			t.Errorf("call %d: got %q, want only %s", i+1, got, want)
		}
	}
}

func TestWhatIsToldInOneTurnIsKnownInTheNext(t *testing.T) {
	b := newBench(t)
	fake := llmtest.New(llmtest.Say("Nice name."), llmtest.Say("Rex."))
	m, ctx := langchaingo.WrapModel(fake, b.Memory), as(t.Context(), alice)
	for _, text := range []string{"My dog is Rex.", "What is the name of my dog?"} {
		if _, err := m.GenerateContent(ctx, messages(user(text))); err != nil {
			t.Fatal(err)
		}
	}
	first, second := lastUser(fake.Calls()[0].Messages), lastUser(fake.Calls()[1].Messages)
	if first != "My dog is Rex." {
		t.Errorf("an empty memory changed the prompt: %q", first)
	}
	if !strings.Contains(second, "My dog is Rex") || !strings.HasSuffix(second, "What is the name of my dog?") {
		t.Errorf("got %q, want the fact in front of the question", second)
	}
	b.wantCounts(t, 2, 2)
}

func TestSkippedCallsLeaveNoTrace(t *testing.T) {
	b := newBench(t).with(t, alice, "dog: My dog is Rex.")
	fake := llmtest.New(llmtest.Say("My cat is Tom."))
	m := langchaingo.WrapModel(fake, b.Memory)
	given := messages(user("my dog is Fido"))
	for _, ctx := range []context.Context{
		middleware.WithoutMemory(as(t.Context(), alice)),
		middleware.WithoutMemory(t.Context()), // no scope either
	} {
		if _, err := m.GenerateContent(ctx, given); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range fake.Calls() {
		if diff := cmp.Diff(given, c.Messages); diff != "" {
			t.Errorf("the messages changed (-given +sent):\n%s", diff)
		}
	}
	b.wantCounts(t, 0, 0)
}

func TestCallGoesThroughTheMemory(t *testing.T) {
	b := newBench(t)
	fake := llmtest.New(llmtest.Say("ok"))
	got, err := langchaingo.WrapModel(fake, b.Memory).Call(as(t.Context(), alice), "My dog is Rex.")
	if err != nil || got != "ok" {
		t.Errorf("got %q, %v, want ok", got, err)
	}
	b.wantCounts(t, 1, 1)
}

func TestCallDoesNotPanicWithoutAnAnswer(t *testing.T) {
	for _, tc := range []struct {
		name     string
		response *llms.ContentResponse
	}{
		{"no response", nil},
		{"no choices", &llms.ContentResponse{}},
		{"a nil choice", &llms.ContentResponse{Choices: []*llms.ContentChoice{nil}}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			m := langchaingo.WrapModel(llmtest.New(llmtest.Respond(tc.response)), newBench(t).Memory)
			if _, err := m.Call(as(t.Context(), alice), "hello"); err == nil {
				t.Error("got no error, want one")
			}
		})
	}
}

func TestTheWrapperIsTransparent(t *testing.T) {
	b, fake := newBench(t), llmtest.New(llmtest.Say("{}"))
	m := langchaingo.WrapModel(fake, b.Memory)
	if m.Unwrap() != llms.Model(fake) {
		t.Error("Unwrap does not return the wrapped model")
	}
	if m.SupportsReasoning() {
		t.Error("reasoning is supported, want what the wrapped model says")
	}
	if !langchaingo.WrapModel(reasoner{fake}, b.Memory).SupportsReasoning() {
		t.Error("reasoning is not supported, want what the wrapped model says")
	}
	options := []llms.CallOption{
		llms.WithJSONMode(), llms.WithTemperature(0.5),
		llms.WithTools([]llms.Tool{{Type: "function"}}), llms.WithMetadata(map[string]any{"a": 1}),
	}
	if _, err := m.GenerateContent(as(t.Context(), alice), messages(user("hello")), options...); err != nil {
		t.Fatal(err)
	}
	var want llms.CallOptions
	for _, o := range options {
		o(&want)
	}
	if diff := cmp.Diff(want, fake.Calls()[0].Options); diff != "" {
		t.Errorf("the options changed (-given +sent):\n%s", diff)
	}
}

type reasoner struct{ llms.Model }

func (reasoner) SupportsReasoning() bool { return true }

func TestTwoMemoriesOfOneCallAreBothSeen(t *testing.T) {
	outer, inner := newBench(t).with(t, alice, "dog: My dog is Rex."), newBench(t).with(t, alice, "cat: My cat is Tom.")
	fake := llmtest.New(llmtest.Say("ok"))
	m := langchaingo.WrapModel(langchaingo.WrapModel(fake, inner.Memory), outer.Memory)
	if _, err := m.GenerateContent(as(t.Context(), alice), messages(user("my dog and my cat?"))); err != nil {
		t.Fatal(err)
	}
	got := lastUser(fake.Calls()[0].Messages)
	if !strings.Contains(got, "Rex") || !strings.Contains(got, "Tom") || !strings.HasSuffix(got, "my dog and my cat?") {
		t.Errorf("got %q, want both windows in front of the question", got)
	}
	outer.wantCounts(t, 1, 1)
	inner.wantCounts(t, 1, 1)
}
