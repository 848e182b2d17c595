// Package cli is Winnow's command line, one file a command.
//
// In: arguments, environment and standard input. Out: results on stdout,
// progress, logs, summaries and the one line of an error on stderr; with
// --json stdout holds JSON lines and nothing else. The exit code says how it
// ended; every command's help lists the codes.
//
// The package joins nothing by itself: commands that run stages open a
// pipeline.Pipeline, commands that look after sites a control.Admin, commands
// that only read streams a pipeline.Messaging. What they have in common is in
// live.go (stages, control requests and the way of articles to a sink) and
// sink.go (articles to stdout or to files).
//
// Articles are written at least once, in the order of the stream: a run that
// was killed between writing one and noting its position writes it again. The
// key by which a reader knows the same again is the article's id and revision.
package cli
