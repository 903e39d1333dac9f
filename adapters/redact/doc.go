// Package redact keeps personal numbers out of memory: a plug-in that replaces
// e-mail addresses, phone numbers, payment cards and bank accounts in whatever a
// turn would write.
//
//	turn -> extract -> redact -> gate -> supersede -> index
//
//	"my card is 4111 1111 1111 1111"  ->  "my card is [card]"
//
// Cards and accounts are told from other numbers by their check digits, phone
// numbers by how they are written. The plug-in is required: where it fails, the
// turn is not written.
//
// # Caveats
//
// A number in words, or spread over two messages, is not seen. A phone number
// without a leading +, spaces or dashes is taken for a plain number. The model
// still sees what the user writes: redaction is for what is remembered.
package redact
