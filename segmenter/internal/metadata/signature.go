package metadata

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/segmenter/internal/region"
	"golang.org/x/net/html/atom"
)

// signature is a way to tell a name within a line from what else the line says.
type signature int

const (
	signedByLink  signature = iota // it leads to the author's page
	signedByClass                  // its element is called after the author
)

// signatures gives the names in the first line around the headline that has
// any, and those of the lines behind it that are nothing but links.
func (x *resolution) signatures(by signature) (names []string) {
	last := 0
	for _, i := range x.own() {
		b := x.out.Blocks[i]
		if names != nil && (i != last+1 || b.Stats.LinkWords < b.Stats.Words) {
			break
		}
		if x.out.Elements[b.Element].Hidden || b.Stats.Words > longestCredit || !by.in(b) || strings.HasPrefix(b.Text, "©") || ofPicture(b.Text) {
			continue
		}
		found := x.signaturesIn(b, by)
		if found == nil {
			break
		}
		if names, last = append(names, found...), i; len(names) > likelyAuthors {
			return nil
		}
	}
	return names
}

// own gives the indices of around without those behind the first heading that
// follows text, and without comments: of a brief, that is all that the page has
// below it, and tells who wrote the related stories or commented.
func (x *resolution) own() (own []int) {
	text, others, last := false, false, -1
	for _, i := range x.around() {
		b := x.out.Blocks[i]
		if i < last { // before the headline
			others = false
		}
		last = i
		if others || x.regions[b.Element]&region.Comment != 0 {
			continue
		}
		own = append(own, i)
		text = text || b.Stats.Words >= textWords && b.Stats.EndsSentence && b.Stats.LinkWords*2 < b.Stats.Words
		others = text && x.regions[b.Element]&region.Heading != 0
	}
	return own
}

// textWords is the least number of words of a paragraph that is text for sure
// where it ends a sentence.
const textWords = 10

// in reports whether b may hold a signature.
func (by signature) in(b *pb.Block) bool {
	if by == signedByLink {
		return slices.ContainsFunc(b.Links, authorAddress)
	}
	return slices.ContainsFunc(b.Classes, authorClass)
}

// of reports whether the text of such an element is a signature.
func (by signature) of(tag atom.Atom, href, class string) bool {
	if by == signedByLink {
		return tag == atom.A && authorAddress(href)
	}
	for name := range strings.FieldsSeq(class) {
		if authorClass(name) {
			return true
		}
	}
	return false
}

func (x *resolution) signaturesIn(b *pb.Block, by signature) (names []string) {
	texts := x.marked(b.Element, by.of, maxAuthors, maxAuthor)
	if texts == nil && b.Stats.LinkWords == b.Stats.Words {
		texts = []string{b.Text} // the link is around the block
	}
	rest := b.Text
	texts = slices.DeleteFunc(texts, func(t string) bool {
		before, behind, ok := strings.Cut(rest, t)
		if !ok {
			return true // it stands in another run of the element
		}
		rest = behind
		return ofPicture(strings.TrimLeft(before, " ,;|/·•–—-("))
	})
	for _, name := range x.reader.authors.clean(x.undated(texts), x.head.Lang) {
		if fullName(name) {
			names = append(names, name)
		}
	}
	return names
}

// ofPicture reports words that begin to say who took or drew a picture.
func ofPicture(words string) bool {
	first, _, _ := strings.Cut(strings.ToLower(words), " ")
	return isPicture(strings.TrimRight(first, ":"))
}

// isPicture reports a word for a picture, in lower case.
func isPicture(word string) bool {
	switch word {
	case "photo", "photos", "photograph", "photographs", "photography", "photographer", "photographie", "photographies", "picture", "pictures", "image", "images",
		"foto", "fotos", "foto's", "fotografía", "fotografie", "fotograf", "bild", "bilder", "illustration", "illustrations", "фото", "zdjęcia", "φωτογραφία":
		return true
	}
	return false
}

// authorAddress reports an address that names somebody behind a part that says
// that it is an author: /authors/ann-lee.
func authorAddress(address string) bool {
	for {
		at := strings.IndexByte(address, '/')
		if at < 0 {
			return false
		}
		address = address[at+1:]
		part, behind, _ := strings.Cut(address, "/")
		if slug, _, _ := strings.Cut(behind, "/"); len(slug) > 1 && isAuthorPart(part) {
			return true
		}
	}
}

// isAuthorPart leaves out what is said of others as well: people, persons, staff,
// profile; and firma, a signature here and a company there.
func isAuthorPart(part string) bool {
	switch strings.ToLower(part) {
	case "author", "authors", "autor", "autora", "autores", "autori", "autoren", "autorin", "auteur", "auteurs", "autore",
		"writer", "writers", "contributor", "contributors", "reporter", "reporters", "journalist", "journalists", "journalisten", "journaliste", "journalistes",
		"redakteur", "redakteure", "redactor", "redactores", "firmas", "yazar", "yazarlar", "penulis", "kirjoittaja", "kirjoittajat", "skribent", "skribenter":
		return true
	}
	return false
}

// fullName reports two to four words that may be a name.
func fullName(name string) bool {
	words := strings.Fields(name)
	for _, w := range words {
		if r, _ := utf8.DecodeRuneInString(w); !unicode.IsLetter(r) || unicode.IsLower(r) && !slices.Contains(particles, w) {
			return false
		}
	}
	return 2 <= len(words) && len(words) <= 4
}

// isName reports a full name, or one of two to four Chinese, Japanese or Korean
// characters.
func isName(s string) bool {
	n := utf8.RuneCountInString(s)
	return fullName(s) || 2 <= n && n <= 4 && strings.IndexFunc(s, func(r rune) bool { return r < firstWide }) < 0
}

// caseless reports letters of a script without capitals at the beginning of s.
func caseless(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.Is(unicode.Lo, r)
}
