package rules

import (
	"slices"
	"strings"

	"github.com/memware/memware/backends"
)

// constraints are what must and must not be: health, food, hours, money, and how
// to answer.
func constraints() []group {
	return []group{{weight: 0.85, rules: slices.Concat(health(), hours(), diets(), budgets(), manners())}}
}

func health() []rule {
	return []rule{
		{`i am [also|very] allergic to|: <list>
		  i have|get|got [a|an] [@severe] allergy|allergies|allergic_reactions to|: <list>
		  i have|suffer_from [a|an] [@severe] <list> allergy|allergies
		  i react badly to <list>
		  i can not be near <list>
		  my allergies @is <list>
		  my allergy @is [to] <list>
		  allergies : <list>`, members("allergy", "list", anItem)},
		{`i am [a|an|type_1|type_2] <condition> ...
		  i have|get|suffer_from|live_with|was_diagnosed_with|am_diagnosed_with [a|an] [@severe] <condition> ...`, member("condition", "condition")},
		{`i take|am_on|am_taking <list:medicine> [every|daily|twice|once|for|each|in] ...`, members("medication", "list", anItem)},
		{`i need|require|must_have|have_to_have [to_have|access_to] <need> ...
		  i use a|an <need:aid> ...`, member("need", "need")},
	}
}

func diets() []rule {
	return []rule{
		{`i am <list> intolerant
		  i have [a|an] [@severe] <list> intolerance
		  i am intolerant to|of <list>
		  i @must_not eat|drink [any] <list>
		  i @must_not have|consume|touch|tolerate|digest|do|handle|stomach [any] <list:foods>
		  i am not allowed|supposed|able to eat|drink [any] <list>
		  i am not allowed|supposed|able to have|consume|touch [any] <list:foods>
		  i eat <x:foods> but not|no|never <list:foods>
		  i eat everything|anything|all but|except|apart_from <list:foods>
		  i no longer eat|drink|consume [any] <list>
		  i stopped|quit eating|drinking <list>
		  i gave up eating|drinking <list>
		  i gave up <list:foods>
		  i cut out <list:foods>
		  i @avoid eating|drinking|having <list>
		  i @avoid [all] <list:foods>
		  i am off|not_eating|not_drinking|not_allowed [any] <list:foods>
		  <list:foods> makes|make me sick|ill|bloated|unwell ...
		  <list:foods> does|do not agree with me`, avoid},
		{`no <list:foods> [for_me|ever|at_all]
		  nothing with|containing <list:foods> [for_me|please]`, refused},
		{`i do not|never drink
		  i am teetotal|a_teetotaller|sober|a_non-drinker`, drinkless},
		{`i am lactose-intolerant`, intolerant},
		{`i @avoid <things>
		  i do not do <things>`, dislikes},
		{`i am [a|an|eating|on_a|on] [strict] <diet> [person|eater] ...
		  i eat|follow|keep|do|went|turned|cook [only|a|an|a_strict] <diet> [diet|food|only] ...
		  i only eat <diet> [food] ...
		  only <diet> food|meals|dishes [for_me] ...
		  i am|was_put|went on a|the|a_strict <diet:word> diet ...
		  my doctor|doc|gp|dietician|dietitian|nutritionist put me on a <diet:word> diet ...
		  my diet @is <diet>
		  <diet> by choice|birth|conviction ...
		  <diet> here
		  at dinner|lunch|home i eat <diet> only`, fact("diet", "diet")},
	}
}

func hours() []rule {
	return []rule{
		{`i do not do <day:weekday>
		  i can not do|make|manage|attend|meet_on|work|meet [on] <day:weekday>
		  i am not|never available|free|around|working|in [on] <day:weekday>
		  i am unavailable|busy|off|away|not_in every|on <day:weekday>
		  i do_not|never work|meet|take_calls|take_meetings|do_meetings on <day:weekday>
		  @never @arrange [anything|something|things|stuff|me] [on|for|in] <day:weekday>
		  nothing on <day:weekday>
		  <day:weekday> do not work [for_me]
		  <day:weekday> are [always] out|off_limits|no_good|impossible|taken ...`, members("unavailable", "day", aWhen)},
		{`[@take] no|not_any @meetings before|earlier_than <time>
		  @never @arrange [any|a|me_for] @meetings before|earlier_than <time>
		  @never @arrange anything|something|things before|earlier_than <time>
		  nothing before <time>
		  i @must_not @attend @meetings before|earlier_than <time>
		  i can only|just @talk after|from <time>
		  i am only|just available|free|around after|from <time>`, fact("meeting.earliest", "time")},
		{`[@take] no|not_any @meetings after|later_than|past <time>
		  @never @arrange [any|a|me_for] @meetings after|later_than|past <time>
		  @never @arrange anything|something|things after|later_than|past <time>
		  nothing after <time>
		  i @must_not @attend @meetings after|later_than|past <time>
		  i can only|just @talk before|until|till <time>
		  i am only|just available|free|around before|until|till <time>`, fact("meeting.latest", "time")},
		{`[@take] no|not_any @meetings on|in|at|during <when>
		  @never @arrange [any|a] @meetings on|in|at|during|for <when>
		  i @must_not @attend @meetings on|in|at|during <when>
		  i hate @meetings on|in|at <when>`, members("meeting.avoid", "when", aWhen)},
		{`@never @contact me [up|on_the_phone] before|earlier_than|until <time>
		  no calls|phone_calls|texts|messages before <time>`, fact("call.earliest", "time")},
		{`@never @contact me [up|on_the_phone] after|later_than|past <time>
		  no calls|phone_calls|texts|messages after <time>`, fact("call.latest", "time")},
		{`@never @contact me at|in <spot:spot> ...`, member("call.avoid", "spot")},
		{`i keep [my|all|all_my] @meetings under|below|to|within|shorter_than <length>
		  keep [my|all|all_my|the] @meetings under|below|to|within|shorter_than <length>
		  [my] @meetings @must_not be|last|run|take|go_on|exceed longer_than|more_than|over|past|beyond|for_more_than <length>
		  [my] @meetings @must_not exceed <length>
		  [my] @meetings should|must|can [only] be|last|take|run|stay [at_most|up_to|under|below|within|no_longer_than|no_more_than|a_maximum_of|max] <length>
		  i @must_not do|have|take|hold|want @meetings longer_than|over|of_more_than|past|beyond <length>
		  [@take] no|not_any @meetings longer_than|over|of_more_than|past|beyond|above <length>
		  i @prefer [my|all|all_my] @meetings [to_be|that_are|to_last|that_last|of|kept_to] [at_most|under|below|within|shorter_than|no_longer_than] <length>`, fact("meeting.length", "length")},
		{`@never @contact me on|at|during|in <when>
		  no calls|phone_calls|texts|messages on|at|during|in <when>`, members("call.avoid", "when", aWhen)},
		{`i work <hours:time> as [a|an] <role:trade>`, facts("work.hours", "hours", "work.role", "role")},
		{`i only work|take_calls|take_meetings [from|between] <hours:time>
		  i work [from|between] <hours:time>
		  my hours @is [from|between] <hours:time>`, fact("work.hours", "hours")},
	}
}

func budgets() []rule {
	return []rule{{`
		i @must_not|do_not_want_to|will_not spend|pay|go more_than|over|above <money>
		i can spend|afford [at_most|up_to|max|a_maximum_of|no_more_than] <money>
		i can not afford more_than|over <money>
		keep|make [it|this|the_total|everything|costs] under|below <money>
		my [max|maximum] budget|limit|spending_limit|price_limit @is [max|around|about|at_most|up_to|under|roughly|capped_at] <money>
		i have a budget of <money>
		[max] budget is|: <money>`, fact("budget", "money")},
	}
}

// manners are how the user wants to be answered.
func manners() []rule {
	return []rule{
		{`always|only [only] @answer [to] [me|my_questions] in|using <language> ...
		  @answer [to] me in <language> ...
		  @answer in <language> from_now_on|by_default|always|going_forward|only|every_time ...
		  from now on @answer in <language> ...
		  i want|prefer|like answers|replies|responses|you_to_reply|you_to_answer|to_be_addressed|to_chat|to_talk in <language> ...
		  speak|write only <language> to_me|with_me`, fact("language.reply", "language")},
		{`@never|stop [ever] use|using|put|include|send|write|add|give_me|sending [any] <list:style> [with_me|to_me|in_your_answers|in_replies] ...
		  no <list:style> [for_me|with_me|to_me|in_your_answers|ever|in_replies] ...
		  avoid|skip|drop [using] [the] <list:style>`, members("reply.avoid", "list", anItem)},
		{`[always] keep|make [all|your] [your] answers|replies|responses|messages|it|explanations <style:manner> ...
		  [always] be|stay <style:manner> [with_me|in_your_answers|when_you_answer] ...
		  [always] answer|reply|respond|write|talk [to_me] <style:manner> ...
		  i like|prefer|want [my|your] <style:manner> answers|replies|responses ...
		  <style:manner> answers|replies|responses [only|for_me] ...`, fact("reply.style", "style")},
	}
}

// bidden reads a request of style, "could you keep your answers short?", as the
// order that it is.
func (r *reader) bidden(toks []token) []token {
	opened := r.open(toks, true)
	if len(opened) < 5 || opened[1].norm != "you" || !slices.Contains([]string{"could", "can", "would", "will"}, opened[0].norm) {
		return toks
	}
	order := unmarked(without(opened[2:], "please", "maybe", "kindly", "always"))
	if len(order) < 2 || !slices.Contains([]string{"keep", "make", "be", "stop", "avoid", "use", "answer", "reply", "respond", "write", "not"}, order[0].norm) {
		return toks
	}
	if order[0].norm == "not" {
		order = r.lead(order, "do")
	}
	lasting := slices.ContainsFunc(opened, func(t token) bool {
		return slices.Contains([]string{"answers", "replies", "responses", "always", "future", "forward"}, t.norm)
	})
	if !lasting && !strings.Contains(norms(order, " "), "from now on") {
		return toks // once
	}
	return order
}

func intolerant(*reader, *match) []found {
	return []found{{kind: backends.Fact, key: "diet.avoid", member: []token{{norm: "lactose"}}, fixed: "lactose"}}
}

// avoid builds what is never eaten: "no coffee after noon" is no such thing.
func avoid(r *reader, m *match) []found {
	list := m.get("list")
	if some(list, clock|weekday) || some(m.rest, clock|weekday) {
		return nil
	}
	return r.listed("diet.avoid", list, anItem)
}

// refused is avoid for what is refused without saying of what. In a cup of
// coffee it is of the coffee; of someone who says that he is allergic, an
// allergy.
func refused(r *reader, m *match) []found {
	said := r.tokenise(r.text[r.line.from:r.line.to])
	if i := slices.IndexFunc(said, func(t token) bool { return slices.Contains(strings.Fields(drinkWords), t.norm) }); i >= 0 {
		v := m.get("list")
		if some(v, clock|weekday) || len(v) > 2 {
			return nil
		}
		return []found{{kind: backends.Fact, key: said[i].norm + "." + keyword(v, 2), fixed: "no " + span(r.text, v)}}
	}
	if slices.ContainsFunc(said, func(t token) bool { return t.norm == "allergic" || t.norm == "allergy" }) {
		return r.listed("allergy", m.get("list"), anItem)
	}
	return avoid(r, m)
}

func drinkless(*reader, *match) []found {
	return []found{{kind: backends.Fact, key: "diet.avoid", member: []token{{norm: "alcohol"}}, fixed: "alcohol"}}
}
