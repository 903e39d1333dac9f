package main

import (
	"cmp"
	"fmt"
	"net/url"
	"strings"

	"github.com/tmc/langchaingo/llms"
	"github.com/tmc/langchaingo/llms/anthropic"
	"github.com/tmc/langchaingo/llms/ollama"
	"github.com/tmc/langchaingo/llms/openai"
)

// An endpoint says which model answers. Empty fields are chosen by the
// environment.
type endpoint struct {
	provider, name, url string
}

// open returns the model, and says in a sentence who it is.
func (e endpoint) open(getenv func(string) string) (model llms.Model, who string, err error) {
	if e.provider == "" {
		e.provider = e.guess(getenv)
	}
	switch e.provider {
	case "offline":
		if e.name != "" || e.url != "" {
			return nil, "", fmt.Errorf("--model and --base-url need a provider: add --provider openai, ollama or anthropic")
		}
		model, err = newResponder()
		return model, "Answers come from the built-in responder, which is no model: it quotes what it remembers. --help tells how to give it one.", err
	case "openai":
		e.name = cmp.Or(e.name, getenv("OPENAI_MODEL"), "gpt-4o-mini")
		e.url = cmp.Or(e.url, getenv("OPENAI_BASE_URL"), "https://api.openai.com/v1")
		model, err = e.openai(getenv)
	case "ollama":
		e.name = cmp.Or(e.name, "llama3.2")
		e.url = ollamaURL(cmp.Or(e.url, getenv("OLLAMA_HOST"), "127.0.0.1"))
		model, err = e.ollama()
	case "anthropic":
		e.name = cmp.Or(e.name, "claude-haiku-4-5")
		e.url = cmp.Or(e.url, "https://api.anthropic.com/v1")
		model, err = e.anthropic(getenv)
	default:
		return nil, "", fmt.Errorf("no provider %q: choose openai, ollama, anthropic or offline", e.provider)
	}
	if err != nil {
		return nil, "", err
	}
	return model, fmt.Sprintf("Answers come from %s of %s at %s.", e.name, e.provider, redacted(e.url)), nil
}

// guess returns the provider for which the environment has a key or an address.
func (e endpoint) guess(getenv func(string) string) string {
	switch {
	case e.url != "", getenv("OPENAI_API_KEY") != "", getenv("OPENAI_BASE_URL") != "":
		return "openai"
	case getenv("ANTHROPIC_API_KEY") != "":
		return "anthropic"
	case getenv("OLLAMA_HOST") != "":
		return "ollama"
	}
	return "offline"
}

func (e endpoint) openai(getenv func(string) string) (llms.Model, error) {
	// Servers of one's own rarely ask for a key, but the client insists on one.
	key := getenv("OPENAI_API_KEY")
	if key == "" && e.url != "https://api.openai.com/v1" {
		key = "none"
	}
	if key == "" {
		return nil, fmt.Errorf("provider openai needs a key: set OPENAI_API_KEY, or name a server of your own with --base-url")
	}
	return openai.New(openai.WithToken(key), openai.WithModel(e.name), openai.WithBaseURL(e.url))
}

func (e endpoint) ollama() (llms.Model, error) {
	// The client ends the process on an address that it cannot read.
	if _, err := url.Parse(e.url); err != nil {
		return nil, fmt.Errorf("address of ollama: %w: give one such as localhost:11434", err)
	}
	return ollama.New(ollama.WithModel(e.name), ollama.WithServerURL(e.url))
}

func (e endpoint) anthropic(getenv func(string) string) (llms.Model, error) {
	key := getenv("ANTHROPIC_API_KEY")
	if key == "" {
		return nil, fmt.Errorf("provider anthropic needs a key: set ANTHROPIC_API_KEY")
	}
	return anthropic.New(anthropic.WithToken(key), anthropic.WithModel(e.name), anthropic.WithBaseURL(e.url))
}

// ollamaURL completes an address as OLLAMA_HOST may give it: a host alone, or
// with a port, or a whole URL.
func ollamaURL(host string) string {
	if strings.Contains(host, "://") {
		return host
	}
	u := url.URL{Scheme: "http", Host: host}
	if u.Port() == "" {
		u.Host = strings.TrimSuffix(host, ":") + ":11434"
	}
	return u.String()
}

// redacted returns an address without the password in it.
func redacted(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return "an address that is no URL"
	}
	return u.Redacted()
}
