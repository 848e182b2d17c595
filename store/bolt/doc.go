// Package bolt keeps Winnow's state in one file (bbolt), for one process. It
// needs nothing else to run.
//
// A write that returned nil is on disk (fsync). Writers that come together
// share a transaction and its fsync. The file is locked against a second
// process.
//
// Leases live in memory: no other process can hold one, so those of a process
// that died end with it. Turns and blocks of hosts are on disk.
//
// Expiry is by sweeping: each write looks at a few records and drops those that
// were not written for Config.TTL. A few bytes a host are kept longer: hosts and
// tallies go with their site, turns that are over when the file is opened again.
// The file itself does not shrink; freed pages are used again.
//
// Buckets:
//
//	sites         token              -> Site
//	journal       token              -> bucket: position -> entry; the last is the head
//	journals      token              -> when written
//	publications  token 0 article id -> when written, Publication
//	stats         token              -> when written, SiteStats
//	tasks         host/id            -> when written, header, CrawlTask
//	queue         host 0 token 0 rank due id
//	hosts         token 0 host
//	tallies       token              -> done, quarantined
//	turns         host               -> the time before which it has no turn
//	cache         key                -> when its time is over, value
package bolt
