// Package e2e holds Winnow's end-to-end tests and nothing else: the whole
// pipeline against real servers, with stages in processes of their own that
// can be killed.
//
// A test binary runs itself again as winnow, through cli.Main, and as a NATS
// server; Redis is a real redis-server, which has to be in PATH. Pages come
// from the newsroom, whose true text is known.
//
// Most tests are metamorphic: they all put the same pages through the pipeline
// and disturb it, each in its own way. Whatever the number of workers, the
// order of the pages, the repetitions and the crashes, the articles must be
// those of the single process that nothing disturbed, no page may be lost and
// none counted twice.
package e2e
