package rules_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/memware/memware/adapters/rules"
	"github.com/memware/memware/backends"
	"github.com/memware/memware/middleware"
)

func print(said string, known middleware.Known) {
	turn := middleware.Turn{Messages: []middleware.Message{{Origin: backends.User, Text: said}}}
	candidates, err := rules.New().Extract(context.Background(), turn, known)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range candidates {
		switch {
		case c.Forget:
			fmt.Println(strings.TrimSpace("forget " + c.Key + " " + c.Member))
		case c.Kind == backends.Retraction:
			fmt.Println(strings.TrimSpace("end " + c.Key + " " + c.Member))
		case c.Kind == backends.Note:
			fmt.Printf("note: %s\n", c.Text)
		default:
			fmt.Printf("%s = %s (%s)\n", c.Key, c.Value, c.Text)
		}
	}
}

func ExampleExtractor_Extract() {
	print("I'm Ana and I live in Porto. My sister Lea is vegan, the train was late, and where do I live?", nil)
	// Output:
	// name = Ana (I'm Ana (name))
	// home.city = Porto (I live in Porto)
	// sister.diet = vegan (My sister Lea is vegan)
	// sister.name = Lea (My sister Lea is vegan)
	// note: the train was late
}

func ExampleExtractor_Extract_correction() {
	known := func(context.Context) ([]backends.Record, error) {
		return []backends.Record{ // the last asserted first
			{Kind: backends.Fact, Key: "home.city", Value: "Porto", Text: "I live in Porto"},
			{Kind: backends.Fact, Key: "meeting.time", Value: "2pm", Text: "I prefer meetings at 2pm"},
		}, nil
	}
	print("Actually, make it 3pm", known)
	print("Actually, 11am works better for meetings", known)
	// Output:
	// meeting.time = 3pm (I prefer meetings at 3pm)
	// meeting.time = 11am (Actually, 11am works better for meetings)
}

func ExampleExtractor_Extract_retraction() {
	print("I no longer have a car, and I'm not allergic to nuts anymore", nil)
	// Output:
	// end car
	// end allergy nuts
}

func ExampleExtractor_Extract_forget() {
	print("Please forget my address and my sister's birthday", nil)
	print("Forget it", nil)
	// Output:
	// forget home.address
	// forget sister.birthday
}

func ExampleExtractor_Extract_nothing() {
	print("When do I like to meet?", nil)
	print("If I lived in Rome I'd eat pasta every day", nil)
	print("Thanks, have a nice day!", nil)
	print("The neighbour's dog barked half the night", nil)
	// Output:
	// note: The neighbour's dog barked half the night
}

func ExampleNew() {
	var x middleware.Extractor = rules.New()
	got, err := x.Extract(context.Background(), middleware.Turn{
		Messages: []middleware.Message{{Origin: backends.User, Text: "I'm allergic to nuts and penicillin"}},
	}, nil)
	for _, c := range got {
		fmt.Println(c.Key, c.Member, c.Importance)
	}
	fmt.Println(err)
	// Output:
	// allergy nuts 0.85
	// allergy penicillin 0.85
	// <nil>
}
