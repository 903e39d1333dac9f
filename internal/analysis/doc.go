// Package analysis cuts texts into the words by which they are compared.
//
//	text -> NFKC, case folding -> words of Unicode -> codes joined, scripts
//	without spaces cut -> function words dropped -> English stems
//	-> stop words dropped -> concepts
//
// What [Words], the default, does:
//
//   - Words are those of Unicode (UAX #29), in any script. Marks of no width are
//     removed, punctuation is dropped.
//   - C++, C#, node.js, codes such as A-17b and versions such as 1.2.0-rc1, times
//     (11am, 10:30), fractions (1/2) and numbers (3.14, 1,000) are one word each.
//   - Han, Hiragana, Katakana, Hangul, Thai, Lao, Khmer and Burmese become
//     overlapping pairs of characters, since their words have no spaces between
//     them, or particles at their ends. Han characters stand alone too. A run of
//     one character is that character.
//   - English words are cut to their stem (Snowball), so that "meeting" finds
//     "meet". Words with a letter outside a-z are left alone.
//   - English words that only hold sentences together are dropped, unless there
//     is no other word: then all are kept. Those of negation are kept always.
//
// The functions of this package are pure and safe for concurrent use.
package analysis
