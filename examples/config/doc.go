// Package config holds configurations to start from: copy the one that is
// nearest, and take out what you do not change.
//
//	personal.yaml   an assistant of one person, in one process
//	support.yaml    a support desk: what was said last counts, personal numbers are not kept
//	companion.yaml  a companion of years: old memories count almost as much as new ones
//	tenants.yaml    a service of many tenants that trusts nobody and fails closed
package config
