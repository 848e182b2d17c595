package bus

import (
	"context"
	"fmt"
	"math/rand/v2"
)

type traceKey struct{}

// traces are the traceparents that a context carries: one of its own, or one
// for each message of a batch, by message id.
type traces struct {
	own  string
	byID map[string]string
}

// ContextWithTrace gives a context that carries a W3C traceparent. What is
// published under it carries the same.
func ContextWithTrace(ctx context.Context, traceparent string) context.Context {
	return context.WithValue(ctx, traceKey{}, traces{own: traceparent})
}

// TraceFrom gives the traceparent of ctx, or "".
func TraceFrom(ctx context.Context) string {
	t, _ := ctx.Value(traceKey{}).(traces)
	return t.own
}

// contextWithBatch carries the traceparents of several messages: a handler
// that works on a batch publishes under one context, and each publication
// goes on with the trace of the message that it came from.
func contextWithBatch(ctx context.Context, batch []Message) context.Context {
	if len(batch) == 1 {
		return ContextWithTrace(ctx, batch[0].Trace)
	}
	t := traces{byID: make(map[string]string, len(batch))}
	for _, m := range batch {
		t.byID[m.ID] = m.Trace
	}
	return context.WithValue(ctx, traceKey{}, t)
}

// traceOf gives the traceparent for what follows from the message with id.
func traceOf(ctx context.Context, id string) string {
	t, _ := ctx.Value(traceKey{}).(traces)
	if t.own != "" {
		return t.own
	}
	return t.byID[id]
}

// newTrace begins a trace: version 00, sampled.
func newTrace() string {
	// An id of zeros is invalid; the lowest bit keeps clear of it.
	return fmt.Sprintf("00-%016x%016x-%016x-01", rand.Uint64(), rand.Uint64()|1, rand.Uint64()|1)
}

// validTrace reports whether s has the form of a traceparent of version 00.
func validTrace(s string) bool {
	if len(s) != 55 || s[:3] != "00-" || s[35] != '-' || s[52] != '-' {
		return false
	}
	for i, c := range []byte(s) {
		hex := '0' <= c && c <= '9' || 'a' <= c && c <= 'f'
		if !hex && i != 2 && i != 35 && i != 52 {
			return false
		}
	}
	return true
}
