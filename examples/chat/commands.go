package main

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/middleware"
)

const help = `/why                     why the last message was answered with the memories it was
/memories                what is known: current facts and notes
/history KEY             every value that a key had
/forget KEY or ID        erase a key with its history, or one memory
/quarantine              what is held for review, and why
/quarantine release ID   accept it; a KEY behind the id corrects that of a fact
/quarantine discard ID   erase it
/help                    this list
/quit                    end
`

// command carries out a line that starts with a slash.
func (b *bot) command(ctx context.Context, text string) error {
	name, rest, _ := strings.Cut(text, " ")
	rest = strings.TrimSpace(rest)
	switch name {
	case "/why":
		return b.why(ctx)
	case "/memories":
		return b.memories(ctx)
	case "/history":
		return b.keyHistory(ctx, rest)
	case "/forget":
		return b.forget(ctx, rest)
	case "/quarantine":
		return b.quarantine(ctx, strings.Fields(rest))
	case "/help":
		_, err := fmt.Fprint(b.out, help)
		return err
	}
	return fmt.Errorf("no command %s: /help lists them", name)
}

func (b *bot) say(format string, args ...any) error {
	_, err := fmt.Fprintln(b.out, line(fmt.Sprintf(format, args...)))
	return err
}

// why prints what became of every memory near the window of the last message,
// best first, with the terms of its score.
func (b *bot) why(ctx context.Context) error {
	if b.asked.Text == "" {
		return b.say("There is no message to explain.")
	}
	e, err := b.mem.Explain(ctx, b.asked)
	if err != nil {
		return err
	}
	if len(e.Candidates) == 0 {
		return b.say("No memory was in front of the last message.")
	}
	var rows [][]string
	for _, c := range e.Candidates {
		rows = append(rows, []string{
			rank(c.Rank), c.Fate, b.by(c), term(c.Score.Relevance), term(c.Score.Recency), term(c.Score.Importance),
			term(c.Score.Total), b.day(c.AssertedAt), c.Key, c.Text,
		})
	}
	table(b.out, []string{"rank", "fate", "by", "relevance", "recency", "importance", "total", "date", "key", "text"}, rows)
	p := backends.DefaultPolicy()
	return b.say("total = %g relevance + %g recency + %g importance; decided by: %s",
		p.Relevance, p.Recency, p.Importance, e.Decided)
}

// by names what kept a candidate out: a memory by its short id, else a rule.
func (b *bot) by(c middleware.Explained) string {
	if c.Fate == middleware.FateSuperseded || c.Fate == middleware.FateDuplicate {
		return short(c.By)
	}
	return c.By
}

func rank(n int) string {
	if n == 0 {
		return "-"
	}
	return fmt.Sprint(n)
}

func term(x float64) string { return fmt.Sprintf("%.2f", x) }

// memories prints what is known, the last said first.
func (b *bot) memories(ctx context.Context) error {
	known, err := b.mem.List(ctx)
	if err != nil {
		return err
	}
	if len(known) == 0 {
		return b.say("Nothing is remembered yet.")
	}
	b.list(known)
	return nil
}

func (b *bot) list(records []backends.Record) {
	var rows [][]string
	for _, r := range records {
		rows = append(rows, []string{
			short(r.ID), b.day(r.AssertedAt), r.Reason, r.Origin.String(), r.Key, r.Value, cmp.Or(r.Text, "(withdrawn)"),
		})
	}
	table(b.out, []string{"id", "date", "held for", "said by", "key", "value", "text"}, rows)
}

// keyHistory prints every value that a key had.
func (b *bot) keyHistory(ctx context.Context, key string) error {
	if key == "" {
		return fmt.Errorf("name a key, such as /history home.city: /memories lists them")
	}
	history, err := b.mem.History(ctx, key)
	if err != nil {
		return err
	}
	if len(history) == 0 {
		return b.say("Nothing is stored under %s.", key)
	}
	var rows [][]string
	for _, r := range history {
		until, value := "now", cmp.Or(r.Value, r.Text)
		if !r.Until.IsZero() {
			until = b.moment(r.Until)
		}
		if r.Retracted() {
			value = "(withdrawn)"
		}
		rows = append(rows, []string{b.moment(r.From), until, r.Member, value})
	}
	table(b.out, []string{"from", "until", "member", "value"}, rows)
	return nil
}

// forget erases a key or one memory. The conversation so far is dropped too,
// since the model would still be sent what was said in it.
func (b *bot) forget(ctx context.Context, target string) error {
	if target == "" {
		return fmt.Errorf("name a key or an id, such as /forget home.city: /memories lists them")
	}
	f, what, err := b.selected(ctx, target)
	if err != nil {
		return err
	}
	if what == "" {
		return b.say("Nothing is stored under %s.", target)
	}
	if b.interactive {
		yes, _ := b.next(ctx, plain("Erase "+what+"? [y/N] "))
		if yes = strings.ToLower(strings.TrimSpace(yes)); yes != "y" && yes != "yes" {
			return b.say("Kept.")
		}
	}
	f.By = b.reviewer
	done, err := b.mem.Forget(ctx, f)
	if err != nil {
		return err
	}
	b.history, b.asked = nil, middleware.Ask{}
	return b.say("Erased %s: %d gone for good.", what, done.Selected+done.Derived)
}

// selected returns the filter of a key or of the id of a memory, and says in
// words what it selects: nothing if there is neither.
func (b *bot) selected(ctx context.Context, target string) (f backends.Filter, what string, err error) {
	history, err := b.mem.History(ctx, target)
	if err != nil {
		return f, "", err
	}
	if len(history) > 0 {
		key := history[0].Key
		return backends.Filter{Slots: []backends.Slot{{Key: key, All: true}}}, key + " with its history", nil
	}
	known, err := b.mem.List(ctx)
	if err != nil {
		return f, "", err
	}
	r, err := find(known, target)
	if err != nil || r.ID == "" {
		return f, "", err
	}
	return backends.Filter{IDs: []string{r.ID}}, "memory " + short(r.ID), nil
}

// quarantine lists what is held for review, or decides about it.
func (b *bot) quarantine(ctx context.Context, args []string) error {
	held, err := b.mem.Quarantined(ctx)
	if err != nil {
		return err
	}
	switch {
	case len(args) == 0 && len(held) == 0:
		return b.say("Nothing is held.")
	case len(args) == 0:
		b.list(held)
		return nil
	case len(args) < 2 || args[0] != "release" && args[0] != "discard":
		return fmt.Errorf("say /quarantine release ID or /quarantine discard ID")
	}
	r, err := find(held, args[1])
	if err != nil {
		return err
	}
	if r.ID == "" {
		return b.say("Nothing is held under %s.", args[1])
	}
	if args[0] == "discard" {
		n, err := b.mem.Discard(ctx, b.reviewer, r.ID)
		if err != nil {
			return err
		}
		return b.say("Discarded: %d gone for good.", n)
	}
	return b.release(ctx, r.ID, strings.Join(args[2:], " "))
}

// release admits a held memory as if it were said now.
func (b *bot) release(ctx context.Context, id, key string) error {
	outcome, err := b.mem.Release(ctx, id, middleware.Review{Reviewer: b.reviewer, AsOfNow: true, Key: key})
	if err != nil {
		return err
	}
	return b.say("Memory %s: %s.", short(id), outcome)
}

// find returns the record whose id starts with prefix; an empty one if there is
// none.
func find(records []backends.Record, prefix string) (found backends.Record, err error) {
	for _, r := range records {
		if !strings.HasPrefix(r.ID, prefix) {
			continue
		}
		if found.ID != "" {
			return backends.Record{}, fmt.Errorf("more than one id starts with %s: give more of it", prefix)
		}
		found = r
	}
	return found, nil
}

// short returns as much of an id as a person wants to type.
func short(id string) string { return id[:min(len(id), 8)] }

func (b *bot) day(t time.Time) string    { return t.In(b.zone).Format(time.DateOnly) }
func (b *bot) moment(t time.Time) string { return t.In(b.zone).Format(time.DateTime) }
