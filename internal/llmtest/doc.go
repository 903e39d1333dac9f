// Package llmtest has language models for tests: [Model] follows a script, and
// [Server] speaks enough of the OpenAI protocol for a real client to talk to it
// on loopback.
//
//	model := llmtest.New(llmtest.Tool("c1", "weather", "{}"), llmtest.Say("Rain."))
//	server := llmtest.Serve(t, llmtest.Text("hello"))
//
// Both record what they were sent, and both are safe for concurrent use. Of a
// script the last step repeats.
package llmtest
