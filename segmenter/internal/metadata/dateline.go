package metadata

import (
	"slices"
	"strings"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// dateline tells whether the page shows its readers when it was published. The
// dates that pages declare say nothing of that: those that stand for good, such
// as a town's on its schools, declare when they were made, too. It reads the
// metadata, which must have been resolved.
func (x *resolution) dateline() pb.Dateline {
	switch {
	case x.showsDate():
		return pb.Dateline_DATELINE_SHOWN
	case x.page.GetFeed().GetPublished() != nil: // what the site announces is news
		return pb.Dateline_DATELINE_UNSPECIFIED
	case !Signed(x.m) && x.saysPage() && x.data.articles == 0 && !slices.ContainsFunc(x.m.Types, isNamed):
		return pb.Dateline_DATELINE_ABSENT
	}
	return pb.Dateline_DATELINE_UNSPECIFIED
}

// saysPage reports whether the page says what it is, if only that it is a page:
// then that it speaks of no article means something.
func (x *resolution) saysPage() bool {
	return strings.EqualFold(x.head.Meta("og:type"), "website") || slices.Contains(x.data.Types, "webpage") || slices.Contains(x.data.Types, "website")
}

// showsDate reports whether a short line or a time element close behind the
// headline has a date.
func (x *resolution) showsDate() bool {
	dated := func(value string) bool {
		t, ok := x.reader.dates.Read(value, x.monthFirst)
		return ok && x.sane(t.Time)
	}
	from := x.headline // above it stands the day of the visit, on every page
	to := min(x.headEnd, from+datelineReach)
	for _, e := range x.head.Times {
		if from <= e.Block && e.Block <= to && dated(e.Value) {
			return true
		}
	}
	for i := from; i <= min(to, len(x.out.Blocks)-1); i++ {
		b := x.out.Blocks[i]
		if b.Stats.Words <= longestDateline && (slices.ContainsFunc(x.datesOf(b), dated) || x.tellsTime(b)) {
			return true
		}
	}
	return false
}

// tellsTime reports a line that tells when something was said, if not the day:
// "Today, 14:30", "2 hours ago", "vor 5 Minuten". What is new often says no
// more.
func (x *resolution) tellsTime(b *pb.Block) bool {
	s := b.Stats
	return 0 < s.Digits && s.Digits <= 6 && !x.out.Elements[b.Element].Hidden && x.reader.visible.time.MatchString(b.Text)
}

const (
	// datelineReach is how many blocks the head of an article has at most: a
	// page without paragraphs would be all head.
	datelineReach = 10
	// longestDateline is the most words of a line that shows when the page was
	// published, rather than tells of a day.
	longestDateline = 15
)

// isNamed reports a type of article that is more than that: the bare one stands
// in the og:type and the microdata of all pages of some systems.
func isNamed(kind string) bool { return kind != "article" && articleRank(kind) > 0 }
