package backends

import "fmt"

// String returns the name of o, such as "user".
func (o Origin) String() string {
	return named(int(o), "origin", "other", "document", "tool", "assistant", "user", "system")
}

// String returns the name of k, such as "fact".
func (k Kind) String() string { return named(int(k), "kind", "note", "fact", "retraction") }

// String returns the name of s, such as "admitted".
func (s Status) String() string { return named(int(s), "status", "quarantined", "admitted") }

// String returns the name of o, such as "superseding".
func (o Outcome) String() string {
	return named(int(o), "outcome", "none", "inserted", "superseding", "late", "confirmed",
		"retracted", "held", "released", "unchanged", "erased")
}

func named(i int, what string, names ...string) string {
	if i < len(names) {
		return names[i]
	}
	return fmt.Sprintf("%s(%d)", what, i)
}
