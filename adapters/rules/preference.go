package rules

import (
	"slices"
	"strings"

	"github.com/memware/memware/backends"
)

// preferences are what the user likes, prefers and uses.
func preferences() []group {
	return []group{{weight: 0.55, rules: slices.Concat(meetingTimes(), choices(), drinks(), habits(), favourites(), dislikings(), likings())}}
}

// meetingTimes have one key for all the ways to say it.
func meetingTimes() []rule {
	return []rule{{`
		i @prefer [to_have|to_hold|having|holding|to_take|taking|to_schedule] [my|all|any] @meetings [to_be|scheduled|held] <when>
		i @prefer to @meet <when>
		i @like to meet|talk|call [people|clients|with_people] <when>
		i @prefer to @arrange @meetings <when>
		i @prefer <when> for [my|all|any] @meetings
		for @meetings [i_prefer|i_like] <when>
		<when> @suits [me] @best [me|i_find] for [my|all|any|the] @meetings ...
		<when> @suits [me] @best than <old:when> for [my|all|any|the] @meetings ...
		<when> @suits me @best for [my|all|any] @meetings
		<when> for [my|all|any] @meetings
		my|all|our @meetings @suits [me] @best <when>
		@meetings [with_me|for_me] @suits [me] [@best] [for_me|with_me] [if_they_are] <when>
		@meetings <when> @suits [me|for_me|best] ...
		i am happiest|happy|fine|best with @meetings <when>
		@meetings at|on|in <when>
		[the] @ideal time|day|hour|slot for|to [a|my|any] @meetings [me] [with_me|for_me] is|are|: <when>
		[the] @ideal time|day|hour|slot for|to [a|my|any] call|meet|talk|chat [me|to_me] [with_me] is|are|: <when>
		[the] @ideal time|day to [have|hold|schedule] @meetings is|: <when>
		@arrange [all|any] [my|all] @meetings at|for|in|on|around|to <when>
		i moved|shifted|rescheduled|pushed|changed [all] my|the @meetings to <when>
		let us @arrange [all|any] [my|all] @meetings at|for|in|on|around|to <when>`, meetings},
	}
}

// choices are the one of several that is in use, and the one of two.
func choices() []rule {
	return []rule{
		{`i @prefer [using|to_use|having|to_have|to_sit|sitting|to_book|booking|to_get|in|on|by|to_be_in] <tool:setting> ...
		  i love|choose|pick|take|go_for <tool:setting> ...
		  i prefer [using|to_use|working_in|to_work_in] <tool> ...
		  i use|run <tool> ...
		  i am using|running|on <tool> ...
		  i am a|an <tool> user|person|guy|girl
		  i switched|moved from <old:tool> to <tool>
		  i switched|moved|changed to <tool>
		  i am more [of] a|an <tool> person|guy|girl|user
		  more [of] a|an <tool> person|guy|girl|user
		  <tool:setting> please
		  <tool:setting> [please] [,] not|rather_than|instead_of|over <old:setting>
		  use <tool> [with|for] ...
		  book|pick|choose|get|give|find|reserve [me] <tool:setting> ...
		  when booking for me pick|choose|take <tool:setting>
		  <tool:fragment> for me ...
		  <tool:fragment> on ...
		  <tool:fragment>`, tools},
		{`<a:thing> > <b:thing>
		  <a:thing> over <b:thing> any_day|every_time|always|all_day|anytime|all_the_way ...
		  give me <a:thing> over <b:thing> ...
		  i am more [of] a <a:thing> person than a <b:thing> [person]
		  i am more [of] a <a:thing> than a|an <b:thing> person
		  i prefer|would_prefer|favour [to_have|having|to_drink|drinking|to_take|taking|to_use|using|to_eat] <a:thing> @over <b:thing> any_day|every_time|in_the ...
		  i prefer|would_prefer|favour [to_have|having|to_drink|drinking|to_take|taking|to_use|using|to_eat] <a:thing> @over <b:thing>
		  i like|love|enjoy <a:thing> [way|much|far|so_much|a_lot|lots|a_little] more|better than <b:thing>
		  i would_rather|would_sooner [have|drink|take|use|eat|be|watch|read|play] <a:thing> than <b:thing>`, pair},
	}
}

// drinks are how the user takes a drink or a dish, and what is had at a meal.
func drinks() []rule {
	return []rule{
		{`i @like|take|drink|have|prefer|want my <drink> without <with:word>
		  i @like|take|drink|have|prefer|want <with:word> in my <drink> ...
		  <with:word> in my <drink> ...
		  [black|green|white|iced|hot] <drink> with <with:word>`, drinkWith},
		{`no <none:word> in my <drink> ...`, drinkWithout},
		{`i @like|take|drink|have|prefer|want|eat|order my <drink:dish> [with|cooked] <how:thing>
		  i put <how:thing> in my <drink>`, drinkHow},
		{`i have|eat|drink [a|an|some|just|only] <food:word> for <meal>`, mealOf},
		{`i drink only|just <value:thing>
		  i only|just drink <value:thing>`, fact("drink", "value")},
	}
}

// habits are the sport and the days of it.
func habits() []rule {
	return []rule{
		{`i play|do|practise|practice <sport> ...`, fact("sport", "sport")},
		{`i go to the gym [every|each] <when>
		  i work out|exercise [every|each] <when>
		  i hit the gym [every|each] <when>`, training},
	}
}

func training(_ *reader, m *match) []found {
	at, key := m.get("when"), "gym.day"
	if v, ok := time(at); ok && len(v) == len(at) {
		key = "gym.time"
	}
	return []found{{kind: backends.Fact, key: key, value: at}}
}

func favourites() []rule {
	return []rule{{`
		@favourite <noun> @is <value:choice>
		<value:thing> is|are @favourite <noun>
		my <noun> of_choice @is <value:thing>
		my go-to <noun> @is <value:thing>
		the <noun> i like|love|enjoy|prefer most|best|the_most|the_best is <value:thing>
		<noun> i like|love most|best : <value:thing>
		of all <noun> i like <value:thing> best|most
		<value:thing> is|are the <noun> i like|love most|best ...`, favouriteOf},
	}
}

func dislikings() []rule {
	return []rule{
		{`i @like neither <things>
		  i do not @like|care_for|fancy <things>
		  i never liked <things>
		  i @hate <things>
		  i am not a|much_of_a|the_biggest [big|huge|great] fan of <things>
		  i am not fond_of|keen_on|into|big_on|crazy_about|a_fan_of|one_for <things>
		  i am tired_of|sick_of <things>
		  not a|the [big|huge] fan of <things>
		  not fond_of|keen_on|into|big_on <things>`, dislikes},
		{`i find <thing> boring|annoying|dull|overrated|tedious|awful|horrible|terrible|disgusting|unbearable|gross|exhausting|stressful
		  i could|can do without <thing>
		  <thing> annoys|annoy|bores|bore|disgusts|disgust|irritates|irritate me
		  <thing> gets|get on my nerves
		  <thing> is|are not for_me|my_thing|my_cup_of_tea|my_favourite`, dislikes},
	}
}

func likings() []rule {
	return []rule{
		{`i am [more_of|definitely] a|an <type:chronotype> ...`, fact("chronotype", "type")},
		{`<thing> is|are my favourite|favourites|absolute_favourite
		  i am [more_of] a|an <thing:word> person|guy|girl|lady|man|woman
		  i am a|an [big|huge|avid|real|great] <thing:word> fan|lover|enthusiast|addict|buff|geek|nerd|fanatic
		  i find <thing> relaxing|fascinating|delicious|amazing|wonderful|soothing|fun|calming|great|enjoyable|brilliant|fantastic
		  nothing|no_food|no_drink beats|is_better_than <thing> ...
		  there is nothing better than <thing>
		  i could eat|drink|watch|listen_to <thing> every_day|all_day|for_days|daily|forever ...
		  i go for|order <thing>
		  i am all about <thing>
		  i swear by <thing>
		  <thing> all_the_way|for_the_win|ftw
		  i prefer <thing>`, likes},
		{`i @like <things>
		  i am a|the [big|huge|massive|great|real|lifelong|devoted|biggest] fan|lover|admirer|devotee|sucker of|for <things>
		  i am [big|huge|massive] fond_of|keen_on|into|crazy_about|big_on|mad_about|addicted_to|obsessed_with|partial_to|passionate_about <things>
		  big|huge|massive fan of <things>
		  i have a soft_spot|weakness|thing|passion|craving|love for <things>
		  i can not get_enough_of|live_without <things>
		  <things> is|are my jam|thing|cup_of_tea|passion|guilty_pleasure|weakness`, likes},
	}
}

// meetings builds meeting.time, or meeting.day where a day alone is named.
func meetings(r *reader, m *match) []found {
	at, key := m.get("when"), "meeting.time"
	if v, ok := calendar(at); ok && len(v) == len(at) {
		key = "meeting.day"
	}
	out := []found{{kind: backends.Fact, key: key, value: at}}
	if rest := without(m.rest, "but", ","); len(rest) > 1 && (rest[0].norm == "not" || rest[0].norm == "never") {
		out = append(out, r.listed("meeting.avoid", without(rest[1:], "on", "at", "in"), aWhen)...) // "but not on Mondays"
	}
	return out
}

// tools builds the fact that one word of a category is in use.
func tools(r *reader, m *match) []found { return r.tool(m.get("tool")) }

func (r *reader) tool(v []token) []found {
	key := r.tools[norms(v, " ")]
	if key == "" {
		return nil
	}
	if n := len(v); n > 1 && (lemma(v[n-1].norm) == key || v[n-1].norm == key) { // "aisle seat"
		v = v[:n-1]
	}
	return []found{{kind: backends.Fact, key: key, value: without(v, "a", "an", "the")}}
}

// pair builds the choice between two things. Its key names both, so that the
// opposite choice takes its place.
func pair(r *reader, m *match) []found {
	v := m.get("a")
	a, b := keyword(v, 3), keyword(m.get("b"), 3)
	if a == "" || b == "" || a == b {
		return nil
	}
	if r.tools[norms(v, " ")] == r.tools[norms(m.get("b"), " ")] {
		if out := r.tool(v); out != nil {
			return out
		}
	}
	key := "prefer." + min(a, b) + "." + max(a, b)
	if r.is(a, channel) && r.is(b, channel) {
		key = "contact.channel"
	}
	return []found{{kind: backends.Fact, key: key, value: v}}
}

func drinkHow(_ *reader, m *match) []found {
	return []found{{kind: backends.Fact, key: norms(m.get("drink"), "."), value: m.get("how")}}
}

// drinkWith builds what goes into a drink: coffee.milk.
func drinkWith(_ *reader, m *match) []found {
	v := m.get("with")
	switch last := lemma(v[len(v)-1].norm); last {
	case "milk", "sugar", "cream", "honey", "lemon", "ice":
		return []found{{kind: backends.Fact, key: norms(m.get("drink"), ".") + "." + last, value: v}}
	}
	return nil
}

func drinkWithout(r *reader, m *match) []found {
	v := m.get("none")
	return []found{{kind: backends.Fact, key: norms(m.get("drink"), ".") + "." + keyword(v, 2), fixed: "no " + span(r.text, v)}}
}

func mealOf(_ *reader, m *match) []found {
	return []found{{kind: backends.Fact, key: norms(m.get("meal"), "."), value: m.get("food")}}
}

func favouriteOf(r *reader, m *match) []found {
	key := r.nounKey(without(m.get("noun"), "my", "the"))
	switch key {
	case "":
		return nil
	case "drink":
	default:
		key = "favourite." + key
	}
	return []found{{kind: backends.Fact, key: key, value: m.get("value")}}
}

func likes(r *reader, m *match) []found { return r.likes(m, false) }

func dislikes(r *reader, m *match) []found { return r.likes(m, true) }

// likes builds one like of each item. The key is the thing, so that "I like
// olives" and "I don't like olives" end each other.
func (r *reader) likes(m *match, not bool) []found {
	list := m.get("things")
	if list == nil {
		list = m.get("thing")
	}
	parts := items(list)
	if whole, ok := r.thing(list); ok && r.pairs[strings.ReplaceAll(norms(whole, " "), "& ", "and ")] {
		parts = [][]token{whole}
	}
	var out []found
	for _, it := range parts {
		v, ok := r.thing(it)
		key := keyword(v, 5)
		if !ok || key == "" || len(v) > 1 && personVerb(v[0].norm) != "" { // "hates olives and loves figs"
			break
		}
		out = append(out, found{kind: backends.Fact, key: "like." + key, value: v, not: not, list: list, item: it})
	}
	return alone(out)
}
