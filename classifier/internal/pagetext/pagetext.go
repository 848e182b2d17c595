// Package pagetext writes scored pages as short text, for tests:
//
//	@title Storm hits the coast
//	@author Ann Smith
//	body
//	  nav {hidden} |- Home [[Sport]]
//	  main.content
//	    h1 |+ Storm hits the coast
//	    p#lead.intro {level=3} |+ A storm hit the coast.
//	    @image https://x.example/a.jpg = alt = caption
//	    p {template} |0.7 Read more
//	    |+ text of main itself
//	    |~+ text of main behind a double br
//
// Indentation by two spaces nests elements; [[...]] is link text, [[...|https://...]]
// link text with its address; \n is a line
// end. The sign behind the bar is the cold score: + is 0.9, - is 0.05. Lines
// that begin with @ give what is known of the page; "hint=..." in braces gives
// the element a hint.
package pagetext

import (
	"fmt"
	"hash/fnv"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/winnow-news/winnow/proto/canon"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/proto/word"
	"google.golang.org/protobuf/types/known/timestamppb"
)

// Parse reads a page. It is an article of site x_example with N = 10 unless
// the text says otherwise.
func Parse(text string) (*pb.ScoredPage, error) {
	p := &parser{scored: &pb.ScoredPage{
		Position: 10, Window: 10, Threshold: 3,
		Page: &pb.SegmentedPage{
			Site: "x_example", Url: "https://x.example/story", PageClass: pb.PageClass_PAGE_CLASS_ARTICLE,
			Language: "en", Metadata: &pb.Metadata{Sources: map[string]string{}},
			FetchedAt: &timestamppb.Timestamp{Seconds: 1_700_000_000},
		},
	}}
	n := 0
	for line := range strings.Lines(text) {
		n++
		if err := p.line(strings.TrimRight(line, "\n")); err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
	}
	page := p.scored.Page
	page.CanonicalUrl = page.Url
	page.ArticleId = canon.ArticleID(page.Url)
	page.PageId = canon.PageID(page.Url, []byte(text))
	return p.scored, nil
}

type parser struct {
	scored *pb.ScoredPage
	open   []int32 // elements by depth
}

func (p *parser) line(line string) error {
	rest := strings.TrimLeft(line, " ")
	depth := (len(line) - len(rest)) / 2
	switch {
	case rest == "" || strings.HasPrefix(rest, "# "):
		return nil
	case strings.HasPrefix(rest, "@"):
		key, value, _ := strings.Cut(rest[1:], " ")
		return p.fact(key, value)
	}
	head, text, hasText := strings.Cut(rest, "|")
	selector, options, _ := strings.Cut(strings.TrimSuffix(strings.TrimSpace(head), "}"), "{")
	fields := strings.Fields(options)
	if selector = strings.TrimSpace(selector); selector != "" {
		if depth > len(p.open) {
			return fmt.Errorf("%q: nested too deep", rest)
		}
		p.element(selector, fields, depth)
	} else {
		depth--
	}
	if !hasText {
		return nil
	}
	if depth < 0 || depth >= len(p.open) {
		return fmt.Errorf("%q: text outside of elements", rest)
	}
	return p.block(p.open[depth], fields, text)
}

func (p *parser) element(selector string, options []string, depth int) {
	e := &pb.Element{Parent: -1}
	if depth > 0 {
		e.Parent = p.open[depth-1]
	}
	selector, id, _ := strings.Cut(selector, "#")
	if id != "" { // classes stand behind the id
		id, classes, _ := strings.Cut(id, ".")
		e.Id = id
		if classes != "" {
			selector += "." + classes
		}
	}
	names := strings.Split(selector, ".")
	e.Tag, e.Classes = names[0], names[1:]
	for _, o := range options {
		if hint, ok := strings.CutPrefix(o, "hint="); ok {
			e.Hints = append(e.Hints, hint)
		}
		e.Hidden, e.Closable = e.Hidden || o == "hidden", e.Closable || o == "closable"
	}
	e.Place = hash(fmt.Sprint(e.Parent, selector))
	page := p.scored.Page
	for _, o := range page.Elements {
		if isCell(e) && isCell(o) && o.Parent == e.Parent {
			e.Column++
		}
	}
	p.open = append(p.open[:depth], int32(len(page.Elements)))
	page.Elements = append(page.Elements, e)
}

func isCell(e *pb.Element) bool { return e.Tag == "td" || e.Tag == "th" }

func (p *parser) block(element int32, options []string, text string) error {
	page := p.scored.Page
	e := page.Elements[element]
	b := &pb.Block{Element: element, Place: e.Place, Tags: []string{e.Tag}, Classes: e.Classes}
	if broken, ok := strings.CutPrefix(text, "~"); ok {
		text = broken
		b.Place++
	}
	sign, text, _ := strings.Cut(text, " ")
	cold, ok := map[string]float64{"+": 0.9, "-": 0.05}[sign]
	if !ok {
		var err error
		if cold, err = strconv.ParseFloat(sign, 32); err != nil {
			return fmt.Errorf("cold score %q: want +, - or a number", sign)
		}
	}
	text = strings.ReplaceAll(text, `\n`, "\n")
	text, b.Links = targets(text)
	b.Stats = stats(text)
	b.Text = strings.NewReplacer("[[", "", "]]", "").Replace(text)
	s := &pb.BlockScore{Group: hash(b.Text), SimilarPages: 1, Cold: float32(cold), PlacePages: 1}
	for _, o := range options {
		key, value, _ := strings.Cut(o, "=")
		n, _ := strconv.Atoi(value)
		switch key {
		case "template":
			s.Template, s.SimilarPages = true, p.scored.Threshold
		case "level":
			s.PlaceLevel = int32(n)
		case "similar":
			s.SimilarPages = uint32(n)
		}
	}
	page.Blocks = append(page.Blocks, b)
	p.scored.Scores = append(p.scored.Scores, s)
	return nil
}

// targets takes the addresses out of text's links.
func targets(text string) (string, []string) {
	var links []string
	parts := strings.SplitAfter(text, "]]")
	for i, part := range parts {
		if before, at, ok := strings.Cut(part, "|https://"); ok && strings.HasSuffix(at, "]]") {
			links = append(links, "https://"+strings.TrimSuffix(at, "]]"))
			parts[i] = before + "]]"
		}
	}
	return strings.Join(parts, ""), links
}

func (p *parser) fact(key, value string) error {
	page, m := p.scored.Page, p.scored.Page.Metadata
	text := map[string]*string{
		"url": &page.Url, "lang": &page.Language, "title": &m.Title, "og_title": &m.OgTitle,
		"headline": &m.Headline, "html_title": &m.HtmlTitle, "description": &m.Description,
		"section": &m.Section, "site_name": &m.SiteName, "lead_image": &m.Image,
		"article_body": &m.ArticleBody, "truncated": &page.Truncated,
	}
	if to := text[key]; to != nil {
		*to = strings.ReplaceAll(value, `\n`, "\n")
		return nil
	}
	switch key {
	case "author":
		m.Authors = append(m.Authors, value)
	case "class":
		c, ok := pb.PageClass_value["PAGE_CLASS_"+strings.ToUpper(value)]
		if !ok {
			return fmt.Errorf("page class %q is unknown", value)
		}
		page.PageClass = pb.PageClass(c)
	case "published":
		at, err := time.Parse(time.RFC3339, value)
		if err != nil {
			return err
		}
		m.Published = timestamppb.New(at)
	case "feed":
		page.Feed = &pb.FeedEntry{Text: strings.ReplaceAll(value, `\n`, "\n")}
	case "image":
		parts := append(strings.Split(value, " = "), "", "")
		page.Images = append(page.Images, &pb.Image{Url: parts[0], Alt: parts[1], Caption: parts[2], Block: int32(len(page.Blocks))})
	default:
		return fmt.Errorf("fact %q is unknown", key)
	}
	return nil
}

// stats counts text as the segmenter does, as far as tests need it.
func stats(text string) *pb.TextStats {
	s := &pb.TextStats{}
	for part := range strings.SplitSeq(text, "[[") {
		link, plain, isLink := strings.Cut(part, "]]")
		if !isLink {
			link, plain = "", part
		} else {
			s.Links++
		}
		s.LinkWords += uint32(word.Count(link))
		s.Words += uint32(word.Count(link) + word.Count(plain))
	}
	for _, r := range text {
		switch {
		case unicode.IsSpace(r), r == '[', r == ']':
			continue
		case strings.ContainsRune(".!?。！？", r):
			s.SentenceEnds++
		case strings.ContainsRune(",、，", r):
			s.Commas++
		case unicode.IsDigit(r):
			s.Digits++
		case unicode.IsUpper(r):
			s.Upper++
		}
		s.Chars++
	}
	end := strings.TrimRight(text, " \"”»)]")
	s.EndsSentence = end != "" && strings.ContainsAny(end[max(0, len(end)-3):], ".!?。！？")
	return s
}

func hash(s string) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(s))
	return h.Sum64()
}
