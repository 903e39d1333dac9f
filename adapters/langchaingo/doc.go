// Package langchaingo puts a memory in front of langchaingo models, and
// langchaingo embedders behind a memory. [WrapModel] reaches everything that calls
// a model; [ChatMemory] is the conversation memory that chains take, [Retriever]
// what retrieval chains read. Package chain beside this one wraps whole chains
// and agents; it is apart since langchaingo's chains bring 60 packages.
//
//	mem, err := middleware.New(inmem.New(nil), rules.New(), nil)
//	model := langchaingo.WrapModel(llm, mem)
//	ctx = middleware.WithScope(ctx, backends.Scope{Tenant: "acme", User: "alice"})
//	response, err := model.GenerateContent(ctx, messages)
//
// What a wrapped model does in one user turn, here with one round of tools:
//
//	system, human                -> read -> system, window+human             -> model: call a tool
//	system, human, call, result  ---------> system, window+human, call, result -> model: the answer -> write
//
// # Reading
//
// The window goes in front of the text of the last human message. Nothing else
// changes: no message is added, the system prompt keeps its bytes, and no call
// option is set, so that every provider accepts the request and prompt caches
// hold. The caller's slices are never written. A message without any text part,
// such as an image alone, gets a text part in front.
//
// # Writing
//
// The final answer ends the turn: the human's words, the results of tools and
// the answer are written once. A call that failed, was cancelled, broke off,
// answered nothing or only asked for tools writes nothing.
//
// # Turns
//
// Where the context carries an exchange, as inside a wrapped chain, the model
// takes part in it: it puts the window in front and leaves the writing to
// whoever opened the exchange. Otherwise each call opens its own, and a call
// that brings results of tools goes on with the exchange of the call that asked
// for them: the one with the same scope and the same messages up to the last
// human one.
//
// # Caveats
//
// Inside chains and agents that render everything into one human message, the
// whole template counts as the human's words. Wrap the chain too.
//
// Wrap a cache, never put one around the wrapper: it would not see that the
// memories changed. Order is memory(cache(model)).
//
// Keep the plain model for embeddings: the wrapper has no CreateEmbedding.
//
// Text under a cache mark is material sent again and again: it counts as the
// human's words only where the message has no other text, and only there does
// the window go in front of it, which costs that cache entry.
//
// Some clients return what a broken stream had brought as if it were whole. Where
// the context was cancelled, that is never written. Where the server broke off,
// it shows in a missing stop reason, of models that have ended a stream with one
// before: the first stream of a process cannot be told.
//
// An error of a fail-closed memory after the answer comes beside the response.
package langchaingo
