package middleware

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/memware/memware/internal/fold"
)

// A sense is what a word may do in a lead. One word may have several.
type sense uint32

const (
	wordAsks    sense = 1 << iota // asks to work on words: translate, summarise
	wordLooks                     // asks to look: read, check, explain
	wordEdits                     // asks to change, or corrects oneself: fix, change
	wordReports                   // tells what another says: says, wrote
	wordRelates                   // the same, behind the name of a text alone: read, state
	wordGets                      // has a text from elsewhere: got, found, pasted
	wordGives                     // makes a text oneself: wrote, sent
	wordText                      // a text: mail, page, article
	wordCode                      // the same, where a request names it alone: config, code
	wordPoints                    // points to a text: this, following, below
	wordHere                      // presents what follows: here
	wordOpens                     // an article or a preposition: the, from
	wordMe                        // the user: I, we
	wordMine                      // of the user: my, our
	wordHelps                     // stands between subject and verb: have, just
	wordAbout                     // names a topic: about, for
	wordStates                    // makes a statement of what is before it: is, are
	wordYou                       // the one spoken to
	wordJudges                    // asks what to think of a text: spam, true, mean
	wordKeeps                     // asks to remember
)

// wordsOf returns the words of a lead, folded; of an "it's" the "it".
func wordsOf(s string) []string {
	words := strings.FieldsFunc(fold.Text(s), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r) && r != '\'' && r != '’'
	})
	kept := words[:0]
	for _, w := range words {
		w = strings.Trim(strings.ReplaceAll(w, "’", "'"), "'")
		before, after, found := strings.Cut(w, "'")
		switch {
		case !found:
		case after == "s" && sensesOf(before)&(wordHere|wordOpens|wordPoints) == 0 && before != "it" && before != "what":
			// the mail of someone else: "landlord's"
		case len(before) == 1 && before != "i": // j'ai, l'article
			w = after
			if before == "j" {
				kept = append(kept, "je")
			}
		default:
			w = before
		}
		if w != "" && w != "e" {
			kept = append(kept, w)
		}
	}
	return kept
}

// Where the text stands that a lead announces.
type leadKind uint8

const (
	leadsNowhere  leadKind = iota
	leadsOnward            // on the lines behind
	leadsLabel             // there, or on the line itself: "email: ..."
	leadsAnywhere          // there, or behind the colon and on the lines behind
)

// leads tells whether the words before a colon announce the words of another:
//
//   - someone says or wrote: "the page says", "my colleague wrote me"
//   - a request to work on a text: "translate this", "proofread my letter"
//   - a text from elsewhere: "I got this by mail", "someone posted this"
//   - the name of a text: "here is the page I found", "from the newsletter"
//
// What the user says or has written ("I said"), calls their own ("my review"),
// speaks about ("for the newsletter") or asks to keep ("remember this") announces
// nothing.
func leads(words []string) leadKind {
	if n := len(words); n > 2 && words[n-2] == "as" && words[n-1] == "follows" {
		words = words[:n-2]
	}
	for i := len(words) - 1; i >= max(0, len(words)-6); i-- {
		switch s := sensesOf(words[i]); {
		case s&wordReports != 0 && i > 0:
			if bySelf(words, i) {
				return leadsNowhere
			}
			return leadsAnywhere
		case s&wordRelates != 0 && i > 0 && sensesOf(words[i-1])&wordText != 0:
			return leadsAnywhere
		}
	}
	if anyOf(words, wordKeeps) && !anyOf(words, wordText) {
		return leadsNowhere
	}
	if k := requested(words, false); k != leadsNowhere {
		return k
	}
	switch {
	case received(words):
		return leadsAnywhere
	case named(words) && len(words) < 4:
		return leadsLabel
	case named(words):
		return leadsAnywhere
	case anyOf(words, wordPoints) && !anyOf(words, wordMe|wordMine|wordStates):
		return leadsOnward // "validate these"
	}
	return leadsNowhere
}

// bySelf reports that the user is who says the i-th word. "I was told" is not.
func bySelf(words []string, i int) bool {
	if i+1 < len(words) && sensesOf(words[i+1])&wordMe != 0 && words[i+1] != "me" {
		return true // "gestern sagte ich"
	}
	for j := i - 1; j >= 0; j-- {
		if w := words[j]; sensesOf(w)&wordHelps == 0 {
			return sensesOf(w)&wordMe != 0
		} else if sensesOf(w)&wordStates != 0 {
			return false
		}
	}
	return false
}

// requested tells where the text is that the words ask to work on. Without a
// colon behind the words they have to point to it.
func requested(words []string, pointing bool) leadKind {
	for i, w := range words {
		s := sensesOf(w)
		if s&(wordAsks|wordLooks|wordEdits) == 0 || i > 0 && notRequest(sensesOf(words[i-1]), s) {
			continue
		}
		behind := words[i+1:]
		pointed := s&wordPoints != 0 || anyOf(words, wordPoints) || anyOf(behind, wordText|wordCode)
		bare := len(behind) <= 4 && !anyOf(behind, wordMine|wordMe)
		switch {
		case s&wordAsks != 0 && (pointed || bare && !pointing), s&wordLooks != 0 && pointed:
			return leadsAnywhere
		case s&wordEdits != 0 && pointed:
			return leadsOnward
		}
	}
	return leadsNowhere
}

// notRequest reports that a word is no request behind the one before: "I check",
// "my review".
func notRequest(before, s sense) bool {
	return before&wordMe != 0 || s&wordText != 0 && before&(wordMine|wordOpens) != 0
}

// received reports words such as "I got this by mail".
func received(words []string) bool {
	if len(words) > 1 {
		first := sensesOf(words[0])
		if first&(wordPoints|wordHere) != 0 && anyOf(words[1:], wordGets) || first&wordGets != 0 && first&wordPoints != 0 {
			return true // "this came in today", "here is what I found", "according to the bot"
		}
	}
	for i, w := range words {
		s := sensesOf(w)
		if s&wordGets == 0 || s&wordGives != 0 && bySelf(words, i) {
			continue
		}
		if i == len(words)-1 && (i == 0 || s&wordPoints != 0) {
			return true // "forwarded:", "quote:"
		}
		for j := i + 1; j < min(len(words), i+4); j++ {
			if sensesOf(words[j])&wordPoints != 0 && (j == len(words)-1 || sensesOf(words[j+1])&(wordText|wordAbout|wordOpens|wordHelps) != 0) {
				return true
			}
		}
	}
	return false
}

// named reports words that name a text, such as "the email from HR" or "someone
// left a comment", and say nothing about it.
func named(words []string) bool {
	if len(words) == 0 || sensesOf(words[0])&wordMe != 0 && !anyOf(words, wordGets) || sensesOf(words[0])&wordAbout != 0 {
		return false
	}
	for i, w := range words {
		if sensesOf(w)&wordText == 0 {
			continue
		}
		behind := words[i+1:]
		if n := len(behind); n > 0 && sensesOf(behind[n-1])&wordStates != 0 {
			behind = behind[:n-1] // "the output was"
		}
		own := i > 0 && sensesOf(words[i-1])&wordMine != 0 || i > 1 && sensesOf(words[i-2])&wordMine != 0 && !strings.HasSuffix(words[i-1], "'s")
		if !own && !anyOf(words[max(0, i-3):i], wordAbout) && !anyOf(behind, wordStates|wordGives) {
			return true
		}
	}
	return false
}

// ownWords reports words that speak of the user.
func ownWords(words []string) bool { return anyOf(words, wordMe|wordMine) && !anyOf(words, wordText) }

// quotesNext reports that words end with a verb of saying of another, or with a
// request to work on what is behind.
func quotesNext(words []string) bool {
	for i := len(words) - 1; i >= max(0, len(words)-2); i-- {
		switch s := sensesOf(words[i]); {
		case s&wordReports != 0 && i > 0:
			return !bySelf(words, i)
		case s&wordAsks != 0:
			return i == 0 || sensesOf(words[i-1])&wordMe == 0
		}
	}
	return false
}

// speech reports that a passage in quotation marks is what someone said, and no
// title: it speaks of the speaker or of the one spoken to, and not in capitals.
func speech(passage string) bool {
	words, capitals := 0, 0
	for w := range strings.FieldsSeq(passage) {
		if r, _ := utf8.DecodeRuneInString(strings.TrimLeft(w, "\"'“‘«„「")); unicode.IsUpper(r) && w != "I" {
			capitals++
		}
		words++
	}
	return words >= leastSpeech && capitals*2 < words && anyOf(wordsOf(passage), wordMe|wordMine|wordYou)
}

// longestRequest is how many words a line has that does nothing but ask.
const longestRequest = 14

// requests reports a line that asks about the text behind it, without a colon.
func requests(line string) bool {
	words := wordsOf(line)
	for i := 2; i < len(words); i++ {
		if words[i] == "to" && words[i-1] == "you" { // "I want you to ..."
			words = words[i+1:]
			break
		}
	}
	if len(words) == 0 || len(words) > longestRequest || sensesOf(words[0])&wordMe != 0 && !anyOf(words, wordGets) ||
		anyOf(words, wordKeeps) && !anyOf(words, wordText) {
		return false
	}
	pointed := anyOf(words, wordPoints)
	switch {
	case requested(words, true) != leadsNowhere, received(words):
		return true
	case anyOf(words, wordJudges) && (pointed || len(words) < 3):
		return true
	case pointed && strings.HasSuffix(line, "?"):
		return sensesOf(words[0])&wordPoints == 0 || anyOf(words, wordText)
	}
	return sensesOf(words[0])&wordHere != 0 && named(words)
}

// asksUp reports a line that asks about the text before it.
func asksUp(line string) bool {
	words := wordsOf(line)
	if len(words) == 0 || len(words) > longestRequest || strings.Contains(line, ": ") || sensesOf(words[0])&wordMe != 0 {
		return false
	}
	up := slices.ContainsFunc(words, func(w string) bool { return slices.Contains([]string{"above", "oben", "arriba", "sopra"}, w) })
	pointed := anyOf(words, wordPoints)
	switch {
	case anyOf(words, wordAsks), anyOf(words, wordText) && anyOf(words, wordJudges|wordLooks|wordStates):
		return pointed || up
	}
	return up && anyOf(words, wordLooks|wordEdits|wordJudges)
}

func anyOf(words []string, s sense) bool {
	return slices.ContainsFunc(words, func(w string) bool { return sensesOf(w)&s != 0 })
}
