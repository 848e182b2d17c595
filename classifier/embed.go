package classifier

import (
	"slices"

	"github.com/winnow-news/winnow/classifier/internal/outline"
	"github.com/winnow-news/winnow/classifier/judge"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// url gives the address of the post that an embed's piece shows, "" for other
// kinds: the last link of the blockquote around, else the last of its own, that
// goes to a post. A post's text may link to other posts before.
func (p piece) url(in *judge.Input) string {
	if p.kind != pb.Paragraph_EMBED {
		return ""
	}
	b := in.Page.Blocks[p.block]
	links := append(slices.Clone(b.GetLinks()), in.Outline.LastLinks[in.Outline.Of(b).Blockquote])
	for _, link := range slices.Backward(links) {
		if outline.IsPost(link, in.Page.GetUrl()) {
			return link
		}
	}
	return ""
}
