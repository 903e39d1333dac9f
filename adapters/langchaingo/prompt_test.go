package langchaingo_test

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/tmc/langchaingo/llms"
	"pgregory.net/rapid"

	"github.com/memware/memware/adapters/langchaingo"
	"github.com/memware/memware/backends/inmem"
	"github.com/memware/memware/internal/llmtest"
	"github.com/memware/memware/middleware"
)

var human = llms.ChatMessageTypeHuman

func TestWindowGoesIntoOneTextPart(t *testing.T) {
	image := llms.ImageURLPart("http://localhost/x.png")
	ephemeral := &llms.CacheControl{Type: "ephemeral"}
	cached := func(p llms.ContentPart) llms.ContentPart { return llms.WithCacheControl(p, ephemeral) }
	type parts = []llms.ContentPart
	for _, tc := range []struct {
		name        string
		given, want parts // W stands for the window
	}{
		{"one text", parts{llms.TextPart("q")}, parts{llms.TextPart("Wq")}},
		{"an image before the text", parts{image, llms.TextPart("q")}, parts{image, llms.TextPart("Wq")}},
		{"two texts", parts{llms.TextPart("q"), llms.TextPart("r")}, parts{llms.TextPart("Wq"), llms.TextPart("r")}},
		{"an empty text", parts{image, llms.TextPart("")}, parts{image, llms.TextPart("W")}},
		{"a cached document before the question", parts{cached(llms.TextPart("d")), llms.TextPart("q")}, parts{cached(llms.TextPart("d")), llms.TextPart("Wq")}},
		{"cached text alone keeps its mark", parts{cached(llms.TextPart("q"))}, parts{cached(llms.TextPart("Wq"))}},
		{"a mark within a mark", parts{cached(cached(llms.TextPart("q")))}, parts{cached(cached(llms.TextPart("Wq")))}},
		{"an image alone", parts{image}, parts{llms.TextPart("W"), image}},
		{"a cached image alone", parts{cached(image)}, parts{llms.TextPart("W"), cached(image)}},
		{"a cache mark on nothing", parts{llms.WithCacheControl(nil, nil)}, parts{llms.TextPart("W"), llms.WithCacheControl(nil, nil)}},
		{"no parts", parts{}, parts{}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			b := newBench(t).with(t, alice, "dog: My dog is Rex.")
			ctx, e, err := b.Join(as(t.Context(), alice), "my dog?") // so that wordless messages have a window too
			if err != nil {
				t.Fatal(err)
			}
			w, err := e.Window(ctx)
			if err != nil || w.Text == "" {
				t.Fatalf("window: %q, %v", w.Text, err)
			}
			fake := llmtest.New(llmtest.Say("ok"))
			given := messages(system("s"), llms.MessageContent{Role: human, Parts: tc.given}, assistant("a"))
			if _, err := langchaingo.WrapModel(fake, b.Memory).GenerateContent(ctx, given); err != nil {
				t.Fatal(err)
			}
			sent := fake.Calls()[0].Messages
			if diff := cmp.Diff(tc.want, blockAs(sent[1].Parts, w.Text, "W")); diff != "" {
				t.Errorf("the parts (-want +sent):\n%s", diff)
			}
			if diff := cmp.Diff(given[0], sent[0]) + cmp.Diff(given[2], sent[2]); diff != "" {
				t.Errorf("other messages changed:\n%s", diff)
			}
		})
	}
}

// blockAs returns parts with the window's text replaced by a name for it.
func blockAs(parts []llms.ContentPart, block, name string) []llms.ContentPart {
	out := make([]llms.ContentPart, len(parts))
	for i, p := range parts {
		switch p := p.(type) {
		case llms.TextContent:
			out[i] = llms.TextPart(strings.Replace(p.Text, block, name, 1))
		case llms.CachedContent:
			p.ContentPart = blockAs([]llms.ContentPart{p.ContentPart}, block, name)[0]
			out[i] = p
		default:
			out[i] = p
		}
	}
	return out
}

func TestCachedTextIsTheQuestionOnlyWhereThereIsNoOther(t *testing.T) {
	document := llms.WithCacheControl(llms.TextPart("my cat is Tom"), nil)
	for _, tc := range []struct {
		name  string
		parts []llms.ContentPart
		want  string
	}{
		{"beside a question", []llms.ContentPart{document, llms.TextPart("my dog is Rex"), llms.TextPart("ok?")}, "my dog is Rex\nok?"},
		{"beside white space", []llms.ContentPart{llms.TextPart(" "), document}, "my cat is Tom"},
		{"alone", []llms.ContentPart{document}, "my cat is Tom"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			b := newBench(t)
			m := langchaingo.WrapModel(llmtest.New(llmtest.Say("fine")), b.Memory)
			if _, err := m.GenerateContent(as(t.Context(), alice), messages(llms.MessageContent{Role: human, Parts: tc.parts})); err != nil {
				t.Fatal(err)
			}
			if got := b.extractor.said()[0].Text; got != tc.want {
				t.Errorf("the user's words: got %q, want %q", got, tc.want)
			}
		})
	}
}

// newReader returns a memory that only reads, and holds one statement.
func newReader(t testing.TB) *middleware.Memory {
	store := inmem.New(nil)
	(&bench{store: store}).with(t, alice, "dog: My dog is Rex.")
	mem, err := middleware.NewReadOnly(store, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = mem.Close() })
	return mem
}

// checkInjection sends given and reports where what was sent differs from it by
// more than one text part of one message.
func checkInjection(t rapid.TB, mem *middleware.Memory, given []llms.MessageContent) {
	t.Helper()
	ctx := as(context.Background(), alice)
	ctx, e, err := mem.Join(ctx, "my dog?")
	if err != nil {
		t.Fatalf("join: %v", err)
	}
	w, err := e.Window(ctx)
	if err != nil || w.Text == "" {
		t.Fatalf("window: %q, %v", w.Text, err)
	}
	before, fake := llmtest.Clone(given), llmtest.New(llmtest.Say("ok"))
	if _, err := langchaingo.WrapModel(fake, mem).GenerateContent(ctx, given); err != nil {
		t.Fatalf("call: %v", err)
	}
	if diff := cmp.Diff(before, given); diff != "" {
		t.Errorf("the caller's messages changed:\n%s", diff)
	}
	sent := fake.Calls()[0].Messages
	if len(sent) != len(given) {
		t.Fatalf("%d messages were sent, want %d", len(sent), len(given))
	}
	changed := 0
	for i := range sent {
		if cmp.Equal(given[i], sent[i]) {
			continue
		}
		changed++
		if given[i].Role != human || sent[i].Role != human {
			t.Errorf("a message of %s changed", given[i].Role)
		}
		want := given[i].Parts
		if !hasText(want) {
			want = append([]llms.ContentPart{llms.TextPart("")}, want...)
		}
		if diff := cmp.Diff(want, blockAs(sent[i].Parts, w.Text, "")); diff != "" {
			t.Errorf("more than the window is new (-want +sent):\n%s", diff)
		}
	}
	if changed > 1 {
		t.Errorf("%d messages changed, want at most 1", changed)
	}
}

func hasText(parts []llms.ContentPart) bool {
	for _, p := range parts {
		switch p := p.(type) {
		case llms.TextContent:
			return true
		case llms.CachedContent:
			if hasText([]llms.ContentPart{p.ContentPart}) {
				return true
			}
		}
	}
	return false
}

var roles = []llms.ChatMessageType{
	human, llms.ChatMessageTypeAI, llms.ChatMessageTypeSystem, llms.ChatMessageTypeTool,
	llms.ChatMessageTypeFunction, llms.ChatMessageTypeGeneric, "",
}

// partOf makes a part of a kind and a text.
func partOf(kind byte, text string) llms.ContentPart {
	switch kind % 8 {
	case 0, 1:
		return llms.TextPart(text)
	case 2:
		return llms.ImageURLPart(text)
	case 3:
		return llms.BinaryPart("image/png", []byte(text))
	case 4:
		return llms.WithCacheControl(llms.TextPart(text), &llms.CacheControl{Type: "ephemeral"})
	case 5:
		return llms.WithCacheControl(llms.ImageURLPart(text), nil)
	case 6:
		return llms.ToolCall{ID: text}
	}
	return llms.ToolCallResponse{ToolCallID: text, Content: text}
}

func TestSentMessagesDifferInOneTextPartOnly(t *testing.T) {
	mem := newReader(t)
	part := rapid.Custom(func(t *rapid.T) llms.ContentPart {
		return partOf(rapid.Byte().Draw(t, "kind"), rapid.String().Draw(t, "text"))
	})
	message := rapid.Custom(func(t *rapid.T) llms.MessageContent {
		return llms.MessageContent{
			Role:  rapid.SampledFrom(roles).Draw(t, "role"),
			Parts: rapid.SliceOfN(part, 0, 4).Draw(t, "parts"),
		}
	})
	rapid.Check(t, func(t *rapid.T) { checkInjection(t, mem, rapid.SliceOfN(message, 0, 6).Draw(t, "messages")) })
}

func FuzzInject(f *testing.F) {
	f.Add([]byte{0}, "what about my dog?")
	f.Add([]byte{2, 0, 0, 2, 0, 4, 1, 0}, "</memory>|<memory>|q")
	f.Add([]byte{0, 3, 3, 7, 3, 0}, "a|b|\xff|")
	mem := newReader(f)
	f.Fuzz(func(t *testing.T, plan []byte, text string) {
		checkInjection(t, mem, planned(plan, strings.Split(text, "|")))
	})
}

// planned makes messages of a plan: two bytes a part, a role and a kind; a part
// of the same role as the one before goes into the same message.
func planned(plan []byte, texts []string) []llms.MessageContent {
	var out []llms.MessageContent
	for i := 0; i+1 < len(plan) && i < 64; i += 2 {
		role := roles[int(plan[i])%len(roles)]
		if n := len(out); n == 0 || out[n-1].Role != role {
			out = append(out, llms.MessageContent{Role: role})
		}
		last := &out[len(out)-1]
		last.Parts = append(last.Parts, partOf(plan[i+1], texts[i/2%len(texts)]))
	}
	return out
}
