package cli

import (
	"fmt"
	"strings"
)

// clearLine brings the cursor to the start of its line and empties it.
const clearLine = "\r\x1b[K"

// progress returns a function that draws a bar on the standard error, and one
// that removes it. Where nobody looks, or the terminal can do little, nothing is
// drawn.
func (p *printer) progress() (step func(done, total int), stop func()) {
	if !p.ErrTerminal || p.Env("TERM") == "dumb" {
		return nil, func() {}
	}
	const width = 40
	drawn := -1
	return func(done, total int) {
			if total <= 0 {
				return
			}
			percent := 100 * min(done, total) / total
			if percent == drawn {
				return
			}
			drawn = percent
			full := width * percent / 100
			fmt.Fprintf(p.Err, "%s[%s%s] %3d%%", clearLine, strings.Repeat("#", full), strings.Repeat(".", width-full), percent)
		}, func() {
			if drawn >= 0 {
				fmt.Fprint(p.Err, clearLine)
			}
		}
}
