package segmenter

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"net/url"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/andybalholm/cascadia"
	"github.com/winnow-news/winnow/proto/canon"
	"github.com/winnow-news/winnow/proto/failure"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/segmenter/internal/class"
	"github.com/winnow-news/winnow/segmenter/internal/markup"
	"github.com/winnow-news/winnow/segmenter/internal/metadata"
	"github.com/winnow-news/winnow/segmenter/internal/plain"
	"github.com/winnow-news/winnow/segmenter/internal/region"
	"golang.org/x/net/html"
)

// Segmenter cuts pages into blocks. It is immutable once made and safe for
// concurrent use.
type Segmenter struct {
	cfg      Config
	tags     tagTable
	runes    *runeTable
	metadata *metadata.Reader
	classes  *class.Rules
	pruned   cascadia.Selector // nil: nothing is pruned
	whole    bool              // pages are parsed as they stand
	pool     sync.Pool         // of *walk
}

// New makes a Segmenter, or says which field of cfg cannot work.
func New(cfg Config) (*Segmenter, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	pruned, err := pruneSelector(cfg.Prune)
	if err != nil {
		return nil, err
	}
	s := &Segmenter{cfg: cfg, pruned: pruned, tags: newTagTable(cfg.BlockTags), runes: newRuneTable(), metadata: metadata.NewReader(), classes: class.NewRules()}
	s.pool.New = func() any { return newWalk(s) }
	return s, nil
}

// Segment gives the blocks, metadata and class of a page. The result shares
// nothing with page save its feed entry. Every error is of class poison and
// wraps one of this package's sentinels.
func (s *Segmenter) Segment(page *pb.Page) (*pb.SegmentedPage, error) {
	out, err := s.segment(page)
	if err != nil {
		return nil, failure.Poison(fmt.Errorf("segmenting %s: %w", plain.Clip(page.GetUrl(), 200), err))
	}
	return out, nil
}

func (s *Segmenter) segment(page *pb.Page) (*pb.SegmentedPage, error) {
	base, err := url.Parse(page.GetUrl())
	if err != nil || base.Host == "" || base.Scheme != "http" && base.Scheme != "https" {
		return nil, ErrURL
	}
	if err := s.check(page.GetBody()); err != nil {
		return nil, err
	}
	deadline := time.Now().Add(s.cfg.MaxTime)
	out, bare, err := s.read(page, page.GetBody(), base, deadline)
	if bare {
		out = s.rescue(page, out, base, deadline)
	}
	return out, err
}

// read segments page as if body were its body, and tells whether it is bare.
func (s *Segmenter) read(page *pb.Page, body []byte, base *url.URL, deadline time.Time) (out *pb.SegmentedPage, bare bool, err error) {
	w := s.pool.Get().(*walk)
	defer func() {
		w.reset()
		s.pool.Put(w)
	}()
	doc, cut, err := s.parse(w, body, deadline)
	if err != nil {
		return nil, false, err
	}
	if w.condenser.Streamed() {
		if err := placeStreamed(doc, &w.condenser, deadline); err != nil {
			return nil, false, err
		}
	}
	if err := s.prune(doc, &w.condenser, deadline); err != nil {
		return nil, false, err
	}
	w.begin(base, deadline, cut)
	if err := w.document(doc); err != nil {
		return nil, false, err
	}
	out, bare = s.assemble(page, w)
	return out, bare, nil
}

// assemble joins what the walk found to what follows from it, and tells whether
// the page is bare.
func (s *Segmenter) assemble(page *pb.Page, w *walk) (out *pb.SegmentedPage, bare bool) {
	out = &pb.SegmentedPage{
		PageId: page.GetPageId(), Site: validString(page.GetSite()), Url: page.GetUrl(),
		FetchedAt: page.GetFetchedAt(), Feed: page.GetFeed(),
		HtmlBytes: uint32(min(len(page.GetBody()), math.MaxUint32)),
	}
	w.emit(out)
	regions := region.Of(out)
	data := s.metadata.Read(metadata.Page{
		Fetched: page, URL: w.page, Head: &w.head, Out: out, Regions: regions, Absolute: w.absoluteString, Marked: w.marked,
	})
	out.OptOuts = optOuts(page.GetOptOuts(), &w.head, s.cfg.Product)
	out.CanonicalUrl = canonicalURL(w.page, &w.head)
	out.ArticleId = canon.ArticleID(out.CanonicalUrl)
	v := s.classes.Judge(class.Page{
		Out: out, URL: w.page, Head: &w.head, Data: data, Regions: regions, Scripts: w.condenser.Scripts(),
	})
	out.PageClass, out.ClassReason = v.Class, v.Reason
	return out, w.bare(out, v, regions)
}

// check refuses what is no document before anything is spent on it.
func (s *Segmenter) check(body []byte) error {
	if len(body) > s.cfg.MaxBytes {
		return fmt.Errorf("%w: %d bytes, at most %d", ErrTooLarge, len(body), s.cfg.MaxBytes)
	}
	if len(bytes.TrimSpace(body)) == 0 {
		return ErrEmpty
	}
	head := body[:min(len(body), 2048)]
	control := 0
	for _, b := range head {
		if b < ' ' && b != '\n' && b != '\r' && b != '\t' && b != '\f' {
			control++
		}
	}
	if control > 2 && control > len(head)/20 {
		return fmt.Errorf("%w: %d of its first %d bytes are control characters", ErrBinary, control, len(head))
	}
	return nil
}

// parse gives the tree of body, without what nobody reads. A document that is
// nested deeper than the cap is parsed again without the tags beyond it, and
// cut says so. The memory is w's.
func (s *Segmenter) parse(w *walk, body []byte, deadline time.Time) (doc *html.Node, cut string, err error) {
	short := w.condenser.Condense(body)
	if s.whole {
		short = body
	}
	doc, err = html.Parse(&timedReader{r: bytes.NewReader(validUTF8(short)), deadline: deadline})
	if err == nil {
		return doc, "", nil
	}
	if errors.Is(err, ErrTooSlow) {
		return nil, "", err
	}
	// The parser tells of too deep a stack by an error without a type; of
	// well-formed readers it returns no other.
	flat := markup.Shallow(validUTF8(body), min(s.cfg.MaxDepth, markup.ParserDepth))
	doc, err = html.Parse(&timedReader{r: bytes.NewReader(flat), deadline: deadline})
	if errors.Is(err, ErrTooSlow) {
		return nil, "", err
	}
	if err != nil {
		return nil, "", fmt.Errorf("%w: %v", ErrParse, err)
	}
	return doc, "depth", nil
}

// timedReader makes the parser, which knows no deadline, stop at one: it
// parses as it reads, a few kilobytes at a time.
type timedReader struct {
	r        io.Reader
	deadline time.Time
	reads    int
}

func (t *timedReader) Read(p []byte) (int, error) {
	if t.reads%8 == 0 && time.Now().After(t.deadline) {
		return 0, ErrTooSlow
	}
	t.reads++
	return t.r.Read(p)
}

func validUTF8(body []byte) []byte {
	if utf8.Valid(body) {
		return body
	}
	return bytes.ToValidUTF8(body, []byte("\uFFFD"))
}

func validString(s string) string { return strings.ToValidUTF8(s, "\uFFFD") }
