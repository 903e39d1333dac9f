package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/tmc/langchaingo/llms"

	"github.com/memware/memware/middleware"
)

// reader stands in for a model: it tells what its prompt shows.
type reader struct{}

// GenerateContent answers with the number of turns and the memories it sees.
func (reader) GenerateContent(_ context.Context, messages []llms.MessageContent, _ ...llms.CallOption) (*llms.ContentResponse, error) {
	prompt := fmt.Sprint(messages[len(messages)-1].Parts[0])
	turns := strings.Count(prompt, "\nHuman: ") - 1 // the last is the question
	answer := fmt.Sprintf("In the buffer: %d. In the memory: %q.", turns, middleware.WindowLines(prompt))
	return &llms.ContentResponse{Choices: []*llms.ContentChoice{{Content: answer}}}, nil
}

// Call answers a single prompt.
func (r reader) Call(ctx context.Context, prompt string, options ...llms.CallOption) (string, error) {
	return llms.GenerateFromSinglePrompt(ctx, r, prompt, options...)
}
