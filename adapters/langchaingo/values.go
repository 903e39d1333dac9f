package langchaingo

import (
	"context"
	"fmt"
	"maps"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/middleware"
)

// scopedBy returns ctx with the scope of the call, which is valid: that of f,
// else the one ctx carries.
func scopedBy(ctx context.Context, f func(context.Context) (backends.Scope, error)) (context.Context, error) {
	if f != nil {
		s, err := f(ctx)
		if err != nil {
			return nil, fmt.Errorf("langchaingo: the function given as ScopedBy: %w", err)
		}
		ctx = middleware.WithScope(ctx, s)
	}
	if _, err := middleware.ScopeFrom(ctx); err != nil {
		return nil, fmt.Errorf("langchaingo: %w", err)
	}
	return ctx, nil
}

// textOf returns the text under key. Without a key it is that under the first of
// the usual ones, else the only text there is.
func textOf(values map[string]any, key string, usual ...string) (string, bool) {
	if key != "" {
		usual = []string{key}
	}
	for _, k := range usual {
		if text, ok := values[k].(string); ok {
			return text, true
		}
	}
	if all := texts(values); key == "" && len(all) == 1 {
		for _, text := range all {
			return text.(string), true
		}
	}
	return "", false
}

// texts returns those of the values that are text.
func texts(values map[string]any) map[string]any {
	all := maps.Clone(values)
	maps.DeleteFunc(all, func(_ string, v any) bool {
		_, text := v.(string)
		return !text
	})
	return all
}
