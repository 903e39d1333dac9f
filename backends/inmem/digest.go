package inmem

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"hash"
)

// A digest stands for a string of an erased record. It is an HMAC-SHA-256 under
// the scope's salt, cut to 128 bits, so that who holds it cannot try strings.
type digest [16]byte

// What a digest stands for. Equal strings of different kinds differ.
const (
	ofID       = 'i'
	ofKey      = 'k'
	ofMember   = 'm'
	ofSession  = 's'
	ofSelector = 'f'
)

// A hasher makes the digests of one scope. It is not safe for concurrent use.
type hasher struct {
	salt [32]byte
	mac  hash.Hash
	buf  []byte
}

func newHasher() *hasher {
	var salt [32]byte
	_, _ = rand.Read(salt[:]) // it never fails: it ends the process rather
	return withSalt(salt)
}

// withSalt returns a hasher that makes the same digests as any other of its salt.
func withSalt(salt [32]byte) *hasher {
	h := &hasher{salt: salt, mac: hmac.New(sha256.New, salt[:])}
	h.mac.Reset() // from here on each Reset overwrites the whole state
	return h
}

func (h *hasher) of(what byte, s string) digest {
	h.buf = append(append(h.buf[:0], what), s...)
	_, _ = h.mac.Write(h.buf)
	d := digest(h.mac.Sum(h.buf[:0])[:len(digest{})])
	// What was hashed may be about to be erased.
	h.mac.Reset()
	clear(h.buf[:cap(h.buf)])
	return d
}
