package backendtest

import (
	"context"
	"errors"
	"fmt"

	"github.com/memware/memware/backends"
)

func scopeCases() []Case {
	return []Case{
		{
			Name: "scopes/are opaque, whatever they contain", Rule: "Scope",
			Why: "Both parts are required, opaque UTF-8, compared byte for byte: there is no default and no wildcard.",
			Run: every(hostileScopes),
		},
		{
			Name: "scopes/an empty one is an error", Rule: "Scope",
			Why: "Both parts are required, of 1 to MaxNameBytes bytes.",
			Run: every(emptyScopes),
		},
	}
}

// hostile returns scopes that a store might confuse, parse, fold or expand.
func hostile() []backends.Scope {
	var all []backends.Scope
	for _, user := range []string{
		"*", "a*", "?", "%", "_", "a|b", "a}b", "{a}", "a:b", "a/b", "a,b", "a b", " a", "a ", "a.b", "a-b", "ab", "AB", "Ab",
		`a"b`, `a'b`, "a`b", `a\b`, "a\x00b", "a\x00", "\x00", "a\nb", "%61b", "a%00b", "$a", "@s:{x}", "[a]", "(a)", "../a", "a;--",
		"日本", "caf\u00e9", "cafe\u0301", "ａｂ", "a\u200bb", "0", "00", "null", "nil", "true",
		"0f8fad5b-d9cb-469f-a165-70867728950e", long(backends.MaxNameBytes), long(backends.MaxNameBytes - 1),
	} {
		all = append(all, backends.Scope{Tenant: "t", User: user}, backends.Scope{Tenant: user, User: "t"})
	}
	return append(all,
		backends.Scope{Tenant: "a", User: "bc"}, backends.Scope{Tenant: "ab", User: "c"},
		backends.Scope{Tenant: "a:b", User: "c"}, backends.Scope{Tenant: "a", User: "b:c"},
		backends.Scope{Tenant: "a\x00b", User: "c"}, backends.Scope{Tenant: "a", User: "b\x00c"},
		backends.Scope{Tenant: "a/", User: "b"}, backends.Scope{Tenant: "a", User: "/b"},
		backends.Scope{Tenant: "1", User: "11"}, backends.Scope{Tenant: "11", User: "1"},
	)
}

func hostileScopes(ctx context.Context, s *store) {
	all := hostile()
	for i, sc := range all {
		own := fmt.Sprintf("own%03d", i)
		s.put(ctx, backends.Inserted, of(sc, note("same", 1)))
		s.put(ctx, backends.Inserted, of(sc, fact(own, "city", "osaka", 2)))
	}
	for i, sc := range all {
		own := fmt.Sprintf("own%03d", i)
		q := backends.Query{Scope: sc}
		s.finds(ctx, q, "same", own)
		s.holds(ctx, sc, "same", own)
		if i%2 == 0 {
			same(s, "Selected", s.erase(ctx, backends.Filter{Scope: sc}).Selected, 2)
		}
	}
	for i, sc := range all {
		if i%2 == 0 {
			s.holds(ctx, sc)
		} else {
			s.holds(ctx, sc, "same", fmt.Sprintf("own%03d", i))
		}
		if s.err != nil {
			s.err = fmt.Errorf("scope %d of the list, %q: %w", i, sc, s.err)
			return
		}
	}
}

func emptyScopes(ctx context.Context, s *store) {
	s.put(ctx, backends.Inserted, note("n", 1))
	for _, sc := range []backends.Scope{{}, {Tenant: "acme"}, {User: "alice"}} {
		s.refused(ctx, "half a scope", backends.ErrInvalid, of(sc, note("x", 1)))
		for what, err := range s.askAll(ctx, sc) {
			if !errors.Is(err, backends.ErrInvalid) {
				s.failed("%s with half a scope: got %v, want ErrInvalid", what, err)
			}
		}
	}
	s.holds(ctx, alice(), "n")
}

// askAll makes each call but Put with a scope and returns their errors.
func (s *store) askAll(ctx context.Context, sc backends.Scope) map[string]error {
	q := backends.Query{Scope: sc, K: 1}
	if !s.space.TextOnly() {
		q.Vector = axis(s.space.Dim, 0)
	}
	errs := map[string]error{}
	_, errs["Search"] = s.Search(ctx, q)
	errs["Scan"] = nil
	for _, err := range s.Scan(ctx, backends.Filter{Scope: sc}, backends.Cursor{}) {
		if err != nil {
			errs["Scan"] = err
		}
	}
	_, errs["Erase"] = s.Erase(ctx, backends.Filter{Scope: sc, Kinds: []backends.Kind{backends.Note}, Origins: []backends.Origin{backends.Other}})
	if c, ok := s.Backend.(backends.Counter); ok {
		_, errs["Count"] = c.Count(ctx, sc)
	}
	return errs
}
