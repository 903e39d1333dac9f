// Package backendtest checks that a store keeps the contract of package
// backends. Whoever writes a [backends.Backend] runs it from two tests:
//
//	func TestConformance(t *testing.T) { backendtest.Run(t, harness) }
//	func TestModel(t *testing.T)       { backendtest.Model(t, harness) }
//
//	Run    one subtest a case; a failure prints the broken sentence
//	Model  random operations against a reference that keeps a log of them and
//	       works every answer out anew
//
// # Writing a backend
//
// Read the comments of package backends and let its Validate functions refuse
// what is invalid. Then write Put and Scan, run the cases of "slots/" and
// "scan/", and go on theme by theme: go test -run 'TestConformance/slots'. The
// name of a case begins with its theme; a theme goes from plain to subtle. Run
// Model last, first as it is and then with -rapid.checks=1000: at the default of
// 100 a wrong link in a chain may pass. A store that lacks an ability says so,
// with [backends.ErrUnsupported] from [Harness.Open] or a nil function in the
// [Harness], and the cases that need it are skipped.
//
// # What the suite assumes
//
// Each [Harness.Open] gives an empty store, which no other case sees. Times come
// from the clock that Open is given, never from the machine's. Where texts are
// compared they are made of short words that mean nothing, so that every analyser
// takes them apart alike. Bounds are those of package backends. Scores are
// compared with a tolerance of 1e-6, since stores may compute in float32; equal
// ones are only expected of equal inputs.
//
// The suite looks at what the interface shows and at nothing else, unless
// [Harness.Residue] lets it look for bytes that should be gone.
//
// # Rules
//
// Each case names the rule it checks. The numbers are those of the histories:
//
//	1 order            5 sets           9 future
//	2 late arrival     6 one turn *    10 quarantine
//	3 confirmation     7 ids           11 erase
//	4 retraction       8 as-of         12 forget *
//	                                   13 statistics
//
// Those with a star are kept by middleware.Memory, not by a store. The other
// cases name the method or type whose comment they check.
//
// # Caveats
//
// A passed suite shows that nothing is broken that it looks at. Crashes, full
// disks and partitions are the store's own to test.
package backendtest
