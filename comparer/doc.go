// Package comparer finds what the pages of a news site have in common. It is
// X-CEX (Fernandes 2021) made incremental: a block that recurs on many pages of
// its site is template, a block that is the page's own is content.
//
// In comes a [winnowv1.SegmentedPage]; out goes a [winnowv1.ScoredPage] with the
// evidence for each block: on how many pages of the site's window it recurs,
// what its place in the template usually holds, and whether it stands outside of
// the element in which the site's articles stand; and two facts of the page:
// whether its content recurs under many addresses, and whether it shows no date
// where the site's articles do. Pages that are no articles do not enter the
// window; they are passed on without scores.
//
// # State
//
// The state of a site is its journal: an append-only log of the records of its
// last W article pages, kept by a store ([Journal]). Everything else is derived
// in memory by folding those records ([Window]) and is the same in every
// process that folds them. All counts are a function of the set of records in
// the window, but for the number of dates, which each record carries for all
// before it; the order in which pages came leaves no trace.
//
// # Delivery
//
// At least once in, at least once out. The idempotence key of the input is
// page_id: who appends has folded the whole journal and knows the pages that it
// holds, so nothing is counted twice. The key of the output is page_id and position. [Stage.HandleBatch]
// gives nil for a page only when its record is in the journal and everything it
// caused has been published, so a process may be killed at any moment: the page
// is delivered again and what it owed is repeated.
//
// # Ordering
//
// None is needed. Several processes may work on one site: the journal's head
// decides who was first, the other folds what is new and tries again. A later
// page can change what is known of an earlier one; the earlier page is then
// published again, judged anew, before the later one is acknowledged.
// Consumers keep, of the messages about one page, the one with the highest
// position.
package comparer
