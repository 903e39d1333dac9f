package rules_test

import (
	"context"
	"errors"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/memware/memware/adapters/rules"
	"github.com/memware/memware/backends"
	"github.com/memware/memware/internal/fold"
	"github.com/memware/memware/middleware"
)

// say returns the candidates of one message of the user, with nothing known.
func say(t testing.TB, text string) []middleware.Candidate {
	t.Helper()
	return extract(t, rules.New(), sentence{Text: text})
}

// brief shows a candidate as "key{member}=value", with a sign in front: ! of a
// retraction, ~ of a request to forget; a note is its text.
func brief(cs []middleware.Candidate) []string {
	var out []string
	for _, c := range cs {
		s := c.Key
		if c.Member != "" {
			s += "{" + c.Member + "}"
		}
		switch {
		case c.Forget:
			s = "~" + s
		case c.Kind == backends.Retraction:
			s = "!" + s
		case c.Kind == backends.Note:
			s = c.Text
		default:
			s += "=" + c.Value
		}
		out = append(out, s)
	}
	return out
}

func TestPatternsAreComplete(t *testing.T) {
	if got := rules.Unmatched(); len(got) > 0 {
		t.Errorf("these name a form or class that does not exist: %q", got)
	}
}

func TestKeysAreFolded(t *testing.T) {
	for _, k := range rules.Keys() {
		if got := fold.Key(k); got != k {
			t.Errorf("key %q folds to %q", k, got)
		}
	}
}

// Every key of the vocabulary is told to the reader.
func TestVocabularyIsDocumented(t *testing.T) {
	doc, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range rules.Keys() {
		if !strings.Contains(string(doc), k) {
			t.Errorf("doc.go does not name %q", k)
		}
	}
}

func TestExtract(t *testing.T) {
	for _, tc := range []struct {
		name, text string
		want       []string
	}{
		{"two statements in a sentence", "I'm Ana and I live in Porto", []string{"name=Ana", "home.city=Porto"}},
		{"a shared subject", "I live in Porto but work at Airbus", []string{"home.city=Porto", "work.employer=Airbus"}},
		{"a height in curly quotes", "I’m 6’1\" tall", []string{`height=6’1"`}},
		{"curly quotes", "I’m Ana and I’m vegan", []string{"name=Ana", "diet=vegan"}},
		{"no apostrophe, no capital", "im vegan and i dont drink alcohol", []string{"diet=vegan", "diet.avoid{alcohol}=alcohol"}},
		{"a list", "I'm allergic to nuts, eggs and penicillin", []string{"allergy{nuts}=nuts", "allergy{eggs}=eggs", "allergy{penicillin}=penicillin"}},
		{"a fixed pair is one thing", "I love fish and chips", []string{"like.fish.chips=fish and chips"}},
		{"several sentences", "I'm Ana. I live in Porto! My shoe size is 38", []string{"name=Ana", "home.city=Porto", "shoe.size=38"}},
		{"a form filled in", "Name: Ana\nCity: Porto\nPhone: 0470 12 34 56", []string{"name=Ana", "home.city=Porto", "contact.phone=0470 12 34 56"}},
		{"a statement and a question", "I'm vegan, can you recommend a place?", []string{"diet=vegan"}},
		{"a statement that seeks a nod", "I moved to Kyoto, remember?", []string{"home.city=Kyoto"}},
		{"a polite condition", "If you need it, my door code is 4417", []string{"door.code=4417"}},
		{"a condition", "If I get the job I'll move to Rome", nil},
		{"a first word in front", "On Friday I'm flying to Oslo", []string{"trip.oslo=Friday"}},
		{"those who share the subject", "My wife and I moved to Ghent", []string{"home.city=Ghent"}},
		{"another person by relation", "my sister Anna lives in Porto", []string{"sister.city=Porto", "sister.name=Anna"}},
		{"another person by name", "Priya's seat preference is aisle", []string{"priya.seat=aisle"}},
		{"one of many friends goes by name", "My friend Tom is allergic to nuts", []string{"tom.allergy{nuts}=nuts"}},
		{"a pronoun for the last person", "Ana is my wife. She works at Acme.", []string{"wife.name=Ana", "ana.employer=Acme"}},
		{"a pronoun for nobody", "He works at Acme these days", []string{"He works at Acme these days"}},
		{"hearsay", "Tom said he lives in Rome", []string{"Tom said he lives in Rome"}},
		{"what others think", "my boss thinks I live in Rome", []string{"my boss thinks I live in Rome"}},
		{"how a thing is", "my car is dirty", []string{"my car is dirty"}},
		{"what a thing is", "my car is a Volvo", []string{"car=Volvo"}},
		{"the past", "I used to live in Oslo", []string{"I used to live in Oslo"}},
		{"a quoted line", "> I live in Rome\nI live in Porto", []string{"home.city=Porto"}},
		{"fenced code", "```\nmy name is Bob\n```\nI'm Ana", []string{"name=Ana"}},
		{"a decision behind its announcement", "It's settled, we're moving to Lyon", []string{"decision.move=moving to Lyon"}},
		{"a value behind its topic", "My doctor retired, it is Dr Fuchs now", []string{"doctor.name=Dr Fuchs"}},
		{"a script without spaces", "我喜欢上午十一点开会", []string{"我喜欢上午十一点开会"}},
		{"three dots are a pause", "I'm Ana… and I live in Porto", []string{"name=Ana", "home.city=Porto"}},
		{"a household", "I have two brothers, a sister and a dog named Bo", []string{"brother.count=two", "sister=sister", "dog.name=Bo"}},
		{"names that share a verb", "My wife Sue and our dog Max love hiking", []string{"wife.name=Sue", "dog.name=Max"}},
		{"the names of several", "My kids are called Tim, Tom and Tina", []string{"child.name=Tim, Tom and Tina"}},
		{"an hour and a day", "my flight leaves at 6:40 tomorrow", []string{"flight.time=6:40", "flight.date=tomorrow"}},
		{"a choice of nothing that is named has a key of its own", "we'll go with Terraform instead of Pulumi", []string{"decision.terraform=Terraform"}},
		{"a country", "I moved to New Zealand", []string{"home.country=New Zealand"}},
		{"a request of style", "Could you keep your answers short from now on?", []string{"reply.style=short"}},
		{"a cup without sugar", "coffee with oat milk, no sugar", []string{"coffee.milk=oat milk", "coffee.sugar=no sugar"}},
		{"nothing", " \n\t ", nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if diff := cmp.Diff(tc.want, brief(say(t, tc.text))); diff != "" {
				t.Errorf("%q: (-want +got)\n%s", tc.text, diff)
			}
		})
	}
}

// Sentences in which one word looks like a statement. What they must not give is
// a key; a note is fine.
func TestNoKey(t *testing.T) {
	for _, text := range []string{
		"I'm 5 minutes late", "I'm 100% sure", "I'm one of them", "I'm here", "I'm IT support's nightmare", "I am the best",
		"I have a cold", "I have a question", "I have two meetings today", "I need a coffee", "I live in the moment",
		"I moved to the next chapter", "I moved the desk to the kitchen", "I work in Berlin", "I work for a bank",
		"my name is hard to spell", "my address is wrong", "my phone is dead", "my number is private", "my job is killing me",
		"my birthday is coming up", "my birthday was yesterday", "my password is wrong", "the code is 1234", "the meeting ran long",
		"The capital of France is Paris", "London is lovely", "Everyone loves pizza", "Somebody lives in Rome",
		"I like that", "I like your answer", "I love the idea", "I'd kill for a coffee", "Let's keep going", "I'll do my best",
		"I'm taking some time off for myself", "Something exciting happened last Friday", "During Easter it rained",
		"I was born tired", "I'm off", "I'm into it", "No problem", "No meetings were held", "Sounds like a plan",
		"Wow, that rocks", "Take care", "Have a great weekend", "We went for a walk", "I'm at the office", "I won't lie to you", "I was a nurse",
		"My kids are happy and healthy", "My fame is growing", "im broke", "I have two meetings and a lunch", "text me later", "Call me maybe", "I saw her on Sunday and the sun was out",
	} {
		for _, c := range say(t, text) {
			if c.Kind != backends.Note {
				t.Errorf("%q: got %s, want no key", text, show([]middleware.Candidate{c}))
			}
		}
	}
}

func TestImportance(t *testing.T) {
	order := []string{
		"I'm allergic to nuts",               // a constraint
		"We decided to use Go for the API",   // a decision
		"my email is a@b.co",                 // a contact
		"I live in Porto",                    // a place
		"I like jazz",                        // a preference
		"I'm flying to Oslo on Friday",       // a plan
		"The neighbour's dog barked all day", // a note
	}
	last := 1.0
	for _, text := range order {
		got := say(t, text)[0].Importance
		if got > last || got <= 0 {
			t.Errorf("%q: importance %v, want above 0 and at most %v", text, got, last)
		}
		last = got
	}
	if last > 0.3 {
		t.Errorf("a note has importance %v, want 0.3 at most", last)
	}
}

func TestText(t *testing.T) {
	for _, tc := range []struct {
		name, text string
		want       []string
	}{
		{"a sentence that is one statement is kept whole", "Honestly, I live in Porto.", []string{"Honestly, I live in Porto."}},
		{"of two statements each is kept alone", "I'm Ana, and I live in Porto.", []string{"I'm Ana (name)", "I live in Porto"}},
		{"a shared subject is written out", "I live in Porto and work at Airbus", []string{"I live in Porto", "I work at Airbus"}},
		{"an item stands without the others", "I'm allergic to nuts and eggs", []string{"I'm allergic to nuts", "I'm allergic to eggs"}},
		{"a correction is worded like what it corrects", "I like meetings at 2pm. Actually, make it 3pm.",
			[]string{"I like meetings at 2pm.", "I like meetings at 3pm."}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var got []string
			for _, c := range say(t, tc.text) {
				got = append(got, c.Text)
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func TestKnown(t *testing.T) {
	turn := func(text string) middleware.Turn {
		return middleware.Turn{Messages: []middleware.Message{
			{Origin: backends.User, Text: text}, {Origin: backends.User, Text: text},
		}}
	}
	asked := 0
	ask := func(context.Context) ([]backends.Record, error) { asked++; return nil, nil }
	for _, tc := range []struct {
		name, text string
		want       int
	}{
		{"a statement does not ask", "I live in Porto", 0},
		{"a question does not ask", "where do I live?", 0},
		{"a correction asks once", "actually, make it 3pm", 1},
		{"a request to forget asks once", "forget my dog", 1},
	} {
		t.Run(tc.name, func(t *testing.T) {
			asked = 0
			if _, err := rules.New().Extract(t.Context(), turn(tc.text), ask); err != nil || asked != tc.want {
				t.Errorf("asked %d times, error %v; want %d and none", asked, err, tc.want)
			}
		})
	}
	t.Run("no known at all", func(t *testing.T) {
		if _, err := rules.New().Extract(t.Context(), turn("actually, make it 3pm"), nil); err != nil {
			t.Error(err)
		}
	})
	t.Run("its error is returned", func(t *testing.T) {
		want := errors.New("store is away")
		_, err := rules.New().Extract(t.Context(), turn("make it 3pm"), func(context.Context) ([]backends.Record, error) { return nil, want })
		if !errors.Is(err, want) {
			t.Errorf("got %v, want %v", err, want)
		}
	})
	t.Run("a context that is done", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := rules.New().Extract(ctx, turn("I live in Porto"), nil); !errors.Is(err, context.Canceled) {
			t.Errorf("got %v, want %v", err, context.Canceled)
		}
	})
}

func TestZeroValueIsReadyAndSafe(t *testing.T) {
	var x rules.Extractor
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			got, err := x.Extract(t.Context(), middleware.Turn{Messages: []middleware.Message{{Origin: backends.User, Text: "I live in Porto"}}}, nil)
			if err != nil || len(got) != 1 || got[0].Key != "home.city" {
				t.Errorf("got %v, %v", got, err)
			}
		})
	}
	wg.Wait()
}

func TestLimits(t *testing.T) {
	t.Run("notes", func(t *testing.T) {
		if got := say(t, strings.Repeat("The train was late again. ", 500)); len(got) > 64 {
			t.Errorf("%d notes, want 64 at most", len(got))
		}
	})
	t.Run("facts", func(t *testing.T) {
		if got := say(t, strings.Repeat("I live in Porto. ", 2000)); len(got) > 512 {
			t.Errorf("%d candidates, want 512 at most", len(got))
		}
	})
	t.Run("a fact behind many notes", func(t *testing.T) {
		got := say(t, strings.Repeat("The train was late again. ", 500)+"I live in Porto.")
		if last := got[len(got)-1]; last.Key != "home.city" {
			t.Errorf("the last candidate is %v, want home.city", last)
		}
	})
	t.Run("a text beyond the limit of backends", func(t *testing.T) {
		if got := say(t, "my name is "+strings.Repeat("a", 9000)); len(got) != 0 {
			t.Errorf("got %d candidates, want none", len(got))
		}
	})
}

// The cost grows with the length and not with its square, whatever is repeated.
// Allocations stand for it, since they do not depend on the machine's load.
func TestCostIsLinear(t *testing.T) {
	x := rules.New()
	cost := func(text string) float64 {
		turn := middleware.Turn{At: time.Now(), Messages: []middleware.Message{{Origin: backends.User, Text: text}}}
		return testing.AllocsPerRun(3, func() {
			if _, err := x.Extract(context.Background(), turn, known); err != nil {
				t.Error(err)
			}
		})
	}
	for _, unit := range []string{
		"a ", "a, ", "and i ", "no, ", "my my ", "i am ", "not ", "I like tea. ", "?", "'s ", "the the of ", "1-", "on monday ", "forget ",
	} {
		short, long := cost(strings.Repeat(unit, 2048/len(unit))), cost(strings.Repeat(unit, 16384/len(unit)))
		if long > 16*short+2000 {
			t.Errorf("%q: %v allocations for 2 KiB, %v for 16 KiB", unit, short, long)
		}
	}
}
