#!/bin/sh
# Regenerates winnowv1 from winnow/v1/*.proto. Needs protoc (Debian:
# protobuf-compiler); the Go plugin is a tool of this module.
set -eu
cd "$(dirname "$0")"
plugin=$(mktemp -d)
trap 'rm -rf "$plugin"' EXIT
GOWORK=off go build -o "$plugin/protoc-gen-go" google.golang.org/protobuf/cmd/protoc-gen-go
rm -f winnowv1/*.pb.go
protoc --plugin="$plugin/protoc-gen-go" --go_out=. --go_opt=module=github.com/winnow-news/winnow/proto winnow/v1/*.proto
