// Package wire tests what wrapped models send to providers: langchaingo's own
// clients talk to servers on loopback that speak as OpenAI, Ollama, Anthropic,
// Google AI and Bedrock do, and refuse what those refuse.
//
//	conversation -> client of the provider ------------------> server: JSON without memory
//	conversation -> memory -> client of the provider --------> server: JSON with memory
//	                            the two differ in one text: the window stands in front of it
//
// It has nothing but tests, and is a module of its own so that the clients of
// the providers stay out of the library's:
//
//	cd internal/wire && go test ./...
//
// # Caveats
//
// The servers know of each protocol what the tests need. A field that a client
// would send only for an option that nobody set is refused, although the
// provider may know it. Where a provider has become lenient, as with roles that
// do not alternate, they keep to what it refused before.
//
// Not everything is on every wire. Ollama's client sends no tools and takes no
// results of tools. Bedrock's drops the calls of a stream. Marks for a prompt
// cache are sent by Anthropic's alone.
package wire
