package segmenter_test

import (
	"bytes"
	"fmt"
	"testing"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/segmenter"
	"github.com/winnow-news/winnow/segmenter/internal/markup"
	"github.com/winnow-news/winnow/segmenter/internal/markup/markuptest"
	"golang.org/x/net/html"
	"google.golang.org/protobuf/proto"
)

// sameSegments fails the test where a page gives other bytes when it is parsed
// as it stands.
func sameSegments(t testing.TB, short, whole *segmenter.Segmenter, page *pb.Page) {
	t.Helper()
	got, errShort := short.Segment(page)
	want, errWhole := whole.Segment(page)
	if fmt.Sprint(errShort) != fmt.Sprint(errWhole) {
		t.Errorf("error %v, want %v", errShort, errWhole)
		return
	}
	if want.GetTruncated() == "attributes" {
		return // condensed, the page may have few enough
	}
	deterministic := proto.MarshalOptions{Deterministic: true}
	g, err := deterministic.Marshal(got)
	if err != nil {
		t.Fatal(err)
	}
	w, err := deterministic.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(g, w) {
		t.Errorf("%s: condensed, the page gives other segments", page.PageId)
	}
}

func both(t testing.TB) (short, whole *segmenter.Segmenter) {
	t.Helper()
	short, err := segmenter.New(segmenter.DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	if whole, err = segmenter.NewWhole(segmenter.DefaultConfig()); err != nil {
		t.Fatal(err)
	}
	return short, whole
}

// TestCondenseOnCorpora holds that condensing changes nothing on real pages,
// neither their trees nor their segments.
func TestCondenseOnCorpora(t *testing.T) {
	short, whole := both(t)
	var c markup.Condenser
	for _, name := range []string{"fundus", "news2019", "helsingborg-news", "big9", "chaos", "dragnet", "wcxb", "cleaneval", "l3s-gn1", "trafilatura-eval"} {
		var before, after int
		for _, p := range corpus(t, name) {
			markuptest.SameTree(t, p.Page.Body)
			sameSegments(t, short, whole, p.Page)
			before, after = before+len(p.Page.Body), after+len(c.Condense(p.Page.Body))
		}
		t.Logf("%s: %d bytes, condensed %d", name, before, after)
	}
}

func FuzzCondense(f *testing.F) {
	for _, body := range []string{
		"<script><!--<script></script>--></script>", "<p a='>' b=\">\" c=/><!-- x --!>", "<svg><g><title>x</title></g></svg><table><svg><text>y</text></svg>",
		"<select><svg><path/></svg><style>x</style></select>", "<title><script></title><script>y</script>", "<svg/><math><script>x</script></math>",
		"<noscript><!-- </noscript> --><style></style >", "<template><svg></svg><script></script></template><frameset>", "<b><p><svg><title>x</title></svg></b>",
	} {
		f.Add([]byte(body))
	}
	short, whole := both(f)
	f.Fuzz(func(t *testing.T, body []byte) {
		markuptest.SameTree(t, body)
		if _, err := html.Parse(bytes.NewReader(body)); err == nil {
			sameSegments(t, short, whole, &pb.Page{PageId: "p", Url: "https://news.example/a", Body: body})
		}
	})
}
