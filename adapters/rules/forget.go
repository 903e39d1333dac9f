package rules

import (
	"slices"
	"strings"

	"github.com/memware/memware/backends"
)

// Phrases that ask to forget. The first are about memory and nothing else; the
// others need an object that is the user's own.
const (
	forgetPhrases = `forget forget_about do_not_remember never_remember do_not_store never_store do_not_save never_save
do_not_keep never_keep do_not_record do_not_retain do_not_log do_not_memorise do_not_memorize do_not_hold_on_to
stop_remembering stop_storing stop_saving stop_keeping unlearn disregard do_not_keep_track_of
i_do_not_want_you_to_remember i_do_not_want_you_to_store i_do_not_want_you_to_save i_do_not_want_you_to_keep
you_do_not_need_to_remember you_do_not_need_to_know you_do_not_have_to_remember you_need_not_remember no_need_to_remember
no_need_to_store no_need_to_keep there_is_no_need_to_remember there_is_no_need_to_store there_is_no_need_to_keep
i_do_not_want_you_remembering`

	erasePhrases = `delete erase remove wipe clear drop discard purge get_rid_of scrub scrap destroy expunge
wipe_out take_out clear_out throw_away deleting erasing removing wiping clearing dropping forgetting`

	forgetLeads = `please can_you could_you would_you will_you could_you_please can_you_please would_you_please
i_want_you_to i_would_like_you_to i_need_you_to you_should you_must you_can you_may you_have_to i_ask_you_to
you_could now just also go_ahead_and i_would_like_to i_want_to i_would_prefer_you_to i_would_prefer_you i_would_prefer_that_you i_would_prefer_if_you would_you_mind make_sure_you make_sure_to be_sure_to
kindly i_want i_would_like i_need kindly i_insist_you let_us feel_free_to you_need_to can_we do_me_a_favour_and`

	forgetTails = `from_your_memory from_memory from_your_records from_the_records from_your_database from_your_notes
from_storage from_my_profile from_your_system from_your_storage out_of_your_memory in_your_memory in_memory for_me on_file please
from_my_records from_your_files from_my_file from_the_memory from_my_data from_everything anywhere immediately
right_now right_away permanently completely now thanks thank_you from_your_logs`

	aboutPhrases = `what_you_know_about everything_about all_about anything_about what_i_said_about what_i_told_you_about
everything_you_know_about all_you_know_about everything_i_said_about all_the_info_about all_information_about
the_information_about any_information_about information_about info_about the_fact_that the_fact
what_you_have_about what_you_stored_about everything_i_told_you_about all_data_about data_about what_you_remember_about
anything_i_said_about details_about the_details_of all_details_of any_record_of any_mention_of all_mentions_of records_of
the_part_about all_of all_records_of all that_i_said that_i_told_you i_said i_told_you that_i_mentioned i_mentioned
i_ever_said i_ever_told_you i_ever_mentioned that_i_ever_mentioned i_ever_told_you_about i_ever_said_anything_about
whatever_you_know_about all_there_is_about anything_about anything_you_know_about everything_regarding`

	// What stands for all that is known.
	allOfIt = `me my_data all_my_data all_my_information all_my_details my_memories all_my_memories all_my_facts
everything_you_know everything it_all all_of_it your_memory your_memory_of_me the_memory all_memories your_memories
all_your_memories all_you_know your_memories_of_me your_whole_memory your_entire_memory everything_you_have all_my_personal_data my_personal_data my_personal_information all_my_personal_information`

	// What a clause with a question word names.
	clauseKeys = `where_i_live=home.city where_i_am_living=home.city where_my_home_is=home.city
where_i_work=work.employer who_i_work_for=work.employer what_i_do=work.role what_my_job_is=work.role how_old_i_am=age
when_i_was_born=birthday who_i_am=name what_i_am_called=name what_i_eat=diet where_i_am_from=origin
where_i_come_from=origin where_i_grew_up=origin when_i_go_to_bed=bedtime how_tall_i_am=height how_much_i_weigh=weight
what_i_am_allergic_to=allergy what_languages_i_speak=language how_much_i_earn=salary what_i_earn=salary
how_to_reach_me=contact.phone what_car_i_drive=car who_i_am_married_to=spouse.name where_i_was_born=birth.place
where_i_study=study.place what_i_study=study.subject which_bank_i_use=bank where_i_park=parking where_i_bank=bank`
)

// forgets reads a request to forget, in any form, and reports whether toks are
// one. One that names nothing gives nothing.
func (r *reader) forgets(toks []token) bool {
	if r.speaker.Origin == backends.Assistant {
		return false
	}
	toks = unmarked(r.open(toks, false))
	for n := r.forgetLeads.at(toks); n > 0 && n < len(toks); n = r.forgetLeads.at(toks) {
		toks = r.open(toks[n:], false)
	}
	if len(toks) < 2 || len(toks) > maxTokens {
		return false
	}
	w := excerpt{from: toks[0].start, to: toks[len(toks)-1].end}
	if object := r.unwanted(toks); object != nil {
		return r.forget(object, w)
	}
	if n := r.forgetting.at(toks); n > 0 {
		r.forget(r.object(toks[n:]), w)
		return true // what names nothing is no statement either
	}
	n := r.erasing.at(toks)
	if n == 0 {
		return false
	}
	object := r.object(toks[n:])
	return r.forget(object, w) || len(object) < len(unmarked(toks[n:])) && r.abouts.at(toks[n:]) > 0
}

// forget emits the requests to forget an object.
func (r *reader) forget(object []token, w excerpt) bool {
	out := r.forgotten(object)
	for _, f := range out {
		f.forget, f.kind, f.weight = true, backends.Retraction, forgetWeight
		r.emit(r.candidate(subject{}, f, w))
	}
	return out != nil
}

// forgetWeight is the importance of a request, which is not kept.
const forgetWeight = 0.5

// unwanted returns the object of "I want my phone number deleted", of which the
// lead was dropped, and of "my address is none of your business, forget it".
func (r *reader) unwanted(toks []token) []token {
	n := len(toks)
	switch last := toks[n-1].norm; last {
	case "deleted", "erased", "removed", "forgotten", "wiped", "gone", "cleared":
		if toks[0].norm == "my" {
			return toks[:n-1]
		}
	case "it", "that":
		if n > 4 && r.erasing.at(toks[n-2:])+r.forgetting.at(toks[n-2:]) == 1 {
			return r.mentioned(toks[:n-2])
		}
		if n > 5 && r.forgetting.at(toks[n-3:]) == 2 { // "forget about it"
			return r.mentioned(toks[:n-3])
		}
	}
	return nil
}

// mentioned returns "my address" and the like, as the vocabulary knows it.
func (r *reader) mentioned(toks []token) []token {
	for i, t := range toks {
		if t.norm != "my" {
			continue
		}
		for k := min(3, len(toks)-i-1); k > 0; k-- {
			if _, known := r.entryOf(toks[i+1 : i+1+k]); known {
				return toks[i : i+1+k]
			}
		}
	}
	return nil
}

// object returns what a request is about, without the words around it.
func (r *reader) object(toks []token) []token {
	for n := -1; n != len(toks); {
		n = len(toks)
		toks = r.trim(toks)
		if k := r.forgetEnds.at(toks); k < len(toks) {
			toks = toks[:len(toks)-k]
		}
		if k := r.abouts.at(toks); k < len(toks) {
			toks = toks[k:]
		}
	}
	return toks
}

// forgotten returns the keys that the object of a request names.
func (r *reader) forgotten(object []token) []found {
	if len(object) == 0 {
		return nil
	}
	object = r.firstPerson(object)
	phrase := norms(object, " ")
	if r.allOf[phrase] {
		return r.everything()
	}
	if keys := r.under(object); keys != nil {
		return keys
	}
	if key := r.clauseKeys[phrase]; key != "" {
		return []found{{key: key}}
	}
	switch object[0].norm {
	case "where", "when", "what", "who", "which": // "when my birthday is"
		last := object[len(object)-1].norm
		if len(object) > 3 && object[1].norm == "my" && (last == "is" || last == "are") {
			return r.forgetNoun(object[1 : len(object)-1])
		}
		return nil
	}
	if object[0].norm == "that" || object[0].norm == "i" || copulaAhead(object) {
		return r.forgetClause(without(object, "that"))
	}
	var out []found
	for i, it := range items(object) {
		if i > 0 && it[0].norm != "my" && object[0].norm == "my" {
			it = r.lead(it, "my")
		}
		out = append(out, r.forgetNoun(it)...)
	}
	return out
}

// under returns all that is known of someone who is named, or of the user's work.
func (r *reader) under(object []token) []found {
	var root string
	switch phrase := norms(object, " "); {
	case phrase == "my job", phrase == "my work", phrase == "my career":
		root = "work"
	case object[0].upper && object[0].norm != "i" && capitals(object) == len(object):
		root = norms(object, ".")
		for a := range r.assertions() {
			if owner, ok := strings.CutSuffix(a.key, ".name"); ok && sameWords(a.value, norms(object, " ")) {
				root = owner
			}
		}
	default:
		return nil
	}
	var keys []string
	for a := range r.assertions() {
		if strings.HasPrefix(a.key, root+".") {
			keys = add(keys, a.key)
		}
	}
	var out []found
	for _, k := range keys {
		out = append(out, found{key: k})
	}
	return out
}

// forgetClause returns the keys of a statement: "that I'm vegan".
func (r *reader) forgetClause(toks []token) []found {
	s, out := r.statement(r.rewrite(strip(toks)))
	for i, f := range out {
		out[i] = found{key: s.keyOf(f.key), member: f.member}
	}
	return out
}

// everything returns all keys that are known.
func (r *reader) everything() []found {
	var keys []string
	for a := range r.assertions() {
		keys = add(keys, a.key)
	}
	var out []found
	for _, k := range keys {
		out = append(out, found{key: k})
	}
	return out
}

// forgetNoun returns the keys of "my birthday", "my sister's birthday", "my nut
// allergy".
func (r *reader) forgetNoun(toks []token) []found {
	toks = r.trim(toks)
	if i := slices.IndexFunc(toks, func(t token) bool { return t.norm == "'s" }); i > 0 && i+1 < len(toks) {
		return r.forgetOf(toks[:i+1], toks[i+1:])
	}
	if len(toks) < 2 || toks[0].norm != "my" && toks[0].norm != "the" {
		return nil
	}
	v := strip(toks[1:])
	if len(v) == 0 || outdated(v[0]) && r.relations[norms(v, " ")] == "" {
		return nil
	}
	e, known := r.entryOf(v)
	if !known && (toks[0].norm == "the" && !coded(e.key) || some(v, subordinator)) {
		return nil
	}
	last := len(v) - 1
	switch {
	case last > 0 && r.nounKey(v[last:]) == "allergy": // "nut allergy"
		return r.forgetMember("allergy", v[:last])
	case last > 1 && v[1].norm == "to" && r.nounKey(v[:1]) == "allergy": // "allergy to nuts"
		return r.forgetMember("allergy", v[2:])
	}
	if len(v) > 2 && v[1].norm == "to" && slices.Contains([]string{"trip", "flight", "journey", "visit", "holiday", "vacation"}, v[0].norm) {
		return []found{{key: "trip." + keyword(v[2:], 4)}}
	}
	if !known && some(v, preposition) {
		return nil // "drop my kids at school"
	}
	var out []found
	for _, k := range r.keysOf(v) {
		out = append(out, found{key: k})
	}
	return out
}

func (r *reader) forgetMember(key string, toks []token) []found {
	return []found{{key: key, member: []token{{norm: r.memberOf(key, norms(toks, " "))}}}}
}

// forgetOf returns the key of an attribute of a person, who ends in "'s".
func (r *reader) forgetOf(owner, noun []token) []found {
	s, n := r.named(owner)
	if owner[0].norm == "my" {
		s, n = r.relation(owner)
	}
	key := r.nounKey(noun)
	if n == 0 || key == "" {
		return nil
	}
	return []found{{key: s.keyOf(key)}}
}
