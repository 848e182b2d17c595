// Package optout reads what a publisher asks of machines that read a page:
// robots directives, of the X-Robots-Tag header or of meta elements, and the
// reservation of text-and-data-mining rights (TDMRep, W3C community group
// report 2024). It is the one reader of these: the crawler, which keeps pages
// unpublished that ask for it, and the segmenter, which reads pages that came
// another way, understand them alike.
//
// In doubt it takes a wish for one: what was asked for in any place is asked
// for, and no place takes it back.
package optout

import (
	"net/http"
	"regexp"
	"strings"
	"unicode"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// Header gives the opt-outs of a response's header to the crawler with the
// given product token; nil when there are none.
func Header(h http.Header, product string) *pb.OptOuts {
	var o pb.OptOuts
	for _, v := range h.Values("X-Robots-Tag") {
		robots(&o, v, product)
	}
	for _, v := range h.Values("TDM-Reservation") {
		reservation(&o, v)
	}
	for _, v := range h.Values("TDM-Policy") {
		policy(&o, v)
	}
	return orNil(&o)
}

// Meta adds a meta element to o, if its name is one that speaks to the
// crawler with the given product token.
func Meta(o *pb.OptOuts, name, content, product string) {
	switch name = strings.ToLower(strings.TrimSpace(name)); {
	case addresses(name, product):
		robots(o, content, product)
	case name == "tdm-reservation":
		reservation(o, content)
	case name == "tdm-policy":
		policy(o, content)
	}
}

// Join gives the union of a and b; nil when it is empty.
func Join(a, b *pb.OptOuts) *pb.OptOuts {
	o := &pb.OptOuts{
		Noindex:        a.GetNoindex() || b.GetNoindex(),
		Nofollow:       a.GetNofollow() || b.GetNofollow(),
		Noarchive:      a.GetNoarchive() || b.GetNoarchive(),
		Nosnippet:      a.GetNosnippet() || b.GetNosnippet(),
		Noai:           a.GetNoai() || b.GetNoai(),
		TdmReservation: a.GetTdmReservation() || b.GetTdmReservation(),
		TdmPolicy:      a.GetTdmPolicy(),
	}
	if o.TdmPolicy == "" {
		o.TdmPolicy = b.GetTdmPolicy()
	}
	return orNil(o)
}

// Refusal names the first opt-out that forbids to publish a page's text;
// empty when none does. Nofollow concerns links and nosnippet excerpts, so
// neither does.
func Refusal(o *pb.OptOuts) string {
	switch {
	case o.GetNoindex():
		return "noindex"
	case o.GetNoarchive():
		return "noarchive"
	case o.GetNoai():
		return "noai"
	case o.GetTdmReservation():
		return "tdm-reservation"
	}
	return ""
}

// aroundColon is the space about the colon of "winnowbot : noai" and
// "max-snippet: 0".
var aroundColon = regexp.MustCompile(`\s*:\s*`)

// robots reads a list of directives. They are set apart by commas, as all
// crawlers' documents have it, or by semicolons or space, as some publishers do.
// Before a directive may stand the name of the crawler that it and those behind
// it are for, up to the next name: "noindex, otherbot: noarchive, winnowbot:
// noai" (developer.mozilla.org, X-Robots-Tag).
func robots(o *pb.OptOuts, list, product string) {
	others := &pb.OptOuts{} // what other crawlers are asked for
	asked := o
	for word := range strings.FieldsFuncSeq(aroundColon.ReplaceAllString(strings.ToLower(list), ":"), separates) {
		agent, directive, named := strings.Cut(word, ":")
		if named && !note(&pb.OptOuts{}, agent) && note(&pb.OptOuts{}, directive) {
			if word, asked = directive, others; addresses(agent, product) {
				asked = o
			}
		}
		note(asked, word)
	}
}

func separates(r rune) bool { return r == ',' || r == ';' || unicode.IsSpace(r) }

// addresses reports whether a name, in lower case, is that of all crawlers or
// of the one with the given product token.
func addresses(name, product string) bool {
	return name == "robots" || name == "*" || name != "" && strings.EqualFold(name, product)
}

// note adds a directive, in lower case, to o, and reports whether it is one.
func note(o *pb.OptOuts, directive string) bool {
	name, value, _ := strings.Cut(directive, ":")
	switch name {
	case "noindex":
		o.Noindex = true
	case "nofollow":
		o.Nofollow = true
	case "none":
		o.Noindex, o.Nofollow = true, true
	case "noarchive", "nocache":
		o.Noarchive = true
	case "nosnippet":
		o.Nosnippet = true
	case "max-snippet":
		o.Nosnippet = o.Nosnippet || value == "0"
	case "noai", "noimageai": // an article has the page's images, too
		o.Noai = true
	case "all", "index", "follow", "archive", "snippet", "noimageindex", "notranslate", "nositelinkssearchbox",
		"indexifembedded", "noodp", "noydir", "max-image-preview", "max-video-preview", "unavailable_after":
	default:
		return false
	}
	return true
}

// reservation reads a value of tdm-reservation; headers that were folded into
// one make a list.
func reservation(o *pb.OptOuts, value string) {
	for v := range strings.SplitSeq(value, ",") {
		o.TdmReservation = o.TdmReservation || strings.TrimSpace(v) == "1"
	}
}

// maxPolicy bounds the policy's URL in bytes.
const maxPolicy = 2048

// policy reads a value of tdm-policy, the first of which counts.
func policy(o *pb.OptOuts, value string) {
	if value = strings.TrimSpace(value); o.TdmPolicy == "" && len(value) <= maxPolicy {
		o.TdmPolicy = strings.ToValidUTF8(value, "")
	}
}

func orNil(o *pb.OptOuts) *pb.OptOuts {
	if Refusal(o) == "" && !o.Nofollow && !o.Nosnippet && o.TdmPolicy == "" {
		return nil
	}
	return o
}
