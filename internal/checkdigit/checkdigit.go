// Package checkdigit tells real numbers from look-alikes by their check digits.
package checkdigit

// Luhn reports whether the last digit of a number checks the others, as on
// payment cards (ISO/IEC 7812). It expects digits alone.
func Luhn(digits string) bool {
	sum := 0
	for i := range len(digits) {
		n := int(digits[len(digits)-1-i] - '0')
		if i%2 == 1 {
			if n *= 2; n > 9 {
				n -= 9
			}
		}
		sum += n
	}
	return sum%10 == 0
}
