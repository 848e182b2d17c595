package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/winnow-news/winnow/crawler"
	"github.com/winnow-news/winnow/crawler/charset"
	"github.com/winnow-news/winnow/crawler/fetch"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/winnow/ingest"
	"github.com/winnow-news/winnow/winnow/pipeline"
)

func (a *app) extract() *cobra.Command {
	var format, address string
	cmd := &cobra.Command{
		Use:   "extract FILE|URL|-",
		Short: "Extract the article of one page, without a pipeline",
		Long: `Read one page from a file, an address or standard input and print its article as
Markdown, or as --format says. Only the page itself is looked at; a pipeline, which
learns the site, does better. robots.txt is not asked: you are the reader.

A page that does not look like an article is printed all the same, with a note on
stderr. The exit code is 4 if there is no text to print. The JSON is that of
published articles, without revision and event, which come with publication, and
without what depends on the address (id, url, site, relative images) if neither
--url nor the page names one.`,
		Example: "  winnow extract https://news.example/a\n  curl -s https://news.example/a | winnow extract - --url https://news.example/a --json",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			format, err := a.outFormat(format, outMarkdown)
			if err != nil {
				return err
			}
			cores, page, err := a.onePage(cmd.Context(), args[0], address)
			if err != nil {
				return err
			}
			segmented, err := cores.Segmenter.Segment(page)
			if err != nil {
				return notFoundf("no article in %s: %w", args[0], err)
			}
			article, _ := cores.Classifier.Decide(cores.Classifier.ScoreAlone(segmented))
			if article.GetText() == "" {
				return notFoundf("no article in %s: %s", args[0], segmented.GetClassReason())
			}
			if segmented.GetPageClass() != pb.PageClass_PAGE_CLASS_ARTICLE {
				fmt.Fprintf(a.Err, "the page does not look like an article: %s\n", plain(segmented.GetClassReason()))
			}
			if cut := article.GetProvenance().GetTruncated(); cut != "" {
				fmt.Fprintf(a.Err, "the page is too large and was cut: %s\n", plain(cut))
			}
			if isSavedURL(article.GetUrl()) {
				withoutAddress(article)
			}
			text, err := form(article, nil, format)
			if err != nil {
				return err
			}
			fmt.Fprintln(a.Out, strings.TrimSuffix(text, "\n"))
			return nil
		},
	}
	cmd.Flags().StringVar(&format, "format", "", "`FORM` of the article: markdown, json or text (default markdown)")
	choices(cmd, "format", outMarkdown, outJSON, outText)
	cmd.Flags().StringVar(&address, "url", "", "the `URL` of a page that is read from a file")
	return cmd
}

// withoutAddress takes out of an article what follows from an address that was
// ours, not its page's.
func withoutAddress(art *pb.Article) {
	art.Id, art.Url, art.CanonicalUrl, art.Site = "", "", "", ""
	if isSavedURL(art.GetLeadImage()) {
		art.LeadImage = ""
	}
	art.Images = slices.DeleteFunc(art.GetImages(), func(i *pb.ArticleImage) bool { return isSavedURL(i.GetUrl()) })
	for _, p := range art.GetParagraphs() {
		if isSavedURL(p.GetUrl()) {
			p.Url = ""
		}
	}
}

// onePage reads or fetches the page that a command is about.
func (a *app) onePage(ctx context.Context, arg, address string) (*pipeline.Cores, *pb.Page, error) {
	if address != "" {
		if err := checkURLs([]string{address}); err != nil {
			return nil, nil, err
		}
	}
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
			return nil, nil, fetchError(err)
		}
		page.Site, err = cores.Namer.Of(page.GetUrl())
		return cores, page, err
	}
	body, err := a.readInput(ctx, arg)
	if err != nil {
		return nil, nil, err
	}
	if len(bytes.TrimSpace(body)) == 0 {
		return nil, nil, notFoundf("no page in %s: it is empty", arg)
	}
	page, err := makePage(cores.Namer, cfg.Crawler.Product, ingest.Item{Source: arg, URL: address, Body: body}, "")
	if errors.Is(err, charset.ErrBinary) {
		return nil, nil, notFoundf("no page in %s: %w", arg, err)
	}
	return cores, page, err
}

// fetchError gives the failures of a fetch their exit codes, and says how to
// reach what is refused.
func fetchError(err error) error {
	switch {
	case errors.Is(err, fetch.ErrAddress):
		return fmt.Errorf("%w; --set crawler.allow_private=true allows it", err)
	case errors.Is(err, crawler.ErrNoPage):
		return notFoundf("%w", err)
	}
	return err
}
