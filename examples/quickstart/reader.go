package main

import (
	"context"
	"strings"

	"github.com/tmc/langchaingo/llms"

	"github.com/memware/memware/middleware"
)

// reader stands in for a model: it reads out the memories in its prompt.
type reader struct{}

// GenerateContent answers with the memories in front of the last message.
func (reader) GenerateContent(_ context.Context, messages []llms.MessageContent, _ ...llms.CallOption) (*llms.ContentResponse, error) {
	answer := "I know nothing yet."
	for _, part := range messages[len(messages)-1].Parts {
		if text, ok := part.(llms.TextContent); ok {
			if known := middleware.WindowLines(text.Text); len(known) > 0 {
				answer = "I know: " + strings.Join(known, "; ")
			}
		}
	}
	return &llms.ContentResponse{Choices: []*llms.ContentChoice{{Content: answer}}}, nil
}

// Call answers a single prompt.
func (r reader) Call(ctx context.Context, prompt string, options ...llms.CallOption) (string, error) {
	return llms.GenerateFromSinglePrompt(ctx, r, prompt, options...)
}
