package e2e

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/winnow-news/winnow/bus/bustest"
	"github.com/winnow-news/winnow/proto/canon"
	"github.com/winnow-news/winnow/proto/stream"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
)

// garbage is a message that somebody puts into the PAGES stream.
type garbage struct {
	name   string
	header map[string]string
	body   []byte
	// reason is a part of what its dead letter says; empty: it is a page like
	// any other, if a strange one, and is handled.
	reason string
}

// TestGarbage puts what is no page, and pages that are hostile, between the
// pages of the newsroom.
func TestGarbage(t *testing.T) {
	f := startFleet(t)
	f.work(2)
	stranger := bustest.Dial(t, f.natsURL())
	rubbish := garbageMessages(t)
	pages := thePages(t).pages
	part := len(pages)/len(rubbish) + 1
	for i, g := range rubbish {
		stranger.Put(stream.PageSubject(g.site()), g.header, g.body)
		f.publish(pages[min(i*part, len(pages)):min((i+1)*part, len(pages))])
	}
	for _, p := range hugePages() {
		f.publish([]*pb.Page{p})
	}
	f.drain()

	f.checkJournals()
	got := f.articles()
	for id, a := range got {
		if strings.HasPrefix(a.GetSite(), "garbage-") {
			delete(got, id) // what is made of a strange page is its own matter
		}
	}
	sameArticles(t, got, theArticles(t))
	letters := f.deadLetters()
	for _, g := range rubbish {
		g.check(t, letters)
	}
	checkLetter(t, letters, "garbage-huge_example", "too large")
	if len(letters) > 0 {
		t.Errorf("dead letters that nobody expected: %v", letters)
	}
}

func (g garbage) site() string { return "garbage-" + g.name + "_example" }

// check takes the message's dead letter, if it should have one, from letters.
func (g garbage) check(t *testing.T, letters map[string]*pb.DeadLetter) {
	t.Helper()
	if g.reason == "" {
		if l := letters[g.site()]; l != nil {
			t.Errorf("%s was given up: %s", g.name, l.GetReason())
			delete(letters, g.site())
		}
		return
	}
	checkLetter(t, letters, g.site(), g.reason)
}

func checkLetter(t *testing.T, letters map[string]*pb.DeadLetter, site, reason string) {
	t.Helper()
	l := letters[site]
	delete(letters, site)
	switch {
	case l == nil:
		t.Errorf("%s: no dead letter", site)
	case !strings.Contains(l.GetReason(), reason):
		t.Errorf("%s: reason %q, want one with %q", site, l.GetReason(), reason)
	case l.GetStage() != stream.StageSegment || l.GetAttempts() != 1 || l.GetSubject() != stream.PageSubject(site):
		t.Errorf("%s: dead letter %v", site, l)
	}
}

// deadLetters gives what `winnow dead ls --json` lists, by site.
func (f *fleet) deadLetters() map[string]*pb.DeadLetter {
	f.tb.Helper()
	letters := map[string]*pb.DeadLetter{}
	out := winnow(f.tb, 0, append([]string{"dead", "ls", "--json"}, f.flags()...)...)
	for line := range strings.Lines(out) {
		l := new(pb.DeadLetter)
		if err := protojson.Unmarshal([]byte(line), l); err != nil {
			f.tb.Fatalf("line %q: %v", line, err)
		}
		if letters[l.GetSite()] != nil {
			f.tb.Errorf("two dead letters of %s", l.GetSite())
		}
		letters[l.GetSite()] = l
	}
	return letters
}

func garbageMessages(t *testing.T) []garbage {
	t.Helper()
	whole := encode(t, pageOf("truncated", "<html><body><p>Some text.</p></body></html>"))
	return []garbage{
		{name: "binary", body: random(4 << 10), reason: "cannot be decoded"},
		{name: "truncated", body: whole[:len(whole)-7], reason: "cannot be decoded"},
		{name: "empty", body: nil, reason: "URL"},
		{name: "nozstd", header: map[string]string{stream.HeaderEncoding: "zstd"}, body: random(1 << 10), reason: "cannot be decoded"},
		{name: "coding", header: map[string]string{stream.HeaderEncoding: "br"}, body: whole, reason: `encoding "br" is unknown`},
		{name: "bomb", header: map[string]string{stream.HeaderEncoding: "zstd"}, body: bomb(t, 300<<20), reason: "too large"},
		{name: "object", header: map[string]string{stream.HeaderObject: "PAGES/none"}, reason: "object is missing"},
		{name: "utf8url", body: invalidURL(t), reason: "cannot be decoded"},
		{name: "badurl", body: encode(t, withURL("badurl", "javascript:alert(1)")), reason: "URL"},
		{name: "nourl", body: encode(t, withURL("nourl", "")), reason: "URL"},
		{name: "nobody", body: encode(t, pageOf("nobody", "")), reason: "empty"},
		{name: "utf8", body: encode(t, pageOf("utf8", "<html><body><h1>\xff\xfe</h1><p>caf\xe9 \xc3\x28 \xf0\x28\x8c\xbc</p>"))},
		{name: "image", body: encode(t, pageOf("image", "\x89PNG\r\n\x1a\n"+string(random(64<<10)))), reason: "not text"},
		{name: "nested", body: encode(t, pageOf("nested", strings.Repeat("<div>", 100_000)+"deep down"))},
		{name: "attributes", body: encode(t, pageOf("attributes", "<p "+hostileAttributes()+">text</p>"))},
	}
}

// hugePages are too large for a message of their own; the bus stores them as
// objects.
func hugePages() []*pb.Page {
	return []*pb.Page{
		pageOf("blocks", strings.Repeat("<p>x</p>", 1_000_000)),
		pageOf("huge", "<p>"+strings.Repeat(strconv.QuoteToASCII(string(random(1<<10))), 20<<20/2500)),
	}
}

// pageOf is a page of a garbage site.
func pageOf(name, body string) *pb.Page {
	url := "http://garbage-" + name + ".example/2026/11/a-story-about-" + name + "-and-more"
	return &pb.Page{
		PageId: canon.PageID(url, []byte(body)), Site: garbage{name: name}.site(), Url: url, Body: []byte(body),
	}
}

func withURL(name, url string) *pb.Page {
	p := pageOf(name, "<p>Some text.</p>")
	p.Url = url
	return p
}

func encode(t *testing.T, p *pb.Page) []byte {
	t.Helper()
	b, err := proto.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// invalidURL is a page whose URL is not UTF-8, which protobuf does not allow.
func invalidURL(t *testing.T) []byte {
	t.Helper()
	b := encode(t, withURL("utf8url", "http://a.example/MARK"))
	return bytes.Replace(b, []byte("MARK"), []byte("\xff\xfe\xff\xfe"), 1)
}

func random(n int) []byte {
	r := rand.New(rand.NewPCG(uint64(n), 0))
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return b
}

// bomb is n zero bytes, compressed.
func bomb(t *testing.T, n int) []byte {
	t.Helper()
	var out bytes.Buffer
	w, err := zstd.NewWriter(&out)
	if err != nil {
		t.Fatal(err)
	}
	zeros := make([]byte, 1<<20)
	for range n / len(zeros) {
		if _, err := w.Write(zeros); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func hostileAttributes() string {
	var b strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&b, `data-%d="%d" class="c%d" `, i, i, i)
	}
	return b.String()
}

// TestDeadLetters looks at dead letters, retries and drops them.
func TestDeadLetters(t *testing.T) {
	f := startFleet(t)
	f.worker("segment")
	stranger := bustest.Dial(t, f.natsURL())
	for _, site := range []string{"a_example", "b_example"} {
		stranger.Put(stream.PageSubject(site), nil, []byte("no page of "+site))
	}
	f.drain()
	before := f.deadLetters()
	if len(before) != 2 {
		t.Fatalf("%d dead letters, want 2: %v", len(before), before)
	}
	number := strconv.FormatUint(before["a_example"].GetSequence(), 10)

	shown := new(pb.DeadLetter)
	out := winnow(t, 0, append([]string{"dead", "show", number, "--json"}, f.flags()...)...)
	if err := protojson.Unmarshal([]byte(out), shown); err != nil || string(shown.GetPayload()) != "no page of a_example" {
		t.Errorf("dead show %s: %v, payload %q", number, err, shown.GetPayload())
	}

	winnow(t, 0, append([]string{"dead", "retry", number}, f.flags()...)...)
	f.drain() // it dies again, under another number
	after := f.deadLetters()
	if len(after) != 2 || after["a_example"].GetSequence() <= before["b_example"].GetSequence() {
		t.Errorf("after the retry: %v", after)
	}

	winnow(t, 0, append([]string{"dead", "drop", "--all", "--site", "a_example"}, f.flags()...)...)
	if left := f.deadLetters(); len(left) != 1 || left["b_example"] == nil {
		t.Errorf("after the drop: %v", left)
	}
	winnow(t, 4, append([]string{"dead", "drop", number}, f.flags()...)...)
}
