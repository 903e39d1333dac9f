package config

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"
)

const day = 24 * time.Hour

// durationPattern is what a duration looks like, for the schema.
const durationPattern = `^([0-9]+(\.[0-9]+)?(ns|us|µs|ms|s|m|h|d|w))+$`

var errNoUnit = errors.New("a bare number has no unit")

// parseDuration reads what time.ParseDuration does, and days and weeks: "14d",
// "1d12h". A bare number is an error: a 14 that becomes 14 ns is found late.
func parseDuration(s string) (time.Duration, error) {
	if _, err := strconv.ParseFloat(s, 64); err == nil {
		return 0, errNoUnit
	}
	if !regexp.MustCompile(durationPattern).MatchString(s) {
		return 0, errors.New("not a duration")
	}
	var sum float64
	for _, part := range regexp.MustCompile(`([0-9.]+)([a-zµ]+)`).FindAllStringSubmatch(s, -1) {
		number, unit := part[1], part[2]
		factor := 1.0
		switch unit {
		case "d":
			unit, factor = "h", 24
		case "w":
			unit, factor = "h", 7*24
		}
		d, err := time.ParseDuration(number + unit)
		if err != nil {
			return 0, errors.New("a duration out of range")
		}
		sum += float64(d) * factor
	}
	if sum >= math.MaxInt64 {
		return 0, errors.New("a duration out of range")
	}
	return time.Duration(sum), nil
}

// formatDuration writes d as parseDuration reads it, without what is zero.
func formatDuration(d time.Duration) string {
	if d == 0 {
		return "0s"
	}
	var b strings.Builder
	if d >= day {
		fmt.Fprintf(&b, "%dd", d/day)
		d %= day
	}
	if d == 0 {
		return b.String()
	}
	rest := d.String()
	if strings.HasSuffix(rest, "m0s") {
		rest = strings.TrimSuffix(rest, "0s")
	}
	if strings.HasSuffix(rest, "h0m") {
		rest = strings.TrimSuffix(rest, "0m")
	}
	return b.String() + rest
}
