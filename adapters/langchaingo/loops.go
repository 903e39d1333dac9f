package langchaingo

import (
	"container/list"
	"context"
	"encoding/binary"
	"hash/maphash"
	"sync"
	"time"

	"github.com/tmc/langchaingo/llms"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/middleware"
)

const (
	maxLoops   = 1024             // tool loops remembered at once
	maxLoopAge = 15 * time.Minute // how long the next round may take to come
)

// loops remembers the exchanges of tool loops from one round to the next. Every
// round that asks for tools puts its exchange again; those that waited longest
// for the next round go first. No goroutine runs. A loop that is forgotten reads
// once more and is still written once.
type loops struct {
	seed maphash.Seed

	mu     sync.Mutex // guards the fields below
	byKey  map[loopKey]*list.Element
	recent list.List // of *loop, the last put in front
}

// A loopKey identifies a turn. Scopes are compared whole: a collision of the sum
// cannot cross them.
type loopKey struct {
	scope         backends.Scope
	session, turn string
	sum           uint64 // of the messages up to the last human one
}

type loop struct {
	key      loopKey
	exchange *middleware.Exchange
	put      time.Time
}

func newLoops() *loops {
	return &loops{seed: maphash.MakeSeed(), byKey: make(map[loopKey]*list.Element)}
}

func (l *loops) get(k loopKey) *middleware.Exchange {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.expire()
	at, ok := l.byKey[k]
	if !ok {
		return nil
	}
	return at.Value.(*loop).exchange
}

func (l *loops) put(k loopKey, e *middleware.Exchange) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if at, ok := l.byKey[k]; ok {
		l.remove(at)
	}
	l.byKey[k] = l.recent.PushFront(&loop{key: k, exchange: e, put: time.Now()})
	l.expire()
}

func (l *loops) expire() {
	for at := l.recent.Back(); at != nil; at = l.recent.Back() {
		if l.recent.Len() <= maxLoops && time.Since(at.Value.(*loop).put) < maxLoopAge {
			return
		}
		l.remove(at)
	}
}

func (l *loops) remove(at *list.Element) {
	delete(l.byKey, l.recent.Remove(at).(*loop).key)
}

func (l *loops) key(ctx context.Context, p prompt) loopKey {
	s, _ := middleware.ScopeFrom(ctx) // valid: the call has come this far
	d := digest{}
	d.SetSeed(l.seed)
	for _, m := range p.messages[:p.last+1] {
		d.strings("message", string(m.Role))
		for _, part := range m.Parts {
			d.part(part)
		}
	}
	return loopKey{scope: s, session: middleware.SessionFrom(ctx), turn: middleware.TurnIDFrom(ctx), sum: d.Sum64()}
}

// digest hashes messages. All goes in with its length, so that no two lists of
// messages look alike.
type digest struct{ maphash.Hash }

func (d *digest) strings(parts ...string) {
	for _, s := range parts {
		d.size(len(s))
		d.WriteString(s)
	}
}

func (d *digest) size(n int) {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], uint64(n))
	d.Write(b[:])
}

func (d *digest) part(part llms.ContentPart) {
	switch p := part.(type) {
	case llms.TextContent:
		d.strings("text", p.Text)
	case llms.ImageURLContent:
		d.strings("image", p.URL, p.Detail)
	case llms.BinaryContent:
		d.strings("binary", p.MIMEType)
		d.size(len(p.Data))
		d.Write(p.Data)
	case llms.CachedContent:
		d.strings("cached")
		d.part(p.ContentPart)
	case llms.ToolCall:
		d.strings("call", p.ID, p.Type)
		if f := p.FunctionCall; f != nil {
			d.strings("function", f.Name, f.Arguments)
		}
	case llms.ToolCallResponse:
		d.strings("result", p.ToolCallID, p.Name, p.Content)
	default:
		d.strings("other")
	}
}
