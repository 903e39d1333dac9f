package rules

import (
	"slices"
	"strings"
)

// vocabulary is the closed part of the keys: key, the form its value must have,
// and the noun phrases that name it. See the package comment for the open part.
//
//	word   a word or phrase that is not a state ("broken") or a clause
//	thing  like word, and may end in -ing ("teaching")
//	proper a capitalised name, or any word in a message without capitals
//
// and else the form of value.go that has the name.
const vocabulary = `
name               proper  name, full name, first name, given name, real name
name.last          proper  last name, surname, family name, maiden name
name.middle        proper  middle name
nickname           proper  nickname, nick
pronouns           word    pronouns, pronoun, preferred pronouns
age                number  age
birthday           day     birthday, birthdate, birth date, date of birth, dob, bday, b-day
birth.year         number  birth year, year of birth
birth.place        proper  birthplace, place of birth, birth place
nationality        word    nationality, citizenship
religion           word    religion, faith
marital.status     word    marital status, relationship status
height             word    height
weight             word    weight
star.sign          word    star sign, zodiac sign, starsign
blood.type         word    blood type, blood group
handedness         word    dominant hand

home.city          proper  city, town, home, home city, home town, current city, residence, village, location, place of residence
home.address       address address, home address, postal address, mailing address, street address, shipping address, delivery address, address for delivery, address for post, address for mail, flat, house, apartment
home.country       proper  country, home country, country of residence
home.postcode      code    postcode, zip, zip code, zipcode, postal code, post code
origin             proper  hometown, home region, birth town, native country
timezone           word    timezone, time zone
work.address       address work address, office address, office, workplace
study.place        proper  university, uni, school, college, alma mater
study.subject      word    major, field of study, degree, study subject

contact.phone      phone   phone, phone number, mobile, mobile number, mobile phone, cell, cell phone, cell phone number, phone no, mobile no, mob no, mob, contact no, cell no, ph no, tel no, mobile phone number, cell number, cellphone, cellphone number, number, telephone, telephone number, tel, contact number, personal number, whatsapp, whatsapp number, home phone, personal phone
contact.phone.work phone   work phone, work number, office number, office phone, work mobile, business phone
contact.email      email   email, e-mail, mail, email id, mail id, e-mail id, email address, e-mail address, mail address, personal email, contact email, private email
contact.email.work email   work email, work e-mail, work mail, office email, work email address, business email
contact.telegram   handle  telegram, telegram handle, telegram username
contact.signal     handle  signal, signal handle, signal username
contact.skype      handle  skype, skype name, skype id
contact.slack      handle  slack, slack handle, slack name
contact.discord    handle  discord, discord handle, discord username, discord tag
contact.instagram  handle  instagram, instagram handle, insta, insta handle, ig
contact.twitter    handle  twitter, twitter handle
contact.github     handle  github, github handle, github username, github account
contact.linkedin   handle  linkedin, linkedin profile
contact.website    handle  website, homepage, site, blog
contact.channel    word    preferred contact method, contact method, preferred channel, preferred way of contact

work.employer      proper  employer, company, workplace, firm
work.role          thing   job, job title, role, occupation, profession, position, title, trade, work title
work.hours         word    working hours, work hours, office hours, shift
work.field         word    field, industry, line of work

language           list    languages
language.native    word    native language, mother tongue, first language, native tongue
language.course    word    language course, language class
language.reply     word    reply language, preferred language
allergy            list    allergy, allergies, food allergy, food allergies
condition          list    condition, medical condition, health condition, conditions
medication         list    medication, medications, medicine, meds
diet               word    diet, eating style, dietary preference

meeting.time       when    meeting time, time for meetings, time for calls, call time, time to meet, meeting slot, meeting hour, slot for meetings, hour for meetings, appointment time
meeting.day        when    meeting day, day for meetings, day for calls, call day
meeting.length     word    meeting length, meeting duration
seat               word    seat, seat preference, seating preference, seat choice, plane seat, airplane seat
coffee             word    coffee, coffee order, cup of coffee
tea                word    tea, tea order
drink              word    drink, drink order, beverage
breakfast          word    breakfast, morning meal
units              word    units, unit system, measurement system
currency           word    currency
theme              word    theme, colour theme, editor theme
editor             word    editor, text editor, ide, code editor
browser            word    browser, web browser
os                 word    os, operating system
shell              word    shell
programming.language word  programming language, language for coding, language for programming, coding language
bedtime            when    bedtime, bed time
wake.time          when    wake-up time, wake up time, alarm
lunch.time         when    lunch time, lunch hour, lunch break
lunch.place        word    lunch place, lunch spot
dinner.time        when    dinner time, dinner hour
gym.day            when    gym day, workout day, training day, workout, gym days, gym session
gym.time           when    gym time, workout time, training time
instrument         word    instrument
hobby              things  hobby, hobbies, pastime, pastimes
sport              thing   sport

door.code          code    door code, code of door, code on door, code for door, code to door, front door code, entry code, building code, entrance code, code of front door, code for front door
wifi.password      code    wifi password, wi-fi password, wifi pass, wi-fi pass, wifi pw, wifi key, wifi code, wireless password, router password, wlan password, password for wifi, password for wi-fi, password of wifi, network password, wifi passcode
parking            word    parking spot, parking space, parking place, parking bay, parking, parking lot
bank               word    bank
car                word    car, vehicle
phone              word    phone model, phone brand, handset
project            word    project, work project
emergency.contact  rest    emergency contact
budget             money   budget, spending limit, price limit, max budget, maximum budget, max, maximum, limit, price cap
salary             money   salary, wage, wages, income, pay
shoe.size          word    shoe size, shoe sizes
`

// An entry of the vocabulary.
type entry struct {
	key  string
	form string
}

// readVocabulary returns the entry of each noun phrase.
func readVocabulary() map[string]entry {
	m := make(map[string]entry, 400)
	for line := range strings.Lines(vocabulary) {
		fields := strings.Fields(line)
		if len(fields) < 3 {
			continue
		}
		for phrase := range strings.SplitSeq(strings.Join(fields[2:], " "), ",") {
			phrase = strings.TrimSpace(phrase)
			if _, taken := m[phrase]; !taken {
				m[phrase] = entry{key: fields[0], form: fields[1]}
			}
		}
	}
	return m
}

// nounKey returns the key of a noun phrase: that of the vocabulary, else its
// words joined by dots, the last in the singular.
func (r *reader) nounKey(noun []token) string {
	e, _ := r.entryOf(noun)
	return e.key
}

// entryOf returns the entry of a noun phrase, and whether the vocabulary has it.
func (r *reader) entryOf(noun []token) (entry, bool) {
	noun = bare(noun)
	if len(noun) == 0 || len(noun) > 5 {
		return entry{}, false
	}
	phrase := norms(noun, " ")
	if e, ok := r.entries[phrase]; ok {
		return e, true
	}
	if rel, ok := r.relations[phrase]; ok {
		if plentiful(rel) {
			return entry{}, true // one of many
		}
		return entry{rel + ".name", "person"}, true
	}
	if e, ok := r.entries[lemmas(noun)]; ok {
		return e, true
	}
	if n := r.forms["network"]; len(noun) == 2 && handleNoun(noun[1].norm) {
		if v, ok := n(noun[:1]); ok && len(v) == 1 {
			return entry{"contact." + v[0].norm, "handle"}, true // "discord name"
		}
	}
	if noun[0].norm == "favourite" && len(noun) > 1 {
		return entry{"favourite." + r.nounKey(noun[1:]), "thing"}, true
	}
	if i := slices.IndexFunc(noun, func(t token) bool { return t.is(preposition) }); i > 0 && i+1 < len(noun) {
		return r.entryFor(noun[:i], bare(noun[i+1:]), noun[i].norm)
	}
	if phrase := r.respeltNoun(noun); phrase != "" {
		return r.entries[phrase], true
	}
	key := keyword(noun, 4)
	last := strings.LastIndexByte(key, '.') + 1
	return entry{key[:last] + lemma(key[last:]), "open"}, false
}

// handleNoun reports a word for what one is called in a network.
func handleNoun(w string) bool {
	switch w {
	case "name", "username", "handle", "id", "user", "account", "tag", "nick", "nickname", "profile", "alias":
		return true
	}
	return false
}

// plentiful reports a relation of which a person has many.
func plentiful(rel string) bool { return slices.Contains(strings.Fields(commonRelations), rel) }

// entryFor returns the entry of a noun phrase that is for another: the "pin for
// the alarm" is the alarm pin, the "budget for the trip" the budget of one trip.
func (r *reader) entryFor(noun, of []token, by string) (entry, bool) {
	if e, known := r.entryOf(slices.Concat(of, noun)); known || coded(e.key) {
		return e, known
	}
	if e, known := r.entryOf(noun); known && len(of) == 1 && (by == "for" || by == "of") {
		return entry{lemma(of[0].norm) + "." + e.key, e.form}, true
	}
	return entry{}, false
}

// lemmas returns a noun phrase with its words in the singular, articles left out.
func lemmas(noun []token) string {
	words := make([]string, 0, len(noun))
	for _, t := range noun {
		if !t.is(determiner) {
			words = append(words, lemma(t.norm))
		}
	}
	return strings.Join(words, " ")
}

// bare drops what does not change which attribute a noun phrase names.
func bare(noun []token) []token {
	noun = without(noun, "all", "new", "current", "preferred", "usual", "ideal", "regular", "personal", "main", "latest",
		"the", "a", "an", "my", "own", "best", "normal", "correct", "actual", "present", "real", "go-to")
	for _, tail := range [][]string{
		{"now"}, {"for", "me"}, {"me"}, {"at", "home"}, {"at", "my", "place"}, {"preference"}, {"preferences"}, {"of", "choice"}, {"choice"},
	} {
		if n := len(noun) - len(tail); n > 0 && hasPrefix(noun[n:], tail) {
			noun = noun[:n]
		}
	}
	return noun
}
