package middleware

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/internal/fold"
)

// speechless reports candidates that carry no text into the store.
func speechless(c Candidate) bool { return c.Kind == backends.Retraction || c.Forget }

func (g *RuleGate) judgeText(c Candidate) Decision {
	if c.Member != "" && foldMember(c.Member) == "" || len(c.Member) > backends.MaxNameBytes || !utf8.ValidString(c.Member) {
		return Reject
	}
	if speechless(c) {
		return Admit
	}
	for _, s := range [...]string{c.Text, c.Value} {
		if len(s) > g.maxText || !utf8.ValidString(s) {
			return Reject
		}
	}
	if blank(c.Text) || c.Value != "" && blank(c.Value) {
		return Reject
	}
	return Admit
}

// blank reports text that shows nothing.
func blank(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool {
		const braille = 0x2800 // the pattern without dots
		return !unicode.IsSpace(r) && !unicode.IsControl(r) && !fold.Invisible(r) && r != braille
	})
}

func judgeHidden(c Candidate) Decision {
	if c.Origin != backends.System && (hides(c.Text) || hides(c.Value) || hides(c.Member)) {
		return Quarantine
	}
	return Admit
}

// maxInvisible is how many invisible characters may stand together: eight would
// spell a byte.
const maxInvisible = 7

// hides reports text that holds more than it shows.
func hides(s string) bool {
	var last rune // the one before
	run := 0      // of invisible ones
	for i, size := 0, 0; i < len(s); i += size {
		var r rune
		r, size = utf8.DecodeRuneInString(s[i:])
		switch {
		case r < 0x80 && !unicode.IsControl(r):
		case tag(r):
			if size = flagTags(s[i:]); last != blackFlag || size == 0 {
				return true
			}
			last, run = 0, 0
			continue
		case smuggles(r, last), unicode.IsControl(r) && !breaksLine(s[i:]):
			return true
		}
		if run++; !fold.Invisible(r) {
			run = 0
		}
		if run > maxInvisible {
			return true
		}
		last = r
	}
	return false
}

// smuggles reports characters that turn, annotate or encode what is shown.
func smuggles(r, last rune) bool {
	switch {
	case r == 0x202D, r == 0x202E: // override the direction
		return true
	case r >= 0xFFF9 && r <= 0xFFFB: // hide an annotation
		return true
	case !selector(r):
		return false
	case r > 0xFFFF: // these select among the shapes of Han alone
		return !unicode.Is(unicode.Han, last)
	}
	return selector(last)
}

// selector reports a variation selector.
func selector(r rune) bool { return r >= 0xFE00 && r <= 0xFE0F || r >= 0xE0100 && r <= 0xE01EF }

// tag reports a tag character, with which the flags of regions are spelled, and
// with which any text can be written unseen.
func tag(r rune) bool { return r >= 0xE0000 && r <= 0xE007F }

const (
	blackFlag = 0x1F3F4
	tagCancel = 0xE007F
)

// flagTags returns the length in bytes of the tags that make a black flag that of
// a region, such as "gbeng": three to six letters or digits and the end. 0 means
// that s does not begin with them.
func flagTags(s string) int {
	n := 0
	for i, r := range s {
		c := r - 0xE0000
		switch {
		case r == tagCancel && n >= 3 && n <= 6:
			return i + utf8.RuneLen(r)
		case c >= 'a' && c <= 'z', c >= '0' && c <= '9':
			n++
		default:
			return 0
		}
	}
	return 0
}

// breaksLine reports that s begins with a tab or a line break.
func breaksLine(s string) bool {
	return s[0] == '\t' || s[0] == '\n' || strings.HasPrefix(s, "\r\n")
}
