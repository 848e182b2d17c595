package feed_test

import (
	"net/url"
	"strings"
	"testing"

	"github.com/winnow-news/winnow/crawler/feed"
)

func BenchmarkParse(b *testing.B) {
	base, _ := url.Parse("https://a.test/")
	item := "<item><title>Storm</title><link>/1</link><pubDate>Fri, 20 Nov 2026 10:00:00 +0100</pubDate><description><![CDATA[" +
		strings.Repeat("<p>Some text with <b>marks</b>.</p>", 50) + "]]></description></item>"
	for name, tt := range map[string]struct {
		file    string
		entries int
	}{
		"feed":    {"<rss><channel>" + strings.Repeat(item, 100) + "</channel></rss>", 100},
		"hostile": {"<rss>" + strings.Repeat("<a</", 50_000), 0},
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(tt.file)))
			b.ReportAllocs()
			for b.Loop() {
				if got, _ := feed.Parse([]byte(tt.file), "application/rss+xml", base); len(got) != tt.entries {
					b.Fatalf("%d entries", len(got))
				}
			}
		})
	}
}
