// Package middleware is the memory that a program reads before it asks a
// language model and writes after the answer. It knows no model and no store:
// [Memory] runs two paths over a [backends.Backend] and plug-ins.
//
//	READ   ask  -> embed -> score -> filter -> top_k -> window -> model
//	WRITE  turn -> extract -> gate -> supersede -> index
//	                            `-> quarantine
//
// Each stage is a span, named in internal/semconv. The read path is read.go,
// from top to bottom; the write path is write.go, supersede.go and index.go.
//
// # Scope
//
// Whose memory a call is about travels in the context, see [WithScope]. Without
// a scope every call is an error, and wrappers return it before the model is
// asked. The context also carries, optionally, the session, the turn's id, the
// user's zone, and a mark that leaves a call out.
//
// # Turns
//
// One turn of the user is read once and written once, however many model calls
// it takes: see [Exchange]. Only what is new is extracted: the user's message
// and the final answer, results of tools for what they try; never the system
// prompt, and never the window.
//
// # Trust
//
// A candidate has the origin of its message, lowered by what it quotes, who the
// actor is, what tools were used and what it was derived from. The [Gate] admits
// facts of system and user; everything else waits in quarantine for a review.
//
// # Failure
//
// Memory never breaks the chat: a turn waits for its window no longer than
// [Options].Deadline, and goes on without one where the store or the embedder
// fails, which telemetry and the log tell. Options.FailClosed turns that off.
//
// # Caveats
//
// A window repeats nothing that says the same words. Notes of one user are not
// compared with one another otherwise: two notes may contradict. A read that
// outlives its deadline is left behind; at most 64 of them run at a time.
package middleware
