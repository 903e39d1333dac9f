package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/tmc/langchaingo/llms"

	"github.com/memware/memware/internal/analysis"
	"github.com/memware/memware/middleware"
)

// maxQuotes bounds how many memories one answer quotes.
const maxQuotes = 3

// A responder answers without a model: it looks at the memories that stand in
// front of the last human message and quotes those that share the most words
// with the question. It knows nothing else.
type responder struct {
	words func(text string) []string // that carry meaning
}

var _ llms.Model = (*responder)(nil)

func newResponder() (*responder, error) {
	words, err := analysis.New(analysis.Options{StopWords: requests(), Concepts: concepts()})
	if err != nil {
		return nil, fmt.Errorf("built-in responder: %w", err)
	}
	return &responder{words: words}, nil
}

// GenerateContent answers the last human message, word by word where a stream is
// asked for.
func (r *responder) GenerateContent(ctx context.Context, messages []llms.MessageContent, options ...llms.CallOption) (*llms.ContentResponse, error) {
	var o llms.CallOptions
	for _, set := range options {
		set(&o)
	}
	answer := r.answer(lastHuman(messages))
	if o.StreamingFunc != nil {
		for word := range strings.SplitAfterSeq(answer, " ") {
			if err := o.StreamingFunc(ctx, []byte(word)); err != nil {
				return nil, err
			}
		}
	}
	return &llms.ContentResponse{Choices: []*llms.ContentChoice{{Content: answer, StopReason: "stop"}}}, nil
}

// Call answers a single prompt.
func (r *responder) Call(ctx context.Context, prompt string, options ...llms.CallOption) (string, error) {
	return llms.GenerateFromSinglePrompt(ctx, r, prompt, options...)
}

func lastHuman(messages []llms.MessageContent) string {
	for _, m := range slices.Backward(messages) {
		if m.Role != llms.ChatMessageTypeHuman {
			continue
		}
		var text strings.Builder
		for _, p := range m.Parts {
			if t, ok := p.(llms.TextContent); ok {
				text.WriteString(t.Text)
			}
		}
		return text.String()
	}
	return ""
}

// answer replies to a prompt: a question behind what is remembered.
func (r *responder) answer(prompt string) string {
	question := middleware.StripWindow(prompt)
	if !asks(question) {
		return "All right."
	}
	wanted := set(r.words(question))
	found := r.search(wanted, quotes(strings.TrimSuffix(prompt, question)))
	if len(found) == 0 {
		return "Nothing that I remember shares a word with that question."
	}
	var said []string
	for _, q := range found[:min(len(found), maxQuotes)] {
		said = append(said, q.String())
	}
	all := strings.Join(said, "; ")
	if found[0].shared < len(wanted) {
		return "The nearest that I remember: " + all
	}
	return "O" + all[len("o"):]
}

// search returns the quotes that share the most words with the question, the
// newest first. A question without words of meaning is about all of them.
func (r *responder) search(wanted map[string]bool, known []quoted) []quoted {
	most := min(1, len(wanted))
	for i := range known {
		for w := range set(r.words(known[i].text)) {
			if wanted[w] {
				known[i].shared++
			}
		}
		most = max(most, known[i].shared)
	}
	known = slices.DeleteFunc(known, func(q quoted) bool { return q.shared < most })
	slices.SortStableFunc(known, func(a, b quoted) int { return b.date.Compare(a.date) })
	// A sentence that tells two things is two memories.
	return slices.CompactFunc(known, func(a, b quoted) bool { return a.text == b.text })
}

// A quoted is a line of a window.
type quoted struct {
	date   time.Time
	origin string
	text   string
	shared int // words that the question has too
}

func (q quoted) String() string {
	who := map[string]string{"user": "you", "assistant": "I"}[q.origin]
	if who == "" {
		who = "the " + q.origin
	}
	return "on " + q.date.Format(time.DateOnly) + " " + who + " said \"" + q.text + "\""
}

// quotes reads the lines of a window: "- [2026-01-31, user] text".
func quotes(window string) []quoted {
	var all []quoted
	for line := range strings.Lines(window) {
		head, _, _ := strings.Cut(strings.TrimPrefix(line, "- ["), "] ")
		day, origin, _ := strings.Cut(head, ", ")
		date, err := time.Parse(time.DateOnly, day)
		if texts := middleware.WindowLines(line); err == nil && len(texts) == 1 {
			all = append(all, quoted{date: date, origin: origin, text: texts[0]})
		}
	}
	return all
}

// asks reports a question: it ends in a question mark, or begins as one.
func asks(text string) bool {
	text = strings.TrimSpace(text)
	if strings.HasSuffix(text, "?") {
		return true
	}
	first, _, _ := strings.Cut(strings.ToLower(text), " ")
	first, _, _ = strings.Cut(strings.Trim(first, ",.!"), "'")
	return slices.Contains([]string{
		"what", "when", "where", "which", "who", "whom", "whose", "why", "how",
		"am", "are", "can", "could", "did", "do", "does", "has", "have", "is", "should", "was", "were", "will", "would",
		"remind", "show", "tell",
	}, first)
}

func set(words []string) map[string]bool {
	s := make(map[string]bool, len(words))
	for _, w := range words {
		s[w] = true
	}
	return s
}
