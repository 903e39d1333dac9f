package config

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"text/template"
	"time"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/backends/inmem"
	"github.com/memware/memware/middleware"
)

// check reports what no single setting tells, or no tag.
func (c *Config) check(d *decoder) {
	c.checkDurations(d)
	c.checkSpace(d)
	p := c.file.Policy
	if p.Relevance == 0 && p.Recency == 0 && p.Importance == 0 {
		d.doubt("policy.relevance", "policy", "", "all weights are 0", "give one of relevance, recency and importance a weight above 0")
	}
	c.checkTemplate(d)
}

// doubt reports a problem of a setting, unless it has one already.
func (d *decoder) doubt(key, section, value, reason, remedy string) {
	if !slices.ContainsFunc(d.problems, func(p Problem) bool { return p.Key == key }) {
		d.problem(key, d.root.at(section), value, reason, remedy)
	}
}

func (c *Config) checkDurations(d *decoder) {
	for _, f := range []struct {
		section, name string
		value         time.Duration
		longest       time.Duration // 0: any
	}{
		{"policy", "half_life", c.file.Policy.HalfLife, 0},
		{"read", "deadline", c.file.Read.Deadline, time.Hour},
		{"write", "deadline", c.file.Write.Deadline, time.Hour},
		{"quarantine", "age", c.file.Quarantine.Age, 0},
	} {
		key := join(f.section, f.name)
		if f.value <= 0 {
			d.doubt(key, f.section, formatDuration(f.value), "not above 0", "give a duration above 0")
		}
		if f.longest > 0 && f.value > f.longest {
			d.doubt(key, f.section, formatDuration(f.value), "above "+formatDuration(f.longest), "give a shorter one")
		}
	}
}

// checkSpace checks that the settings of the space fit one another, and the
// embedder them.
func (c *Config) checkSpace(d *decoder) {
	s, embedder := c.space(), c.file.Embedder.Name
	switch {
	case s.TextOnly() && s.Dim != 0:
		d.doubt("space.dim", "space", strconv.Itoa(s.Dim), "tfidf has no vectors", "take it out, or name the space after the model")
	case !s.TextOnly() && s.Dim == 0:
		d.doubt("space.dim", "space", "", "the space has vectors of no length", "give the number of components of the model's vectors")
	case s.TextOnly() && embedder != "none":
		d.doubt("embedder.name", "embedder", shorten(embedder, false), "the space tfidf takes no embedder", "name the space after the model, or take the embedder out")
	case !s.TextOnly() && embedder == "none":
		d.doubt("space.name", "space", shorten(s.Name, false), "the space needs an embedder", "name one under embedder, or use tfidf")
	}
	if (s.Low != 0 || s.High != 0) && s.Low >= s.High {
		d.doubt("space.high", "space", "", "not above low", "give low the smaller of the two cosines")
	}
	if !s.TextOnly() && len(c.file.Space.StopWords)+len(c.file.Space.Concepts) > 0 {
		d.doubt("space.stop_words", "space", "", "stop words and concepts are for tfidf", "take them out")
	}
	if s.TextOnly() && len(d.problems) == 0 {
		c.checkWords(d)
	}
}

// checkWords tries the stop words and concepts on a store.
func (c *Config) checkWords(d *decoder) {
	seen := map[string]bool{}
	for i, x := range c.file.Space.Concepts {
		if seen[x.Name] {
			d.doubt(fmt.Sprintf("space.concepts[%d].name", i), "space", shorten(x.Name, false), "given twice", "keep one, with the words of both")
		}
		seen[x.Name] = true
	}
	for _, try := range []struct {
		key string
		inmem.Options
	}{
		{"space.stop_words", inmem.Options{StopWords: c.file.Space.StopWords}},
		{"space.concepts", inmem.Options{Concepts: c.concepts()}},
	} {
		b := inmem.New(&try.Options)
		if _, err := b.Count(context.Background(), backends.Scope{Tenant: "none", User: "none"}); err != nil {
			d.doubt(try.key, "space", "", err.Error(), "every item has to be one word")
		}
		_ = b.Close() // it holds nothing
	}
}

// checkTemplate tries the template as a memory would. Errors of templates may
// quote what they were given, so that none of their text is kept.
func (c *Config) checkTemplate(d *decoder) {
	if c.file.Read.Template == "" {
		return
	}
	reason := "not a template"
	t, err := template.New("read.template").Parse(c.file.Read.Template)
	if err == nil {
		reason = "not a template that renders a memory within the window's frame"
		var mem *middleware.Memory
		mem, err = middleware.NewReadOnly(inmem.New(nil), &middleware.Options{Template: t})
		if err == nil {
			err = mem.Close()
		}
	}
	if err != nil {
		d.doubt("read.template", "read", "", reason, "use text/template and the fields Date, Time, Origin, Key, Member, Value, Text, Session and Rank")
	}
}
