package judge

import (
	"slices"
	"strings"

	"github.com/winnow-news/winnow/proto/site"
)

// longestChannel is the most words of a paragraph that asks readers to follow a
// channel.
const longestChannel = 50

// dropChannels takes out the paragraphs of an article that ask readers to follow
// the paper on another platform, by where their links lead.
func dropChannels(in *Input, out []Verdict) {
	for i, b := range in.Page.Blocks {
		if !out[i].Content || len(b.GetLinks()) == 0 || b.GetStats().GetWords() > longestChannel || !in.Outline.IsParagraph(b) {
			continue
		}
		if slices.ContainsFunc(b.GetLinks(), func(link string) bool { return isChannel(link, in.Page.GetUrl()) }) {
			out[i].Content, out[i].Reason = false, ReasonChannel
		}
	}
}

// isChannel reports a link by which one follows a channel: those of platforms
// that have addresses for nothing else, and the one on Telegram that has the
// name of page's site. Channels of others are quoted in articles, by their posts.
func isChannel(link, page string) bool {
	_, rest, _ := strings.Cut(link, "://")
	rest, _, _ = strings.Cut(rest, "?")
	host, path, _ := strings.Cut(strings.TrimPrefix(rest, "www."), "/")
	switch host {
	case "whatsapp.com":
		return strings.HasPrefix(path, "channel/")
	case "chat.whatsapp.com", "invite.viber.com":
		return true
	case "news.google.com":
		return strings.HasPrefix(path, "publications/") || strings.HasPrefix(path, "s/")
	case "google.com":
		return strings.HasPrefix(path, "preferences/source")
	case "t.me", "telegram.me":
		name, channel := siteName(page), strings.Trim(strings.TrimPrefix(path, "s/"), "/")
		return len(name) >= 4 && !strings.Contains(channel, "/") && strings.Contains(strings.ToLower(channel), name)
	}
	return false
}

// siteName gives the first label of the domain that a page's site has registered:
// "paper" of "https://news.paper.co.uk/a". What stands before it ("news") is in
// the names of many channels.
func siteName(page string) string {
	token, err := new(site.Namer).Of(page)
	if err != nil {
		return ""
	}
	name, _, _ := strings.Cut(token, "_")
	return name
}
