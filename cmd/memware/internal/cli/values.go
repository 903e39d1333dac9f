package cli

import (
	"errors"
	"math"
	"strconv"
	"strings"
	"time"
)

// weight is a flag for a weight of the policy.
type weight struct{ given *float64 } // nil: not given

// String returns the weight, or "".
func (w *weight) String() string {
	if w.given == nil {
		return ""
	}
	return strconv.FormatFloat(*w.given, 'g', -1, 64)
}

// Set reads the weight.
func (w *weight) Set(s string) error {
	v, err := strconv.ParseFloat(s, 64)
	if err != nil || v < 0 || math.IsNaN(v) || math.IsInf(v, 0) {
		return errors.New("give a number, 0 or more")
	}
	w.given = &v
	return nil
}

// Type returns what help calls the value.
func (w *weight) Type() string { return "weight" }

// maxDays keeps a duration within its type.
const maxDays = 100_000

// age is a flag for a duration, in days too.
type age struct{ given *time.Duration } // nil: not given

// String returns the duration, or "".
func (a *age) String() string {
	if a.given == nil {
		return ""
	}
	return a.given.String()
}

// Set reads the duration.
func (a *age) Set(s string) error {
	days, isDays := strings.CutSuffix(s, "d")
	n, err := strconv.ParseFloat(days, 64)
	d := time.Duration(n * float64(24*time.Hour))
	if !isDays {
		d, err = time.ParseDuration(s)
	}
	if err != nil || d <= 0 || isDays && !(n <= maxDays) {
		return errors.New("give a duration above 0 with its unit, such as 14d or 36h")
	}
	a.given = &d
	return nil
}

// Type returns what help calls the value.
func (a *age) Type() string { return "duration" }
