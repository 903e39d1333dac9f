package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"time"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/backends/inmem"
)

//go:embed testdata/worked.json
var worked []byte

// An example is the content of testdata/worked.json.
type example struct {
	Query    string `json:"query"`
	QueryDay int    `json:"query_day"`
	K        int    `json:"k"`
	Weights  struct {
		Similarity, Recency, Importance float64
	} `json:"weights"`
	HalfLifeDays int `json:"half_life_days"`
	Vectorizer   struct {
		Token     string              `json:"token_regex"`
		StopWords []string            `json:"stop_words"`
		Concepts  map[string][]string `json:"concepts"`
	} `json:"vectorizer"`
	Notes []note `json:"notes"`
}

type note struct {
	ID         string  `json:"id"`
	Day        int     `json:"day"`
	Text       string  `json:"text"`
	Key        string  `json:"key"` // null: none
	Importance float64 `json:"importance"`
}

func load() (example, error) {
	var x example
	if err := json.Unmarshal(worked, &x); err != nil {
		return x, fmt.Errorf("read testdata/worked.json: %w", err)
	}
	return x, nil
}

// asked is the key that the question is about.
const asked = "meeting.time"

// values returns the two values of that key.
func (x example) values() (answer, stale string) {
	for _, n := range x.Notes { // by day
		if n.Key == asked {
			answer, stale = n.Text, answer
		}
	}
	return answer, stale
}

// date returns a day of the example. Which year it is does not matter.
func date(day int) time.Time { return time.Date(2026, time.January, day, 12, 0, 0, 0, time.UTC) }

// backend returns a store with the example's own way to compare texts.
func (x example) backend() (*inmem.Backend, error) {
	token, err := regexp.Compile(x.Vectorizer.Token)
	if err != nil {
		return nil, fmt.Errorf("read testdata/worked.json: token_regex: %w", err)
	}
	return inmem.New(&inmem.Options{
		Analyse:   func(text string) []string { return token.FindAllString(strings.ToLower(text), -1) },
		StopWords: x.Vectorizer.StopWords,
		Concepts:  x.Vectorizer.Concepts,
		Clock:     func() time.Time { return date(x.QueryDay) },
	}), nil
}

// records returns the notes as records. Without supersession none has a key, so
// that nothing replaces anything.
func (x example) records(of backends.Scope, supersession bool) []backends.Record {
	records := make([]backends.Record, 0, len(x.Notes))
	for _, n := range x.Notes {
		r := backends.Record{
			ID: n.ID, Scope: of, Text: n.Text, Importance: n.Importance,
			Origin: backends.User, Status: backends.Admitted, AssertedAt: date(n.Day),
		}
		if supersession && n.Key != "" {
			r.Kind, r.Key = backends.Fact, n.Key
		}
		records = append(records, r)
	}
	return records
}

// ask stores the notes afresh and puts the question.
func (x example) ask(ctx context.Context, p policy, k int) ([]backends.Hit, error) {
	b, err := x.backend()
	if err != nil {
		return nil, err
	}
	defer b.Close()
	scope := backends.Scope{Tenant: "examples", User: "worked"}
	if _, err := b.Put(ctx, x.records(scope, p.supersession)); err != nil {
		return nil, err
	}
	found, err := b.Search(ctx, backends.Query{Scope: scope, Text: x.Query, K: k, Policy: &p.Policy})
	return found.Hits, err
}
