package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/winnow-news/winnow/bus"
	"github.com/winnow-news/winnow/proto/site"
	"github.com/winnow-news/winnow/proto/stream"
	"github.com/winnow-news/winnow/winnow/pipeline"
)

// subFlags say which articles a subscription wants.
type subFlags struct {
	lang, site, resume    string
	since                 time.Duration
	all, follow, markdown bool
}

func (a *app) sub() *cobra.Command {
	var want subFlags
	var out outFlags
	cmd := &cobra.Command{
		Use:   "sub [SUBJECT]",
		Short: "Subscribe to articles, live or replayed",
		Long: `Print articles as they are published. SUBJECT, which may have the wildcards of
NATS, chooses which: winnow.v1.article.<language>.<site>. --lang and --site make
one for you.

With --since or --all what was published before comes first. With --follow=false
the command ends behind that, as it does on a data folder on which no process
runs; otherwise it goes on until Ctrl-C, with exit code 0. With --resume FILE it
continues behind the last article that was written by a subscription with that
file.`,
		Example: "  winnow sub 'winnow.v1.article.sv.>'\n  winnow sub --site bbc.co.uk --since 24h --markdown\n  winnow sub --all --follow=false --json > articles.jsonl\n  winnow sub --all --resume articles.position --out articles",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if want.site != "" {
				token, err := a.token(want.site)
				if err != nil {
					return err
				}
				want.site = token
			}
			o, err := want.options(strings.Join(args, ""))
			if err != nil {
				return usageError(fmt.Errorf("sub: %w", err))
			}
			if want.markdown {
				if out.format != "" && out.format != outMarkdown {
					return usageError(fmt.Errorf("sub: --markdown and --format %s: want one of them", out.format))
				}
				out.format = outMarkdown
			}
			s, err := a.sink(out, outLine)
			if err != nil {
				return err
			}
			return endless(a.messaging(cmd.Context(), func(m *pipeline.Messaging) error {
				if want.resume != "" {
					if err := s.goOn(cmd.Context(), m, want.resume, &o); err != nil {
						return err
					}
					defer s.position.close()
				}
				return a.subscribe(cmd.Context(), m, o, s)
			}))
		},
	}
	f := cmd.Flags()
	f.StringVar(&want.lang, "lang", "", "only this `LANGUAGE` (ISO 639-1)")
	f.StringVar(&want.site, "site", "", "only this `SITE` (bbc.co.uk, bbc_co_uk or a URL of it)")
	f.DurationVar(&want.since, "since", 0, "begin with what was published in the last `DURATION`, e.g. 24h")
	f.StringVar(&want.resume, "resume", "", "continue behind the article that this `FILE` remembers, and remember there")
	f.BoolVar(&want.all, "all", false, "begin with the oldest article that is kept")
	f.BoolVar(&want.follow, "follow", true, "go on with what is published from now on")
	f.BoolVar(&want.markdown, "markdown", false, "the same as --format markdown")
	a.outFlags(cmd, &out, "a line an article")
	return cmd
}

// options checks the flags together with the subject, which may be "".
func (f subFlags) options(subject string) (bus.SubscribeOptions, error) {
	o := bus.SubscribeOptions{Subject: subject, All: f.all, Live: f.follow}
	switch {
	case subject == "":
		o.Subject = articleSubject(f.lang, f.site)
	case f.lang != "" || f.site != "":
		return o, errors.New("want a subject, or --lang and --site, not both")
	}
	if f.lang != "" && (len(f.lang) < 2 || len(f.lang) > 3) {
		return o, fmt.Errorf("--lang %q: want a code of ISO 639-1 such as en, or und", f.lang)
	}
	if !validSubject(o.Subject) {
		return o, fmt.Errorf("subject %q: want winnow.v1.article.<language>.<site>, with * or a final > as wildcards", o.Subject)
	}
	switch {
	case f.since < 0:
		return o, errors.New("--since: want a positive duration, e.g. 24h")
	case f.since > 0 && f.all:
		return o, errors.New("want --since or --all, not both")
	case f.since > 0:
		o.Since = time.Now().Add(-f.since)
	case !f.follow && !f.all && f.resume == "":
		return o, errors.New("--follow=false wants --since, --all or --resume: there is nothing else to give")
	}
	return o, nil
}

// goOn makes a subscription go on behind the article that a file remembers, and
// keeps the file. Where that is nothing, or lies behind the last article, so that
// it is another stream's, the subscription begins as it says itself.
func (s *sink) goOn(ctx context.Context, m *pipeline.Messaging, file string, o *bus.SubscribeOptions) error {
	last, err := m.LastArticle(ctx)
	if err != nil {
		return err
	}
	position, seq, err := openPosition(file)
	if err != nil {
		return fmt.Errorf("--resume: %w", err)
	}
	s.position = position
	switch {
	case position.known && seq <= last:
		o.Since, o.All, o.SinceSeq = time.Time{}, false, seq+1
	case !o.All && o.Since.IsZero(): // from now on, whatever comes
		o.SinceSeq = last + 1
		return position.set(last)
	}
	return nil
}

// subscribe hands articles to s. On a server of our own nobody else publishes:
// then there is nothing to wait for.
func (a *app) subscribe(ctx context.Context, m *pipeline.Messaging, o bus.SubscribeOptions, s *sink) error {
	if !m.Owned() || !o.Live {
		return m.Subscribe(ctx, o, s.take)
	}
	if !o.All && o.Since.IsZero() && o.SinceSeq == 0 {
		return coded{errors.New("no process is running on the data folder, so nothing new will come; start winnow run, or read what is kept with --all"), pipeline.ErrUnreachable}
	}
	o.Live = false
	if err := m.Subscribe(ctx, o, s.take); err != nil {
		return err
	}
	fmt.Fprintln(a.Err, "that is all: no process is running on the data folder")
	return nil
}

// articleSubject is the subject of a language and a site's token, either may be
// "".
func articleSubject(lang, token string) string {
	lang = strings.ToLower(lang)
	if lang == "" {
		lang = "*"
	}
	if token == "" {
		token = ">"
	}
	return stream.ArticleSubject(lang, token)
}

// validSubject reports whether articles can match a subject.
func validSubject(subject string) bool {
	rest, ok := strings.CutPrefix(subject, strings.TrimSuffix(stream.AllArticles, ">"))
	tokens := strings.Split(rest, ".")
	if !ok || len(tokens) > 2 {
		return false
	}
	last := tokens[len(tokens)-1]
	if last == ">" {
		tokens = tokens[:len(tokens)-1]
	} else if len(tokens) < 2 {
		return false
	}
	for _, t := range tokens {
		if t != "*" && !site.Valid(t) {
			return false
		}
	}
	return true
}
