package cli

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"
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
		Long: `Show each block of a page with its group, |S| (the number of the site's pages
with a similar block), N, IBDF, score, verdict and reason: in the light of what
is known of its site, or, with --alone, of the page only. A + marks what belongs
to the article.`,
		Example: "  winnow explain page.html --url https://news.example/a\n  winnow explain https://news.example/a --alone",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			cores, page, err := a.onePage(cmd.Context(), args[0], address)
			if err != nil {
				return err
			}
			e, err := a.explanation(cmd.Context(), cores, page, alone)
			if err != nil {
				return err
			}
			if a.json {
				return a.printJSON(e)
			}
			a.printExplanation(e)
			return nil
		},
	}
	cmd.Flags().StringVar(&address, "url", "", "the address of a page that is read from a file")
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
	fmt.Fprintf(a.Out, "%s\n%s\nsite %s, N = %d, template from |S| = %d; language %s; page class %s (%s)\n\n",
		plain(e.Title), plain(e.URL), e.Site, e.Window, e.Threshold, e.Language, e.PageClass, plain(e.Reason))
	fmt.Fprintf(a.Out, "%4s %-1s %5s %5s  %4s %5s  %-22s %-16s  %s\n", "#", "", "score", "cold", "|S|", "IBDF", "reason", "group", "text")
	for _, b := range e.Blocks {
		mark := " "
		if b.Content {
			mark = "+"
		}
		fmt.Fprintf(a.Out, "%4d %-1s %5.2f %5.2f  %4d %5.2f  %-22s %016x  %s\n     %s\n",
			b.Index, mark, b.Score, b.Cold, b.SimilarPages, b.IBDF, b.Reason, b.Group, clip(plain(b.Text), 100), plain(b.Path))
	}
}
