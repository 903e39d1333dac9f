package rules_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestMisspelled(t *testing.T) {
	for _, tc := range []struct {
		name, text string
		want       []string
	}{
		{"letters swapped in an attribute", "my naem is Bob", []string{"name=Bob"}},
		{"letters swapped in a phrase", "my emial address is jo@fry.co", []string{"contact.email=jo@fry.co"}},
		{"a letter missing in a long word", "my birtday is 12 March", []string{"birthday=12 March"}},
		{"a double letter", "my citty is Porto", []string{"home.city=Porto"}},
		{"another word that is near", "my county is Kent", []string{"county=Kent"}},
		{"letters swapped in a verb", "I lvie in Porto", []string{"home.city=Porto"}},
		{"a verb without its last letter", "I liv in Porto", []string{"home.city=Porto"}},
		{"another verb that is near", "I leave in Porto", []string{"I leave in Porto"}},
		{"a name in lower case on no list", "im talia and i live in oslo", []string{"name=talia", "home.city=oslo"}},
		{"an adjective is no name", "im broke and i live in oslo", []string{"home.city=oslo"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if diff := cmp.Diff(tc.want, brief(say(t, tc.text))); diff != "" {
				t.Errorf("%q: (-want +got)\n%s", tc.text, diff)
			}
		})
	}
}
