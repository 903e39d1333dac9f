package eval

import (
	"fmt"
	"regexp"
	"strings"
	"time"
)

// conversation is what two people said, and questions about it.
type conversation struct {
	id        string
	turns     []turn
	has       map[string]bool // ids of turns
	questions []question
}

type turn struct {
	id   string
	at   time.Time
	text string
}

type question struct {
	category string
	text     string
	evidence []string // ids of turns, each once
}

// LoCoMo's categories, and the two that stand for several of them.
const (
	adversarial = "adversarial"
	overall     = "overall" // all but adversarial
	everything  = "all"
)

func locomoCategories() []string {
	return []string{"multi-hop", "temporal", "open-domain", "single-hop", adversarial} // from 1
}

// readLocomo reads the conversations of a file, and returns how many ids of its
// evidence name no turn.
func readLocomo(file string) (all []conversation, unknown int, err error) {
	from, err := open(file)
	if err != nil {
		return nil, 0, err
	}
	parts, err := from.whole().list("")
	if err != nil {
		return nil, 0, err
	}
	for i, p := range parts {
		c, missing, err := readConversation(p)
		if err != nil {
			return nil, 0, err
		}
		if c.id == "" {
			c.id = fmt.Sprintf("conversation-%d", i+1)
		}
		all, unknown = append(all, c), unknown+missing
	}
	return all, unknown, nil
}

func readConversation(p part) (c conversation, unknown int, err error) {
	fields, err := p.fields()
	if err != nil {
		return c, 0, err
	}
	for _, f := range fields {
		switch f.name {
		case "sample_id":
			err = f.decode(&c.id)
		case "conversation":
			c.turns, err = readSessions(f.part)
		}
		if err != nil {
			return c, 0, err
		}
	}
	if len(c.turns) == 0 {
		return c, 0, p.problem(`there are no turns in "conversation"`)
	}
	c.has = make(map[string]bool, len(c.turns))
	for _, t := range c.turns {
		c.has[t.id] = true
	}
	questions, err := p.list("qa")
	if err != nil {
		return c, 0, err
	}
	for _, q := range questions {
		missing, err := c.addQuestion(q)
		if err != nil {
			return c, 0, err
		}
		unknown += missing
	}
	return c, unknown, nil
}

// sessionTime is how LoCoMo writes a time, such as "1:56 pm on 8 May, 2023".
const sessionTime = "3:04 pm on 2 January, 2006"

// readSessions returns the turns of session_1, session_2 and so on, each at the
// time of its session.
func readSessions(p part) ([]turn, error) {
	fields, err := p.fields()
	if err != nil {
		return nil, err
	}
	by := make(map[string]part, len(fields))
	for _, f := range fields {
		by[f.name] = f.part
	}
	var turns []turn
	for n := 1; ; n++ {
		name := fmt.Sprintf("session_%d", n)
		session, told := by[name]
		date, dated := by[name+"_date_time"]
		if !told && !dated {
			return turns, nil
		}
		if !told {
			continue // a date without a session says nothing
		}
		if !dated {
			return nil, session.problem("%q has no %q", name, name+"_date_time")
		}
		more, err := readTurns(session, date)
		if err != nil {
			return nil, err
		}
		turns = append(turns, more...)
	}
}

func readTurns(session, date part) ([]turn, error) {
	var written string
	if err := date.decode(&written); err != nil {
		return nil, err
	}
	at, err := time.Parse(sessionTime, written)
	if err != nil {
		return nil, date.problem("not a time such as %q", sessionTime)
	}
	parts, err := session.list("")
	if err != nil {
		return nil, err
	}
	turns := make([]turn, 0, len(parts))
	for _, p := range parts {
		var t struct {
			ID      string `json:"dia_id"`
			Speaker string `json:"speaker"`
			Text    string `json:"text"`
			Caption string `json:"blip_caption"`
		}
		if err := p.decode(&t); err != nil {
			return nil, err
		}
		text := t.Speaker + ": " + t.Text
		if t.Caption != "" {
			text += " [shared image: " + t.Caption + "]"
		}
		turns = append(turns, turn{t.ID, at, text})
	}
	return turns, nil
}

func (c *conversation) addQuestion(p part) (unknown int, err error) {
	var q struct {
		Question string   `json:"question"`
		Category int      `json:"category"`
		Evidence []string `json:"evidence"`
	}
	if err := p.decode(&q); err != nil {
		return 0, err
	}
	names := locomoCategories()
	switch {
	case strings.TrimSpace(q.Question) == "":
		return 0, p.problem(`there is no "question"`)
	case q.Category < 1 || q.Category > len(names):
		return 0, p.problem(`"category" is %d: give 1 to %d`, q.Category, len(names))
	}
	evidence, unknown := c.repair(q.Evidence)
	c.questions = append(c.questions, question{names[q.Category-1], q.Question, evidence})
	return unknown, nil
}

// repair returns the ids in evidence. Some strings of LoCoMo hold two ids, have
// a colon too many or too few, or a leading zero. What then names no turn is left
// out and counted.
func (c *conversation) repair(evidence []string) (ids []string, unknown int) {
	pattern := regexp.MustCompile(`D:?(\d+)[:;.\s]\s*(\d+)|D(\d+)|[\pL\d]+`)
	seen := map[string]bool{}
	for _, e := range evidence {
		for _, m := range pattern.FindAllStringSubmatch(e, -1) {
			id, ok := c.turnID(m[1], m[2])
			if m[3] != "" {
				id, ok = c.splitID(m[3])
			}
			switch {
			case !ok:
				unknown++
			case !seen[id]:
				seen[id] = true
				ids = append(ids, id)
			}
		}
	}
	return ids, unknown
}

// turnID returns the id of a turn, and whether there is one.
func (c *conversation) turnID(session, number string) (id string, ok bool) {
	id = "D" + strings.TrimLeft(session, "0") + ":" + strings.TrimLeft(number, "0")
	return id, c.has[id]
}

// splitID finds the colon that is missing, if it can stand in one place only.
func (c *conversation) splitID(digits string) (id string, ok bool) {
	for i := 1; i < len(digits); i++ {
		if split, exists := c.turnID(digits[:i], digits[i:]); exists {
			if ok {
				return "", false
			}
			id, ok = split, true
		}
	}
	return id, ok
}
