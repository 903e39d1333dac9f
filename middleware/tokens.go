package middleware

// EstimateTokens estimates how many tokens a language model makes of s, without
// its vocabulary: a token for every four bytes of ASCII text, and one for every
// other character. It errs on the high side for English prose. Give
// Options.Tokens a model's own counter where the budget must be exact.
func EstimateTokens(s string) int {
	ascii, other := 0, 0
	for _, r := range s {
		if r < 0x80 {
			ascii++
		} else {
			other++
		}
	}
	return (ascii+3)/4 + other
}
