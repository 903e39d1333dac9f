package index

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/google/btree"
)

// A lexicon numbers the words of the rows and counts the documents that have
// them. Numbers of words that no row has are used again.
type lexicon struct {
	entries   *btree.BTreeG[entry]
	logs      table // ln(1+df) of each number
	documents int

	words  []string // of each number
	df     []uint32 // how many documents have the word
	rows   []uint32 // how many rows have it, documents or not
	unused []uint32 // numbers
}

type entry struct {
	word   string
	number uint32
}

// A term is a word of a row, and how often the row has it.
type term struct{ number, count uint32 }

func newLexicon() *lexicon {
	return &lexicon{entries: newTree(func(a, b entry) bool { return a.word < b.word })}
}

// add counts the words of a new row and returns its terms.
func (l *lexicon) add(words []string, counted bool) []term {
	terms := tally(words, l.number)
	for _, t := range terms {
		l.rows[t.number]++
	}
	if counted {
		l.documents++
		l.count(terms, 1)
	}
	return terms
}

// remove takes back what add counted.
func (l *lexicon) remove(terms []term, counted bool) {
	if counted {
		l.documents--
		l.count(terms, -1)
	}
	for _, t := range terms {
		if l.rows[t.number]--; l.rows[t.number] == 0 {
			l.entries.Delete(entry{word: l.words[t.number]})
			l.words[t.number] = ""
			l.unused = append(l.unused, t.number)
		}
	}
}

func (l *lexicon) count(terms []term, by int) {
	for _, t := range terms {
		df := int(l.df[t.number]) + by
		l.df[t.number] = uint32(df)
		l.logs.set(int(t.number), math.Log1p(float64(df)))
	}
}

// number returns the number of a word. A new word gets one.
func (l *lexicon) number(word string) (uint32, bool) {
	if e, ok := l.entries.Get(entry{word: word}); ok {
		return e.number, true
	}
	word = strings.Clone(word) // else it keeps the text alive that it was cut from
	n := uint32(len(l.words))
	if last := len(l.unused) - 1; last >= 0 {
		n, l.unused = l.unused[last], l.unused[:last]
		l.words[n] = word
	} else {
		l.words, l.df, l.rows = append(l.words, word), append(l.df, 0), append(l.rows, 0)
	}
	l.entries.ReplaceOrInsert(entry{word, n})
	return n, true
}

// freeze returns the statistics as they are now.
func (l *lexicon) freeze() *statistics {
	return &statistics{
		entries: l.entries.Clone(),
		logs:    l.logs.freeze(),
		top:     math.Log1p(float64(l.documents)) + 1,
	}
}

// statistics are one version of a lexicon.
type statistics struct {
	entries *btree.BTreeG[entry]
	logs    frozen
	top     float64 // ln(1+N) + 1
}

// weight returns ln((1+N)/(1+df)) + 1.
func (s *statistics) weight(number uint32) float64 { return s.top - s.logs.at(int(number)) }

// number returns the number of a word that documents have.
func (s *statistics) number(word string) (uint32, bool) {
	e, ok := s.entries.Get(entry{word: word})
	return e.number, ok && s.logs.at(int(e.number)) > 0
}

// tally counts words, by ascending number. Those without a number are dropped.
func tally(words []string, number func(string) (uint32, bool)) []term {
	if len(words) == 0 {
		return nil
	}
	terms := make([]term, 0, len(words))
	for _, w := range words {
		if n, ok := number(w); ok {
			terms = append(terms, term{n, 1})
		}
	}
	slices.SortFunc(terms, func(a, b term) int { return cmp.Compare(a.number, b.number) })
	kept := terms[:0]
	for _, t := range terms {
		if last := len(kept) - 1; last >= 0 && kept[last].number == t.number {
			kept[last].count++
			continue
		}
		kept = append(kept, t)
	}
	return kept
}

// signature sets one of 64 bits for each term: rows whose signatures share no
// bit share no term.
func signature(terms []term) uint64 {
	var bits uint64
	for _, t := range terms {
		bits |= 1 << (t.number % 64)
	}
	return bits
}
