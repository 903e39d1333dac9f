package main

import (
	"strings"
	"testing"
)

func TestWhoAnswers(t *testing.T) {
	for _, tc := range []struct {
		name     string
		endpoint endpoint
		env      map[string]string
		want     string // part of what is said, or of the error
		fails    bool
	}{
		{"nobody is named: the built-in responder", endpoint{}, nil, "no model", false},
		{"a key of OpenAI", endpoint{}, map[string]string{"OPENAI_API_KEY": "k"}, "gpt-4o-mini of openai at https://api.openai.com/v1", false},
		{"a key of OpenAI, a model of the environment", endpoint{}, map[string]string{"OPENAI_API_KEY": "k", "OPENAI_MODEL": "m"}, "from m of openai", false},
		{"an address alone is OpenAI-compatible and needs no key", endpoint{url: "http://localhost:8080/v1", name: "m"}, nil, "m of openai at http://localhost:8080/v1", false},
		{"an address of the environment", endpoint{}, map[string]string{"OPENAI_BASE_URL": "http://u:secret@host/v1"}, "at http://u:xxxxx@host/v1", false},
		{"a key of Anthropic", endpoint{}, map[string]string{"ANTHROPIC_API_KEY": "k"}, "of anthropic at", false},
		{"the host of Ollama without a port", endpoint{}, map[string]string{"OLLAMA_HOST": "box"}, "llama3.2 of ollama at http://box:11434", false},
		{"the host of Ollama with a port", endpoint{}, map[string]string{"OLLAMA_HOST": "box:99"}, "at http://box:99", false},
		{"the host of Ollama as an address", endpoint{provider: "ollama", name: "m"}, map[string]string{"OLLAMA_HOST": "https://box"}, "m of ollama at https://box.", false},
		{"a flag goes before the environment", endpoint{provider: "offline"}, map[string]string{"OPENAI_API_KEY": "k"}, "no model", false},
		{"OpenAI without a key", endpoint{provider: "openai"}, nil, "OPENAI_API_KEY", true},
		{"Anthropic without a key", endpoint{provider: "anthropic"}, nil, "ANTHROPIC_API_KEY", true},
		{"a model without a provider", endpoint{name: "m"}, nil, "--provider", true},
		{"an unknown provider", endpoint{provider: "oracle"}, nil, "choose openai, ollama, anthropic or offline", true},
		{"an address of Ollama that is none", endpoint{provider: "ollama", url: "http://[::1"}, nil, "address of ollama", true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			model, who, err := tc.endpoint.open(func(name string) string { return tc.env[name] })
			if tc.fails {
				if err == nil || !strings.Contains(err.Error(), tc.want) {
					t.Errorf("got %v, want an error that names %q", err, tc.want)
				}
				return
			}
			if err != nil || model == nil || !strings.Contains(who, tc.want) {
				t.Errorf("got %v, %q, %v, want a model that is %q", model, who, err, tc.want)
			}
		})
	}
}
