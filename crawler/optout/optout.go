// Package optout reads what a publisher asks of machines that read a page:
// the X-Robots-Tag header and robots meta elements, and the reservation of
// text-and-data-mining rights (TDMRep, W3C community group report 2024).
package optout

import (
	"net/http"
	"strings"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// Header gives the opt-outs of a response's header to the crawler with the
// given product token; nil when there are none.
func Header(h http.Header, product string) *pb.OptOuts {
	var o pb.OptOuts
	for _, v := range h.Values("X-Robots-Tag") {
		if agent, rest, named := strings.Cut(v, ":"); named && isAgent(agent) {
			if !strings.EqualFold(strings.TrimSpace(agent), product) {
				continue
			}
			v = rest
		}
		robots(&o, v)
	}
	reservation(&o, h.Get("TDM-Reservation"), h.Get("TDM-Policy"))
	return orNil(&o)
}

// Meta adds a meta element to o, if its name is one that speaks to the
// crawler with the given product token.
func Meta(o *pb.OptOuts, name, content, product string) {
	switch {
	case strings.EqualFold(name, "robots"), strings.EqualFold(name, product):
		robots(o, content)
	case strings.EqualFold(name, "tdm-reservation"):
		reservation(o, content, "")
	case strings.EqualFold(name, "tdm-policy"):
		reservation(o, "", content)
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

// isAgent tells "otherbot: noindex" from "unavailable_after: 25 Jun 2030" and
// "max-snippet: 20".
func isAgent(s string) bool {
	s = strings.ToLower(strings.TrimSpace(s))
	return s != "" && !strings.ContainsAny(s, ", ") && s != "unavailable_after" && !strings.HasPrefix(s, "max-")
}

func robots(o *pb.OptOuts, content string) {
	for d := range strings.FieldsFuncSeq(strings.ToLower(content), func(r rune) bool { return r == ',' || r == ' ' || r == ';' }) {
		switch d {
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
		case "noai":
			o.Noai = true
		}
	}
}

// maxPolicy bounds the policy's URL in bytes.
const maxPolicy = 2048

func reservation(o *pb.OptOuts, value, policy string) {
	if strings.TrimSpace(value) == "1" {
		o.TdmReservation = true
	}
	if policy = strings.TrimSpace(policy); policy != "" && len(policy) <= maxPolicy {
		o.TdmPolicy = strings.ToValidUTF8(policy, "")
	}
}

func orNil(o *pb.OptOuts) *pb.OptOuts {
	if Refusal(o) == "" && !o.Nofollow && !o.Nosnippet && o.TdmPolicy == "" {
		return nil
	}
	return o
}
