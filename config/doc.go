// Package config makes a memory of a YAML file and keeps its settings those of
// the file, without a restart.
//
//	c, err := config.Load("memware.yaml", nil)  // every mistake at once, each with line and column
//	mem, err := c.Memory(ctx)
//	watch, err := c.Watch(ctx, mem, nil)        // from now on the file is in force
//	defer watch.Close()
//
// Settings lie over one another: defaults, the preset of the policy, the file,
// the environment. [Config.Settings] tells what came out, and from where.
//
// # The file
//
// Every section and every key may be left out. This file says what an empty one,
// {}, would; only the comments name alternatives:
//
//	space:                # how texts are compared
//	  name: tfidf         # by their words; or the name of a model, with dim and an embedder
//	  dim: 0              # components of a vector; 0 in tfidf
//	  low: 0              # mean cosine of unrelated texts,
//	  high: 0             # and of texts that say the same; both 0: relevance is the cosine
//	  stop_words: []      # words that tfidf ignores
//	  concepts: []        # words that tfidf takes for one: - {name: meeting, words: [call, appointment]}
//	backend:
//	  name: inmem         # beside the name, the options of the backend
//	embedder:
//	  name: none
//	extractor:
//	  name: rules         # or none: a memory that only reads
//	policy:               # score = relevance * likeness + recency * 0.5^(age / half_life) + importance * weight of the memory
//	  preset: default     # or long_history: recency 0.05; what stands beside it wins
//	  relevance: 1
//	  recency: 0.3
//	  importance: 0.3
//	  half_life: 14d      # ns, us, ms, s, m, h, d, w; a bare number is an error
//	read:
//	  k: 5                # memories in a window
//	  budget: 1000        # tokens of a window
//	  fanout: 4           # hits that stages see per memory wanted
//	  # min_relevance: 0.1  # floor of relevance; none by default
//	  deadline: 300ms     # how long a turn waits for its window
//	  fail_closed: false  # true: a turn fails where its memory does
//	  template: ""        # of a memory in the window: "- {{.Text}} ({{.Date}})"
//	write:
//	  deadline: 2s        # how long an answer waits for its write
//	  forget_retracts: false
//	gate:
//	  name: rules
//	  fact_origins: [system, user]             # of system, user, assistant, tool, document, other
//	  note_origins: [system, user, assistant]
//	  untrusted: quarantine  # what others say; or reject
//	  allow_keys: []      # the only keys of facts, such as home.*; none: all
//	  deny_keys: []       # keys whose facts are rejected
//	  secrets: quarantine # private keys, API keys, cards, passwords; or redact, admit
//	  max_text: 8192      # bytes
//	  max_key: 128
//	quarantine:
//	  limit: 1000         # records held for review per scope
//	  age: 30d            # and for how long
//	stages: []            # in order: - {name: redact}  - {name: relevance_floor, least: 0.1}  - {name: near_duplicates, likeness: 0.9}
//	telemetry:
//	  store_id: ""        # name of the store in spans, never that of a user
//	  capture_content: false  # true: questions and memories in spans
//
// [Schema] is the same for editors; schema.json beside this file is that of the
// built-in plug-ins.
//
// # The environment
//
// MEMWARE_READ_K overrides read.k, MEMWARE_POLICY_HALF_LIFE policy.half_life, and
// so on for every setting, whether or not it is in the file. Options of plug-ins
// are settings too: MEMWARE_BACKEND_ADDRESS, or MEMWARE_STAGES_REDACT_KINDS for a
// stage that the file lists. Of a list, commas separate the items. An empty
// variable counts as none. One that starts like a setting and is none, such as
// MEMWARE_READ_BUGDET, is an error; those that Kubernetes sets for services are not.
//
// # Plug-ins
//
// A file names plug-ins. [Builtin] returns those that need nothing else; a
// program adds its own to the maps, see [Make]:
//
//	plugins := config.Builtin()
//	plugins.Backends["redis"] = config.Make(redisOptions{}, openRedis)
//	c, err := config.Load("memware.yaml", &config.Options{Plugins: plugins})
//
// # Reloading
//
// policy, read but for its template, write and gate take effect at once: a turn
// in progress ends with what it began with, the next one has all of the new. The
// rest needs a restart, which the watcher says. A file that is missing, broken
// or cut short changes nothing: the last good settings stay, and the log, the
// counter memware.config.reloads and Notify tell.
//
// # Caveats
//
// The file is a subset of YAML: one document of at most 64 KiB, without anchors,
// aliases and tags. Keys are lower case. Errors and [Config.Settings] show what
// was given, but for options that their plug-in marks as secret: keep passwords
// out of all others, addresses included. Of a file that is cut short between two
// lines nobody can tell; write a new one beside it and rename it, or leave it
// alone for shorter than WatchOptions.Debounce. The environment is read when the
// file is: a watcher sees a variable of its own process only as it was set then.
package config
