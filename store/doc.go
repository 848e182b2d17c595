// Package store is the durable state of Winnow behind the small interfaces
// that its stages declare: the site journal (comparer.Journal), publications
// (classifier.Publications), the frontier, the robots cache and the site
// registry (crawler.Frontier, crawler.Cache, crawler.Sites). The adapters are
//
//   - store/redis: for many processes, on one Redis, behind sentinels or on a
//     cluster;
//   - store/bolt: for one process, in one file.
//
// One value of each, Store, satisfies all ports. store/conformance holds the
// contract as tests that both pass.
//
// What comes in and goes out: protobuf messages of winnowv1 and opaque journal
// entries. Guarantees:
//
//   - a write that returned nil is durable, as far as the engine is configured
//     for it (bolt: fsync; Redis: appendonly);
//   - every write may be repeated. The idempotence keys are the head that it
//     expects (Append), article id and revision (SetPublication), the URL (Put,
//     Finish), the token (PutSite); only CountSite counts twice, and nothing
//     is decided by its numbers;
//   - times are kept to the millisecond, rounded so that nothing happens early;
//   - everything but the registry expires when it has not been written for
//     Config.TTL. What bolt keeps of a site's hosts and numbers goes with the
//     site, and what it keeps of hosts' turns when the file is opened again.
//
// A lost answer: when the connection breaks behind an Append that was carried
// out, the repetition (by the client library or by the caller) meets a conflict:
// its own. The caller treats its pages like any that are delivered again: it reads
// what is new, which now holds them, publishes their results again (their message
// ids are the same) and acknowledges.
//
// Errors carry the classes of proto/failure: what the world is at fault for is
// transient, an argument that can never be stored is poison.
package store
