package optout_test

import (
	"net/http"
	"testing"

	"github.com/winnow-news/winnow/crawler/optout"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"google.golang.org/protobuf/proto"
)

func TestHeader(t *testing.T) {
	tests := []struct {
		name   string
		header http.Header
		want   *pb.OptOuts
	}{
		{"nothing", http.Header{}, nil},
		{"harmless", http.Header{"X-Robots-Tag": {"max-snippet: 20, all"}}, nil},
		{"plain", http.Header{"X-Robots-Tag": {"NoIndex, nofollow"}}, &pb.OptOuts{Noindex: true, Nofollow: true}},
		{"none", http.Header{"X-Robots-Tag": {"none"}}, &pb.OptOuts{Noindex: true, Nofollow: true}},
		{"to us", http.Header{"X-Robots-Tag": {"winnowbot: noai"}}, &pb.OptOuts{Noai: true}},
		{"to another", http.Header{"X-Robots-Tag": {"otherbot: noindex"}}, nil},
		{"several", http.Header{"X-Robots-Tag": {"otherbot: noindex", "noarchive", "nosnippet"}}, &pb.OptOuts{Noarchive: true, Nosnippet: true}},
		{"a date is no agent", http.Header{"X-Robots-Tag": {"unavailable_after: 25 Jun 2030 15:00:00 PST, noindex"}}, &pb.OptOuts{Noindex: true}},
		{"reserved", http.Header{"Tdm-Reservation": {"1"}, "Tdm-Policy": {"https://p.test/tdm.json"}}, &pb.OptOuts{TdmReservation: true, TdmPolicy: "https://p.test/tdm.json"}},
		{"not reserved", http.Header{"Tdm-Reservation": {"0"}}, nil},
	}
	for _, tt := range tests {
		if got := optout.Header(tt.header, "WinnowBot"); !proto.Equal(got, tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
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
