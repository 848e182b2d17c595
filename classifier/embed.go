package classifier

import (
	"net/url"
	"slices"
	"strings"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// markPosts tells the nodes in a blockquote whose last link goes to a post of
// another site that they show that post: so the platforms' own code for
// embedding is written, before a script replaces it.
func (o *outline) markPosts(page *pb.SegmentedPage) {
	var last map[int32]string // of each blockquote
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
	o.lastLinks = last
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
		before, id := parts[i-1], parts[i]
		switch before {
		case "status", "statuses", "permalink":
			if strings.ContainsAny(id, digits) {
				return true
			}
		case "p", "reel", "tv", "video", "videos", "post", "posts":
			if isID(id) || i+1 < len(parts) && isID(parts[i+1]) { // a title may stand between
				return true
			}
		}
		if strings.HasPrefix(before, "@") && len(id) >= 8 && strings.Trim(id, digits) == "" {
			return true
		}
	}
	return false
}

const digits = "0123456789"

// isID tells the id of a post, which is a number or has letters and digits at
// random, from a year and from an article's name, which is words with hyphens.
func isID(s string) bool {
	lower := strings.ToLower(s)
	return len(s) > len("2026") && (strings.ContainsAny(s, digits) || s != lower) && (s != lower || !strings.Contains(s, "-"))
}

// url gives the address of the post that an embed's piece shows, "" for other
// kinds: the last link of the blockquote around, else the last of its own, that
// goes to a post. A post's text may link to other posts before.
func (p piece) url(in *Input) string {
	if p.kind != pb.Paragraph_EMBED {
		return ""
	}
	b := in.Page.Blocks[p.block]
	links := append(slices.Clone(b.GetLinks()), in.outline.lastLinks[in.outline.of(b).blockquote])
	for _, link := range slices.Backward(links) {
		if isPost(link, in.Page.GetUrl()) {
			return link
		}
	}
	return ""
}
