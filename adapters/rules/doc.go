// Package rules is an extractor that needs no model and no network: it finds
// statements in English by rules of grammar and a vocabulary of keys.
//
//	message -> sentences -> clauses -> question? supposition? report? small talk?
//	                           |
//	                           '-> first person -> rules, the first that fits -> candidates
//	                                               none                       -> a note
//
// Statements become facts with a key, corrections ("actually, make it 3pm") the
// new value of the key they are about, retractions ("I no longer have a car") its
// end, requests to forget ("forget my address") candidates marked so. Whatever
// else states something becomes a note of low importance. Questions,
// suppositions, wishes and small talk give nothing. When in doubt it is a note:
// a missing key costs an answer, a wrong one overwrites a true fact.
//
// # Keys
//
// A key is lower case, its words joined by dots. A value is what was said, with
// its case, without articles and courtesies. Of a set (marked below) each item is
// a member: its words in lower case.
//
//	name, name.last, name.middle, nickname, pronouns    "I'm Ana", "call me Sam"
//	age, birthday, birth.year, birth.place              "I was born on 3 May"
//	nationality, origin, religion, marital.status       "I'm Polish", "I'm from Kenya"
//	height, weight, blood.type, handedness, star.sign   "I'm 180 cm tall"
//	home.city, home.country, home.address               "I moved to Kyoto", "I live at 4 Mill Lane"
//	home.postcode, timezone, parking                    "my zip code is 94110"
//	contact.phone, contact.email,                       "reach me at +44 20 7946 0958"
//	  contact.phone.work, contact.email.work
//	contact.telegram, contact.signal, contact.skype,    "my github is octoana"
//	  contact.slack, contact.discord, contact.github,
//	  contact.instagram, contact.twitter,
//	  contact.linkedin, contact.website
//	contact.channel                                     "text me rather than calling"
//	emergency.contact                                   "my emergency contact is Jo, 555 0100 22"
//	work.employer, work.role, work.field, work.place,   "I'm a nurse at St Mary's"
//	  work.address, work.hours, salary, project
//	study.place, study.subject, learning (set)          "I study law at Leiden", "I'm learning Dutch"
//	language (set), language.native, language.course    "I speak French and German"
//	programming.language, instrument, hobby (set),      "I play the cello"
//	  sport
//	allergy (set), condition (set), medication (set),   "I'm allergic to nuts and penicillin"
//	  need (set)                                        "I need a wheelchair-accessible room"
//	diet, diet.avoid (set), smoking                     "I'm vegan", "I can't eat gluten"
//	budget                                              "I can't spend more than $300"
//	meeting.time, meeting.day, meeting.length           "I prefer meetings at 2pm"; calls are meetings
//	meeting.earliest, meeting.latest,                   "no meetings before 10", "... on Fridays"
//	  meeting.avoid (set)
//	call.earliest, call.latest, call.avoid (set)        "never call me before 9"
//	unavailable (set)                                   "I can't do Mondays"
//	language.reply, reply.style, reply.avoid (set)      "always answer in Dutch", "no emojis"
//	seat, units, currency, theme, editor, browser, os,  "window seat, please", "I use vim"
//	  shell, phone.os
//	coffee, tea, drink, breakfast, coffee.milk, ...     "I like my coffee black", "oat milk in my coffee"
//	bedtime, wake.time, chronotype, lunch.time,         "I go to bed at ten"
//	  lunch.place, dinner.time, gym.day, gym.time
//	bank, car, phone, shoe.size, clothes.size           "I drive a Volvo"
//	door.code, wifi.password                            "the door code is 4417"
//	favourite.<noun>                                    "my favourite colour is green": favourite.colour
//	like.<thing>                                        "I like olives": olives; "I hate olives": not olives
//	prefer.<thing>.<thing>                              "tea over coffee": prefer.coffee.tea, tea; in order of the
//	                                                    alphabet, so that the opposite choice has the same key
//	<relation>.name, <relation>.count                   "my dog is called Biscuit", "I have two kids": child.count
//	<relation>.<attribute>, <name>.<attribute>          "my sister lives in Porto": sister.city; "Omar's dentist
//	                                                    is Dr Peeters": omar.dentist.name
//	<thing>, <thing>.count                              "I have a car": car; "I have no car": no car
//	trip.<place>, vacation.date                         "I'm flying to Oslo on Friday": trip.oslo, Friday
//	<event>.date, <event>.time                          "my exam is on 12 June": exam.date; "at 9 on 12 June": both
//	plan.<verb>.<thing>                                 "I'm going to paint the kitchen in May"
//	decision.<topic>                                    "we chose Hetzner for hosting": decision.hosting;
//	                                                    "the green logo": decision.logo; where no word tells
//	                                                    of what it is the choice, its own words: decision.go
//	<noun>                                              "my locker combination is 12-34": locker.combination
//
// Keys of another person lose the words home, contact and work: sister.city,
// tom.phone, wife.employer. Relations have one name each (mum is mother, boss is
// manager, gp is doctor); of friends, colleagues, cousins and the like there are
// many, and their own name is the key.
//
// # Corrections
//
// A correction that names its subject goes to that key. One that does not goes to
// the last asserted fact, of the turn or else of what is known, whose value has
// the same form: a time, a day, a number, an e-mail address, a name. If several
// were said in one breath, one that is spelled alike is taken, and of a list
// none: that is a note. The text of such a candidate is the old statement with
// the new value, since "make it 3pm" alone would never be found again. "The exam
// was moved to the 14th" and "I traded the Volvo for a Tesla" find their fact by
// the words of its key and by its old value; "she moved to Braga" is about the
// person that was told of last, if her city is known.
//
// # Who speaks
//
// "I" is the user in messages of the user and of the system. What anyone else says
// of himself is not about the user: of assistants, tools, documents and other
// persons, statements about "you", "the user" and someone named get keys (which
// the gate quarantines), other statements are notes, and of the assistant only
// advice and what it did.
//
// # Caveats
//
// English only; a statement in another language is a note. Lower-case names and
// places are found where the words around them leave no doubt ("i live in oslo"),
// and first names by a list. A correction knows no time limit: "no, Tuesday"
// replaces the last day that was told, whenever that was. Irony, and facts spread
// over two sentences, are beyond grammar. "Forget everything you know about me"
// names every key that is known, but notes have no key: use Memory.Forget.
// A clause of more than 60 words and a sentence of more than 8,192 bytes are not
// read; a turn gives at most 512 candidates, and 64 notes.
package rules
