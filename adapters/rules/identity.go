package rules

import (
	"slices"
	"strings"

	"github.com/memware/memware/backends"
)

// identities are who the user is: name, age, origin, languages, work.
func identities() []group {
	return []group{{weight: 0.65, rules: slices.Concat(naming(), personal(), speaking(), working(), daily(), introducing())}}
}

func naming() []rule {
	return []rule{{`
		call me <name>
		call me by my nickname|name|first_name [:] <name>
		address me as <name>
		you can|may|could|should call me <name>
		you can|may|could|should address|refer_to me as <name>
		i am called|named|known_as <name>
		i was named|christened <name>
		i go by <name>
		i go by the name|nickname [of|is] <name>
		i like|prefer|want to be called <name>
		i prefer to go by <name>
		people|friends|everyone|everybody|folks|they call|calls me <name>
		people|friends|everyone|everybody knows|know me as <name>
		my friends|family|colleagues|mates call me <name>
		everyone|everybody|people at|in|from <x:raw> call|calls me <name>
		my name 's|is <name>
		the name 's|is <name>
		name 's|is|: <name>
		this is <name> here|speaking
		<name:first> here`, name},
	}
}

// introducing comes last, as nearly any capitalised word can be a name.
func introducing() []rule {
	return []rule{{`
		i am <name:person> ...
		it_is|this_is <name:person> here|speaking`, introduced},
	}
}

func personal() []rule {
	return []rule{
		{`i am a|an <age:number> year|years|yr|y/o old <role> from|in <origin:place>
		  i am a|an <age:aged> <role> from|in <origin:place>
		  i am a|an <age:number> year|years|yr|y/o old <role>
		  i am a|an <age:aged> <role>`, facts("age", "age", "work.role", "role", "origin", "origin")},
		{`i am <name:person> , a|an <role> from|in <origin:place>
		  i am <name:person> , a|an <role> ...`, facts("name", "name", "work.role", "role", "origin", "origin")},
		{`i am a|an <age:aged> ...
		  i am a|an <age:number> year|years|yr old ...
		  i am <age:number>
		  i am <age:number> years|yrs|year|yo old|of_age|young ...
		  i am <age:number> yo ...
		  i am <age:number> years|yrs
		  i turned <age:number> ...
		  i turn <age:number> this|in|next|on|soon ...`, age},
		{`i am [about|around] <height:measure> tall|in_height
		  i am <height:feet> [tall]
		  my height @is <height:measure>`, fact("height", "height")},
		{`i weigh [about|around] <weight:measure>
		  my weight @is <weight:measure>`, fact("weight", "weight")},
		{`i was|am born [on|the] <birthday:full>
		  i was|am born on <birthday:day>`, fact("birthday", "birthday")},
		{`i was|am born in <born:rest>`, born},
		{`i am <nationality> ...
		  i am a|an <nationality> citizen|national|passport_holder ...
		  i have|hold a|an <nationality> passport|citizenship ...`, fact("nationality", "nationality")},
		{`i am of <origin:nationality> descent|origin|heritage|ancestry|background|extraction
		  i have <origin:nationality> roots|heritage|ancestry
		  my background is <origin:nationality>`, fact("origin", "origin")},
		{`i am [a|an|the] [practising|practicing|devout] <religion>`, fact("religion", "religion")},
		{`i am married to <name:person>`, fact("spouse.name", "name")},
		{`i am engaged to <name:person>`, fact("fiance.name", "name")},
		{`i am dating|seeing|going_out_with <name:person>`, fact("partner.name", "name")},
		{`i am [happily|newly] <marital>
		  i got <marital> ...`, fact("marital.status", "marital")},
		{`i am left-handed|left_handed|lefthanded|a_lefty|a_left-hander`, constant("handedness", "left-handed")},
		{`i am right-handed|right_handed|righthanded`, constant("handedness", "right-handed")},
		{`i am a|an <sign:star>`, fact("star.sign", "sign")},
		{`i use|go_by <pronouns> [pronouns]
		  my pronouns @is <pronouns>`, fact("pronouns", "pronouns")},
	}
}

func speaking() []rule {
	return []rule{
		{`i speak|know [fluent|native|basic|some|a_bit_of|a_little|both|broken|decent|good] <list>
		  i can speak|understand|get_by_in|hold_a_conversation_in [fluent|basic|some|both|a_bit_of|a_little] <list>
		  i am fluent|conversational|bilingual in <list>
		  i get by in <list>
		  i have [a|some|basic|good] [bit_of|working|basic] knowledge_of <list>`, members("language", "list", aLanguage)},
		{`i am a native <language> speaker
		  i am a native speaker of <language>`, fact("language.native", "language")},
		{`i am learning|studying|practising|practicing [to_speak] <list>
		  i started learning|to_learn <list>
		  i am trying|starting to learn <list>
		  i am taking <list> lessons|classes`, members("learning", "list", aSubject)},
		{`i play [the] <instrument> ...`, fact("instrument", "instrument")},
		{`i code|program|write_code [mostly|mainly] in <lang:word>`, codeIn},
		{`i study <subject> at <school:proper>
		  i am studying <subject> at <school:proper>`, facts("study.subject", "subject", "study.place", "school")},
		{`i study|am_studying|go_to_school|go_to_uni|go_to_university at <school:proper>
		  i go to <school>
		  i am a student at <school:proper>`, fact("study.place", "school")},
		{`i study|am_studying <subject>
		  i am majoring in <subject:thing>
		  i major in <subject:thing>`, fact("study.subject", "subject")},
	}
}

func working() []rule {
	return []rule{
		{`i work as [a|an|the] <role> at|for|with <employer:company>
		  i work at|for|with <employer:company> as [a|an|the] <role>
		  i am a|an|the <role> at|for|with|of <employer:company>
		  i am <role:title> at|for|with|of <employer:company>
		  i am employed as [a|an] <role> at|by|with <employer:company>`, facts("work.role", "role", "work.employer", "employer")},
		{`i work as [a|an|the|part-time|freelance] <role:trade>
		  i am employed as [a|an] <role:trade>
		  i have worked as [a|an] <role:trade> for|since ...
		  i have a job as [a|an|the] <role:trade>
		  i got|have|started a new job as [a|an|the] <role:trade>
		  i earn|make a_living|my_living as [a|an] <role:trade>
		  i trained|qualified as|to_be a|an <role:trade>
		  i was|got promoted to <role:trade>
		  i am promoted to <role:trade>
		  i do <role:word> for_a_living|for_a_job|professionally
		  i am [a|an|the] <role> by trade|profession|training
		  i am a|an|the <role>
		  i am <role:title>`, fact("work.role", "role")},
		{`i teach ...`, constant("work.role", "teacher")},
		{`i work|worked_my_way_up at|for <employer:company>
		  i am employed at|by|with <employer:company>
		  i have worked at|for|with <employer:company> for|since ...
		  i am with <employer:company> since ...
		  i have a job at|with <employer:company>
		  i got|have|started a [new] job at|with <employer:company>
		  i started|am_starting|started_working at|with|for <employer:company>
		  i joined <employer:company> as|last|in|this ...
		  my new job is at|with <employer:company>
		  my job is at|with <employer:company>`, fact("work.employer", "employer")},
		{`i am <state:work> ...
		  i retired ...`, workless},
		{`i work in <field>`, fact("work.field", "field")},
		{`i work from home`, constant("work.place", "home")},
	}
}

func daily() []rule {
	return []rule{
		{`i go to bed|sleep [at|around|about|by] <time>
		  i am in bed by <time>`, fact("bedtime", "time")},
		{`i get|wake up [at|around|about] <time>`, fact("wake.time", "time")},
		{`i smoke|vape
		  i smoke|vape <x:rest>`, constant("smoking", "smoke")},
		{`i drive [a|an|the] [old|new|second-hand|used|ten-year-old|blue|red|black|white|grey|silver|green] <car:make>`, fact("car", "car")},
	}
}

// codeIn tells a language from the editor it is written in.
func codeIn(r *reader, m *match) []found {
	if out := r.tool(m.get("lang")); out != nil {
		return out
	}
	return []found{{kind: backends.Fact, key: "programming.language", value: m.get("lang")}}
}

// name builds the name.
func name(_ *reader, m *match) []found {
	v := m.get("name")
	if len(v) > 4 || v[0].is(nation) || nameless(v[0]) {
		return nil
	}
	return []found{{kind: backends.Fact, key: "name", value: v}}
}

// introduced builds the name of one who only says that he is it, so that a mood
// in capitals is none. "Paris-based" tells where someone lives.
func introduced(r *reader, m *match) []found {
	v := m.get("name")
	if place, ok := strings.CutSuffix(span(r.text, v), "-based"); ok && len(v) == 1 {
		return []found{{kind: backends.Fact, key: "home.city", fixed: place}}
	}
	first := v[0]
	if !first.is(firstName) && (first.is(chat|state) || slices.Contains(strings.Fields(moodWords), first.norm)) {
		return nil
	}
	return name(r, m)
}

// nameless reports a word that says when or how to call, or that is a pronoun.
func nameless(t token) bool {
	if strings.Contains(t.norm, "/") || t.is(pronoun) {
		return true
	}
	return !t.is(firstName) && (t.is(weekday|date|clock) || slices.Contains(strings.Fields(callWords), t.norm))
}

const (
	callWords = `later anytime asap whenever back first again immediately sometime soon maybe then once twice
ahead beforehand directly daily weekly regularly early late today tonight anyway instead`
	moodWords = `afraid glad sorry sure aware delighted grateful thankful certain convinced unsure ashamed proud
confident hopeful hungry thirsty curious confused exhausted bored lucky ready pregnant impressed alone`
)

// duration reports a unit in which a time is counted.
func duration(w string) bool {
	switch lemma(w) {
	case "year", "month", "week", "day", "hour", "minute", "yr":
		return true
	}
	return false
}

// age takes a bare number for an age only where it can be one.
func age(r *reader, m *match) []found {
	v := m.get("age")
	switch first := v[0].norm; {
	case len(m.rest) > 0 && duration(m.rest[0].norm): // "3 months pregnant"
		return nil
	case len(m.rest) > 1 && m.rest[0].norm == "and" && isNumber(m.rest[1].norm): // "4 and 6"
		return nil
	case len(v) > 2, isNumber(first) && (len(first) > 3 || len(first) == 3 && first > "120"):
		return nil
	case v[0].is(number) && len(v) == 1 && r.whom.owner == "" && !strings.HasSuffix(first, "teen") && !strings.HasSuffix(first, "ty"):
		return nil // "I am one"
	}
	return []found{{kind: backends.Fact, key: "age", value: v}}
}

// born tells a year, a date and a place apart.
func born(r *reader, m *match) []found {
	v, key := m.get("born"), "birth.place"
	if isYear(v[0].norm) {
		return []found{{kind: backends.Fact, key: "birth.year", value: v[:1]}}
	}
	at, ok := day(v)
	if ok {
		key = "birthday"
	} else if at, ok = r.place(v); !ok {
		return nil
	}
	return []found{{kind: backends.Fact, key: key, value: at}}
}

// workless builds the state of who has no employer, and ends the employer.
func workless(r *reader, m *match) []found {
	f := found{kind: backends.Fact, key: "work.role", value: m.get("state")}
	if len(f.value) == 0 {
		f.fixed = "retired"
	}
	if r.holds("work.employer") {
		return append(endKeys("work.employer"), f)
	}
	return []found{f}
}

func aLanguage(r *reader, toks []token) ([]token, bool) {
	toks = without(toks, "a", "bit", "of", "little", "some", "fluent", "basic", "and", "also", "native", "both",
		"conversational", "as", "well", "enough", "decent", "good", "broken")
	n := r.languages.at(toks)
	return toks[:n], n > 0 && r.apart(toks[n:])
}

// aSubject is what can be learned: a language, an instrument, a named thing.
func aSubject(r *reader, toks []token) ([]token, bool) {
	if v, ok := aLanguage(r, toks); ok {
		return v, true
	}
	toks = without(r.phrase(toks), "to", "the", "how", "about", "play")
	if len(toks) == 0 || toks[0].is(instrument) {
		return toks[:min(1, len(toks))], len(toks) > 0
	}
	return toks, len(toks) <= 3 && (toks[0].upper && !toks[0].line || toks[0].is(verb))
}
