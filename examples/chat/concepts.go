package main

// concepts returns words of everyday English that people use for one another
// when they ask for what they said: a question about living somewhere finds
// where one moved to. Each word stands for its inflections too, and belongs to
// one concept only. Words that tell things apart, such as sister and brother or
// tea and coffee, must not be here.
func concepts() map[string][]string {
	return map[string][]string{
		"allergy":  {"allergic", "allergies", "intolerant", "intolerance"},
		"birthday": {"born", "birth", "birthdate"},
		"car":      {"vehicle", "automobile"},
		"children": {"child", "kid"},
		"diet":     {"eat", "food", "vegan", "vegetarian", "pescatarian", "kosher", "halal"},
		"doctor":   {"physician", "gp"},
		"email":    {"mail"},
		"exercise": {"gym", "workout", "training"},
		"film":     {"movie", "cinema"},
		"home":     {"live", "reside", "residence", "move", "relocate", "settle", "based", "city", "town"},
		"language": {"speak", "spoken", "fluent"},
		"meeting":  {"meet", "call", "appointment", "schedule", "sync"},
		"password": {"passcode", "passphrase"},
		"phone":    {"telephone", "mobile", "cell", "cellphone", "number", "reach"},
		"prefer":   {"preference", "like", "love", "enjoy", "favour", "favourite", "favorite", "fan", "better", "best"},
		"spouse":   {"wife", "husband", "married"},
		"study":    {"university", "college", "degree", "student"},
		"travel":   {"trip", "journey", "fly", "flight", "holiday", "vacation"},
		"work":     {"job", "employer", "employed", "company", "profession", "occupation", "career"},
	}
}

// requests are words that ask for an answer without saying about what.
func requests() []string {
	return []string{
		"again", "answer", "any", "anything", "ask", "current", "exactly", "give", "know", "list", "mention",
		"about", "at", "for", "from", "in", "into", "mine", "my", "on", "with",
		"now", "recall", "remember", "remind", "repeat", "say", "said", "show", "something", "still", "tell", "told",
	}
}
