// Package stream names everything on the wire: streams, subjects, consumers,
// headers and message ids. The bus creates what is named here; consumers of
// articles find the same names in docs/consuming.md.
package stream

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/zeebo/xxh3"
)

// Streams.
const (
	Pages    = "PAGES"
	Blocks   = "BLOCKS"
	Scored   = "SCORED"
	Articles = "ARTICLES"
	Dead     = "DEAD"
	// Advisories captures the server's word that a message has been
	// delivered as often as its consumer allows.
	Advisories = "ADVISORIES"
)

// Buckets.
const (
	// SegmentedBucket is the key-value bucket of segmented pages that are in
	// their site's window; the key is <site>.<page_id>.
	SegmentedBucket = "SEGMENTED"
	// Oversize is the object store for payloads above the inline limit.
	Oversize = "OVERSIZE"
)

// Durable consumers, one a stage.
const (
	SegmentConsumer  = "segment"
	CompareConsumer  = "compare"
	ClassifyConsumer = "classify"
	ReaperConsumer   = "reaper"
)

// Stages, as they stand in dead letters, metrics and logs.
const (
	StageCrawl    = "crawl"
	StageSegment  = "segment"
	StageCompare  = "compare"
	StageClassify = "classify"
)

// Headers.
const (
	HeaderEvent       = "Winnow-Event"    // new, updated, recleaned, retracted
	HeaderArticle     = "Winnow-Article"  // article id
	HeaderRevision    = "Winnow-Revision" // decimal
	HeaderContentType = "Content-Type"
	HeaderEncoding    = "Content-Encoding" // zstd on internal streams
	HeaderObject      = "Winnow-Object"    // name in Oversize; the body is empty
	HeaderTraceparent = "traceparent"      // W3C trace context

	HeaderDeadStage    = "Winnow-Dead-Stage"
	HeaderDeadReason   = "Winnow-Dead-Reason"
	HeaderDeadAttempts = "Winnow-Dead-Attempts"
	HeaderDeadSubject  = "Winnow-Dead-Subject"
	HeaderDeadMsgID    = "Winnow-Dead-Msg-Id"
	HeaderDeadBytes    = "Winnow-Dead-Bytes" // size of the payload before compression, decimal

	// HeaderError carries the error of a control request in its reply.
	HeaderError = "Winnow-Error"
)

// Subject prefixes, without the trailing dot.
const (
	prefixPage    = "winnow.v1.page"
	prefixBlocks  = "winnow.v1.blocks"
	prefixScored  = "winnow.v1.scored"
	prefixArticle = "winnow.v1.article"
	prefixDead    = "winnow.v1.dead"
)

// Wildcards: what each stream captures.
const (
	AllPages    = prefixPage + ".>"
	AllBlocks   = prefixBlocks + ".>"
	AllScored   = prefixScored + ".>"
	AllArticles = prefixArticle + ".>"
	AllDead     = prefixDead + ".>"
)

// partitions is the number of partitions that sites are spread over.
const partitions = 32

// partition gives the partition of a site, "00".."31".
func partition(site string) string {
	return fmt.Sprintf("%02d", xxh3.HashString(site)%partitions)
}

// PageSubject is where the crawler publishes a page of site.
func PageSubject(site string) string { return partitioned(prefixPage, site) }

// BlocksSubject is where the segmenter publishes a segmented page of site.
func BlocksSubject(site string) string { return partitioned(prefixBlocks, site) }

// ScoredSubject is where the comparer publishes a scored page of site.
func ScoredSubject(site string) string { return partitioned(prefixScored, site) }

func partitioned(prefix, site string) string {
	return prefix + "." + partition(site) + "." + site
}

// ArticleSubject is where articles of a language and site are published.
// Either may be "*" in a subscription.
func ArticleSubject(language, site string) string {
	return prefixArticle + "." + language + "." + site
}

// DeadSubject is where a stage's dead letters of a site go.
func DeadSubject(stage, site string) string { return prefixDead + "." + stage + "." + site }

// ControlSubject is where a running process answers requests of a verb, such
// as "status". Requests are plain NATS request and reply, outside the streams.
func ControlSubject(verb string) string { return "winnow.v1.control." + verb }

// SiteOf gives the site token of a subject made by this package.
func SiteOf(subject string) (string, error) {
	i := strings.LastIndexByte(subject, '.')
	if !strings.HasPrefix(subject, "winnow.v1.") || strings.Count(subject, ".") != 4 || i == len(subject)-1 {
		return "", fmt.Errorf("stream: %q is not a subject of Winnow's", subject)
	}
	return subject[i+1:], nil
}

// SegmentedKey is the key of a segmented page in SegmentedBucket.
func SegmentedKey(site, pageID string) string { return site + "." + pageID }

// Message ids, for the server's deduplication. They are derived from content and
// the time of its fetch: so a stage that repeats itself after a crash repeats its
// ids, and the same page, fetched again for a site that was removed and added
// again, is new.

// PageMsgID is the message id of a fetched page.
func PageMsgID(pageID string, fetched time.Time) string { return "p-" + visit(pageID, fetched) }

// BlocksMsgID is the message id of a segmented page.
func BlocksMsgID(pageID string, fetched time.Time) string { return "b-" + visit(pageID, fetched) }

// ScoredMsgID is the message id of a page scored at a journal position.
func ScoredMsgID(pageID string, fetched time.Time, position uint64) string {
	return "s-" + visit(pageID, fetched) + "-" + strconv.FormatUint(position, 10)
}

// ArticleMsgID is the message id of a revision of an article, made of a page that
// was fetched then.
func ArticleMsgID(articleID string, fetched time.Time, revision uint64) string {
	return "a-" + visit(articleID, fetched) + "-" + strconv.FormatUint(revision, 10)
}

func visit(id string, fetched time.Time) string {
	return id + "-" + strconv.FormatInt(fetched.UnixNano(), 36)
}
