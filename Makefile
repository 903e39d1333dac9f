# Every target needs Go alone; `make help` lists them.
GO       ?= go
FUZZTIME ?= 1m
CHECKS   ?= 1000
BENCH    ?= .

STATICCHECK = honnef.co/go/tools/cmd/staticcheck@v0.8.2

# Modules of their own, for what they import.
MODULES = internal/wire examples/tracing

# The race detector needs a C compiler; a machine without one tests without it.
RACE := $(shell command -v "$$($(GO) env CC)" >/dev/null 2>&1 && echo -race)

# Packages whose tests draw random histories know the flag for their number.
RAPID = $(shell $(GO) list -f '{{range .TestImports}}{{$$.ImportPath}} {{.}}{{"\n"}}{{end}}{{range .XTestImports}}{{$$.ImportPath}} {{.}}{{"\n"}}{{end}}' ./... | \
	awk '$$2 ~ /rapid$$|backendtest$$/ {print $$1}' | sort -u)

.PHONY: help chat test check fmt vet lint arch bench fuzz

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "%-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

chat: ## talk to a bot that remembers; no key, no server
	@$(GO) run ./examples/chat

test: ## all tests, with the race detector where there is a C compiler
	$(GO) test $(RACE) -timeout 20m $(filter-out $(RAPID),$(shell $(GO) list ./...))
	$(GO) test $(RACE) -timeout 25m $(RAPID) -rapid.checks=$(CHECKS)
	@for module in $(MODULES); do (cd $$module && echo "$$module:" && $(GO) test ./...) || exit 1; done

check: fmt vet lint test ## what has to be clean before a commit lands

fmt: ## fail on files that gofmt would change
	@files=$$(gofmt -l .); test -z "$$files" || { echo "gofmt would change:"; echo "$$files"; exit 1; }

vet: ## go vet
	$(GO) vet ./...
	@for module in $(MODULES); do (cd $$module && $(GO) vet ./...) || exit 1; done

lint: ## staticcheck
	$(GO) run $(STATICCHECK) ./...

arch: ## the arrows between packages
	$(GO) test -count=1 ./internal/archtest

bench: ## put, erase and read at 1k and 100k memories, the read path, the floor of the wrappers
	$(GO) test -run '^$$' -bench '$(BENCH)' -benchmem ./backends/inmem ./middleware ./adapters/...

fuzz: ## each fuzz target for FUZZTIME
	@for pkg in $$($(GO) list ./...); do \
		for target in $$($(GO) test -list '^Fuzz' $$pkg | grep '^Fuzz'); do \
			echo "$$pkg $$target"; \
			$(GO) test -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) $$pkg || exit 1; \
		done; \
	done
