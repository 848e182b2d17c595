package feed_test

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/winnow-news/winnow/crawler/feed"
	"google.golang.org/protobuf/proto"
)

const rss = `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>A</title><link>https://a.test/</link><language>sv-SE</language>
<item><title>Storm &amp; snö</title><link>/1?utm_source=rss</link><pubDate>Fri, 20 Nov 2026 10:00:00 +0100</pubDate><dc:creator>Eva Ek</dc:creator><category>Weather</category><description>&lt;p&gt;Short&lt;/p&gt;</description><content:encoded><![CDATA[<p>First
line.</p><script>x()</script><p>Second &eacute;.</p>]]></content:encoded></item>
<item><title>No link</title></item>
<item><guid>https://a.test/2</guid></item>
</channel></rss>`

const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><title>A</title><entry><title type="html">&lt;b&gt;T&lt;/b&gt;</title><link href="https://a.test/3"/><published>2026-11-20T10:00:00Z</published><updated>2026-11-21T10:00:00Z</updated><author><name>Bo</name></author><summary>S</summary></entry></feed>`

const jsonFeed = `{"version":"https://jsonfeed.org/version/1.1","title":"A","items":[{"id":"1","url":"https://a.test/4","title":"T","content_html":"<p>x<br>y<br>z</p>","date_published":"2026-11-20T10:00:00Z"}]}`

func parse(t *testing.T, file string) []feed.Entry {
	t.Helper()
	base, _ := url.Parse("https://a.test/feeds/rss")
	entries, err := feed.Parse([]byte(file), "application/xml", base)
	if err != nil {
		t.Fatal(err)
	}
	return entries
}

func TestRSS(t *testing.T) {
	entries := parse(t, rss)
	if len(entries) != 2 || entries[0].URL != "https://a.test/1" || entries[1].URL != "https://a.test/2" {
		t.Fatalf("entries %v", entries)
	}
	f := entries[0].Facts
	if f.Title != "Storm & snö" || f.Language != "sv-SE" || f.Summary != "Short" || f.Text != "First line.\nSecond é." {
		t.Errorf("facts %v", f)
	}
	if !slices.Equal(f.Authors, []string{"Eva Ek"}) || !slices.Equal(f.Tags, []string{"Weather"}) || f.Published.AsTime().Hour() != 9 {
		t.Errorf("facts %v", f)
	}
}

func TestAtomAndJSON(t *testing.T) {
	e := parse(t, atom)
	if len(e) != 1 || e[0].URL != "https://a.test/3" || e[0].Facts.Title != "T" || e[0].Facts.Modified.AsTime().Day() != 21 || e[0].Facts.Authors[0] != "Bo" {
		t.Errorf("atom %v", e)
	}
	e = parse(t, jsonFeed)
	if len(e) != 1 || e[0].URL != "https://a.test/4" || e[0].Facts.Text != "x\ny\nz" {
		t.Errorf("json %v", e)
	}
}

func TestDeclaredCharset(t *testing.T) {
	lies := strings.Replace(rss, `encoding="utf-8"`, `encoding="iso-8859-1"`, 1)
	if got := parse(t, lies)[0].Facts.Title; got != "Storm & snö" {
		t.Errorf("UTF-8 declared as latin-1: %q", got)
	}
	latin := strings.ReplaceAll(lies, "ö", "\xf6")
	if got := parse(t, latin)[0].Facts.Title; got != "Storm & snö" {
		t.Errorf("latin-1: %q", got)
	}
}

func TestHostile(t *testing.T) {
	base, _ := url.Parse("https://a.test/")
	for name, file := range map[string]string{
		"empty":            "",
		"html":             "<!doctype html><html><body><p>no feed",
		"json":             `{"a":1}`,
		"binary":           strings.Repeat("\x00\x01", 100),
		"deep":             "<rss><channel><item>" + strings.Repeat("<a:b>", 1<<20),
		"deep behind lies": "<rss><channel><item>" + strings.Repeat(`<a x="/>">`, 1<<18),
		"deep JSON":        `{"version":"https://jsonfeed.org/version/1.1","items":` + strings.Repeat(`[`, 1<<20),
		"no end in sight":  "<rss>" + strings.Repeat("<a</", 1<<20),
	} {
		if got, err := feed.Parse([]byte(file), "", base); !errors.Is(err, feed.ErrFormat) {
			t.Errorf("%s: %d entries, %v; want ErrFormat", name, len(got), err)
		}
	}
	many := "<rss><channel>" + strings.Repeat("<item><link>https://a.test/1</link></item>", feed.MaxEntries+5) + "</channel></rss>"
	if got := parse(t, many); len(got) != feed.MaxEntries {
		t.Errorf("%d entries", len(got))
	}
	long := "<rss><channel><item><link>https://a.test/1</link><title>" + strings.Repeat("é", 10_000) + "</title></item></channel></rss>"
	if got := parse(t, long)[0].Facts.Title; len(got) > 4096 || !utf8.ValidString(got) {
		t.Errorf("title of %d bytes", len(got))
	}
}

// Whatever makes gofeed descend is counted, and nothing else is: feeds quote
// HTML without end tags.
func TestDepth(t *testing.T) {
	base, _ := url.Parse("https://a.test/")
	const open, levels = "<rss><channel><item>", 300
	closing := strings.Repeat("</a:b>", levels)
	for name, file := range map[string]string{
		"plain":                  open + strings.Repeat("<a:b>", levels) + closing,
		"two marks":              "\ufeff\ufeff" + open + strings.Repeat("<a:b>", levels) + closing,
		"NUL":                    "\x00" + open + strings.Repeat("<a:b>", levels) + closing,
		"declared after marks":   "\ufeff \x00\ufeff<?xml version='1.0'?>\ufeff\x00" + open + strings.Repeat("<a:b>", levels) + closing,
		"control characters":     "<\x01rss><channel><item>" + strings.Repeat("<\x02a:b>", levels) + closing,
		"instructions":           open + strings.Repeat("<a:b><?x</?>", levels) + closing,
		"comments":               open + strings.Repeat("<a:b><!-- </a:b> -->", levels) + closing,
		"sections":               open + strings.Repeat("<a:b><![CDATA[</a:b>]]>", levels) + closing,
		"attributes":             open + strings.Repeat(`<a:b c=">" d='/>'>`, levels) + closing,
		"directives":             open + strings.Repeat("<a:b><!x </a:b>>", levels) + closing,
		"encoded as it said":     "<?x?><?xml version='1.0' encoding='latin1'?>" + open + strings.Repeat("<a:b>", levels) + closing,
		"behind a stray bracket": "x" + open + strings.Repeat("<a:b>", levels) + closing,
	} {
		if _, err := feed.Parse([]byte(file), "", base); err == nil || !strings.Contains(err.Error(), "nested") {
			t.Errorf("%s: %v, want an error for its depth", name, err)
		}
	}
	for name, text := range map[string]string{
		"self-closing": strings.Repeat("<a:b/>", levels), "closed": strings.Repeat("<a:b></a:b>", levels),
		"quoted": "<![CDATA[" + strings.Repeat("<a:b>", levels) + "]]>",
	} {
		file := open + "<link>/1</link><description>" + text + "</description></item></channel></rss>"
		if got := parse(t, file); len(got) != 1 {
			t.Errorf("%s: %d entries", name, len(got))
		}
	}
}

// gofeed's work is the number of elements times that of namespace prefixes.
func TestPrefixes(t *testing.T) {
	base, _ := url.Parse("https://a.test/")
	file := func(prefixes int) string {
		var b strings.Builder
		b.WriteString("<rss><channel>")
		for i := range 2000 {
			fmt.Fprintf(&b, "<item xmlns:p%d='u'><link>/1</link></item>", i%prefixes)
		}
		return b.String() + "</channel></rss>"
	}
	if got := parse(t, file(100)); len(got) == 0 {
		t.Error("no entries of a feed that declares its prefixes for each item")
	}
	if _, err := feed.Parse([]byte(file(1000)), "", base); !errors.Is(err, feed.ErrFormat) || !strings.Contains(err.Error(), "prefixes") {
		t.Errorf("%v, want an error for the prefixes", err)
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(rss))
	f.Add([]byte(atom))
	f.Add([]byte(jsonFeed))
	base, _ := url.Parse("https://a.test/")
	f.Fuzz(func(t *testing.T, file []byte) {
		entries, _ := feed.Parse(file, "", base)
		for _, e := range entries {
			if _, err := proto.Marshal(e.Facts); err != nil || e.URL == "" {
				t.Fatalf("entry %v: %v", e, err)
			}
		}
	})
}
