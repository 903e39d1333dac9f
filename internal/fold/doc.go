// Package fold brings values and keys to the form in which they are compared.
//
// Values keep their letters and their case: they are folded for comparison only.
// Keys are stored folded, so that a key spelled with other spaces, case or
// invisible characters is the same key.
package fold
