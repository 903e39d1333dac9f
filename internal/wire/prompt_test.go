package wire_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
)

// A block is a piece of a prompt in the terms that all providers share.
type block struct {
	role   string // system, user or assistant
	kind   string // text, image, call or result
	text   string // of a text or a result; the arguments of a call
	id     string // joins a call and its result
	name   string // of what is called
	cached bool
}

func (b block) String() string {
	switch {
	case b.kind == "call":
		return "call: " + b.name + " " + b.text
	case b.kind == "result":
		return "result: " + b.text
	case b.kind == "image":
		return b.role + ": (image)"
	case b.cached:
		return b.role + ", cached: " + b.text
	}
	return b.role + ": " + b.text
}

func callBlock(id, name string, arguments map[string]any) block {
	text, _ := json.Marshal(arguments) // it was JSON: it encodes
	return block{role: "assistant", kind: "call", id: id, name: name, text: string(text)}
}

func imageBlock(mime string, data []byte) (block, error) {
	if mime != "image/png" || !bytes.Equal(data, picture()) {
		return block{}, fmt.Errorf("image: %d bytes of %q are no picture", len(data), mime)
	}
	return block{role: "user", kind: "image"}, nil
}

// picture is the head of a PNG file, which is all that tells a server what it is.
func picture() []byte { return []byte("\x89PNG\r\n\x1a\n") }

// paired refuses calls without results and results without calls: each call is
// answered before anything else is said to the model.
func paired(said []block) error {
	var open []string
	for _, b := range said {
		at := slices.Index(open, b.id)
		switch {
		case b.kind == "call" && (b.id == "" || b.name == ""):
			return errors.New("a call without an id or a name")
		case b.kind == "call":
			open = append(open, b.id)
		case b.kind == "result" && at < 0:
			return fmt.Errorf("the result %q answers no call", b.id)
		case b.kind == "result":
			open = slices.Delete(open, at, at+1)
		case b.role != "assistant" && len(open) > 0:
			return fmt.Errorf("the call %q is not followed by its result", open[0])
		}
	}
	if len(open) > 0 {
		return fmt.Errorf("the call %q has no result", open[0])
	}
	return nil
}

// alternate refuses messages that do not go to and fro, from the user on.
func alternate(roles []string, user, model string) error {
	for i, role := range roles {
		if want := []string{user, model}[i%2]; role != want {
			return fmt.Errorf("message %d: role %q, want %q", i, role, want)
		}
	}
	if len(roles)%2 == 0 {
		return errors.New("the last message is not the user's")
	}
	return nil
}

// objectSchema refuses a tool whose parameters are not an object's.
func objectSchema(name string, schema map[string]any, object any) error {
	if name == "" || schema["type"] != object || schema["properties"] == nil {
		return fmt.Errorf("tool %q: its parameters are not an object's: %v", name, schema)
	}
	return nil
}
