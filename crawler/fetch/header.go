package fetch

import (
	"net/http"
	"strings"

	"github.com/winnow-news/winnow/proto/optout"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"google.golang.org/protobuf/types/known/timestamppb"
)

// maxHeader bounds a header value that is stored, in bytes.
const maxHeader = 512

// Storable gives a header value that can be stored; empty when it cannot.
func Storable(v string) string {
	if len(v) > maxHeader || strings.ToValidUTF8(v, "") != v {
		return ""
	}
	return v
}

// Describe puts into page what the header of its response says of it: its
// language, when it was changed, and its opt-outs for the crawler with the given
// product token.
func Describe(page *pb.Page, h http.Header, product string) {
	page.ContentLanguage = Storable(h.Get("Content-Language"))
	if at, err := http.ParseTime(h.Get("Last-Modified")); err == nil && at.Year() > 1990 {
		page.LastModified = timestamppb.New(at)
	}
	page.OptOuts = optout.Header(h, product)
}
