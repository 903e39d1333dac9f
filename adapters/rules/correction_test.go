package rules_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/memware/memware/adapters/rules"
)

func TestCorrection(t *testing.T) {
	facts := []want{ // the last asserted first
		{Key: "gym.day", Value: "Monday"},
		{Key: "contact.email", Value: "ana@x.org"},
		{Key: "home.city", Value: "Lille"},
		{Key: "meeting.time", Value: "2pm"},
		{Key: "door.code", Value: "4471"},
		{Key: "like.jazz", Value: "jazz"},
	}
	for _, tc := range []struct {
		name, text string
		want       []string
	}{
		{"a time goes to the last time", "actually, make it 3pm", []string{"meeting.time=3pm"}},
		{"a day goes to the last day", "scratch that, Tuesday", []string{"gym.day=Tuesday"}},
		{"an address goes to the last address", "oops, it's ana@y.org", []string{"contact.email=ana@y.org"}},
		{"a number goes to the last code", "no, it's 4417", []string{"door.code=4417"}},
		{"a name goes to the last name", "sorry, I meant Lyon", []string{"home.city=Lyon"}},
		{"the turn comes before the store", "My sister lives in Rome. Sorry, I meant Nice.", []string{"sister.city=Rome", "sister.city=Nice"}},
		{"the old value tells which", "not Lille, Lyon", []string{"home.city=Lyon"}},
		{"the old value behind", "Tuesday, not Monday", []string{"gym.day=Tuesday"}},
		{"a slip of the finger tells which", "I'm Ana and I live in Porto. Sorry, Anna.", []string{"name=Ana", "home.city=Porto", "name=Anna"}},
		{"a member leaves its set", "I'm allergic to nuts. Sorry, I meant eggs.", []string{"allergy{nuts}=nuts", "!allergy{nuts}", "allergy{eggs}=eggs"}},
		{"of a list none can be told", "I'm allergic to nuts and penicillin. Sorry, I meant latex.",
			[]string{"allergy{nuts}=nuts", "allergy{penicillin}=penicillin", "Sorry, I meant latex."}},
		{"a like takes its key along", "I like blues. I mean soul.", []string{"like.blues=blues", "!like.blues", "like.soul=soul"}},
		{"several in a row", "I prefer meetings at 2pm, no 3pm, no, 2pm", []string{"meeting.time=2pm", "meeting.time=3pm", "meeting.time=2pm"}},
		{"a subject needs no guess", "actually 11am works better for meetings", []string{"meeting.time=11am"}},
		{"an announcement of its own", "Wait. The door code is 9021.", []string{"door.code=9021"}},
		{"a value of no known form", "no, 500 euros", []string{"no, 500 euros"}},
		{"a plain word is no correction of anything", "no, sugar", nil},
		{"a denial that goes on", "I didn't enjoy the walk, that's for sure", []string{"I didn't enjoy the walk, that's for sure"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := brief(extract(t, rules.New(), sentence{Text: tc.text, Known: facts}))
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Errorf("%q: (-want +got)\n%s", tc.text, diff)
			}
		})
	}
}

func TestRetraction(t *testing.T) {
	facts := []want{
		{Key: "home.city", Value: "Bergen"}, {Key: "work.employer", Value: "Shell"}, {Key: "diet", Value: "vegan"},
		{Key: "allergy", Member: "nuts", Value: "nuts"}, {Key: "dog.name", Value: "Rex"}, {Key: "dog.age", Value: "3"},
		{Key: "tom.employer", Value: "BP"},
	}
	for _, tc := range []struct {
		name, text string
		want       []string
	}{
		{"no longer", "I no longer work at Shell", []string{"!work.employer"}},
		{"not any more", "I'm not vegan any more", []string{"!diet"}},
		{"a member, by another number of it", "I don't have a nut allergy anymore", []string{"!allergy{nuts}"}},
		{"all of a set", "I have no allergies", []string{"!allergy"}},
		{"another value holds", "I don't live in Oslo anymore", []string{"I don't live in Oslo anymore"}},
		{"a plain denial of what holds", "I'm not vegan", []string{"!diet"}},
		{"a plain denial of what does not", "I don't live in Oslo", []string{"I don't live in Oslo"}},
		{"all that is known of an animal", "my dog died", []string{"!dog.name", "!dog.age"}},
		{"another person", "Tom doesn't work at BP anymore", []string{"!tom.employer"}},
		{"a like is denied, not dropped", "I don't like jazz anymore", []string{"like.jazz=not jazz"}},
		{"a dislike is dropped", "I no longer hate jazz", []string{"!like.jazz"}},
		{"a habit", "I quit smoking", []string{"!smoking"}},
		{"a new habit", "I stopped eating meat", []string{"diet.avoid{meat}=meat"}},
		{"what was left is named", "I left Shell last month", []string{"!work.employer"}},
		{"what was left is not known", "I left Nike last month", []string{"I left Nike last month"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := brief(extract(t, rules.New(), sentence{Text: tc.text, Known: facts}))
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Errorf("%q: (-want +got)\n%s", tc.text, diff)
			}
		})
	}
}

func TestForget(t *testing.T) {
	facts := []want{
		{Key: "home.address", Value: "4 Mill Lane"}, {Key: "allergy", Member: "nuts", Value: "nuts"}, {Key: "dog.name", Value: "Rex"},
		{Key: "back.door.code", Value: "1"},
	}
	for _, tc := range []struct {
		name, text string
		want       []string
	}{
		{"a key of the vocabulary", "forget my address", []string{"~home.address"}},
		{"an open key", "please delete my shoe lace colour", []string{"~shoe.lace.colour"}},
		{"a question's form", "could you forget my email?", []string{"~contact.email"}},
		{"a clause", "don't remember where I live", []string{"~home.city"}},
		{"a statement", "forget that I'm vegan", []string{"~diet"}},
		{"a statement about another", "forget that my sister lives in Rome", []string{"~sister.city"}},
		{"an attribute of another", "erase Tom's phone number", []string{"~tom.phone"}},
		{"a member as it is known", "forget my nut allergy", []string{"~allergy{nuts}"}},
		{"two at once", "forget my age and my diet", []string{"~age", "~diet"}},
		{"all that is known of an animal", "forget my dog", []string{"~dog.name"}},
		{"everything", "delete all my data", []string{"~home.address", "~allergy", "~dog.name", "~back.door.code"}},
		{"an idiom", "forget it", nil},
		{"another idiom", "forget everything I said", nil},
		{"the opposite", "don't forget my birthday party", []string{"don't forget my birthday party"}},
		{"what is past keeps what holds", "forget my old address", nil},
		{"about what was said", "my address is nobody's business, forget it", []string{"~home.address"}},
		{"not the memory's", "delete the last paragraph please", []string{"delete the last paragraph please"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := brief(extract(t, rules.New(), sentence{Text: tc.text, Known: facts}))
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Errorf("%q: (-want +got)\n%s", tc.text, diff)
			}
		})
	}
}
