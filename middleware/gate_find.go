package middleware

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/memware/memware/internal/checkdigit"
	"github.com/memware/memware/internal/fold"
)

// A secretFinder finds secrets in text. It does not look for door codes, Wi-Fi
// passwords, phone numbers, addresses or accounts: people want them remembered.
type secretFinder struct {
	keys  []*regexp.Regexp // group 1, or else all, is the secret
	named *regexp.Regexp   // the name of a key, and a long token behind it
	said  *regexp.Regexp   // the name of a password, and "is"
	card  *regexp.Regexp   // digits in groups
}

// Shapes of keys: their issuers prefix them so that they are found.
const keyShapes = `(?s)-----BEGIN [A-Z0-9 ]*PRIVATE KEY[A-Z ]*-----.*?(?:-----END [A-Z0-9 ]*PRIVATE KEY[A-Z ]*-----|$)
\b(?:sk|pk|rk)[-_][A-Za-z0-9_-]{20,}
\b(?:gh[pousr]|github_pat|glpat|hf|npm|dop_v1|shpat|pypi|tvly|gsk|xai)[-_][A-Za-z0-9_-]{16,}
\bxox[abeoprs]-[A-Za-z0-9-]{10,}
\b(?:AKIA|ASIA)[A-Z0-9]{16}\b
\bAIza[A-Za-z0-9_-]{30,}
\bSG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}
\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}
\b[A-Za-z][A-Za-z0-9+.-]*://[^\s/:@]*:([^\s/@]{3,})@`

const (
	namedKey = `(?i)\b(?:(?:api|access|secret|private|auth|client|signing|encryption|licen[cs]e)[ _-]?(?:key|token|secret)` +
		`|token|secret|bearer|credentials?)\b["']?\s*(?:is|was|ist|est|es|[:=])?\s*["'` + "`" + `]?([A-Za-z0-9+/_.~-]{16,}={0,2})`

	saidPassword = `(?i)(?:\bpass ?(?:word|phrase)|\bpasswd|\bpwd|\bpasswort|\bkennwort|\bmot de passe|\bcontraseña` +
		`|\bwachtwoord|\bsenha|\bhasło|пароль|密码|密碼|パスワード|비밀번호)` +
		`(?:\s+(?:for|of|on|at|to (?:the|my|our)|für|von|zum|pour|du|de|para|del|per|di|van|voor|для)(?:\s+[^\s.:;,!?=]+){1,4}?)?` +
		`\s*(?:\bis\b(?:\s+now\b)?:?|\bwas\b|\bto\b|\blautet\b|\bist\b|\best\b|\bes\b|\sè\s|[=:：—–]|是|は|은|는)\s*`
)

func newSecretFinder() *secretFinder {
	f := &secretFinder{
		named: regexp.MustCompile(namedKey),
		said:  regexp.MustCompile(saidPassword),
		card:  regexp.MustCompile(`[0-9]+(?:[ -][0-9]+)*`),
	}
	for shape := range strings.SplitSeq(keyShapes, "\n") {
		f.keys = append(f.keys, regexp.MustCompile(shape))
	}
	return f
}

// secrets returns the secrets in s, each with the mark that replaces it.
func (f *secretFinder) secrets(s string) map[string]string {
	found := map[string]string{}
	if longestToken(s) >= 13 || strings.Contains(s, "-----BEGIN ") {
		f.findKeys(s, found)
	}
	for _, at := range f.passwords(s) {
		if guests(s[:at[0]]) {
			continue
		}
		if secret := passwordIn(s[at[1]:]); secret != "" {
			found[secret] = redactedPassword
		}
	}
	for _, at := range f.card.FindAllStringIndex(s, -1) {
		if at[1]-at[0] >= 13 && (at[0] == 0 || !letterOrDigit(s[at[0]-1])) {
			findCards(s[at[0]:at[1]], found)
		}
	}
	return found
}

// guests reports that what is before the name of a password is a network: its
// password is told to every guest, like the code of a door.
func guests(before string) bool {
	const near = 40
	before = fold.Text(before[max(0, len(before)-near):])
	for _, network := range [...]string{"wifi", "wi-fi", "wlan", "guest network", "hotspot"} {
		if strings.Contains(before, network) {
			return true
		}
	}
	return false
}

// passwords returns where the names of passwords and the verb behind them stand.
func (f *secretFinder) passwords(s string) [][]int {
	folded := fold.Text(s)
	for _, part := range [...]string{"pass", "pwd", "kennwort", "contrase", "wachtwoord", "senha", "hasło", "пароль", "密", "パスワード", "비밀번호"} {
		if strings.Contains(folded, part) {
			return f.said.FindAllStringIndex(s, -1)
		}
	}
	return nil
}

func letterOrDigit(b byte) bool {
	return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9'
}

// longestToken returns the length of the longest word: most text has none that
// could be a key.
func longestToken(s string) int {
	longest := 0
	for word := range strings.FieldsSeq(s) {
		longest = max(longest, len(word))
	}
	return longest
}

func (f *secretFinder) findKeys(s string, found map[string]string) {
	for _, shape := range f.keys {
		for _, m := range shape.FindAllStringSubmatch(s, -1) {
			if len(m) > 1 {
				found[m[1]] = redactedPassword
			} else {
				found[m[0]] = redactedKey
			}
		}
	}
	for _, m := range f.named.FindAllStringSubmatch(s, -1) {
		if random(m[1]) {
			found[m[1]] = redactedKey
		}
	}
}

// random tells a token drawn by a machine from a long word or a path: it has
// letters and digits, and at least 3 bits of entropy a character.
func random(token string) bool {
	var count [256]int
	letters, digits := 0, 0
	for i := range len(token) {
		b := token[i]
		count[b]++
		if b >= '0' && b <= '9' {
			digits++
		} else if letterOrDigit(b) {
			letters++
		}
	}
	entropy := 0.0
	for _, n := range count {
		if n > 0 {
			p := float64(n) / float64(len(token))
			entropy -= p * math.Log2(p)
		}
	}
	return letters > 0 && digits > 1 && entropy >= 3
}

// passwordIn returns the password that s begins with: what is in quotation marks,
// else the words up to the end of the clause. It is empty where s goes on to say
// something about a password.
func passwordIn(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	if strings.HasPrefix(line, redactedPassword) || strings.HasPrefix(line, redactedKey) {
		return ""
	}
	for _, marks := range [...][2]string{{`"`, `"`}, {"'", "'"}, {"`", "`"}, {"“", "”"}, {"„", "“"}, {"«", "»"}, {"「", "」"}} {
		if quoted, ok := strings.CutPrefix(line, marks[0]); ok {
			quoted, _, _ = strings.Cut(quoted, marks[1])
			return strings.TrimSpace(quoted)
		}
	}
	end := len(line)
	for _, mark := range [...]string{". ", ", ", "; ", "! ", "? ", " and ", " but ", " und ", " et ", " y ", " и ", "，", "。"} {
		if i := strings.Index(line[:end], mark); i >= 0 {
			end = i
		}
	}
	secret := strings.TrimRight(strings.TrimSpace(line[:end]), ".,;:?)\"'”»")
	first, _, _ := strings.Cut(secret, " ")
	if describes(strings.ToLower(first)) {
		return ""
	}
	return secret
}

// describes reports the words that tell something about a password instead of
// the password.
func describes(word string) bool {
	switch strings.TrimFunc(word, unicode.IsPunct) {
	case "", "a", "an", "the", "in", "on", "at", "with", "under", "behind", "inside", "for", "about", "of", "by", "from",
		"not", "no", "never", "always", "still", "too", "very", "so", "really", "also", "already", "only", "just", "quite",
		"expired", "expiring", "old", "new", "weak", "strong", "long", "short", "safe", "secure", "wrong", "incorrect",
		"invalid", "valid", "required", "needed", "reset", "set", "changed", "updated", "lost", "forgotten", "gone", "unknown",
		"missing", "empty", "my", "your", "his", "her", "our", "their", "its", "hard", "easy", "different", "unique", "same", "stored", "saved", "kept", "written", "managed",
		"generated", "hidden", "shared", "used", "protected", "asked", "being", "going", "called", "due", "case", "made",
		"what", "why", "how", "when", "where", "something", "nothing", "everything", "be", "log", "unlock", "get", "open",
		"zu", "nicht", "im", "bei", "abgelaufen", "sicher", "falsch", "alt", "neu", "dans", "trop", "pas", "en", "muy", "demasiado":
		return true
	}
	return false
}

// findCards finds payment cards in digits that stand in groups: one group, or
// groups as they are printed on cards.
func findCards(run string, found map[string]string) {
	var groups []string
	var starts []int
	for i := 0; i < len(run); i++ {
		start := i
		for i < len(run) && run[i] >= '0' && run[i] <= '9' {
			i++
		}
		groups, starts = append(groups, run[start:i]), append(starts, start)
	}
	for i := range groups {
		if cardNumber(groups[i]) {
			found[groups[i]] = redactedCard
		}
		for _, printed := range [...][]int{{4, 4, 4, 4}, {4, 6, 5}, {4, 6, 4}, {4, 4, 4, 4, 3}} {
			last := i + len(printed) - 1
			if last >= len(groups) || !lengths(groups[i:last+1], printed) || !cardNumber(strings.Join(groups[i:last+1], "")) {
				continue
			}
			found[run[starts[i]:starts[last]+len(groups[last])]] = redactedCard
		}
	}
}

func lengths(groups []string, want []int) bool {
	return slices.EqualFunc(groups, want, func(g string, n int) bool { return len(g) == n })
}

// cardNumber reports digits that an issuer of payment cards gives out and whose
// check digit is right (ISO/IEC 7812, Luhn).
func cardNumber(d string) bool {
	if len(d) < 13 || len(d) > 19 {
		return false
	}
	switch p := d[:2]; {
	case d[0] == '4', p >= "50" && p <= "69", p >= "22" && p <= "27", p == "34", p == "37", p == "36", p == "38", p == "30":
	case p == "35" && len(d) == 16: // of 15 digits it is a phone's serial number
	default:
		return false
	}
	return checkdigit.Luhn(d)
}
