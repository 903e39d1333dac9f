package config

import (
	"time"

	"github.com/memware/memware/backends"
)

// file is the shape of a configuration file, apart from the options of plug-ins
// and the stages. Its tags are the schema: what they demand is enforced.
type file struct {
	Space      space      `yaml:"space" jsonschema_description:"how texts are compared; a change needs a restart"`
	Backend    named      `yaml:"backend" jsonschema_description:"where memories are kept; a change needs a restart"`
	Embedder   named      `yaml:"embedder" jsonschema_description:"what turns texts into vectors; a change needs a restart"`
	Extractor  named      `yaml:"extractor" jsonschema_description:"what finds statements in a turn; a change needs a restart"`
	Policy     policy     `yaml:"policy" jsonschema_description:"score = relevance * how alike + recency * 0.5^(age/half_life) + importance * how important"`
	Read       read       `yaml:"read" jsonschema_description:"the window in front of the model"`
	Write      write      `yaml:"write" jsonschema_description:"how turns are written"`
	Gate       named      `yaml:"gate" jsonschema_description:"what may be remembered"`
	Quarantine quarantine `yaml:"quarantine" jsonschema_description:"what the gate holds back for review; a change needs a restart"`
	Telemetry  telemetry  `yaml:"telemetry" jsonschema_description:"what spans and logs may carry; a change needs a restart"`
}

type space struct {
	Name      string    `yaml:"name" jsonschema:"minLength=1" jsonschema_description:"tfidf, or the model whose vectors are stored"`
	Dim       int       `yaml:"dim" jsonschema:"minimum=0,maximum=16384" jsonschema_description:"components of a vector; 0 in tfidf"`
	Low       float64   `yaml:"low" jsonschema:"minimum=-1,maximum=1" jsonschema_description:"mean cosine of unrelated texts"`
	High      float64   `yaml:"high" jsonschema:"minimum=-1,maximum=1" jsonschema_description:"mean cosine of texts that say the same; low and high 0: relevance is the cosine"`
	StopWords []string  `yaml:"stop_words" jsonschema_description:"words that tfidf ignores"`
	Concepts  []concept `yaml:"concepts" jsonschema_description:"words that tfidf takes for one"`
}

// concept is an item of a list, not a key of a map: viper lower-cases keys, and
// splits them at its delimiter.
type concept struct {
	Name  string   `yaml:"name" jsonschema:"required,minLength=1" jsonschema_description:"such as meeting"`
	Words []string `yaml:"words" jsonschema:"required,minItems=1" jsonschema_description:"such as call and appointment"`
}

// named is a section whose other keys are the options of the plug-in it names.
type named struct {
	Name string `yaml:"name" jsonschema_description:"which plug-in"`
}

type policy struct {
	Preset     string        `yaml:"preset" jsonschema:"enum=default,enum=long_history" jsonschema_description:"weights to start from; what stands beside it wins"`
	Relevance  float64       `yaml:"relevance" jsonschema:"minimum=0" jsonschema_description:"weight of the likeness to the question"`
	Recency    float64       `yaml:"recency" jsonschema:"minimum=0" jsonschema_description:"weight of how lately it was said"`
	Importance float64       `yaml:"importance" jsonschema:"minimum=0" jsonschema_description:"weight of how important it is"`
	HalfLife   time.Duration `yaml:"half_life" jsonschema_description:"age at which recency has fallen to one half"`
}

type read struct {
	K            int           `yaml:"k" jsonschema:"minimum=1,maximum=156" jsonschema_description:"memories in a window"`
	Budget       int           `yaml:"budget" jsonschema:"minimum=1,maximum=16777216" jsonschema_description:"tokens of a window"`
	Fanout       int           `yaml:"fanout" jsonschema:"minimum=1,maximum=64" jsonschema_description:"hits that stages see per memory wanted"`
	MinRelevance *float64      `yaml:"min_relevance" jsonschema_description:"floor of relevance; left out: none"`
	Deadline     time.Duration `yaml:"deadline" jsonschema_description:"how long a turn waits for its window, at most 1h"`
	FailClosed   bool          `yaml:"fail_closed" jsonschema_description:"fail the turn where memory fails, reads and writes alike"`
	Template     string        `yaml:"template" jsonschema_description:"text/template of a memory in the window, of Date, Time, Origin, Key, Member, Value, Text, Session and Rank; a change needs a restart"`
}

type write struct {
	Deadline       time.Duration `yaml:"deadline" jsonschema_description:"how long an answer waits for its write, at most 1h"`
	ForgetRetracts bool          `yaml:"forget_retracts" jsonschema_description:"forget my ... keeps the fact for audit instead of erasing it"`
}

type quarantine struct {
	Limit int           `yaml:"limit" jsonschema:"minimum=1" jsonschema_description:"records held per scope"`
	Age   time.Duration `yaml:"age" jsonschema_description:"how long they are held"`
}

type telemetry struct {
	StoreID        string `yaml:"store_id" jsonschema_description:"name of the store in spans, never that of a user"`
	CaptureContent bool   `yaml:"capture_content" jsonschema_description:"put questions and memories into spans; OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true does so too"`
}

// defaults returns the settings of an empty file.
func defaults() file {
	return file{
		Space:      space{Name: backends.TFIDF},
		Backend:    named{"inmem"},
		Embedder:   named{"none"},
		Extractor:  named{"rules"},
		Policy:     presets()["default"],
		Read:       read{K: 5, Budget: 1000, Fanout: 4, Deadline: 300 * time.Millisecond},
		Write:      write{Deadline: 2 * time.Second},
		Gate:       named{"rules"},
		Quarantine: quarantine{Limit: backends.MaxHeld, Age: backends.MaxHeldAge},
	}
}

// presets returns the policies by name. In long_history, for a companion of
// years, what was said long ago counts almost as much as what was said today.
func presets() map[string]policy {
	p := backends.DefaultPolicy()
	plain := policy{Preset: "default", Relevance: p.Relevance, Recency: p.Recency, Importance: p.Importance, HalfLife: p.HalfLife}
	long := plain
	long.Preset, long.Recency = "long_history", 0.05
	return map[string]policy{plain.Preset: plain, long.Preset: long}
}

// hot reports whether a setting takes effect without a restart.
func hot(key string) bool {
	for _, section := range []string{"policy", "read", "write", "gate"} {
		if key != "read.template" && len(key) > len(section) && key[:len(section)+1] == section+"." {
			return true
		}
	}
	return false
}
