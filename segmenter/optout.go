package segmenter

import (
	"strings"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// mergeOptOuts joins the wishes in the page's meta elements to those that came
// with its headers. A wish is never taken back.
func mergeOptOuts(headers *pb.OptOuts, h *head) *pb.OptOuts {
	o := &pb.OptOuts{
		Noindex: headers.GetNoindex(), Nofollow: headers.GetNofollow(), Noarchive: headers.GetNoarchive(),
		Nosnippet: headers.GetNosnippet(), Noai: headers.GetNoai(),
		TdmReservation: headers.GetTdmReservation(), TdmPolicy: headers.GetTdmPolicy(),
	}
	for i := range h.metas {
		switch m := &h.metas[i]; m.key {
		case "robots", "winnow":
			robots(o, m.value)
		case "tdm-reservation":
			o.TdmReservation = o.TdmReservation || m.value == "1"
		case "tdm-policy":
			if o.TdmPolicy == "" {
				o.TdmPolicy = m.value
			}
		}
	}
	return o
}

func robots(o *pb.OptOuts, directives string) {
	for d := range strings.SplitSeq(strings.ToLower(directives), ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(d), ":")
		switch strings.TrimSpace(name) {
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
			o.Nosnippet = o.Nosnippet || strings.TrimSpace(value) == "0"
		case "noai", "noimageai":
			o.Noai = true
		}
	}
}
