package langchaingo

import (
	"slices"
	"strings"

	"github.com/tmc/langchaingo/llms"
)

// asksForTools reports a round of a tool loop: whatever else it says, it is not
// the answer. Some providers put text and calls into choices of their own.
func asksForTools(r *llms.ContentResponse) bool {
	return r != nil && slices.ContainsFunc(r.Choices, func(c *llms.ContentChoice) bool {
		return c != nil && (len(c.ToolCalls) > 0 || c.FuncCall != nil)
	})
}

// answerOf returns the first choice with text, or nil: a response may have no
// choices, or nothing but reasoning.
func answerOf(r *llms.ContentResponse) *llms.ContentChoice {
	if r == nil {
		return nil
	}
	for _, c := range r.Choices {
		if c != nil && strings.TrimSpace(c.Content) != "" {
			return c
		}
	}
	return nil
}
