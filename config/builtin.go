package config

import (
	"context"
	"errors"
	"slices"

	"github.com/memware/memware/adapters/redact"
	"github.com/memware/memware/adapters/rules"
	"github.com/memware/memware/backends"
	"github.com/memware/memware/backends/inmem"
	"github.com/memware/memware/middleware"
)

// Builtin returns the plug-ins that every file may name: the backend inmem, the
// extractors rules and none, the gate rules, the embedder none, and the stages
// redact, relevance_floor and near_duplicates. Each call returns its own maps.
func Builtin() *Plugins {
	return &Plugins{
		Backends: map[string]Maker[backends.Backend]{"inmem": Make(noOptions{}, makeInmem)},
		Embedders: map[string]Maker[middleware.Embedder]{
			"none": Make(noOptions{}, func(context.Context, Setup, noOptions) (middleware.Embedder, error) { return nil, nil }),
		},
		Extractors: map[string]Maker[middleware.Extractor]{
			"rules": Make(noOptions{}, func(context.Context, Setup, noOptions) (middleware.Extractor, error) { return rules.New(), nil }),
			"none":  Make(noOptions{}, func(context.Context, Setup, noOptions) (middleware.Extractor, error) { return nil, nil }),
		},
		Gates: map[string]Maker[middleware.Gate]{"rules": Make(defaultGate(), makeGate)},
		Stages: map[string]Maker[middleware.Plugin]{
			"redact":          Make(redactOptions{Kinds: []string{"email", "iban", "card", "phone"}}, makeRedact),
			"relevance_floor": Make(floorOptions{Least: 0.1}, makeFloor),
			"near_duplicates": Make(likenessOptions{Likeness: 0.9}, makeNearDuplicates),
		},
	}
}

type noOptions struct{}

func makeInmem(_ context.Context, s Setup, _ noOptions) (backends.Backend, error) {
	return inmem.New(&inmem.Options{
		Space: s.Space, StopWords: s.StopWords, Concepts: s.Concepts,
		Clock: s.Clock, MaxHeld: s.MaxHeld, MaxHeldAge: s.MaxHeldAge,
	}), nil
}

type gateOptions struct {
	FactOrigins []string `yaml:"fact_origins" jsonschema:"enum=system,enum=user,enum=assistant,enum=tool,enum=document,enum=other,uniqueItems=true" jsonschema_description:"who may write facts"`
	NoteOrigins []string `yaml:"note_origins" jsonschema:"enum=system,enum=user,enum=assistant,enum=tool,enum=document,enum=other,uniqueItems=true" jsonschema_description:"who may write notes"`
	Untrusted   string   `yaml:"untrusted" jsonschema:"enum=quarantine,enum=reject" jsonschema_description:"what becomes of what others say"`
	AllowKeys   []string `yaml:"allow_keys" jsonschema_description:"the only keys of facts, such as home.*, others are quarantined; none: all"`
	DenyKeys    []string `yaml:"deny_keys" jsonschema_description:"keys whose facts are rejected, whatever allow_keys says"`
	Secrets     string   `yaml:"secrets" jsonschema:"enum=quarantine,enum=redact,enum=admit" jsonschema_description:"what becomes of private keys, API keys, cards and passwords"`
	MaxText     int      `yaml:"max_text" jsonschema:"minimum=1,maximum=8192" jsonschema_description:"bytes of a text"`
	MaxKey      int      `yaml:"max_key" jsonschema:"minimum=1,maximum=128" jsonschema_description:"bytes of a key"`
}

func defaultGate() gateOptions {
	return gateOptions{
		FactOrigins: []string{"system", "user"}, NoteOrigins: []string{"system", "user", "assistant"},
		Untrusted: "quarantine", Secrets: "quarantine", MaxText: backends.MaxTextBytes, MaxKey: backends.MaxKeyBytes,
	}
}

// Validate reports patterns that match no key.
func (o *gateOptions) Validate() error {
	var errs []error
	for _, list := range []struct {
		key      string
		patterns []string
	}{{"allow_keys", o.AllowKeys}, {"deny_keys", o.DenyKeys}} {
		for _, p := range list.patterns {
			if middleware.NewGate(&middleware.GateOptions{AllowKeys: []string{p}}).Validate() != nil {
				errs = append(errs, Problem{
					Key: list.key, Value: shorten(p, true), Reason: "matches no key",
					Remedy: "give keys in lower case, where * stands for any letters, such as home.*",
				})
			}
		}
	}
	return errors.Join(errs...)
}

func makeGate(_ context.Context, _ Setup, o gateOptions) (middleware.Gate, error) {
	g := &middleware.GateOptions{
		FactOrigins: origins(o.FactOrigins), NoteOrigins: origins(o.NoteOrigins),
		DenyKeys: o.DenyKeys, MaxText: o.MaxText, MaxKey: o.MaxKey,
	}
	if len(o.AllowKeys) > 0 {
		g.AllowKeys = o.AllowKeys
	}
	if o.Untrusted == "reject" {
		g.Untrusted = middleware.Reject
	}
	switch o.Secrets {
	case "redact":
		g.Secrets = middleware.RedactSecrets
	case "admit":
		g.Secrets = middleware.AdmitSecrets
	}
	gate := middleware.NewGate(g)
	return gate, gate.Validate()
}

// origins returns the origins of the given names, never nil: an empty list
// trusts nobody.
func origins(names []string) []backends.Origin {
	list := []backends.Origin{}
	for o := backends.Other; o <= backends.System; o++ {
		if slices.Contains(names, o.String()) {
			list = append(list, o)
		}
	}
	return list
}

type redactOptions struct {
	Kinds []string `yaml:"kinds" jsonschema:"enum=email,enum=iban,enum=card,enum=phone,uniqueItems=true,minItems=1" jsonschema_description:"what is replaced in whatever a turn would write"`
}

func makeRedact(_ context.Context, _ Setup, o redactOptions) (middleware.Plugin, error) {
	marks := map[string]string{"email": redact.Email, "iban": redact.IBAN, "card": redact.Card, "phone": redact.Phone}
	var kinds []string
	for _, k := range o.Kinds {
		kinds = append(kinds, marks[k]) // the schema knows no others
	}
	return redact.New(kinds...).Plugin(), nil
}

type floorOptions struct {
	Least float64 `yaml:"least" jsonschema:"minimum=-1,maximum=1" jsonschema_description:"memories less relevant than this are left out"`
}

func makeFloor(_ context.Context, _ Setup, o floorOptions) (middleware.Plugin, error) {
	return middleware.RelevanceFloor(o.Least), nil
}

type likenessOptions struct {
	Likeness float64 `yaml:"likeness" jsonschema:"exclusiveMinimum=0,maximum=1" jsonschema_description:"share of words that two notes have in common to be taken for one"`
}

func makeNearDuplicates(_ context.Context, _ Setup, o likenessOptions) (middleware.Plugin, error) {
	return middleware.CollapseNearDuplicates(o.Likeness), nil
}
