package config

import (
	"bytes"
	"errors"
	"strings"

	"github.com/spf13/viper"
)

// delimiter separates the levels of a key for viper. Its own, the dot, would
// split names that have one.
const delimiter = "::"

// layers are defaults, preset, file and environment, one over the other. Viper
// does the laying. The values it is given know where they come from: a node of
// the file, or an origin below the file; what is a string is of the environment.
type layers struct {
	v    *viper.Viper
	root *node // of the file; nil where it cannot be read
}

// origin stands for a value below the file: "default", or that of a preset.
type origin string

// read makes the layer of the file. What is wrong with it, r knows then.
func (l *layers) read(r *reader, data []byte) error {
	codecs := viper.NewCodecRegistry()
	if err := codecs.RegisterCodec("yaml", codec{r, l}); err != nil {
		return err
	}
	l.v = viper.NewWithOptions(viper.KeyDelimiter(delimiter), viper.WithCodecRegistry(codecs))
	l.v.SetConfigType("yaml")
	return l.v.ReadConfig(bytes.NewReader(data))
}

// top returns what was given for a key in the topmost layer that has it.
func (l *layers) top(key, variable string, below origin) any {
	path := strings.ReplaceAll(key, ".", delimiter)
	l.v.SetDefault(path, below)
	// Every setting is bound: viper overlooks a variable whose key is nowhere else.
	if err := l.v.BindEnv(path, variable); err != nil {
		return below // only a call without a key fails
	}
	return l.v.Get(path)
}

// codec lets viper read YAML as this package does, so that the two never
// disagree about a file.
type codec struct {
	r *reader
	l *layers
}

// Decode gives viper the nodes of the file by their keys.
func (c codec) Decode(data []byte, into map[string]any) error {
	c.l.root = c.r.read(data)
	if c.l.root != nil {
		for key, value := range c.l.root.layer() {
			into[key] = value
		}
	}
	return nil
}

// Encode writes no file.
func (codec) Encode(map[string]any) ([]byte, error) {
	return nil, errors.New("config: files are read only")
}

// layer returns the nodes below a mapping by their keys. Of stages, which are a
// list, the names are the keys.
func (n *node) layer() map[string]any {
	out := map[string]any{}
	for _, e := range n.entries {
		switch {
		case e.value == nil:
		case e.value.kind == mapping:
			out[e.key] = e.value.layer()
		case e.key == "stages" && e.value.kind == list:
			stages := map[string]any{}
			for _, item := range e.value.items {
				if name := item.at("name"); name != nil {
					stages[name.text] = item.layer()
				}
			}
			out[e.key] = stages
		default:
			out[e.key] = e.value
		}
	}
	return out
}
