package rules_test

import (
	"context"
	"strings"
	"testing"

	"github.com/memware/memware/adapters/rules"
	"github.com/memware/memware/backends"
	"github.com/memware/memware/middleware"
)

func BenchmarkExtract(b *testing.B) {
	long := strings.Repeat("I went to the market with Tom and we bought some fish, then it rained. ", 116)
	for _, bc := range []struct{ name, text string }{
		{"a fact", "I prefer meetings at 2pm"},
		{"a note", "The neighbour's dog barked half the night"},
		{"a question", "when do I like to meet?"},
		{"a correction", "actually, make it 3pm"},
		{"8 KiB of sentences", long},
		{"8 KiB without a full stop", strings.ReplaceAll(long, ".", "")},
		{"8 KiB of commas", strings.Repeat("a, ", 2730)},
		{"8 KiB of conjunctions", strings.Repeat("and i ", 1365)},
		{"8 KiB of corrections", strings.Repeat("no, ", 2048)},
		{"8 KiB of one word", strings.Repeat("a", 8192)},
	} {
		b.Run(bc.name, func(b *testing.B) {
			x := rules.New()
			turn := middleware.Turn{Messages: []middleware.Message{{Origin: backends.User, Text: bc.text}}}
			b.ReportAllocs()
			for b.Loop() {
				if _, err := x.Extract(context.Background(), turn, known); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkNew(b *testing.B) {
	for b.Loop() {
		if _, err := rules.New().Extract(context.Background(), middleware.Turn{Messages: []middleware.Message{{Text: "hi"}}}, nil); err != nil {
			b.Fatal(err)
		}
	}
}
