// Package feed reads RSS, Atom and JSON feeds: what goes in is the file, what
// comes out are the pages that it lists, each with what the feed says of it.
// The formats themselves are gofeed's; here are the guards around it and the
// translation into Winnow's own FeedEntry.
package feed

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/mmcdole/gofeed"
	"github.com/winnow-news/winnow/crawler/charset"
	"github.com/winnow-news/winnow/proto/canon"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
	htmlcharset "golang.org/x/net/html/charset"
	"google.golang.org/protobuf/types/known/timestamppb"
)

// Caps on what one feed may bring.
const (
	MaxEntries = 1000
	maxText    = 64 << 10 // bytes of an entry's full text
	maxField   = 4 << 10  // bytes of any other field
	maxList    = 30       // authors, tags
	maxDepth   = 200      // nested XML elements: gofeed recurses
	maxSpaces  = 200      // namespace prefixes: gofeed copies those in scope for each element
)

// ErrFormat is returned when a file is no feed.
var ErrFormat = errors.New("not a feed")

// Entry is one listed page.
type Entry struct {
	// URL is canonical.
	URL string
	// Facts is what the feed says of the page.
	Facts *pb.FeedEntry
}

// Parse reads a feed that came from base, with its Content-Type header.
// Entries without a usable URL are left out. An error matches ErrFormat.
func Parse(file []byte, contentType string, base *url.URL) ([]Entry, error) {
	text, _, err := charset.Decode(file, contentType)
	if err != nil {
		return nil, fmt.Errorf("feed: %w: %w", ErrFormat, err)
	}
	text = plain(text)
	if !bytes.HasPrefix(text, []byte("{")) { // JSON's decoder has a limit of its own
		if err := bounded(text); err != nil {
			return nil, fmt.Errorf("feed: %w: %w", err, ErrFormat)
		}
	}
	parsed, err := gofeed.NewParser().Parse(bytes.NewReader(text))
	if err != nil {
		return nil, fmt.Errorf("feed: %w: %w", ErrFormat, err)
	}
	if parsed.FeedType == "json" && !strings.Contains(parsed.FeedVersion, "jsonfeed.org") {
		return nil, fmt.Errorf("feed: JSON of another kind: %w", ErrFormat)
	}
	var entries []Entry
	for _, item := range parsed.Items {
		if len(entries) == MaxEntries {
			break
		}
		if u := address(item, base); u != "" {
			entries = append(entries, Entry{URL: u, Facts: facts(item, parsed.Language)})
		}
	}
	return entries, nil
}

// plain gives text without what gofeed passes over on its way to the root, so
// that the guards and gofeed see the same: white space, byte order marks and
// control characters. It drops the XML declaration too, which names the
// encoding that the file had before it was brought to UTF-8.
func plain(text []byte) []byte {
	if bytes.ContainsFunc(text, control) {
		text = bytes.Map(func(r rune) rune {
			if control(r) {
				return -1
			}
			return r
		}, text)
	}
	text = bytes.Trim(text, blank)
	if bytes.HasPrefix(text, []byte("<?xml")) {
		if _, rest, ok := bytes.Cut(text, []byte("?>")); ok {
			return bytes.Trim(rest, blank)
		}
	}
	return text
}

// blank is what gofeed looks past for a feed's first character.
const blank = " \t\r\n\ufeff"

// control reports whether XML allows no such character anywhere.
func control(r rune) bool { return r < ' ' && r != '\t' && r != '\r' && r != '\n' }

// bounded reports, as an error, that XML text nests deeper than maxDepth or has
// more than maxSpaces namespace prefixes for the decoder that gofeed uses, set
// as gofeed sets it: where this one stops, so does gofeed.
func bounded(text []byte) error {
	d := xml.NewDecoder(bytes.NewReader(text))
	d.Strict, d.CharsetReader = false, htmlcharset.NewReaderLabel
	prefixes := map[string]struct{}{}
	for depth := 0; depth <= maxDepth; {
		token, err := d.Token()
		if err != nil {
			return nil // the end, or what gofeed will say
		}
		switch t := token.(type) {
		case xml.StartElement:
			depth++
			for _, a := range t.Attr {
				if a.Name.Space == "xmlns" {
					prefixes[a.Name.Local] = struct{}{}
				}
			}
			if len(prefixes) > maxSpaces {
				return fmt.Errorf("more than %d namespace prefixes", maxSpaces)
			}
		case xml.EndElement:
			depth--
		}
	}
	return fmt.Errorf("more than %d nested elements", maxDepth)
}

// address gives the canonical URL of an item; a GUID that is a URL serves
// where the link is missing.
func address(item *gofeed.Item, base *url.URL) string {
	for _, raw := range []string{item.Link, item.GUID} {
		u, err := url.Parse(strings.TrimSpace(raw))
		if err != nil || raw == "" || raw == item.GUID && !u.IsAbs() {
			continue
		}
		if c, err := canon.Parsed(base.ResolveReference(u)); err == nil {
			return c
		}
	}
	return ""
}

func facts(item *gofeed.Item, language string) *pb.FeedEntry {
	f := &pb.FeedEntry{
		Title:     clip(Text(item.Title), maxField),
		Published: stamp(item.PublishedParsed),
		Modified:  stamp(item.UpdatedParsed),
		Summary:   clip(Text(item.Description), maxField),
		Text:      clip(Text(item.Content), maxText),
		Language:  clip(language, 35), // the longest tag that RFC 5646 asks to allow for
	}
	for _, a := range item.Authors {
		if a != nil && len(f.Authors) < maxList {
			f.Authors = addText(f.Authors, a.Name)
		}
	}
	for _, tag := range item.Categories {
		if len(f.Tags) < maxList {
			f.Tags = addText(f.Tags, tag)
		}
	}
	return f
}

func addText(list []string, s string) []string {
	if s = clip(Text(s), maxField); s != "" {
		list = append(list, s)
	}
	return list
}

// stamp drops times that no article can have.
func stamp(t *time.Time) *timestamppb.Timestamp {
	if t == nil || t.Year() < 1990 || t.Year() > 2200 {
		return nil
	}
	return timestamppb.New(*t)
}
