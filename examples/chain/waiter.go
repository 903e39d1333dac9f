package main

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"

	"github.com/tmc/langchaingo/llms"

	"github.com/memware/memware/middleware"
)

// waiter stands in for a model: it says what it knows of the guest.
type waiter struct{ calls *atomic.Int64 }

// GenerateContent answers with the memories in its prompt.
func (w *waiter) GenerateContent(_ context.Context, messages []llms.MessageContent, _ ...llms.CallOption) (*llms.ContentResponse, error) {
	w.calls.Add(1)
	prompt := fmt.Sprint(messages[len(messages)-1].Parts[0])
	answer := "Anything."
	if known := middleware.WindowLines(prompt); len(known) > 0 {
		answer = "Not the satay, as you said: " + strings.Join(known, "; ")
	}
	return &llms.ContentResponse{Choices: []*llms.ContentChoice{{Content: answer}}}, nil
}

// Call answers a single prompt.
func (w *waiter) Call(ctx context.Context, prompt string, options ...llms.CallOption) (string, error) {
	return llms.GenerateFromSinglePrompt(ctx, w, prompt, options...)
}
