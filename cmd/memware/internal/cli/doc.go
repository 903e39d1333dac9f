// Package cli holds the commands of the memware tool.
//
//	memware
//	  config validate | schema | show
//	  eval   worked | gate | updates | retrieval | inject
//	  completion, help, version
//
// Data goes to the standard output, as a table or, with --json, as JSON; messages
// and the progress bar go to the standard error. What is shown of a file has no
// control characters left. [Run] returns the exit code.
package cli
