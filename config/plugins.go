package config

import (
	"context"
	"log/slog"
	"maps"
	"reflect"
	"slices"
	"time"

	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/trace"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/middleware"
)

// Plugins are what a file may name. Start from [Builtin], and add your own.
type Plugins struct {
	Backends   map[string]Maker[backends.Backend]
	Embedders  map[string]Maker[middleware.Embedder]
	Extractors map[string]Maker[middleware.Extractor] // a nil extractor makes a memory that only reads
	Gates      map[string]Maker[middleware.Gate]
	Stages     map[string]Maker[middleware.Plugin] // each name at most once in a file
}

// A Maker makes a plug-in from its options in the file. See [Make].
type Maker[T any] struct {
	defaults any // a struct; nil: the Maker is empty
	make     func(context.Context, Setup, any) (T, error)
}

// Make returns a [Maker] whose options are the fields of O that have a yaml tag.
// A field that the file and the environment leave out has its value in defaults.
//
//	type options struct {
//		Address string        `yaml:"address" jsonschema:"required" jsonschema_description:"host:port"`
//		Password string       `yaml:"password" secret:"true"`
//		Timeout time.Duration `yaml:"timeout"`
//	}
//	plugins.Backends["redis"] = config.Make(options{Timeout: time.Second}, open)
//
// Fields are strings, bools, ints, float64s, durations, lists of strings, lists
// of structs, pointers to these, and structs of these. The values of a secret
// are shown nowhere. Of the tag jsonschema the loader enforces required, enum,
// minimum, maximum, exclusiveMinimum, exclusiveMaximum, minLength, minItems and
// uniqueItems. Where *O has a method Validate() error, it is asked last; of a
// [Problem] that it returns, or joins, the Key is one of the options.
//
// The context given to make bounds opening the plug-in, not its life.
func Make[T, O any](defaults O, make func(context.Context, Setup, O) (T, error)) Maker[T] {
	return Maker[T]{defaults: defaults, make: func(ctx context.Context, s Setup, o any) (T, error) {
		return make(ctx, s, *o.(*O))
	}}
}

// options returns a pointer to a fresh copy of the defaults.
func (m Maker[T]) options() reflect.Value { return fresh(m.defaults) }

func fresh(defaults any) reflect.Value {
	v := reflect.New(reflect.TypeOf(defaults))
	v.Elem().Set(reflect.ValueOf(defaults))
	return v
}

// Setup is what a plug-in is made from besides its own options.
type Setup struct {
	Space     backends.Space      // of the file
	StopWords []string            // words that TFIDF ignores
	Concepts  map[string][]string // words that mean the same in TFIDF

	MaxHeld    int           // records in the quarantine of a scope
	MaxHeldAge time.Duration // how long they are held

	Clock          func() time.Time // nil: time.Now
	Logger         *slog.Logger     // never nil
	TracerProvider trace.TracerProvider
	MeterProvider  metric.MeterProvider
}

// part is a plug-in of the file: which, and with which options.
type part[T any] struct {
	name    string
	maker   Maker[T]
	options reflect.Value // a pointer; invalid where the name is unknown
}

func (p part[T]) build(ctx context.Context, s Setup) (T, error) {
	return p.maker.make(ctx, s, fresh(p.options.Elem().Interface()).Interface())
}

func names[T any](of map[string]Maker[T]) []string { return slices.Sorted(maps.Keys(of)) }
