package middleware

import (
	"context"
	"fmt"
	"time"

	"github.com/memware/memware/backends"
)

// callInfo is what the context carries for a memory, in one value so that one
// look-up finds it all.
type callInfo struct {
	scope   backends.Scope
	session string
	turnID  string
	zone    *time.Location
	skip    bool
}

type callInfoKey struct{}

func infoFrom(ctx context.Context) callInfo {
	info, _ := ctx.Value(callInfoKey{}).(callInfo)
	return info
}

func withInfo(ctx context.Context, set func(*callInfo)) context.Context {
	info := infoFrom(ctx)
	set(&info)
	return context.WithValue(ctx, callInfoKey{}, info)
}

// WithScope says whose memory the calls under the returned context are about.
// Every call of a [Memory] needs one.
func WithScope(ctx context.Context, s backends.Scope) context.Context {
	return withInfo(ctx, func(i *callInfo) { i.scope = s })
}

// ScopeFrom returns the scope that ctx carries. Without a valid one the error
// matches [backends.ErrInvalid].
func ScopeFrom(ctx context.Context) (backends.Scope, error) {
	s := infoFrom(ctx).scope
	if err := s.Validate(); err != nil {
		return backends.Scope{}, fmt.Errorf("%w: give the context one with middleware.WithScope", err)
	}
	return s, nil
}

// WithSession says in which session the calls happen. Notes are found in their
// own session, facts in every one. A session is no boundary of isolation.
func WithSession(ctx context.Context, session string) context.Context {
	return withInfo(ctx, func(i *callInfo) { i.session = session })
}

// SessionFrom returns the session that ctx carries, or "".
func SessionFrom(ctx context.Context) string { return infoFrom(ctx).session }

// WithTurnID identifies the user turn, so that a retry of it is written once.
// Use a fresh id for each turn, such as that of the user's message.
func WithTurnID(ctx context.Context, id string) context.Context {
	return withInfo(ctx, func(i *callInfo) { i.turnID = id })
}

// TurnIDFrom returns the turn id that ctx carries, or "".
func TurnIDFrom(ctx context.Context) string { return infoFrom(ctx).turnID }

// WithZone gives the user's time zone, in which the window shows its dates.
// Without one they are in UTC.
func WithZone(ctx context.Context, zone *time.Location) context.Context {
	return withInfo(ctx, func(i *callInfo) { i.zone = zone })
}

// WithoutMemory marks calls that wrappers pass through unread and unwritten,
// such as those of an extractor's own model.
func WithoutMemory(ctx context.Context) context.Context {
	return withInfo(ctx, func(i *callInfo) { i.skip = true })
}

// Skipped reports whether ctx is marked by [WithoutMemory].
func Skipped(ctx context.Context) bool { return infoFrom(ctx).skip }
