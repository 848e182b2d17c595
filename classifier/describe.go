package classifier

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/winnow-news/winnow/classifier/judge"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"golang.org/x/text/unicode/norm"
	"google.golang.org/protobuf/types/known/timestamppb"
)

// unknownLanguage is the code for a language that was not recognised.
const unknownLanguage = "und"

// maxImages bounds the images of an article.
const maxImages = 20

// describe begins an article with what the page says of itself, or a feed of
// it where the page is silent.
func describe(page *pb.SegmentedPage) *pb.Article {
	m, f := page.GetMetadata(), page.GetFeed()
	a := &pb.Article{
		Id:              page.GetArticleId(),
		Url:             page.GetUrl(),
		CanonicalUrl:    page.GetCanonicalUrl(),
		Site:            page.GetSite(),
		SiteName:        m.GetSiteName(),
		Language:        firstOf(page.GetLanguage(), unknownLanguage),
		Title:           firstOf(m.GetTitle(), m.GetOgTitle(), m.GetHeadline()),
		Authors:         m.GetAuthors(),
		Published:       m.GetPublished(),
		Modified:        m.GetModified(),
		PublishedLocal:  m.GetPublishedLocal(),
		ModifiedLocal:   m.GetModifiedLocal(),
		Description:     m.GetDescription(),
		Section:         m.GetSection(),
		Tags:            m.GetTags(),
		LeadImage:       m.GetImage(),
		OptOuts:         page.GetOptOuts(),
		FetchedAt:       page.GetFetchedAt(),
		MetadataSources: make(map[string]string, len(m.GetSources())+1),
	}
	maps.Copy(a.MetadataSources, m.GetSources())
	if f == nil {
		return a
	}
	from := func(field string, missing bool, fill func()) {
		if missing {
			fill()
			a.MetadataSources[field] = "feed"
		}
	}
	from("title", a.Title == "" && f.Title != "", func() { a.Title = f.Title })
	from("authors", len(a.Authors) == 0 && len(f.Authors) > 0, func() { a.Authors = f.Authors })
	from("published", a.Published == nil && f.Published != nil, func() { a.Published, a.PublishedLocal = f.Published, utc(f.Published) })
	from("modified", a.Modified == nil && f.Modified != nil, func() { a.Modified, a.ModifiedLocal = f.Modified, utc(f.Modified) })
	from("description", a.Description == "" && f.Summary != "", func() { a.Description = f.Summary })
	from("tags", len(a.Tags) == 0 && len(f.Tags) > 0, func() { a.Tags = f.Tags })
	return a
}

// utc writes a feed's time, whose zone is not kept.
func utc(t *timestamppb.Timestamp) string { return t.AsTime().Format(time.RFC3339) }

// complete fills in what only the assembled paragraphs can tell.
func complete(a *pb.Article, page *pb.SegmentedPage) {
	byline := "" // the first of any
	for _, p := range a.Paragraphs {
		switch {
		case p.Kind == pb.Paragraph_HEADLINE && a.Title == "":
			a.Title = p.Text
			a.MetadataSources["title"] = "html"
		case p.Kind == pb.Paragraph_BYLINE:
			byline = firstOf(byline, p.Text)
			if a.Byline == "" && namesAuthor(p.Text, a.Authors) {
				a.Byline = p.Text
			}
		}
	}
	a.Title = firstOf(a.Title, page.GetMetadata().GetHtmlTitle())
	a.Byline = firstOf(a.Byline, strings.Join(a.Authors, ", "), byline)
	// As the text is, so that one can be found in the other.
	a.Title, a.Byline, a.Description = norm.NFC.String(a.Title), norm.NFC.String(a.Byline), norm.NFC.String(a.Description)
	if !slices.ContainsFunc(a.Authors, func(name string) bool { return !norm.NFC.IsNormalString(name) }) {
		return
	}
	authors := make([]string, len(a.Authors)) // the page keeps its own
	for i, name := range a.Authors {
		authors[i] = norm.NFC.String(name)
	}
	a.Authors = authors
}

func firstOf(values ...string) string {
	for _, v := range values {
		if v != "" {
			return v
		}
	}
	return ""
}

// imageReach is how many blocks away from a piece of the article a picture may
// stand: a line of credits, or the date, may come between.
const imageReach = 2

// imagesOf gives the pictures of the article, each URL once: those between its
// headline and its text; farther down those with a caption or beside one of its
// pieces, for there are advertisements and teasers among these, too.
func imagesOf(page *pb.SegmentedPage, s span, pieces []piece) []*pb.ArticleImage {
	var images []*pb.ArticleImage
	seen := make(map[string]bool)
	for _, img := range page.GetImages() {
		at := int(img.GetBlock())
		if at < s.from || at > s.last+1 || img.GetIcon() || img.GetUrl() == "" || seen[img.GetUrl()] ||
			at > s.first && img.GetCaption() == "" && !nearPiece(pieces, at) {
			continue
		}
		seen[img.GetUrl()] = true
		images = append(images, &pb.ArticleImage{Url: img.GetUrl(), Alt: img.GetAlt(), Caption: img.GetCaption()})
		if len(images) == maxImages {
			break
		}
	}
	return images
}

// nearPiece reports whether a piece, of which the blocks ascend, is within reach of
// a picture that stands before block at.
func nearPiece(pieces []piece, at int) bool {
	i, _ := slices.BinarySearchFunc(pieces, at-imageReach, func(p piece, block int) int { return cmp.Compare(p.block, block) })
	return i < len(pieces) && pieces[i].block < at+imageReach
}

func (c *Classifier) provenance(in *judge.Input, out []judge.Verdict, textFromBlocks, cut bool) *pb.Provenance {
	p := &pb.Provenance{
		Method:          c.method.Name(),
		Window:          in.Window,
		Threshold:       in.Threshold,
		PipelineVersion: c.cfg.Version,
		PageId:          in.Page.GetPageId(),
		Truncated:       in.Page.GetTruncated(),
	}
	if textFromBlocks {
		p.Confidence = confidence(in, out)
	}
	if cut && p.Truncated == "" {
		p.Truncated = "text"
	}
	return p
}

// confidence is the word-weighted mean score of the content, to three digits:
// the others would be noise to a reader. A standfirst that was taken for another
// reason than its score says nothing here.
func confidence(in *judge.Input, out []judge.Verdict) float32 {
	var sum, words float64
	for i, v := range out {
		if v.Content && v.Reason != judge.ReasonStandfirst {
			w := float64(in.Page.Blocks[i].GetStats().GetWords())
			sum += w * float64(v.Score)
			words += w
		}
	}
	if words == 0 {
		return 0
	}
	return float32(math.Round(1000*sum/words) / 1000)
}
