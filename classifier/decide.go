package classifier

import (
	"math"
	"slices"

	"github.com/winnow-news/winnow/classifier/judge"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// Classifier is the pure core: it decides pages. It is safe for concurrent
// use.
type Classifier struct {
	cfg    Config
	method judge.Method
	cold   Cold
}

// New makes a classifier that judges by cfg.Method, with cold for what a page
// alone says. It returns an error that wraps ErrConfig when cfg is not valid.
func New(cfg Config, cold Cold) (*Classifier, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	m, err := judge.Named(cfg.Method)
	if err != nil {
		return nil, err
	}
	return &Classifier{cfg: cfg, method: m, cold: cold}, nil
}

// LeastCold is the LeastCold of the method, which the comparer has to know.
func (c *Classifier) LeastCold() float64 { return c.method.LeastCold() }

// ColdScores gives the probability of content of each block of page by the
// page alone, parallel to page.Blocks.
func (c *Classifier) ColdScores(page *pb.SegmentedPage) []float32 {
	scores := make([]float32, len(page.GetBlocks()))
	if len(scores) > 0 {
		c.cold.Scores(page, scores)
	}
	return scores
}

// ScoreAlone gives page the scores it has without a site: cold ones, with
// every block seen on this page only. The cold scores are rounded as the
// journal keeps them, so that the first page of a site and a page without one
// are judged alike.
func (c *Classifier) ScoreAlone(page *pb.SegmentedPage) *pb.ScoredPage {
	scores := judge.AloneScores(len(page.GetBlocks()))
	for i, p := range c.ColdScores(page) {
		scores[i].Cold = float32(math.Round(coldSteps*float64(p))) / coldSteps
	}
	return &pb.ScoredPage{Page: page, Window: 1, Threshold: aloneThreshold, Scores: scores}
}

// coldSteps is the number of steps from 0 to 1 of a cold score in the journal.
const coldSteps = 255

// aloneThreshold is the least |S_i| that makes a block template, whatever N:
// a block has to recur on two other pages.
const aloneThreshold = 3

// Decide judges the blocks of a scored page and assembles the article from
// what is content. A page without scores (the comparer gives none to pages
// that do not enter the window) is judged alone. The article is never nil; its
// text is empty when nothing was found. Whether it should be published is for
// OutcomeOf to say. The verdicts stand parallel to the page's blocks.
func (c *Classifier) Decide(scored *pb.ScoredPage) (*pb.Article, []judge.Verdict) {
	in := c.input(scored)
	out := judge.Blocks(c.method, in)
	return c.assemble(in, out), out
}

func (c *Classifier) input(scored *pb.ScoredPage) *judge.Input {
	if page := scored.GetPage(); len(scored.GetScores()) != len(page.GetBlocks()) || slices.Contains(scored.GetScores(), nil) {
		alone := c.ScoreAlone(page)
		alone.Position = scored.GetPosition()
		scored = alone
	}
	return judge.NewInput(scored)
}

// Outcome is what becomes of a page.
type Outcome int

// The outcomes.
const (
	// OutcomeArticle: the page is an article with text.
	OutcomeArticle Outcome = iota
	// OutcomeListing: the page lists others.
	OutcomeListing
	// OutcomeWall: the page stands in front of another one (consent, bot
	// check, paywall, error) and says nothing of it.
	OutcomeWall
	// OutcomeOther: the page is something else.
	OutcomeOther
	// OutcomeEmpty: the page would be an article, but has too little text, or
	// none that the method believes in.
	OutcomeEmpty
)

// String gives the outcome in a word.
func (o Outcome) String() string {
	switch o {
	case OutcomeArticle:
		return "article"
	case OutcomeListing:
		return "listing"
	case OutcomeWall:
		return "wall"
	case OutcomeEmpty:
		return "empty"
	default:
		return "other"
	}
}

// OutcomeOf says what becomes of a scored page, of which Decide made a.
func (c *Classifier) OutcomeOf(scored *pb.ScoredPage, a *pb.Article) Outcome {
	switch scored.GetPage().GetPageClass() {
	case pb.PageClass_PAGE_CLASS_ARTICLE:
		switch {
		case scored.GetRecurring(): // the class did not tell, the site does
			return OutcomeWall
		case scored.GetUndated():
			return OutcomeOther
		case c.enough(a.GetText()) && believed(a):
			return OutcomeArticle
		}
		return OutcomeEmpty
	case pb.PageClass_PAGE_CLASS_LISTING:
		return OutcomeListing
	case pb.PageClass_PAGE_CLASS_WALL:
		return OutcomeWall
	}
	return OutcomeOther
}

// leastConfidence is what the method thinks at the least of a text that is
// published. Where it gives up on every block, all of a page together are the
// best guess at an article that is not there: "404", a menu and a footer.
const leastConfidence = 0.01

func believed(a *pb.Article) bool {
	fromBlocks := a.GetMetadataSources()["text"] == ""
	return !fromBlocks || a.GetProvenance().GetConfidence() >= leastConfidence
}
