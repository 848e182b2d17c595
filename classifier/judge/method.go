// Package judge has the extraction methods: they say which blocks of a page are
// its article's text, and why.
package judge

import (
	"errors"
	"fmt"
	"strings"

	"github.com/winnow-news/winnow/classifier/internal/outline"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// Names of the methods.
const (
	Winnow           = "winnow"
	XCEX             = "xcex"
	ContentExtractor = "content-extractor"
)

// ErrUnknown is returned when no extraction method has the name asked for.
var ErrUnknown = errors.New("judge: unknown method")

// Method is an extraction method: it judges the blocks of a page. A method is
// stateless and safe for concurrent use, and its verdicts follow from the
// input alone.
type Method interface {
	Name() string
	// Judge writes a verdict for each block into out, which is zeroed and as
	// long as in.Page.Blocks. Blocks without words need no care: whatever is said
	// of them, they are not content, but in a table of data.
	Judge(in *Input, out []Verdict)
	// LeastCold is the cold score from which the method asks what the site knows
	// of a block at a place that holds no content on other pages; 0 if it always
	// asks. The comparer has to know it, as its own LeastCold.
	LeastCold() float64
}

// Methods lists the extraction methods, the default first.
func Methods() []Method {
	return []Method{winnow{}, xcex{}, contentExtractor{}}
}

// Named gives the method of that name, or ErrUnknown with the names that are
// known.
func Named(name string) (Method, error) {
	var known []string
	for _, m := range Methods() {
		if m.Name() == name {
			return m, nil
		}
		known = append(known, m.Name())
	}
	return nil, fmt.Errorf("%w: %q, want one of %s", ErrUnknown, name, strings.Join(known, ", "))
}

// Input is what a method may know of a page.
type Input struct {
	Page *pb.SegmentedPage
	// Scores stand parallel to Page.Blocks and are never nil.
	Scores []*pb.BlockScore
	// Window is N, Threshold the |S_i| from which a block is template.
	Window, Threshold uint32

	Outline *outline.Outline // of Page
	Titles  *Titles          // that Page says it has
}

// NewInput prepares scored for a method. Scores that do not stand parallel to
// the blocks are no scores: each block is then taken as seen on this page only.
func NewInput(scored *pb.ScoredPage) *Input {
	in := &Input{
		Page:      scored.GetPage(),
		Scores:    scored.GetScores(),
		Window:    scored.GetWindow(),
		Threshold: scored.GetThreshold(),
	}
	if in.Page == nil {
		in.Page = &pb.SegmentedPage{}
	}
	if len(in.Scores) != len(in.Page.Blocks) {
		in.Scores = AloneScores(len(in.Page.Blocks))
	}
	in.Outline, in.Titles = outline.New(in.Page), newTitles(in.Page.GetMetadata())
	return in
}

// AloneScores gives the scores of n blocks that are seen on their page only.
func AloneScores(n int) []*pb.BlockScore {
	slab := make([]pb.BlockScore, n)
	scores := make([]*pb.BlockScore, n)
	for i := range slab {
		slab[i].SimilarPages = 1
		scores[i] = &slab[i]
	}
	return scores
}

// Blocks gives m's verdicts on the blocks of in. What has no words is not
// content, but for the signs in a table of data ("–").
func Blocks(m Method, in *Input) []Verdict {
	out := make([]Verdict, len(in.Page.Blocks))
	m.Judge(in, out)
	for i, b := range in.Page.Blocks {
		if b.GetStats().GetWords() == 0 && !(out[i].Content && in.Outline.Of(b).DataTable >= 0) {
			out[i] = Verdict{Reason: ReasonNoWords}
		}
	}
	return out
}

// Verdict is what a method says of one block.
type Verdict struct {
	Content bool
	// Score is the method's degree of belief, 0..1.
	Score  float32
	Reason Reason
}

// Reason says why a block is content or not.
type Reason uint8

// The reasons.
const (
	ReasonUnjudged Reason = iota
	ReasonHidden
	ReasonNoWords
	ReasonTemplate
	ReasonUnique
	ReasonImprobable
	ReasonProbable
	ReasonRepeated
	ReasonTable
	ReasonOther
	ReasonInserted
	ReasonComment
	ReasonBetween
	ReasonStandfirst
	ReasonReadMore
	ReasonNotice
	ReasonChannel
)

// String gives the reason in a few words.
func (r Reason) String() string {
	switch r {
	case ReasonHidden:
		return "hidden"
	case ReasonNoWords:
		return "no words"
	case ReasonTemplate:
		return "recurs on the site"
	case ReasonUnique:
		return "the page's own"
	case ReasonImprobable:
		return "improbable"
	case ReasonProbable:
		return "probable"
	case ReasonRepeated:
		return "repeats other content"
	case ReasonTable:
		return "goes with its table"
	case ReasonOther:
		return "of another article"
	case ReasonInserted:
		return "of a dialog, widget or sidebar"
	case ReasonComment:
		return "a reader's comment"
	case ReasonBetween:
		return "between content"
	case ReasonStandfirst:
		return "the page's description"
	case ReasonReadMore:
		return "leads to another article"
	case ReasonNotice:
		return "a notice of copyright, or of an advertisement"
	case ReasonChannel:
		return "asks to follow a channel"
	default:
		return "unjudged"
	}
}
