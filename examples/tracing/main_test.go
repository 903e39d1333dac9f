package main

import (
	"bytes"
	"context"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"

	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	"google.golang.org/protobuf/proto"
)

func Example() {
	if err := run(context.Background(), os.Stdout, "", false); err != nil {
		log.Fatal(err)
	}
	// Output:
	// invoke_agent
	//   search_memory
	//     memware.read.embed
	//     memware.read.score
	//     memware.read.filter
	//     memware.read.top_k
	//   chat polite-1
	//   upsert_memory
	//     memware.write.extract
	//     memware.write.gate !memware.gate.decision
	//     memware.write.supersede
	//     memware.write.index
	// invoke_agent
	//   search_memory
	//     memware.read.embed
	//     memware.read.score
	//     memware.read.filter
	//     memware.read.top_k !memware.selected
	//   chat polite-1
	//   upsert_memory
	//     memware.write.extract
	//     memware.write.gate !memware.gate.decision
	//     memware.write.supersede
	//     memware.write.index
	// invoke_agent
	//   search_memory
	//     memware.read.embed
	//     memware.read.score
	//     memware.read.filter
	//     memware.read.top_k !memware.selected
	//   chat polite-1
	//   upsert_memory
	//     memware.write.extract
	//     memware.write.gate
	//     memware.write.supersede
	//     memware.write.index
}

func TestJSON(t *testing.T) {
	var out bytes.Buffer
	if err := run(t.Context(), &out, "", true); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"Name": "search_memory"`, `"Name": "chat polite-1"`, `"memware.outcome.superseding"`} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%s is not in the output", want)
		}
	}
	for _, secret := range []string{"2pm", "11am", "alice", "meeting"} {
		if strings.Contains(out.String(), secret) {
			t.Errorf("%q is in the output", secret)
		}
	}
}

func TestSpansReachACollector(t *testing.T) {
	var mu sync.Mutex
	names := map[string]int{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		var request collector.ExportTraceServiceRequest
		if err == nil {
			err = proto.Unmarshal(body, &request)
		}
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		mu.Lock()
		defer mu.Unlock()
		for _, resource := range request.ResourceSpans {
			for _, scope := range resource.ScopeSpans {
				for _, s := range scope.Spans {
					names[s.Name]++
				}
			}
		}
	}))
	defer server.Close()
	if err := run(t.Context(), io.Discard, server.URL+"/v1/traces", false); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"invoke_agent", "search_memory", "memware.read.score", "chat polite-1", "upsert_memory", "memware.write.gate"} {
		if names[name] != 3 {
			t.Errorf("%d spans %q reached the collector, want 3", names[name], name)
		}
	}
}
