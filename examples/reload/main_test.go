package main

import (
	"testing"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func Example() {
	main()
	// Output:
	// When is the report due?
	//   1. The report is due on the last Friday of the quarter
	//   2. Bob wants to see the report before anybody else does
	//
	// policy: {preset: default, recency: 3, half_life: 3d}
	//   applied: 2 settings changed
	// When is the report due?
	//   1. Bob wants to see the report before anybody else does
	//   2. The report is due on the last Friday of the quarter
	//
	// policy: {preset: default, recency: 3, half_life: 3
	//   rejected: 0 settings changed
	//   line 1, column 9: broken YAML: could not find flow mapping end token '}'
	// When is the report due?
	//   1. Bob wants to see the report before anybody else does
	//   2. The report is due on the last Friday of the quarter
	//
	// clients asked all the time: true; questions lost: 0
}
