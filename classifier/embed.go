package classifier

import (
	"net/url"
	"strings"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// markPosts tells the nodes in a blockquote whose last link goes to a post of
// another site that they show that post: so the platforms' own code for
// embedding is written, before a script replaces it.
func (o *outline) markPosts(page *pb.SegmentedPage) {
	var last map[int32]string
	for _, b := range page.GetBlocks() {
		q := o.of(b).blockquote
		if links := b.GetLinks(); q >= 0 && len(links) > 0 {
			if last == nil {
				last = make(map[int32]string)
			}
			last[q] = links[len(links)-1]
		}
	}
	if last == nil {
		return
	}
	for i := range o.nodes {
		if n := &o.nodes[i]; n.blockquote >= 0 && n.post < 0 && isPost(last[n.blockquote], page.GetUrl()) {
			n.post = n.blockquote
		}
	}
}

// isPost reports whether link goes to another site's post: its path holds what
// the platforms put before a post's id, and behind it an id.
func isPost(link, page string) bool {
	u, err := url.Parse(link)
	if err != nil || u.Host == "" {
		return false
	}
	if p, err := url.Parse(page); err == nil && p.Host == u.Host {
		return false
	}
	parts := strings.Split(strings.Trim(u.Path, "/"), "/")
	for i := 1; i < len(parts); i++ {
		switch parts[i-1] {
		case "status", "statuses", "p", "reel", "tv", "video", "videos", "post", "posts", "permalink":
			return strings.ContainsAny(parts[i], "0123456789_-") || len(parts[i]) >= 8
		}
		if strings.HasPrefix(parts[i-1], "@") && len(parts[i]) >= 8 && strings.Trim(parts[i], "0123456789") == "" {
			return true
		}
	}
	return false
}

// url gives the address of the post that an embed's piece links to, "" for
// other kinds.
func (p piece) url(in *Input) string {
	if p.kind != pb.Paragraph_EMBED {
		return ""
	}
	at := ""
	for _, link := range in.Page.Blocks[p.block].GetLinks() {
		if isPost(link, in.Page.GetUrl()) {
			at = link
		}
	}
	return at
}
