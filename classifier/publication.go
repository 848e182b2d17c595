package classifier

import (
	"cmp"
	"encoding/binary"
	"slices"
	"strings"

	"github.com/winnow-news/winnow/proto/canon"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/zeebo/xxh3"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"
)

// verdict is what the stage has to say of an article.
type verdict struct {
	page     *pb.SegmentedPage
	position uint64
	outcome  Outcome
	// article is nil unless outcome is OutcomeArticle.
	article *pb.Article
	hash    uint64 // of article, 0 without
}

// twin reports that the page is not at the article's own address.
func (v *verdict) twin() bool { return !canon.Own(v.page.GetArticleId(), v.page.GetUrl()) }

// supersedes orders the verdicts on one article: it is positive when v comes
// behind the verdict that was stored, 0 when it is that verdict, negative when
// it is stale. Of two verdicts on the same page the one that knows more of the
// site wins; of a page at the article's own address and a twin the former,
// whenever they were fetched, or they would correct each other for ever; of two
// other pages the one that was fetched later, and of two fetched at the same
// instant either, but always the same.
func supersedes(v *verdict, stored *pb.Publication) int {
	if v.page.GetPageId() == stored.GetPageId() {
		return cmp.Compare(v.position, stored.GetPosition())
	}
	if twin := v.twin(); twin != stored.GetTwin() {
		if twin {
			return -1
		}
		return 1
	}
	return cmp.Or(
		compareTimes(v.page.GetFetchedAt(), stored.GetFetchedAt()),
		cmp.Compare(v.page.GetPageId(), stored.GetPageId()),
	)
}

func compareTimes(a, b *timestamppb.Timestamp) int {
	return cmp.Or(cmp.Compare(a.GetSeconds(), b.GetSeconds()), cmp.Compare(a.GetNanos(), b.GetNanos()))
}

// step is what is to be done about a verdict.
type step struct {
	// publish is what to publish, in this order: retractions under the
	// languages that the article has left, then the article; empty for
	// nothing.
	publish []*pb.Article
	// store is what is to be remembered, nil when the verdict is stale.
	store *pb.Publication
	// expect is the stored revision that store replaces.
	expect uint64
	// claimed is true when store already stands, because an earlier attempt
	// got no farther.
	claimed bool
	// first is true when the page was not judged before, or only by a verdict
	// of which it is not known that it was published.
	first bool
}

// plan gives the step from what is stored of an article (nil: nothing) to
// verdict v.
func plan(v *verdict, stored *pb.Publication) step {
	v = v.knowing(stored)
	order := 1
	if stored != nil {
		order = supersedes(v, stored)
	}
	switch {
	case order < 0, order == 0 && !stored.GetPending():
		return step{}
	case order == 0:
		return step{publish: v.publications(stored), store: stored, expect: stored.GetRevision(), claimed: true}
	}
	next := v.next(stored)
	s := step{store: next, expect: stored.GetRevision(), first: v.page.GetPageId() != stored.GetPageId() ||
		stored.GetPending() && stored.GetEvent() == pb.Article_NEW}
	if next.GetPending() {
		s.publish = v.publications(next)
	}
	return s
}

// knowing gives the verdict in the light of what is stored: a page that was a
// wall stays one. That the site shows it under fewer addresses by now, because
// the wall has gone from some or their pages have left the window, makes no
// article of it.
func (v *verdict) knowing(stored *pb.Publication) *verdict {
	if !stored.GetWall() || v.page.GetPageId() != stored.GetPageId() {
		return v
	}
	wall := *v
	wall.outcome, wall.article, wall.hash = OutcomeWall, nil, 0
	return &wall
}

// next is what is to be remembered once v is dealt with; it is pending when
// there is something to publish.
func (v *verdict) next(stored *pb.Publication) *pb.Publication {
	p := &pb.Publication{
		ArticleId: v.page.GetArticleId(),
		Twin:      v.twin(),
		Position:  v.position,
		FetchedAt: v.page.GetFetchedAt(),
		PageId:    v.page.GetPageId(),
		TextHash:  v.hash,
		Wall:      v.outcome == OutcomeWall,
		Language:  v.article.GetLanguage(),
	}
	same := v.page.GetPageId() == stored.GetPageId()
	if same && compareTimes(p.FetchedAt, stored.GetFetchedAt()) < 0 {
		p.FetchedAt = stored.FetchedAt // what the page has superseded stays so
	}
	was, published := stored.GetEvent(), isPublished(stored)
	// What an earlier attempt left pending may never have been published, so
	// that it cannot be relied on.
	switch {
	case p.Wall && published && !stored.GetPending() && (!same || stored.GetWall()): // what stands behind it is not known to have changed
		p.Event, p.TextHash, p.Language = was, stored.GetTextHash(), stored.GetLanguage()
	case v.article == nil && was == pb.Article_UNSPECIFIED: // nobody knows of it
	case v.article == nil:
		p.Event = pb.Article_RETRACTED
		p.Language = stored.GetLanguage() // its subscribers have the article
		p.Pending = published || stored.GetPending()
	case published && v.hash == stored.GetTextHash() && !stored.GetPending():
		p.Event = was
	default:
		p.Event = v.event(stored)
		p.Pending = true
	}
	p.LeftLanguages = left(stored, p.Language)
	// The retractions take the revisions in between.
	p.Revision = max(stored.GetRevision()+uint64(len(p.LeftLanguages))+1, v.position)
	return p
}

func isPublished(p *pb.Publication) bool {
	was := p.GetEvent()
	return was != pb.Article_UNSPECIFIED && was != pb.Article_RETRACTED
}

// left gives the languages under which stored may stand and which are not
// language: subscribers of one language would keep the article for ever.
func left(stored *pb.Publication, language string) []string {
	var all []string
	if stored.GetPending() { // its retractions may never have been published
		all = append(all, stored.GetLeftLanguages()...)
	}
	if stored.GetPending() || isPublished(stored) {
		all = append(all, stored.GetLanguage())
	}
	return slices.DeleteFunc(all, func(l string) bool { return l == language })
}

// confirmed is p once its publication has been made.
func confirmed(p *pb.Publication) *pb.Publication {
	c := proto.CloneOf(p)
	c.Pending, c.LeftLanguages = false, nil
	return c
}

// event says what an article that is published means to those who know what
// is stored.
func (v *verdict) event(stored *pb.Publication) pb.Article_Event {
	was := stored.GetEvent()
	switch {
	case was == pb.Article_UNSPECIFIED, was == pb.Article_NEW && stored.GetPending():
		return pb.Article_NEW
	case v.page.GetPageId() != stored.GetPageId():
		return pb.Article_UPDATED
	default:
		return pb.Article_RECLEANED
	}
}

// publications are the articles that go out under p, its own last. They have the
// time of p: the page may have been fetched again since p was announced, and one
// revision is one article.
func (v *verdict) publications(p *pb.Publication) []*pb.Article {
	var all []*pb.Article
	for i, language := range p.GetLeftLanguages() {
		a := v.bare(language)
		a.Event, a.Revision = pb.Article_RETRACTED, p.GetRevision()-uint64(len(p.GetLeftLanguages())-i)
		all = append(all, a)
	}
	a := v.bare(p.GetLanguage())
	if v.article != nil {
		a = proto.CloneOf(v.article)
	}
	a.Event, a.Revision = p.GetEvent(), p.GetRevision()
	all = append(all, a)
	for _, a := range all {
		a.FetchedAt = p.GetFetchedAt()
	}
	return all
}

// bare is the article without anything but what it is called.
func (v *verdict) bare(language string) *pb.Article {
	return &pb.Article{
		Id:           v.page.GetArticleId(),
		Url:          v.page.GetUrl(),
		CanonicalUrl: v.page.GetCanonicalUrl(),
		Site:         v.page.GetSite(),
		Language:     language,
		Provenance:   &pb.Provenance{PageId: v.page.GetPageId()},
	}
}

// textHash covers what a reader would call the article. Left out is what
// changes without the article changing: provenance and confidence, the time of
// the fetch, the time of modification (some sites write the present one), the
// queries of addresses (sizes, signatures), and which twin it was taken
// from. It is never 0.
func textHash(a *pb.Article) uint64 {
	h := hasher{xxh3.New()}
	h.texts(a.CanonicalUrl, a.Language, a.Title, a.Byline, a.Description, a.Section, withoutQuery(a.LeadImage))
	h.texts(a.Authors...)
	h.texts(a.Tags...)
	h.number(uint64(a.Published.GetSeconds()))
	for _, p := range a.Paragraphs {
		h.number(uint64(p.Kind)<<8 | uint64(p.Level))
		h.truth(p.Body) // a standfirst may be part of the text or beside it
		h.texts(p.Text)
		if p.Url != "" {
			h.texts(withoutQuery(p.Url))
		}
	}
	for _, i := range a.Images {
		h.texts(withoutQuery(i.Url), i.Alt, i.Caption)
	}
	o := a.GetOptOuts()
	for _, wish := range []bool{o.GetNoindex(), o.GetNofollow(), o.GetNoarchive(), o.GetNosnippet(), o.GetNoai(), o.GetTdmReservation()} {
		h.truth(wish)
	}
	if !canon.Own(a.Id, a.Url) { // who knows it by a twin's address is told of its own
		h.number(1)
	}
	return max(h.Sum64(), 1)
}

func withoutQuery(url string) string {
	path, _, _ := strings.Cut(url, "?")
	return path
}

// hasher hashes lists so that no two different ones read alike.
type hasher struct{ *xxh3.Hasher }

func (h hasher) number(n uint64) {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], n)
	_, _ = h.Write(b[:])
}

func (h hasher) truth(b bool) {
	if b {
		h.number(1)
		return
	}
	h.number(0)
}

func (h hasher) texts(texts ...string) {
	h.number(uint64(len(texts)))
	for _, t := range texts {
		h.number(uint64(len(t)))
		_, _ = h.WriteString(t)
	}
}
