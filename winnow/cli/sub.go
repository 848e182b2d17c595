package cli

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"
	"github.com/winnow-news/winnow/bus"
	"github.com/winnow-news/winnow/proto/site"
	"github.com/winnow-news/winnow/proto/stream"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/winnow/pipeline"
)

func (a *app) sub() *cobra.Command {
	var lang, siteName, out, format string
	var since time.Duration
	var all, follow, markdown bool
	cmd := &cobra.Command{
		Use:   "sub [SUBJECT]",
		Short: "Subscribe to articles, live or replayed",
		Long: `Print articles as they are published. The subject filters, with the wildcards of
NATS (winnow.v1.article.<language>.<site>); --lang and --site make it for you.
With --since or --all what was published before comes first; with --follow=false
it ends when that has been given.`,
		Example: "  winnow sub 'winnow.v1.article.sv.>'\n  winnow sub --site bbc.co.uk --since 24h --markdown\n  winnow sub --all --follow=false --json > articles.jsonl",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			o := bus.SubscribeOptions{Subject: articleSubject(lang, siteName), All: all, Live: follow}
			if len(args) == 1 {
				if lang != "" || siteName != "" {
					return usageError(fmt.Errorf("sub: a subject, or --lang and --site, not both"))
				}
				o.Subject = args[0]
			}
			if since > 0 {
				o.Since = time.Now().Add(-since)
			}
			if !o.Live && !o.All && since == 0 {
				return usageError(fmt.Errorf("sub: --follow=false wants --since or --all: there is nothing else to give"))
			}
			if markdown {
				format = outMarkdown
			}
			s, err := a.sink(out, format, outHuman)
			if err != nil {
				return err
			}
			return a.messaging(cmd.Context(), func(m *pipeline.Messaging) error {
				return m.Subscribe(cmd.Context(), o, func(art *pb.Article, meta bus.ArticleMeta) error {
					return s.take(art, meta.Sequence)
				})
			})
		},
	}
	f := cmd.Flags()
	f.StringVar(&lang, "lang", "", "only this language (ISO 639-1)")
	f.StringVar(&siteName, "site", "", "only this site (bbc.co.uk or bbc_co_uk)")
	f.DurationVar(&since, "since", 0, "begin with what was published so long ago, e.g. 24h")
	f.BoolVar(&all, "all", false, "begin with the oldest article that is kept")
	f.BoolVar(&follow, "follow", true, "go on with what is published from now on")
	f.BoolVar(&markdown, "markdown", false, "print Markdown")
	f.StringVar(&format, "format", "", "json, markdown or text (default a line an article)")
	f.StringVar(&out, "out", "", "write each article to a file of this folder")
	return cmd
}

// articleSubject is the subject of a language and a site, either may be "".
func articleSubject(lang, name string) string {
	if lang == "" && name == "" {
		return ""
	}
	if lang == "" {
		lang = "*"
	}
	if name == "" {
		return stream.ArticleSubject(lang, ">")
	}
	return stream.ArticleSubject(lang, site.Token(name))
}
