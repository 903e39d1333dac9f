// Package archtest keeps the arrows between the packages of this module few and
// one-way. It holds a test and nothing else.
//
//	cmd, examples -> config -> adapters -> middleware -> backends -> internal
package archtest
