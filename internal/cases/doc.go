// Package cases holds failures that users of agent memories reported in public,
// each as a test named after its symptom. Wherever a turn can cause one, it is
// caused by turns: a wrapped langchaingo model, the offline extractor, the
// default gate and the in-memory backend. It holds tests and nothing else.
package cases
