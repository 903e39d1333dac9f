package middleware

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/internal/fold"
)

func (g *RuleGate) judgeKey(c Candidate) Decision {
	if keyed(c) && len(fold.Key(c.Key)) > g.maxKey {
		return Reject
	}
	return judgeKey(c)
}

// keyed reports candidates that need a key.
func keyed(c Candidate) bool { return c.Kind != backends.Note || c.Forget }

// judgeKey judges what a key is made of. A key that only differs from another in
// case, width, spaces or zero-width characters is the same key, and passes.
func judgeKey(c Candidate) Decision {
	if !keyed(c) {
		return Admit
	}
	key := fold.Key(c.Key)
	switch {
	case key == "", len(key) > backends.MaxKeyBytes, !utf8.ValidString(c.Key):
		return Reject
	case strings.ContainsFunc(key, func(r rune) bool { return !keyRune(r) }),
		strings.ContainsFunc(c.Key, disguise),
		fold.Mixed(key), fold.Altered(c.Key), c.Lookalike:
		return Quarantine
	}
	return Admit
}

func keyRune(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r) || strings.ContainsRune("._-", r)
}

// disguise reports the characters that folding removes from a key and that nobody
// types: controls of direction, tags, and controls other than tab and line feed.
func disguise(r rune) bool {
	switch {
	case r >= 0x202A && r <= 0x202E, r >= 0x2066 && r <= 0x2069, tag(r):
		return true
	}
	return unicode.IsControl(r) && r != '\t' && r != '\n'
}

func (g *RuleGate) judgeKeyList(c Candidate) Decision {
	if c.Kind != backends.Fact || c.Forget {
		return Admit
	}
	key := fold.Key(c.Key)
	on := func(pattern string) bool {
		ok, err := path.Match(pattern, key)
		return ok && err == nil
	}
	switch {
	case slices.ContainsFunc(g.deny, on):
		return Reject
	case len(g.allow) > 0 && !slices.ContainsFunc(g.allow, on):
		return Quarantine
	}
	return Admit
}

// lookalike returns the test of whether a candidate's key looks like another key
// of the scope or of the turn, and is spelled otherwise. Only a key with letters
// that pass for ASCII needs the keys of the scope, which are read once a turn: of
// two keys that look alike, the one of plain letters is what it seems. A key that
// holds facts already stays itself.
func (w *Writing) lookalike() func(context.Context, Candidate) (bool, error) {
	var known map[string][]string // skeleton -> keys
	return func(ctx context.Context, c Candidate) (bool, error) {
		key := fold.Key(c.Key)
		skeleton, disguised := fold.Skeleton(key)
		if !disguised || !keyed(c) {
			return false, nil
		}
		if known == nil {
			var err error
			if known, err = w.skeletons(ctx); err != nil {
				return false, err
			}
		}
		alike := known[skeleton]
		turn := func(o Candidate) bool {
			k := fold.Key(o.Key)
			s, d := fold.Skeleton(k)
			return keyed(o) && !d && s == skeleton
		}
		return !slices.Contains(alike, key) && (len(alike) > 0 || slices.ContainsFunc(w.Candidates, turn)), nil
	}
}

// skeletons returns the keys that hold facts in the scope, by what they look like.
func (w *Writing) skeletons(ctx context.Context) (map[string][]string, error) {
	known := map[string][]string{}
	f := backends.Filter{Scope: w.scope, Kinds: []backends.Kind{backends.Fact}, Statuses: []backends.Status{backends.Admitted}}
	for r, err := range w.m.backend.Scan(ctx, f, backends.Cursor{}) {
		if err != nil {
			return nil, fmt.Errorf("look up the keys of the scope: %w", err)
		}
		if skeleton, _ := fold.Skeleton(r.Key); !slices.Contains(known[skeleton], r.Key) {
			known[skeleton] = append(known[skeleton], r.Key)
		}
	}
	return known, nil
}
