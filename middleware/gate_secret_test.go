package middleware_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/middleware"
)

// Keys and cards that no one has, put together so that scanners of repositories
// do not take them for leaked ones.
var (
	tokenBody = "16C7e42F292c6912E7710c83" + "8347Ae178B4a"
	cardDigit = "4111 1111 1111 1111"
)

func TestTheGateKnowsSecrets(t *testing.T) {
	for _, tc := range []struct{ name, text, want string }{
		{"a private key", "-----BEGIN OPENSSH PRIVATE KEY-----\nabc\n-----END OPENSSH PRIVATE KEY-----", "[key]"},
		{"a private key cut short", "-----BEGIN RSA PRIVATE KEY-----\nabc", "[key]"},
		{"a key of a model's provider", "use sk-proj-" + tokenBody + " for it", "use [key] for it"},
		{"a key of a code host", "ghp_" + tokenBody, "[key]"},
		{"a key of a cloud", "it is AKIA" + "IOSFODNN7EXAMPLE", "it is [key]"},
		{"a signed token", "eyJhbGciOiJIUzI1NiJ9." + "eyJzdWIiOiIxMjM0In0." + "SflKxwRJSMeKKF2QT4", "[key]"},
		{"a random token behind its name", "the API key is " + tokenBody, "the API key is [key]"},
		{"a password in an address", "postgres://admin:s3cr3tpw@db.example/prod", "postgres://admin:[password]@db.example/prod"},
		{"a card in groups", "my card: " + cardDigit + " 12/28", "my card: [card] 12/28"},
		{"a card in one piece", "it is 378282246310005.", "it is [card]."},
		{"a card with dashes", "5500-0000-0000-0004", "[card]"},
		{"a password", "my password is hunter2!", "my password is [password]"},
		{"a password of words", "My passphrase for the backup is correct horse, ok?", "My passphrase for the backup is [password], ok?"},
		{"a password in quotation marks", `password: "two words" is mine`, `password: "[password]" is mine`},
		{"a password that was changed", "I set my password to hunter2 and went to bed", "I set my password to [password] and went to bed"},
		{"a password in German", "Mein Passwort lautet Sommer2026", "Mein Passwort lautet [password]"},
		{"a password in French", "mon mot de passe est Soleil#42", "mon mot de passe est [password]"},
		{"a password in Chinese", "我的密码是hunter2", "我的密码是[password]"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			c := middleware.Candidate{Origin: backends.User, Text: tc.text}
			if got := verdictOn(t, nil, c); got != "quarantine secret" {
				t.Errorf("got %q, want it held", got)
			}
			if got := middleware.NewGate(nil).Redact(c).Text; got != tc.want {
				t.Errorf("redacted: got %q, want %q", got, tc.want)
			}
			if got := verdictOn(t, &middleware.GateOptions{Secrets: middleware.AdmitSecrets}, c); got != "admit" {
				t.Errorf("where secrets are admitted: got %q", got)
			}
		})
	}
}

func TestTheGateTakesNothingElseForASecret(t *testing.T) {
	for _, text := range []string{
		"the door code is 4417", "my alarm code is 2468", "the wifi password is hunter2", "my number is +44 20 7946 0958",
		"I live at 4 Mill Lane, 9000 Ghent", "my account is NL91 ABNA 0417 1643 00", "DE02 1203 0000 0000 2020 51",
		"order 4111111111111112", "the phone's serial number is 356938035643809", "my password manager is Latchkey",
		"I keep my passwords in a book", "my password is too long for the form", "my password expires in May", "my password is in the safe",
		"the API key is stored in the vault", "commit 9f86d081884c7d659a2feaa0c55ad015", "id 550e8400-e29b-41d4-a716-446655440000",
		"the secret of my bread is time", "I collect tokens of appreciation", "https://example.org:8080/a@b", "1 2 3 4 5 6 7 8 9 10 11 12 13 14",
	} {
		t.Run(text, func(t *testing.T) {
			if got := verdictOn(t, nil, middleware.Candidate{Origin: backends.User, Text: text}); got != "admit" {
				t.Errorf("got %q", got)
			}
		})
	}
}

func TestAValueIsASecretByItsKey(t *testing.T) {
	for key, want := range map[string]string{
		"bank.password": "quarantine secret", "github_api_key": "quarantine secret", "backup.passphrase": "quarantine secret",
		"password.manager": "admit", "wifi.password": "admit", "door.code": "admit",
	} {
		c := middleware.Candidate{Kind: backends.Fact, Key: key, Value: "Tulip", Text: "it's Tulip", Origin: backends.User}
		if got := verdictOn(t, nil, c); got != want {
			t.Errorf("%s: got %q, want %q", key, got, want)
		}
		redacted := middleware.NewGate(nil).Redact(c)
		if hidden := !strings.Contains(redacted.Value+redacted.Text, "Tulip"); hidden != (want != "admit") {
			t.Errorf("%s: redacted to %q and %q", key, redacted.Value, redacted.Text)
		}
	}
}

func TestARedactedSecretIsStoredNowhere(t *testing.T) {
	b := newGateBench(t, "alice", middleware.NewGate(&middleware.GateOptions{Secrets: middleware.RedactSecrets}))
	b.extract = func(middleware.Turn) []middleware.Candidate {
		return []middleware.Candidate{
			{Message: 1, Kind: backends.Fact, Key: "bank.login", Member: "hunter2", Value: "hunter2", Text: "my password is hunter2",
				Source: "hunter2", Meta: map[string]string{"said": "hunter2"}},
			{Message: 2, Kind: backends.Fact, Key: "bank.login", Text: "the password is hunter2"},
		}
	}
	w, err := b.mem.Write(b.ctx, middleware.Turn{Messages: []middleware.Message{user("x"), {Origin: backends.Document, Text: "y"}}})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []middleware.Verdict{
		{Decision: middleware.Admit, Rule: middleware.RuleSecret, Redact: true},
		{Decision: middleware.Quarantine, Rule: middleware.RuleOrigin, Redact: true},
	} {
		if got := w.Candidates[i].Verdict; got != want {
			t.Errorf("verdict %d: got %+v, want %+v", i, got, want)
		}
	}
	admitted, err := b.mem.List(b.ctx)
	if err != nil {
		t.Fatal(err)
	}
	held, err := b.mem.Quarantined(b.ctx)
	if err != nil {
		t.Fatal(err)
	}
	if len(admitted) != 1 || len(held) != 1 || admitted[0].Text != "my password is [password]" {
		t.Errorf("stored %v, held %v", admitted, held)
	}
	if dump := fmt.Sprintf("%+v %+v %+v", w.Candidates, admitted, held); strings.Contains(dump, "hunter2") {
		t.Errorf("the password is left in %s", dump)
	}
}

func TestAGateThatCannotRedactAdmitsNothing(t *testing.T) {
	gate := middleware.GateFunc(func(context.Context, middleware.Candidate) (middleware.Verdict, error) {
		return middleware.Verdict{Decision: middleware.Admit, Redact: true}, nil
	})
	b := newBench(t, func(o *middleware.Options) { o.Gate = gate })
	if got := decisions(b.say(t, "city=Kyoto")); got[0] != "quarantine error" {
		t.Errorf("got %q", got)
	}
}

func ExampleRuleGate_Redact() {
	g := middleware.NewGate(&middleware.GateOptions{Secrets: middleware.RedactSecrets})
	c := middleware.Candidate{
		Kind: backends.Fact, Key: "bank.login", Value: "hunter2", Text: "My password is hunter2", Origin: backends.User,
	}
	v, err := g.Judge(context.Background(), c)
	if err != nil {
		panic(err)
	}
	fmt.Println(v.Decision, v.Rule, v.Redact)
	fmt.Println(g.Redact(c).Text)
	// Output:
	// admit secret true
	// My password is [password]
}

func ExampleNewGate() {
	g := middleware.NewGate(&middleware.GateOptions{
		AllowKeys: []string{"home.*", "diet"},
		DenyKeys:  []string{"home.alarm*"},
	})
	if err := g.Validate(); err != nil {
		panic(err)
	}
	for _, key := range []string{"Home.City", "home.alarm_code", "salary"} {
		v, err := g.Judge(context.Background(), middleware.Candidate{
			Kind: backends.Fact, Key: key, Text: "something", Origin: backends.User,
		})
		if err != nil {
			panic(err)
		}
		fmt.Printf("%s: %v by %q\n", key, v.Decision, v.Rule)
	}
	// Output:
	// Home.City: admit by ""
	// home.alarm_code: reject by "key_list"
	// salary: quarantine by "key_list"
}
