package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/winnow-news/winnow/crawler"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/winnow/control"
	"github.com/winnow-news/winnow/winnow/ingest"
	"github.com/winnow-news/winnow/winnow/pipeline"
)

func (a *app) extract() *cobra.Command {
	var format, address string
	cmd := &cobra.Command{
		Use:   "extract FILE|URL|-",
		Short: "Extract the article of one page, without a pipeline",
		Long: `Read one page from a file, an address or standard input and print its article
(Markdown, or --format json or text). Only the page itself is looked at; a
pipeline, which learns the site, does better.`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			cores, page, err := a.onePage(cmd.Context(), args[0], address)
			if err != nil {
				return err
			}
			segmented, err := cores.Segmenter.Segment(page)
			if err != nil {
				return err
			}
			article, _ := cores.Classifier.Decide(cores.Classifier.ScoreAlone(segmented))
			if article.GetText() == "" {
				return notFoundf("no article in %s: %s", args[0], segmented.GetClassReason())
			}
			s, err := a.sink("", format, outMarkdown)
			if err != nil {
				return err
			}
			text, err := s.form(article)
			if err != nil {
				return err
			}
			fmt.Fprint(a.Out, strings.TrimSuffix(text, "\n---\n\n"))
			return nil
		},
	}
	cmd.Flags().StringVar(&format, "format", "", "markdown, json or text (default markdown)")
	cmd.Flags().StringVar(&address, "url", "", "the address of a page that is read from a file")
	return cmd
}

// onePage reads or fetches the page that a command is about.
func (a *app) onePage(ctx context.Context, arg, address string) (*pipeline.Cores, *pb.Page, error) {
	cfg, err := a.load()
	if err != nil {
		return nil, nil, err
	}
	cores, err := pipeline.NewCores(cfg, Version)
	if err != nil {
		return nil, nil, err
	}
	if strings.HasPrefix(arg, "http://") || strings.HasPrefix(arg, "https://") {
		cc, err := pipeline.CrawlerConfig(cfg)
		if err != nil {
			return nil, nil, err
		}
		page, err := crawler.FetchOne(ctx, cc, arg)
		if err != nil {
			return nil, nil, err
		}
		page.Site, err = cores.Namer.Of(page.GetUrl())
		return cores, page, err
	}
	body, err := a.readInput(arg)
	if err != nil {
		return nil, nil, err
	}
	page, err := makePage(cores.Namer, ingest.Item{Source: arg, URL: address, Body: body}, "")
	return cores, page, err
}

func (a *app) explain() *cobra.Command {
	var address string
	var alone bool
	cmd := &cobra.Command{
		Use:   "explain FILE|URL|-",
		Short: "Show every block of a page with what decided about it",
		Long: `Show each block of a page with its group, |S_i| (the number of the site's pages
with a similar block), N, IBDF, score, verdict and reason: in the light of what
is known of its site, or, with --alone, of the page only.`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			cores, page, err := a.onePage(cmd.Context(), args[0], address)
			if err != nil {
				return err
			}
			var e *control.Explanation
			if alone {
				e, err = control.ExplainAlone(cores, page)
			} else {
				err = a.admin(cmd.Context(), func(admin control.Admin) error {
					e, err = admin.Explain(cmd.Context(), page)
					return err
				})
			}
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

func (a *app) printExplanation(e *control.Explanation) {
	fmt.Fprintf(a.Out, "%s\n%s\nsite %s, N = %d, template from |S| = %d; language %s; page class %s (%s)\n\n",
		e.Title, e.URL, e.Site, e.Window, e.Threshold, e.Language, e.PageClass, e.Reason)
	fmt.Fprintf(a.Out, "%4s %-1s %5s %5s  %4s %5s  %-22s %-16s  %s\n", "#", "", "score", "cold", "|S|", "IBDF", "reason", "group", "text")
	for _, b := range e.Blocks {
		mark := " "
		if b.Content {
			mark = "+"
		}
		fmt.Fprintf(a.Out, "%4d %-1s %5.2f %5.2f  %4d %5.2f  %-22s %016x  %s\n     %s\n",
			b.Index, mark, b.Score, b.Cold, b.SimilarPages, b.IBDF, b.Reason, b.Group, clip(oneLineText(b.Text), 100), b.Path)
	}
}

func oneLineText(s string) string { return strings.Join(strings.Fields(s), " ") }
