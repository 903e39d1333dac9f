package config_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/config"
	"github.com/memware/memware/middleware"
)

// How editors and tools replace a file.
func TestWaysToSave(t *testing.T) {
	for _, tc := range []struct {
		name string
		save func(t *testing.T, path, yaml string)
	}{
		{"written in place", write},
		{"written beside and renamed over", func(t *testing.T, path, yaml string) {
			write(t, path+".tmp", yaml)
			rename(t, path+".tmp", path)
		}},
		{"moved away for a backup, then written anew", func(t *testing.T, path, yaml string) {
			rename(t, path, path+"~")
			write(t, path, yaml)
		}},
		{"removed, and made again later", func(t *testing.T, path, yaml string) {
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
			time.Sleep(60 * time.Millisecond)
			write(t, path, yaml)
		}},
		{"truncated, and written in pieces", func(t *testing.T, path, yaml string) {
			f, err := os.Create(path)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			for _, piece := range strings.SplitAfter(yaml, " ") {
				if _, err := f.WriteString(piece); err != nil {
					t.Fatal(err)
				}
				time.Sleep(5 * time.Millisecond)
			}
		}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "memware.yaml")
			write(t, path, "read: {k: 5}\n")
			w := watch(t, path, time.Hour)
			tc.save(t, path, "read:\n  k: 7\n") // twice: a watch must outlive the first
			w.wants("7")
			tc.save(t, path, "read:\n  k: 8\n")
			w.wants("8")
			if got := value(t, w.Config(), "read.k"); got != "8 ("+path+":2)" {
				t.Errorf("k = %s", got)
			}
			w.quiet()
		})
	}
}

func TestTheNextReadHasTheNewSettings(t *testing.T) {
	path := filepath.Join(t.TempDir(), "memware.yaml")
	write(t, path, "read: {k: 1}\n")
	w := watch(t, path, time.Hour)
	ctx := middleware.WithScope(t.Context(), backends.Scope{Tenant: "acme", User: "alice"})
	for _, text := range []string{"the door is green", "the roof is red", "the wall is white"} {
		if _, err := w.mem.Remember(ctx, middleware.Statement{Text: text, Origin: backends.User}); err != nil {
			t.Fatal(err)
		}
	}
	for _, k := range []int{1, 2, 3} {
		write(t, path+".tmp", fmt.Sprintf("read: {k: %d}\n", k))
		rename(t, path+".tmp", path)
		if k > 1 {
			w.wants(strconv.Itoa(k))
		}
		got, err := w.mem.Read(ctx, middleware.Ask{Text: "what colour"})
		if err != nil || len(got.Memories) != k {
			t.Errorf("k = %d: %d memories, %v", k, len(got.Memories), err)
		}
	}
}

// A ConfigMap is mounted as config.yaml -> ..data/config.yaml, ..data -> ..1; an
// update is ..2, and a link that is renamed over ..data.
func TestASymlinkSwap(t *testing.T) {
	dir := t.TempDir()
	version := func(name, yaml string) {
		if err := os.Mkdir(filepath.Join(dir, name), 0o700); err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, name, "config.yaml"), yaml)
		symlink(t, name, filepath.Join(dir, "..next"))
		rename(t, filepath.Join(dir, "..next"), filepath.Join(dir, "..data"))
	}
	version("..1", "read: {k: 5}")
	symlink(t, filepath.Join("..data", "config.yaml"), filepath.Join(dir, "config.yaml"))
	w := watch(t, filepath.Join(dir, "config.yaml"), time.Hour)
	for name, k := range map[string]string{"..2": "7", "..3": "8"} {
		version(name, "read: {k: "+k+"}")
		w.wants(k)
	}
	w.quiet()
}

func TestALinkToAnotherFolder(t *testing.T) {
	dir, elsewhere := t.TempDir(), t.TempDir()
	write(t, filepath.Join(elsewhere, "real.yaml"), "read: {k: 5}")
	symlink(t, filepath.Join(elsewhere, "real.yaml"), filepath.Join(dir, "memware.yaml"))
	w := watch(t, filepath.Join(dir, "memware.yaml"), time.Hour)
	write(t, filepath.Join(elsewhere, "real.yaml"), "read: {k: 7}")
	w.wants("7")
}

func TestAFolderThatIsMadeAnew(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "etc")
	path := filepath.Join(dir, "memware.yaml")
	mkdir := func() {
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	mkdir()
	write(t, path, "read: {k: 5}")
	w := watch(t, path, 30*time.Millisecond)
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	if r := w.next(); r.Outcome != config.Rejected {
		t.Errorf("outcome of a missing folder: %s", r.Outcome)
	}
	mkdir()
	write(t, path, "read: {k: 7}")
	w.wants("7")
}

func TestAFolderThatNeverRests(t *testing.T) {
	path := filepath.Join(t.TempDir(), "memware.yaml")
	write(t, path, "read: {k: 5}\n")
	w := watch(t, path, time.Hour)
	done := make(chan struct{})
	var busy sync.WaitGroup
	busy.Go(func() {
		for {
			select {
			case <-done:
				return
			case <-time.After(5 * time.Millisecond):
				write(t, filepath.Join(filepath.Dir(path), "log"), time.Now().String())
			}
		}
	})
	write(t, path+".tmp", "read: {k: 7}\n")
	rename(t, path+".tmp", path)
	w.wants("7")
	close(done)
	busy.Wait()
}

func TestABadFileKeepsTheLastGoodSettings(t *testing.T) {
	path := filepath.Join(t.TempDir(), "memware.yaml")
	write(t, path, "read: {k: 5}\n")
	w := watch(t, path, 30*time.Millisecond)
	for _, bad := range []struct{ name, yaml, want string }{
		{"empty", "", "1:1: the file holds no settings"},
		{"half-written", "read:\n  k: 9\n  bud", "3:3: broken YAML"},
		{"with a value missing", "read:\n  k:", "2:6: read.k: no value"},
		{"invalid", "read: {k: 900}", "1:11: read.k = 900: above 156"},
		{"with a typo", "raed: {k: 9}", "1:1: raed: unknown key"},
	} {
		write(t, path, bad.yaml)
		var r config.Reload
		for r.Err == nil || !strings.Contains(r.Err.Error(), bad.want) { // an empty file may be seen on the way
			r = w.next()
			if r.Outcome != config.Rejected || value(t, r.Config, "read.k") != "5 ("+path+":1)" {
				t.Fatalf("%s: got %s with %s, want it rejected", bad.name, r.Outcome, value(t, r.Config, "read.k"))
			}
		}
		w.quiet() // told once, not at every look
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if r := w.next(); r.Outcome != config.Rejected || !errors.Is(r.Err, fs.ErrNotExist) {
		t.Errorf("a missing file: %s, %v", r.Outcome, r.Err)
	}
	w.quiet()
	write(t, path, "read: {k: 5} # again\n")
	for r := w.next(); r.Outcome != config.Unchanged; r = w.next() {
		if r.Outcome != config.Rejected {
			t.Errorf("the old settings again: %s", r.Outcome)
		}
	}
	if n := w.count(config.Rejected); n < 6 {
		t.Errorf("%d rejections were counted, want 6 or more", n)
	}
	if log := w.log.String(); !strings.Contains(log, "the last good one stays") || !strings.Contains(log, "read.k = 900") {
		t.Errorf("log:\n%s", log)
	}
}

func TestWhatNeedsARestart(t *testing.T) {
	path := filepath.Join(t.TempDir(), "memware.yaml")
	write(t, path, "read: {k: 5}\n")
	w := watch(t, path, time.Hour)
	write(t, path+".tmp", "read: {k: 7}\nquarantine: {limit: 5}\nstages: [{name: redact}]\n")
	rename(t, path+".tmp", path)
	r := w.next()
	if r.Outcome != config.Restart || strings.Join(r.Applied, " ") != "read.k" ||
		strings.Join(r.Change.Restart, " ") != "quarantine.limit stages stages.redact.kinds" {
		t.Errorf("got %s, %+v", r.Outcome, r.Change)
	}
	if got := value(t, w.Config(), "quarantine.limit"); got != "1000 (default)" {
		t.Errorf("in force: quarantine.limit = %s", got)
	}
	if n := w.count(config.Restart); n != 1 {
		t.Errorf("counted %d, want 1", n)
	}
	if !strings.Contains(w.log.String(), "quarantine.limit") {
		t.Errorf("log:\n%s", w.log)
	}
}

func TestAFileThatChangedBeforeTheWatch(t *testing.T) {
	path := filepath.Join(t.TempDir(), "memware.yaml")
	write(t, path, "read: {k: 5}\n")
	c, err := config.Load(path, &config.Options{Memory: middleware.Options{Logger: slog.New(slog.DiscardHandler)}})
	if err != nil {
		t.Fatal(err)
	}
	mem, err := c.Memory(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer mem.Close()
	write(t, path, "read: {k: 7}\n")
	seen := make(chan config.Reload, 1)
	w, err := c.Watch(t.Context(), mem, &config.WatchOptions{Notify: func(r config.Reload) { seen <- r }})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	if r := <-seen; r.Outcome != config.Applied {
		t.Errorf("got %s, want it applied", r.Outcome)
	}
}

func TestAWatcherEndsWithItsContext(t *testing.T) {
	path := filepath.Join(t.TempDir(), "memware.yaml")
	write(t, path, "{}\n")
	c, err := config.Load(path, nil)
	if err != nil {
		t.Fatal(err)
	}
	mem, err := c.Memory(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer mem.Close()
	ctx, cancel := context.WithCancel(t.Context())
	w, err := c.Watch(ctx, mem, nil)
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	for range 2 { // waits, and may be repeated
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	}
}
