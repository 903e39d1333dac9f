package main

import "testing"

func TestTablesHoldPlainLines(t *testing.T) {
	var out output
	table(&out, []string{"id", "empty", "text"}, [][]string{
		{"1", "", "red \x1b[31malert\x07"},
		{"22", "", "two\nlines\u202e and a\ttab \U0001F469\u200d\U0001F680"},
	})
	want := "id  text\n1   red [31malert\n22  two lines and a tab \U0001F469\u200d\U0001F680\n"
	if got := out.take(); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
