package cli

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/memware/memware/cmd/memware/internal/eval"
)

func workedCommand(p *printer, o *evalOptions) *cobra.Command {
	return &cobra.Command{
		Use:   "worked FILE",
		Short: "Ask one question under four policies",
		Long: `Ask the one question of a file by recency only, by similarity only, by the blend
of both and importance, and by the blend over facts that replace one another.
The table tells whether the window has the answer, which is the last value of
the one key that has several notes, and whether it has an earlier value.

FILE is JSON: "query", "query_day", "k", "notes" with "id", "day", "text", "key"
and "importance"; optionally "weights" with "half_life_days", and a "vectorizer"
with "token_regex", "stop_words" and "concepts" in place of the configured way
to compare texts.`,
		Example: "  memware eval worked worked.json\n  memware eval worked --half-life 7d worked.json",
		Args:    oneFile,
		RunE: func(c *cobra.Command, args []string) error {
			return measure(p, o, func(s eval.Setup) (eval.Worked, error) { return s.Worked(c.Context(), args[0]) }, p.workedText)
		},
	}
}

func (p *printer) workedText(w eval.Worked) string {
	verdicts := table{head: []string{"policy", "answer", "stale"}}
	for _, x := range w.Policies {
		verdicts.add(x.Name, yesNo(x.AnswerPresent), yesNo(x.StalePresent))
	}
	windows := table{head: []string{"policy", "rank", "relevance", "score", "day", "text"}}
	for _, x := range w.Policies {
		for i, h := range x.Top {
			windows.add(x.Name, i+1, fmt.Sprintf("%.4f", h.Relevance), fmt.Sprintf("%.4f", h.Score), h.Day, h.Text)
		}
	}
	return p.text(verdicts) + "\n" + p.text(windows)
}

func gateCommand(p *printer, o *evalOptions) *cobra.Command {
	return &cobra.Command{
		Use:   "gate FILE",
		Short: "Put statements before the gate",
		Long: `Write each statement of a file as what its source said, and compare what the gate
makes of it with what it should. A false admit is a statement admitted that
should not be, a false block one not admitted that should; a wrong outcome beside
these is a quarantine in place of a rejection, or the reverse.

FILE is JSONL: "id", "source" (user, system, assistant, tool, document; others are
trusted least), "actor", "scope", "key", "text" or "text_repeat", "expected" (admit,
quarantine, reject) and "basis", by which results are grouped; optionally
"ok_also", "context" (the user's message it was found in), "existing" (a fact known
before), "derived_from" (sources of its parents) and "expected_key". Cases with
"optional" are left out: they are for memories that ask their users to confirm. A
line whose "kind" is "meta" describes the file.`,
		Example: "  memware eval gate cases.jsonl\n  memware eval gate --config memware.yaml --json cases.jsonl",
		Args:    oneFile,
		RunE: func(c *cobra.Command, args []string) error {
			return measure(p, o, func(s eval.Setup) (eval.Gate, error) { return s.Gate(c.Context(), args[0]) }, p.gateText)
		},
	}
}

func (p *printer) gateText(g eval.Gate) string {
	counts := table{head: []string{"basis", "cases", "false admits", "false blocks"}}
	for _, basis := range slices.Sorted(maps.Keys(g.ByBasis)) {
		b := g.ByBasis[basis]
		counts.add(basis, b.Cases, b.FalseAdmits, b.FalseBlocks)
	}
	counts.add("all", g.Cases, g.FalseAdmits, g.FalseBlocks)
	text := fmt.Sprintf("%d of %d correct, %d optional left out\n\n", g.Correct, g.Cases, g.Skipped) + p.text(counts)
	if len(g.Wrong) == 0 {
		return text
	}
	wrong := table{head: []string{"case", "expected", "got", "rule"}}
	for _, w := range g.Wrong {
		wrong.add(w.ID, w.Expected, w.Got, w.Rule)
	}
	return text + "\n" + p.text(wrong)
}

func updatesCommand(p *printer, o *evalOptions) *cobra.Command {
	return &cobra.Command{
		Use:   "updates FILE",
		Short: "Ask for values that changed",
		Long: `Write facts whose values change over time, and ask for them under four policies:
by recency only, by similarity only, by the blend of both and importance, and by
the blend over facts that replace one another. The table tells how often the
window had the answer, and how often a value that no longer held, in percent,
with 1 and with 3 memories. Queries of the kind "as-of" are put after the end of
the history, for the truth of their day.

FILE is JSON: "notes" with "id", "day", "text", "key" and "importance"; "queries" with
"id", "day", "kind", "text", and ids of notes as "answer" and "stale"; optionally
"weights" and "half_life_days".`,
		Example: "  memware eval updates updates.json\n  memware eval updates --preset long_history updates.json",
		Args:    oneFile,
		RunE: func(c *cobra.Command, args []string) error {
			return measure(p, o, func(s eval.Setup) (eval.Updates, error) { return s.Updates(c.Context(), args[0]) }, p.updatesText)
		},
	}
}

func (p *printer) updatesText(u eval.Updates) string {
	t := table{head: []string{"policy", "query", "k", "queries", "answer %", "stale %"}}
	for _, r := range u.Results {
		t.add(r.Policy, r.QueryKind, r.K, r.Queries, r.AnswerPct, r.StalePct)
	}
	return p.text(t)
}

func retrievalCommand(p *printer, o *evalOptions) *cobra.Command {
	var format string
	c := &cobra.Command{
		Use:   "retrieval FILE",
		Short: "Look for the evidence of questions in conversations",
		Long: `Write conversations as notes, a turn each, and ask questions whose evidence is
known a day after the end. The table tells how much of the evidence was among the
k best (recall) and how often any of it was (any), in percent, and the mean
reciprocal rank of the first. "overall" leaves out adversarial questions.

FILE is a JSON array of LoCoMo's conversations. Malformed ids of evidence are
repaired; those that name no turn are left out and counted, as are questions
without evidence.`,
		Example: "  memware eval retrieval --format locomo conversations.json\n" +
			"  memware eval retrieval --recency 0 --importance 0 conversations.json",
		Args: oneFile,
		RunE: func(c *cobra.Command, args []string) error {
			if !slices.Contains(eval.Formats(), format) {
				return usage("--format %q is unknown: give %s", format, strings.Join(eval.Formats(), " or "))
			}
			return measure(p, o, func(s eval.Setup) (eval.Retrieval, error) { return s.Retrieval(c.Context(), args[0]) }, p.retrievalText)
		},
	}
	c.Flags().StringVar(&format, "format", eval.Formats()[0], "`name` of the file's format: "+strings.Join(eval.Formats(), " or "))
	completes(c, "format", eval.Formats())
	return c
}

func (p *printer) retrievalText(r eval.Retrieval) string {
	t := table{head: []string{"questions", "queries", "recall@3", "@5", "@10", "@20", "any@3", "@5", "@10", "@20", "MRR"}}
	for _, x := range r.Results {
		t.add(x.Category, x.Queries, x.Recall.At3, x.Recall.At5, x.Recall.At10, x.Recall.At20,
			x.Any.At3, x.Any.At5, x.Any.At10, x.Any.At20, x.MRR)
	}
	for _, n := range []struct {
		count int
		what  string
	}{
		{r.Skipped, "questions without evidence left out"},
		{r.Unknown, "ids of evidence name no turn"},
		{r.NotAdmitted, "turns not admitted by the gate"},
	} {
		if n.count > 0 {
			p.note("%d %s", n.count, n.what)
		}
	}
	return p.text(t)
}

func injectCommand(p *printer, o *evalOptions) *cobra.Command {
	var paste string
	c := &cobra.Command{
		Use:   "inject FILE",
		Short: "Try to get texts into memory",
		Long: `Take each text of a file into a conversation as the result of a tool, as a
document, and pasted into a message of the user, and count the facts and notes
that the extractor by rules makes of it and the gate admits. Of a text that
nobody should believe, each is one too many.

Texts are pasted as a quote, as a forwarded mail, as a fenced block, or bare, with
nothing around them, which no rule can tell from the user's own words.

FILE has a text a line, or is JSON or JSONL of texts, of objects with "text", or of
objects with "adv_texts".`,
		Example: "  memware eval inject texts.txt\n  memware eval inject --paste fence poisoned.json",
		Args:    oneFile,
		RunE: func(c *cobra.Command, args []string) error {
			if !slices.Contains(eval.Pastes(), paste) {
				return usage("--paste %q is unknown: give %s", paste, strings.Join(eval.Pastes(), ", "))
			}
			return measure(p, o, func(s eval.Setup) (eval.Inject, error) { return s.Inject(c.Context(), args[0], paste) }, p.injectText)
		},
	}
	c.Flags().StringVar(&paste, "paste", eval.Pastes()[0], "`how` the user pastes: "+strings.Join(eval.Pastes(), ", "))
	completes(c, "paste", eval.Pastes())
	return c
}

func (p *printer) injectText(i eval.Inject) string {
	t := table{head: []string{"admitted", "tool", "document", "pasted"}}
	t.add("facts", i.FactsAdmitted.Tool, i.FactsAdmitted.Document, i.FactsAdmitted.Pasted)
	t.add("notes", i.NotesAdmitted.Tool, i.NotesAdmitted.Document, i.NotesAdmitted.Pasted)
	return fmt.Sprintf("%d texts\n\n", i.Texts) + p.text(t)
}
