package rules

// A class is a set of classes of words. Every token knows those of its word.
type class uint64

const (
	filler        class = 1 << iota // "really": taken out before rules are tried
	opener                          // "well": may stand in front of a statement
	chat                            // a word of small talk
	label                           // "update": announces a message in front of a colon
	saying                          // "said": makes a clause a report
	determiner                      // "the", "my"
	pronoun                         // "i", "it"
	pointer                         // "this", "your": known from the conversation only
	auxiliary                       // "is", "have"
	preposition                     // "with"
	subordinator                    // "because": begins another clause
	continuation                    // may follow a value without changing it
	trailer                         // "please": falls off the end of a value
	particle                        // "de", "of": may stand inside a name
	bareVerb                        // "love": "I" may be left out before it
	bareAdjective                   // "allergic": "I am" may be left out before it
	verb                            // the infinitive of what is planned

	weekday    // "friday", "weekends"
	month      // "june"
	date       // "tomorrow": makes a phrase a date
	dateGlue   // may stand in a date
	clock      // "noon": makes a phrase a time of day
	clockGlue  // may stand in a time of day
	stretch    // "week": a date behind "next" or "this" only
	doubtful   // "sun", "may": a date behind a preposition or with a capital
	number     // "two"
	coin       // "euros"
	unit       // "cm"
	state      // "broken": how a thing is, not what it is
	colour     // "red"
	verdict    // "mess": a noun that judges
	abstract   // "idea": no attribute of the user
	common     // "office": no name of a place, a person or a company
	firstName  // a common first name
	nation     // "polish"
	role       // "nurse": what people do for a living
	notRole    // "owner": ends like a role and is none
	trade      // "nursing": a verb in -ing that may begin a role
	plural     // "kids": people or animals
	diet       // "vegan"
	medicine   // "tablets": head of a medicine
	need       // "step-free": what is needed for good
	style      // "emojis": a way to write
	food       // "gluten"
	event      // "wedding": takes place once
	instrument // "cello"
	channel    // "email": a way to reach someone
)

func (t token) is(c class) bool { return t.class&c != 0 }

// classWords lists the words of each class.
func classWords() map[class]string {
	return map[class]string{
		filler: fillerWords, opener: openerWords, chat: smallTalk, label: labelWords, saying: sayingWords,
		determiner: determinerWords, pronoun: pronounWords, pointer: pointerWords, auxiliary: auxiliaryWords,
		preposition: prepositions, subordinator: subordinators, continuation: continuationWords,
		trailer: trailers, particle: particleWords, bareVerb: bareVerbWords, bareAdjective: bareAdjectiveWords,
		verb: planVerbs, weekday: weekdayWords, month: monthWords, date: dateAnchors, dateGlue: dateGlueWords,
		clock: timeAnchors, clockGlue: timeGlueWords, stretch: stretchWords, doubtful: doubtfulWords,
		number: numberWords, coin: moneyWords, unit: unitWords, state: stateWords, colour: colourWords,
		verdict: verdictNouns, abstract: abstractNouns, common: commonWords, firstName: nameWords,
		nation: nationalityWords, role: roleWords, notRole: notRoles, trade: tradeWords, plural: pluralWords,
		diet: dietWords, medicine: medicineHeads, need: needWords, style: styleWords, food: foodWords,
		event: eventWords, instrument: instrumentWords, channel: channelWords,
	}
}
