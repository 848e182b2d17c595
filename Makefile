# Two commands do all the set-up on a fresh machine with Go:
#   make demo   runs the whole pipeline against simulated news sites
#   make test   passes all tests, and installs what they need on Debian and Ubuntu

GO ?= go
MODULES := proto bus store crawler segmenter comparer classifier newsroom winnow eval
RACE := $(shell command -v gcc >/dev/null 2>&1 && echo -race)
# The labelled corpora are not part of the repository; what needs them skips
# without them (docs/corpora.md).
WINNOW_CORPORA ?= $(wildcard $(CURDIR)/../shared/corpora)
export WINNOW_CORPORA

.PHONY: demo test check lint needs generate bench build

build:
	$(GO) build -o bin/winnow ./winnow

demo:
	$(GO) run ./winnow demo

# The race detector looks at concurrency, on synthetic pages; the corpora are
# gone through without it, which would take ten times as long.
test: needs
	WINNOW_CORPORA= $(GO) test $(RACE) $(foreach m,$(filter-out winnow eval,$(MODULES)),./$(m)/...)
	$(GO) test -count=1 ./segmenter ./comparer ./eval/... ./winnow/...

# check is the one entry point before a commit lands.
check: lint test

lint:
	@out=$$(gofmt -l $(MODULES)); test -z "$$out" || { echo "not gofmt-ed:"; echo "$$out"; exit 1; }
	$(GO) vet work
	$(GO) tool staticcheck $(foreach m,$(MODULES),./$(m)/...)
	@for m in $(MODULES); do \
		(cd $$m && GOWORK=off $(GO) build ./... && GOWORK=off $(GO) vet ./... && GOWORK=off $(GO) mod tidy -diff) \
			|| { echo "$$m does not stand alone, or its go.mod is not tidy"; exit 1; }; \
	done
	@if command -v protoc >/dev/null; then \
		proto/generate.sh && git diff --exit-code --stat -- proto/winnowv1 || { echo "proto/winnowv1 is not what proto/generate.sh makes"; exit 1; }; \
	else echo "protoc is missing: generated code not checked"; fi

# needs installs what the tests need where it can, and says what is missing
# where it cannot.
needs:
	@deployments/needs.sh redis-server

generate:
	proto/generate.sh

bench:
	$(GO) test -run '^$$' -bench . -benchtime 1s $(foreach m,$(MODULES),./$(m)/...)
