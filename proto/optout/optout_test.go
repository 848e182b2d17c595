package optout_test

import (
	"net/http"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/winnow-news/winnow/proto/optout"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"google.golang.org/protobuf/proto"
)

// robots are directives, as headers and meta elements have them, and what they
// ask of WinnowBot.
var robots = []struct {
	name, list string
	want       *pb.OptOuts
}{
	{"nothing", "", nil},
	{"harmless", "all, index, follow, max-snippet: 20, max-image-preview:large", nil},
	{"plain", "NoIndex, nofollow", &pb.OptOuts{Noindex: true, Nofollow: true}},
	{"space, tabs and semicolons", "noindex\tnofollow  noarchive;nosnippet", &pb.OptOuts{Noindex: true, Nofollow: true, Noarchive: true, Nosnippet: true}},
	{"none", "none", &pb.OptOuts{Noindex: true, Nofollow: true}},
	{"no cache", "nocache", &pb.OptOuts{Noarchive: true}},
	{"no images for machines", "noimageai", &pb.OptOuts{Noai: true}},
	{"no characters of a snippet", "max-snippet:0", &pb.OptOuts{Nosnippet: true}},
	{"with a space", "max-snippet: 0, noai", &pb.OptOuts{Nosnippet: true, Noai: true}},
	{"no preview is not none", "max-image-preview: none", nil},
	{"to us", "winnowbot: noai", &pb.OptOuts{Noai: true}},
	{"to us, close", "WINNOWBOT:noai;noindex", &pb.OptOuts{Noai: true, Noindex: true}},
	{"to us, a value", "winnowbot: max-snippet: 0", &pb.OptOuts{Nosnippet: true}},
	{"to all by a star", "*: noai", &pb.OptOuts{Noai: true}},
	{"to another", "otherbot: noindex, noarchive", nil},
	{"to another, a value", "otherbot: max-snippet: 0", nil},
	{"to each its own", "noindex, otherbot: noarchive, AI2Bot: nosnippet, winnowbot : noai", &pb.OptOuts{Noindex: true, Noai: true}},
	{"another's token is no prefix", "winnow: noindex, winnowbot-news: noarchive", nil},
	{"a date is no agent", "unavailable_after: 25 Jun 2030 15:00:00 PST, noindex", &pb.OptOuts{Noindex: true}},
	{"a date of another standard", "unavailable_after: 2030-06-25T15:00:00+00:00, noindex", &pb.OptOuts{Noindex: true}},
	{"what nobody knows is no agent", "rating: general, noindex", &pb.OptOuts{Noindex: true}},
}

func TestRobots(t *testing.T) {
	for _, tt := range robots {
		if got := optout.Header(http.Header{"X-Robots-Tag": {tt.list}}, "WinnowBot"); !proto.Equal(got, tt.want) {
			t.Errorf("%s: header: %v, want %v", tt.name, got, tt.want)
		}
		for _, name := range []string{"robots", " Robots", "winnowBOT"} {
			var got pb.OptOuts
			optout.Meta(&got, name, tt.list, "WinnowBot")
			if got := optout.Join(&got, nil); !proto.Equal(got, tt.want) {
				t.Errorf("%s: meta %s: %v, want %v", tt.name, name, got, tt.want)
			}
		}
	}
}

func TestHeader(t *testing.T) {
	policy := &pb.OptOuts{TdmReservation: true, TdmPolicy: "https://p.test/tdm.json"}
	for _, tt := range []struct {
		name   string
		header http.Header
		want   *pb.OptOuts
	}{
		{"nothing", http.Header{}, nil},
		{"several", http.Header{"X-Robots-Tag": {"otherbot: noindex", "noarchive", "nosnippet"}}, &pb.OptOuts{Noarchive: true, Nosnippet: true}},
		{"reserved", http.Header{"Tdm-Reservation": {"1"}, "Tdm-Policy": {" https://p.test/tdm.json", "x"}}, policy},
		{"not reserved", http.Header{"Tdm-Reservation": {"0"}}, nil},
		{"reserved in the second", http.Header{"Tdm-Reservation": {"0", "1"}}, &pb.OptOuts{TdmReservation: true}},
		{"folded", http.Header{"Tdm-Reservation": {"0, 1"}}, &pb.OptOuts{TdmReservation: true}},
		{"a policy without end", http.Header{"Tdm-Policy": {strings.Repeat("x", 3000)}}, nil},
	} {
		if got := optout.Header(tt.header, "WinnowBot"); !proto.Equal(got, tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}

func TestMeta(t *testing.T) {
	for _, tt := range []struct {
		name  string
		metas [][2]string
		want  *pb.OptOuts
	}{
		{"reserved", [][2]string{{"TDM-Reservation", " 1 "}, {"tdm-policy", "https://p.test/1"}, {"tdm-policy", "https://p.test/2"}}, &pb.OptOuts{TdmReservation: true, TdmPolicy: "https://p.test/1"}},
		{"not reserved", [][2]string{{"tdm-reservation", "0"}}, nil},
		{"never taken back", [][2]string{{"robots", "noai"}, {"robots", "all"}, {"tdm-reservation", "1"}, {"tdm-reservation", "0"}}, &pb.OptOuts{Noai: true, TdmReservation: true}},
		{"others", [][2]string{{"googlebot", "noindex"}, {"winnow", "noindex"}, {"", "noindex"}, {"description", "noindex"}}, nil},
	} {
		var got pb.OptOuts
		for _, m := range tt.metas {
			optout.Meta(&got, m[0], m[1], "WinnowBot")
		}
		if got := optout.Join(&got, nil); !proto.Equal(got, tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
	var got pb.OptOuts
	if optout.Meta(&got, "", "noindex", ""); got.Noindex {
		t.Error("an element without a name speaks to a crawler without one")
	}
}

func FuzzRobots(f *testing.F) {
	for _, tt := range robots {
		f.Add("robots", tt.list)
	}
	f.Add("tdm-policy", "\xff")
	f.Fuzz(func(t *testing.T, name, content string) {
		wishes := func() *pb.OptOuts { return &pb.OptOuts{Noindex: true, TdmReservation: true} }
		got := wishes()
		optout.Meta(got, name, content, "WinnowBot")
		if !got.Noindex || !got.TdmReservation || !utf8.ValidString(got.TdmPolicy) {
			t.Fatalf("%v of %q", got, content)
		}
		if strings.EqualFold(name, "robots") {
			header := optout.Join(optout.Header(http.Header{"X-Robots-Tag": {content}}, "WinnowBot"), wishes())
			if !proto.Equal(header, got) {
				t.Fatalf("header %v, meta %v", header, got)
			}
		}
	})
}

func TestRefusal(t *testing.T) {
	for want, o := range map[string]*pb.OptOuts{
		"":                {Nofollow: true, Nosnippet: true, TdmPolicy: "x"},
		"noindex":         {Noindex: true},
		"noarchive":       {Noarchive: true},
		"noai":            {Noai: true},
		"tdm-reservation": {TdmReservation: true},
	} {
		if got := optout.Refusal(o); got != want {
			t.Errorf("Refusal(%v) = %q", o, got)
		}
	}
	if optout.Refusal(nil) != "" {
		t.Error("nil refuses")
	}
}

func TestJoin(t *testing.T) {
	got := optout.Join(&pb.OptOuts{Noai: true}, &pb.OptOuts{Nofollow: true, TdmPolicy: "p"})
	if want := (&pb.OptOuts{Noai: true, Nofollow: true, TdmPolicy: "p"}); !proto.Equal(got, want) {
		t.Errorf("Join = %v", got)
	}
	if optout.Join(nil, nil) != nil {
		t.Error("Join(nil, nil) is not nil")
	}
}
