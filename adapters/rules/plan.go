package rules

import (
	"slices"
	"strings"

	"github.com/memware/memware/backends"
)

// plans are journeys, appointments and intentions.
func plans() []group {
	return []group{
		{weight: 0.5, own: true, rules: slices.Concat(journeys(), appointments(), intentions())},
		{weight: 0.5, rules: []rule{{`i am visiting|coming|arriving|staying [over|here|to_stay|to_visit|to_see_me|with_me|to_town] <when:dated>`, visit}}},
	}
}

func journeys() []rule {
	return []rule{
		{`i am @travelling [up|down|over|out|across|home|north|south] to|for <to:rest>
		  i am hopping|popping|nipping|jetting|cruising|trekking [up|down|over|out|across] to <to:rest>
		  i am off|away|back to <to:rest>
		  i am going|moving away|back to <to:rest>
		  i will be|am_going_to_be [travelling|flying|staying|away] in|to <to:rest>
		  i will|am_going_to fly|travel|go|drive|head|fly_out|return|leave to|for <to:rest>
		  i will|am_going_to visit <to:rest>
		  i fly|travel|head|leave|depart|drive [out|off] to|for <to:rest>
		  i have to fly|travel|go|drive to <to:rest>
		  i am visiting|touring|leaving_for <to:rest>
		  i have|booked|got [a|my|the] [business] @passage to|in <to:rest>
		  i am booked on [a|the|my] @passage to <to:rest>
		  i am booked on a|the <x:number> @passage to <to:rest>
		  i am booked on a|the <x:time> @passage to <to:rest>
		  i am catching|taking a|the @passage to <to:rest>
		  my [next] @passage to|is_to <to:rest>`, trip},
		{`i am|will_be|am_going|will_be_going on holiday|vacation|leave|parental_leave|maternity_leave|annual_leave|sabbatical [from|until|between] <when>
		  i am|will_be away|off|out_of_office|out_of_town|abroad [from|until|between|on] <when>
		  i am taking <when> off
		  i have|took|will_take time|a_week|the_week|the_day|leave off [from|on|in] <when>`, leave},
	}
}

func appointments() []rule {
	return []rule{
		{`i have|got|booked|scheduled|made a|an|my|the|another <event:rest>
		  i have|got <event:occasion>
		  there is|will_be a|an|the|another|my <event:rest>`, appointment},
		{`<event> with|at <who:raw> on|at|tomorrow|next|this <when>
		  <event> [is] [from] <when>
		  my <event:noun> @happens [from] <when>
		  my <event:noun> is|will_be on|at <when>
		  my <event:noun> is|will_be <when:future>
		  my|the <event> for|of [the|my] <of:noun> is|: [on] <when>
		  the <event> @happens [from] <when>
		  the <event> is|will_be [on] <when:dated>`, eventAt},
	}
}

func intentions() []rule {
	return []rule{
		{`i am planning|intending|aiming|set|due|scheduled|about to <do:rest>
		  i am planning a|an|my <do:rest>
		  i plan|intend|aim|mean to|on <do:rest>
		  i am planning on <do:rest>
		  i have plans to <do:rest>
		  my plan|intention is to <do:rest>
		  the plan is to <do:rest>`, intention},
		{`i will|shall [be] <do:rest>
		  i am going to [be] <do:rest>
		  i have|need to <do:rest>
		  i must <do:rest>
		  i am going <do:doing>
		  i am off to <do:rest>
		  i am <do:doing>
		  i will be <do:doing>
		  i <do:present>`, planned},
	}
}

// trip builds the journey to a place; its value is when, if that was said.
func trip(r *reader, m *match) []found {
	head, at := splitWhen(m.get("to"))
	where, ok := r.place(without(head, "visit", "see"))
	if !ok || !where[0].upper && (at == nil || where[0].is(verb)) {
		return nil // "going to sleep" looks the same
	}
	key := keyword(where[:max(1, capitals(where))], 4)
	if key == "" {
		return nil
	}
	f := found{kind: backends.Fact, key: "trip." + key, value: where, bare: at == nil}
	if at != nil {
		f.value = at
	}
	return []found{f}
}

// visit builds when someone comes to see the user.
func visit(r *reader, m *match) []found {
	if r.whom.owner == "" || past(m.get("when")) {
		return nil
	}
	return []found{{kind: backends.Fact, key: "visit.date", value: m.get("when")}}
}

// leave builds when the user is away.
func leave(_ *reader, m *match) []found {
	if past(m.get("when")) {
		return nil
	}
	return []found{{kind: backends.Fact, key: "vacation.date", value: m.get("when")}}
}

// appointment builds the date of something the user has: "a job interview on
// Monday".
func appointment(r *reader, m *match) []found {
	head, at := splitWhen(m.get("event"))
	if at == nil || past(at) {
		return nil
	}
	head = r.trim(upto(head, preposition))
	if n := len(head); n > 1 && slices.Contains([]string{"booked", "scheduled", "planned", "coming", "lined", "up"}, head[n-1].norm) {
		head = head[:n-1]
	}
	v, ok := noun(head)
	if !ok || len(v) > 3 || v[len(v)-1].is(state) {
		return nil
	}
	return r.eventFact(v, at)
}

func eventAt(r *reader, m *match) []found {
	at := m.get("when")
	if past(at) || !r.ended(m.rest) && !m.rest[0].is(preposition) {
		return nil
	}
	return r.eventFact(slices.Concat(without(m.get("of"), "the", "my"), upto(m.get("event"), preposition)), at)
}

// eventFact builds event.date, or event.time where the value is an hour alone,
// or both where the hour comes first.
func (r *reader) eventFact(v, at []token) []found {
	e, known := r.entryOf(v)
	switch {
	case v[len(v)-1].is(event) && r.relations[norms(v, " ")] != "": // "dentist tomorrow at 3"
		return []found{{kind: backends.Fact, key: r.relations[norms(v, " ")] + ".appointment.date", value: at}}
	case e.key == "", v[0].norm == "'s", r.relations[norms(v, " ")] != "", v[len(v)-1].is(abstract):
		return nil
	case known:
		w, ok := r.forms[e.form](at)
		if !ok || len(w) != len(at) || e.form != "when" && e.form != "day" {
			return nil
		}
		return []found{{kind: backends.Fact, key: e.key, value: at}}
	}
	hour, ok := time(at)
	if ok && len(hour) == len(at) {
		return []found{moment(e.key, ".time", at)}
	}
	for i := len(hour); i > 0; i-- {
		if last := hour[i-1]; !isClock(last.norm) && !last.is(clock) {
			continue // "noon on 5" of "noon on 5 June"
		}
		rest := without(at[i:], "on", ",")
		if _, ok := dated(rest); ok { // "6:40 tomorrow"
			return []found{moment(e.key, ".time", hour[:i]), moment(e.key, ".date", rest)}
		}
		break
	}
	return []found{moment(e.key, ".date", at)}
}

func moment(key, suffix string, at []token) found {
	if !strings.HasSuffix(key, suffix) && !strings.HasSuffix(key, ".day") {
		key += suffix
	}
	return found{kind: backends.Fact, key: key, value: at}
}

// intention builds what is intended; its value is when, if that was said.
func intention(r *reader, m *match) []found {
	head, at := splitWhen(m.get("do"))
	if head = r.phrase(head); len(head) < 2 && at == nil {
		return nil
	}
	return r.plan(head, at)
}

func planned(r *reader, m *match) []found { return r.plannedAt(m.get("do")) }

// plannedAt builds an intention only where a time is named that lies ahead: "I
// will see" and "I am reading" are none.
func (r *reader) plannedAt(do []token) []found {
	head, at := splitWhen(do)
	if at == nil || past(at) || momentary(at) {
		return nil
	}
	return r.plan(r.phrase(head), at)
}

// momentary reports a time that has begun, or that recurs.
func momentary(at []token) bool {
	switch at[0].norm {
	case "this":
		return len(at) < 2 || !at[1].is(weekday|month|stretch) && !slices.Contains([]string{"summer", "autumn", "winter", "spring"}, at[1].norm)
	case "today", "now", "tonight", "every", "all", "each":
		return true
	}
	return at[0].is(clock)
}

// plan builds the intention to do something, keyed by its words.
func (r *reader) plan(do, at []token) []found {
	do = without(r.trim(do), "a", "an", "the")
	if len(do) == 0 || len(do) > maxWords || clausal(do) || vague(do) {
		return nil
	}
	first := r.infinitive(do[0].norm)
	if do[0].is(state) && !r.is(first, verb) {
		return nil // "I will be late"
	}
	words := []string{first}
	for _, t := range do[1:] {
		if !t.mark && !t.is(determiner|preposition) && t.norm != "to" && t.norm != "and" {
			words = append(words, t.norm)
		}
	}
	f := found{kind: backends.Fact, key: "plan." + strings.Join(words[:min(len(words), 4)], "."), value: do, bare: at == nil}
	if at != nil {
		f.value = at
	}
	return []found{f}
}

// infinitive returns the base form of a verb in -ing, if it is a known one.
func (r *reader) infinitive(w string) string {
	for _, base := range bases(w) {
		if r.is(base, verb) {
			return base
		}
	}
	return w
}

// bases returns what a verb in -ing may come from: "us", "use"; "runn", "run".
func bases(w string) []string {
	stem, ok := strings.CutSuffix(w, "ing")
	if !ok || len(stem) < 2 {
		return []string{w}
	}
	out := []string{stem, stem + "e"}
	if n := len(stem); n > 2 && stem[n-1] == stem[n-2] {
		out = append([]string{stem[:n-1]}, out...)
	}
	return out
}

// vague reports words that only the conversation explains, and idioms: "this",
// "my best", "time for yourself".
func vague(toks []token) bool {
	for i, t := range toks {
		switch t.norm {
		case "it", "this", "that", "these", "those", "you", "your", "yourself", "them", "him", "her", "each", "ourselves", "myself":
			return true
		case "some", "care", "time", "best", "notes", "advantage", "part", "turns", "place":
			if i == 0 || i == 1 && (toks[0].norm == "the" || toks[0].norm == "my") {
				return true
			}
		}
	}
	return false
}
