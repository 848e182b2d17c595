// Package redis keeps Winnow's state in Redis (6.2 or later): one server, one
// behind sentinels, or a cluster. Many processes work on it at once.
//
// Every change is one script, so that it happens wholly or not at all, and may
// be repeated, because the client library repeats commands whose connection
// broke. The repetition of an Append that was carried out gives a conflict
// (package store says what to do with it); that of a Next leases a second host,
// and the first comes back when its lease ends.
//
// Keys, all behind Config.Prefix:
//
//	sites                      hash     the registry: token -> Site
//	{site}:journal             stream   a site's journal: head -> entries that were appended together
//	{site}:publication:ID      string   revision and Publication
//	{site}:stats               hash     a site's counts
//	{#07}:queue,ready,...               one of 16 partitions of the frontier
//	{#07}:task:HOST/ID         string   header and CrawlTask
//	cache:KEY                  string
//
// A site's keys share a hash tag, and so do those of a partition of hosts, so
// that each script finds its keys on one node. The registry and the marks of
// paused sites are kept for ever, everything else for Config.TTL after it was
// last written, journals for a hundredth less.
//
// Turns and leases go by the clock of Redis, of which all workers have the same.
// When a task is due is said by whoever puts it.
//
// Redis must not evict (maxmemory-policy noeviction: an evicted journal would
// corrupt every count) and should keep an append-only file; Warnings says when
// it does not. A full or absent Redis gives transient errors.
package redis
