package outline

import (
	"net/url"
	"strings"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// markPosts tells the nodes in a blockquote whose last link goes to a post of
// another site that they show that post: so the platforms' own code for
// embedding is written, before a script replaces it.
func (o *Outline) markPosts(page *pb.SegmentedPage) {
	var last map[int32]string // of each blockquote
	for _, b := range page.GetBlocks() {
		q := o.Of(b).Blockquote
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
	o.LastLinks = last
	for i := range o.Nodes {
		if n := &o.Nodes[i]; n.Blockquote >= 0 && n.Post < 0 && IsPost(last[n.Blockquote], page.GetUrl()) {
			n.Post = n.Blockquote
		}
	}
}

// IsPost reports whether link goes to another site's post: its path holds what
// the platforms put before a post's id, and behind it an id.
func IsPost(link, page string) bool {
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
