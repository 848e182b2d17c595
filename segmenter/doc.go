// Package segmenter cuts a fetched page into blocks and reads what the page
// says of itself: HTML in (pb.Page), blocks, metadata and page class out
// (pb.SegmentedPage).
//
// A block is a run of text between block-level tags or double <br>; inline
// tags never break a run. Text belongs to the innermost element only, so the
// blocks of a page partition its text. The page is parsed once, without what
// the walk would not read (internal/markup), and its tree walked once;
// everything else is derived from what that walk collected: metadata
// (internal/metadata), then the page class (internal/class). Before the walk,
// parts that the page streams behind its end are put where they belong
// (placeStreamed), and elements that match one of Config.Prune's CSS selectors
// are emptied.
//
// Delivery: at least once; Segment is a pure function of the page and the
// configuration, so a page delivered again gives the same bytes again.
// Ordering: none is needed, pages do not know of one another.
// Idempotence key: page_id, which is handed on unchanged.
//
// Foreign input is hostile. A page over a hard cap (bytes, time), an empty one
// and one that is not text are refused with failure.Poison; soft caps (depth,
// blocks, text, attributes …) cut the page short and are named in
// SegmentedPage.truncated.
package segmenter
