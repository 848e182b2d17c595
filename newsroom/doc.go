// Package newsroom simulates news sites whose true text is known: it is the
// demo, the end-to-end test and the load generator of Winnow.
//
// In comes a Config with a seed; out come sites with articles, listings,
// feeds, sitemaps, robots.txt, traps, walls, faults — and the truth about
// every page. Everything is a function of the configuration, the address and
// the clock: the same seed gives the same bytes, in whatever order pages are
// asked for, and no page is kept in memory. The clock stands still until
// SetNow moves it; with it articles appear and are corrected.
//
// A page can be had in three ways: Handler and Serve speak HTTP for all sites
// at once (the Host header tells which one is meant), WriteFiles writes the
// archive that evaluations read, and Pages and Page hand over bytes and truth
// directly.
//
// A Newsroom is safe for concurrent use.
package newsroom
