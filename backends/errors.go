package backends

import "errors"

// Errors of the caller: no retry mends them. Match with [errors.Is].
var (
	// ErrInvalid reports an argument that breaks a documented rule, or an ID put
	// again with other content.
	ErrInvalid = errors.New("invalid argument")

	// ErrSpace reports a vector, or a store, of another [Space] than the one in
	// use. Open the store under its own space, or export and import it.
	ErrSpace = errors.New("vector space mismatch")

	// ErrUnsupported reports an ability that this backend does not have.
	ErrUnsupported = errors.New("not supported by this backend")
)

// Errors of the store.
var (
	// ErrUnavailable reports a store that did not answer in time or at all. A
	// retry may succeed and is stored once.
	ErrUnavailable = errors.New("backend unavailable")

	// ErrClosed reports a call after Close.
	ErrClosed = errors.New("backend closed")
)
