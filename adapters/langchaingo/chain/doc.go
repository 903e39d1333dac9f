// Package chain gives a langchaingo chain or agent a memory: one turn of the user
// is read once and written once, however many model calls it takes.
//
//	model := langchaingo.WrapModel(llm, mem)
//	agent := chain.Wrap(agents.NewExecutor(agents.NewOneShotAgent(model, tools)), mem, nil)
//	answer, err := chains.Run(middleware.WithScope(ctx, scope), agent, "Which coat do I need?")
//
// What happens in that turn:
//
//	input -> wrapped chain: opens the turn
//	           -> wrapped model: window + prompt -> a call of a tool
//	                tool: out of the memory; what it returns is heard
//	           -> wrapped model: window + prompt -> the answer
//	         wrapped chain: writes input, what was heard, answer -> output
//
// The first of the models to be called reads for the user's own words, not for
// the template around them, and every call of the turn sees the same window.
//
// # Where the window goes
//
// In front of the prompts of wrapped models, or into [Options.PromptVariable],
// or both: it stands in a prompt once. A chain of plain models without such a
// variable is written and never read.
//
// # Memories of langchaingo
//
// The memory of the inner chain goes on as it did. Where it is a
// [langchaingo.ChatMemory] of the same memory it is part of the turn: it reads,
// the chain and its models join, it writes. It needs the scope too, and it works
// outside of the span of the chain: begin one of your own to see one tree.
//
// # Agents
//
// The tools of an [agents.Executor] are called with the mark of
// [middleware.WithoutMemory]. What they return is told to the turn, so that an
// answer made of it is trusted as little as a tool. Histories made of messages,
// which executors refuse, reach it as text.
//
// # Caveats
//
// Chains that langchaingo wants as an *LLMChain, such as those inside
// StuffDocuments, take no wrapper: wrap the chain around them.
//
// A SequentialChain hands on the outputs of a step and nothing else. Wrap it as a
// whole: a wrapped step would take the output of the step before for the user's
// words.
//
// A chain that runs tools in a loop of its own, not by an Executor, has to mark
// their contexts itself.
//
// An answer made of retrieved documents is trusted as the assistant's: chains do
// not say what they retrieved.
//
// A chain returns the text of a stream and not how it ended: of a stream that the
// server broke off, it does not know.
//
// Without a chain of langchaingo's there is no need for this package, which links
// some 60 others.
package chain
