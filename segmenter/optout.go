package segmenter

import (
	"github.com/winnow-news/winnow/proto/optout"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/segmenter/internal/head"
)

// optOuts joins the wishes in the page's meta elements, to all crawlers or to
// the one with the given product token, to those that came with the page. A
// wish is never taken back.
func optOuts(came *pb.OptOuts, h *head.Facts, product string) *pb.OptOuts {
	var said pb.OptOuts
	for i := range h.Metas {
		optout.Meta(&said, h.Metas[i].Key, h.Metas[i].Value, product)
	}
	if all := optout.Join(came, &said); all != nil {
		return all
	}
	return &pb.OptOuts{}
}
