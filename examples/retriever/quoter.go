package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/tmc/langchaingo/llms"
)

// quoter stands in for a model: it quotes the first document of its prompt.
type quoter struct{}

// GenerateContent answers with a quotation.
func (quoter) GenerateContent(_ context.Context, messages []llms.MessageContent, _ ...llms.CallOption) (*llms.ContentResponse, error) {
	documents := strings.Split(fmt.Sprint(messages[len(messages)-1].Parts[0]), "\n\n")[1:]
	return &llms.ContentResponse{Choices: []*llms.ContentChoice{{Content: documents[0] + "."}}}, nil
}

// Call answers a single prompt.
func (q quoter) Call(ctx context.Context, prompt string, options ...llms.CallOption) (string, error) {
	return llms.GenerateFromSinglePrompt(ctx, q, prompt, options...)
}
