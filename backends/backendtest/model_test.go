package backendtest_test

import (
	"flag"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/memware/memware/backends/backendtest"
)

// TestModelCatches shows that the model is no weaker than the cases where
// histories are concerned: it knows nothing of a mutant and finds its bug.
func TestModelCatches(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	set(t, "rapid.nofailfile", "true")
	set(t, "rapid.shrinktime", "0s")
	set(t, "rapid.checks", "1000")
	set(t, "rapid.seed", "1")
	for _, m := range mutations() {
		theme, _, _ := strings.Cut(m.caught, "/")
		if !slices.Contains(modelled(), theme) || slices.Contains(unseen(), m.bug) {
			continue
		}
		t.Run(m.bug, func(t *testing.T) {
			r := &recorder{name: t.Name()}
			done := make(chan struct{})
			go func() {
				defer close(done)
				backendtest.CheckModel(t, r, m.harness())
			}()
			<-done
			if !r.failed {
				t.Errorf("the model passed")
			}
			t.Log(r.log.String())
		})
	}
}

// modelled names the themes of the cases that the model covers.
func modelled() []string {
	return strings.Fields("put slots values retractions ids seq times quarantine release erase derived points fences sessions statistics")
}

// unseen names bugs that the model's few words, keys and times do not show.
func unseen() []string {
	return []string{
		"Text is not kept", "a given ValidUntil is believed", "keys are lower-cased",
	}
}

// set sets a flag for the time of a test.
func set(t *testing.T, name, value string) {
	t.Helper()
	was := flag.Lookup(name).Value.String()
	if err := flag.Set(name, value); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = flag.Set(name, was) })
}

// A recorder is a test that may fail.
type recorder struct {
	name   string
	failed bool
	log    strings.Builder
}

func (r *recorder) Helper()                           {}
func (r *recorder) Name() string                      { return r.name }
func (r *recorder) Logf(format string, args ...any)   { fmt.Fprintf(&r.log, format+"\n", args...) }
func (r *recorder) Log(args ...any)                   { fmt.Fprintln(&r.log, args...) }
func (r *recorder) Skipf(format string, args ...any)  { r.SkipNow() }
func (r *recorder) Skip(args ...any)                  { r.SkipNow() }
func (r *recorder) SkipNow()                          { runtime.Goexit() }
func (r *recorder) Errorf(format string, args ...any) { r.Logf(format, args...); r.Fail() }
func (r *recorder) Error(args ...any)                 { r.Log(args...); r.Fail() }
func (r *recorder) Fatalf(format string, args ...any) { r.Logf(format, args...); r.FailNow() }
func (r *recorder) Fatal(args ...any)                 { r.Log(args...); r.FailNow() }
func (r *recorder) FailNow()                          { r.Fail(); runtime.Goexit() }
func (r *recorder) Fail()                             { r.failed = true }
func (r *recorder) Failed() bool                      { return r.failed }
