// Package semconv holds the names that spans, events and metrics of this module
// use. Those that start with gen_ai are of open-telemetry/semantic-conventions-genai
// v0.1.0, all of "Development" status there; Go's semconv package has no memory
// keys. Those that start with memware are this module's own.
package semconv

// Spans.
const (
	SpanSearch    = "search_memory"
	SpanUpsert    = "upsert_memory"
	SpanDelete    = "delete_memory"
	SpanEmbed     = "memware.read.embed"
	SpanScore     = "memware.read.score"
	SpanFilter    = "memware.read.filter"
	SpanTopK      = "memware.read.top_k"
	SpanExtract   = "memware.write.extract"
	SpanGate      = "memware.write.gate"
	SpanSupersede = "memware.write.supersede"
	SpanIndex     = "memware.write.index"
	SpanPlugin    = "memware.plugin"
	SpanAgent     = "invoke_agent" // and the agent's name, if it has one
	SpanChat      = "chat"         // and the model's name, if it is known
)

// Attributes of the conventions.
const (
	OperationName   = "gen_ai.operation.name"
	RecordID        = "gen_ai.memory.record.id"
	RecordCount     = "gen_ai.memory.record.count"
	RequestModel    = "gen_ai.request.model"
	EmbedDimensions = "gen_ai.embeddings.dimension.count"
	StoreID         = "gen_ai.memory.store.id"
	ConversationID  = "gen_ai.conversation.id"
	ErrorType       = "error.type"
)

// Attributes of OpenInference (Arize, semantic conventions of 2026), by which
// Phoenix and its kin tell a retriever from a chain.
const (
	InferenceKind = "openinference.span.kind"
	InputValue    = "input.value"          // only where content is captured
	Documents     = "retrieval.documents." // and the number, then one of the next
	DocumentID    = ".document.id"
	DocumentScore = ".document.score"
	DocumentMeta  = ".document.metadata" // JSON of the three terms
	DocumentText  = ".document.content"  // only where content is captured
)

// Kind returns the kind that OpenInference gives to a span of the name.
func Kind(span string) string {
	switch span {
	case SpanSearch:
		return "RETRIEVER"
	case SpanEmbed:
		return "EMBEDDING"
	case SpanGate:
		return "GUARDRAIL"
	case SpanAgent:
		return "AGENT"
	case SpanChat:
		return "LLM"
	}
	return "CHAIN"
}

// Attributes of this module.
const (
	Stage            = "memware.stage"
	NothingToDo      = "memware.nothing_to_do"
	Degraded         = "memware.degraded"
	Revision         = "memware.config.revision"
	Considered       = "memware.considered"
	Exact            = "memware.exact"
	Fanout           = "memware.fanout"
	WeightRelevance  = "memware.weight.relevance"
	WeightRecency    = "memware.weight.recency"
	WeightImportance = "memware.weight.importance"
	HalfLifeSeconds  = "memware.half_life" // seconds
	DroppedDuplicate = "memware.dropped.duplicate"
	DroppedBudget    = "memware.dropped.budget"
	DroppedBy        = "memware.dropped" // by a plug-in
	Plugin           = "memware.plugin"
	K                = "memware.k"
	Selected         = "memware.selected.count"
	Tokens           = "memware.tokens"
	Rank             = "memware.rank"
	Total            = "memware.score.total"
	Relevance        = "memware.score.relevance"
	Recency          = "memware.score.recency"
	Importance       = "memware.score.importance"
	Candidates       = "memware.candidates"
	Admitted         = "memware.admitted"
	Quarantined      = "memware.quarantined"
	Rejected         = "memware.rejected"
	Decision         = "memware.decision"
	Rule             = "memware.rule"
	Origin           = "memware.origin"
	Kept             = "memware.kept"
	Forgotten        = "memware.forgotten"
	OutcomePrefix    = "memware.outcome." // and the name of an outcome
)

// Events.
const (
	EventSelected = "memware.selected"
	EventDecision = "memware.gate.decision"
	EventDegraded = "memware.read.degraded"

	EventPluginFailed = "memware.plugin.failed"
)

// Metrics.
const (
	MetricStageDuration = "memware.stage.duration" // s
	MetricCandidates    = "memware.read.candidates"
	MetricSelected      = "memware.read.selected"
	MetricScore         = "memware.read.score"
	MetricDecisions     = "memware.gate.decisions"
	MetricSupersessions = "memware.supersessions"
	MetricQuarantine    = "memware.quarantine.depth"
	MetricForgotten     = "memware.forgotten"
	MetricDegraded      = "memware.read.degraded"
	MetricWriteFailed   = "memware.write.failed"
	MetricAbandoned     = "memware.calls.abandoned"
	MetricPluginFailed  = "memware.plugin.failures"
)
