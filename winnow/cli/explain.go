package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/winnow-news/winnow/classifier"
	"github.com/winnow-news/winnow/classifier/cold"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/winnow/control"
	"github.com/winnow-news/winnow/winnow/pipeline"
)

func (a *app) explain() *cobra.Command {
	var address string
	var alone bool
	cmd := &cobra.Command{
		Use:   "explain FILE|URL|-",
		Short: "Show every block of a page with what decided about it",
		Long: `Show each block of a page with what decided about it, in the light of what is
known of its site or, with --alone, of the page only. A + marks what belongs to the
article. The columns:
  score   the probability that the block belongs to the article
  cold    the same by the page alone, as the model sees it; the line below the
          block tells which kinds of features contributed to it, in logits
  |S|     how many of the site's pages have a similar block; of N in all
  IBDF    1/|S|
  reason  the rule or comparison that decided
  group   identical blocks of the site have the same one`,
		Example: "  winnow explain page.html --url https://news.example/a\n  winnow explain https://news.example/a --alone",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			cores, page, err := a.onePage(cmd.Context(), args[0], address)
			if err != nil {
				return err
			}
			if _, err := cores.Segmenter.Segment(page); err != nil {
				return notFoundf("no text in %s: %w", args[0], err)
			}
			e, err := a.explanation(cmd.Context(), cores, page, alone)
			if err != nil {
				return err
			}
			if isSavedURL(e.URL) { // that address is ours, not the page's
				e.URL, e.Canonical = "", ""
			}
			if a.json {
				return a.printJSON(e)
			}
			a.printExplanation(e)
			return nil
		},
	}
	cmd.Flags().StringVar(&address, "url", "", "the `URL` of a page that is read from a file")
	cmd.Flags().BoolVar(&alone, "alone", false, "judge by the page only")
	return cmd
}

// explanation explains a page in the light of its site where anything is known
// of it.
func (a *app) explanation(ctx context.Context, cores *pipeline.Cores, page *pb.Page, alone bool) (e *control.Explanation, err error) {
	if alone {
		return control.ExplainAlone(cores, page)
	}
	err = a.look(ctx, func(admin control.Admin) error {
		e, err = admin.Explain(ctx, page)
		return err
	})
	if errors.Is(err, pipeline.ErrNoData) {
		fmt.Fprintln(a.Err, "nothing is known of the site: judged by the page alone")
		return control.ExplainAlone(cores, page)
	}
	return e, err
}

func (a *app) printExplanation(e *control.Explanation) {
	fmt.Fprintln(a.Out, plain(e.Title))
	if e.URL != "" {
		fmt.Fprintln(a.Out, plain(e.URL))
	}
	if e.Canonical != e.URL {
		fmt.Fprintf(a.Out, "its article is that of %s\n", plain(e.Canonical))
	}
	fmt.Fprintf(a.Out, "site %s, N = %d, template from |S| = %d; language %s; page class %s (%s)\n\n",
		e.Site, e.Window, e.Threshold, e.Language, e.PageClass, plain(e.Reason))
	if e.Recurring {
		fmt.Fprint(a.Out, "its text stands under many addresses of the site: a wall, not published\n\n")
	}
	if e.Undated {
		fmt.Fprint(a.Out, "it shows no date where the site's articles do: no news, not published\n\n")
	}
	fmt.Fprintf(a.Out, "%4s %-1s %5s %5s  %4s %5s  %-30s %-16s  %s\n", "#", "", "score", "cold", "|S|", "IBDF", "reason", "group", "text")
	for _, b := range e.Blocks {
		mark := " "
		if b.Content {
			mark = "+"
		}
		fmt.Fprintf(a.Out, "%4d %-1s %5.2f %5.2f  %4d %5.2f  %-30s %s  %s\n     %s\n",
			b.Index, mark, b.Score, b.Cold, b.SimilarPages, b.IBDF, b.Reason, b.Group, clip(plain(b.Text), 100), lastSteps(plain(b.Path)))
		if c := strings.Join(append(siteSays(b), strongest(b.Contributions)...), "  "); c != "" {
			fmt.Fprintf(a.Out, "     %s\n", c)
		}
	}
	fmt.Fprintf(a.Out, "\n%s\n", reasons(e.Blocks))
}

// siteSays tells what the site's other pages say of a block beside |S|.
func siteSays(b classifier.BlockReport) (words []string) {
	if b.PlaceLevel != 0 {
		words = append(words, fmt.Sprintf("site: place %+d", b.PlaceLevel))
	}
	if b.Outside {
		words = append(words, "site: outside of its articles' element")
	}
	return words
}

// strongest names the kinds of features that moved a block's cold score, the
// strongest first; --json has all of them.
func strongest(contributions []cold.Contribution) []string {
	const shown, least = 5, 0.25 // logits
	moved := slices.DeleteFunc(slices.Clone(contributions), func(c cold.Contribution) bool {
		return c.Logit > -least && c.Logit < least
	})
	slices.SortStableFunc(moved, func(x, y cold.Contribution) int {
		return cmp.Compare(math.Abs(float64(y.Logit)), math.Abs(float64(x.Logit)))
	})
	words := make([]string, min(len(moved), shown))
	for i := range words {
		words[i] = fmt.Sprintf("%s %+.1f", moved[i].Family, moved[i].Logit)
	}
	return words
}

// lastSteps is the end of a path of elements, which tells blocks apart; --json
// has the whole.
func lastSteps(path string) string {
	const between, shown = " > ", 4
	steps := strings.Split(path, between)
	if len(steps) <= shown {
		return path
	}
	return "… > " + strings.Join(steps[len(steps)-shown:], between)
}

// reasons counts the blocks of each verdict by its reason, the most frequent
// first.
func reasons(blocks []classifier.BlockReport) string {
	counts := [2]map[string]int{{}, {}}
	totals := [2]int{}
	for _, b := range blocks {
		verdict := 0
		if b.Content {
			verdict = 1
		}
		counts[verdict][b.Reason]++
		totals[verdict]++
	}
	lines := make([]string, 0, len(counts))
	for verdict, name := range []string{"left out", "article"} {
		words := slices.SortedFunc(maps.Keys(counts[verdict]), func(x, y string) int {
			return cmp.Or(counts[verdict][y]-counts[verdict][x], cmp.Compare(x, y))
		})
		for i, w := range words {
			words[i] = fmt.Sprintf("%d %s", counts[verdict][w], w)
		}
		lines = append(lines, strings.TrimSuffix(fmt.Sprintf("%-8s  %s: %s", name, count(totals[verdict], "block"), strings.Join(words, ", ")), ": "))
	}
	return strings.Join(lines, "\n")
}
