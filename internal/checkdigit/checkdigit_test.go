package checkdigit_test

import (
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"github.com/memware/memware/internal/checkdigit"
)

func TestLuhn(t *testing.T) {
	for _, tc := range []struct {
		name, digits string
		want         bool
	}{
		{"a card", "4111111111111111", true},
		{"a card of 15 digits", "378282246310005", true},
		{"a changed digit", "4111111111111112", false},
		{"two swapped digits", "4111111111111411", false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := checkdigit.Luhn(tc.digits); got != tc.want {
				t.Errorf("got %v, want %v", got, tc.want)
			}
		})
	}
}

func TestOfTenLastDigitsOneIsRight(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		number := rapid.StringMatching(`[0-9]{1,30}`).Draw(t, "number")
		right := 0
		for d := range 10 {
			if checkdigit.Luhn(number + strconv.Itoa(d)) {
				right++
			}
		}
		if right != 1 {
			t.Errorf("%s: %d of ten last digits are right", number, right)
		}
	})
}
