package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/winnow-news/winnow/winnow/config"
	"github.com/winnow-news/winnow/winnow/control"
)

func (a *app) site() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "site",
		Short: "List, add, show, pause and remove sites",
		Long: `Look after the sites of a pipeline: in Redis, in the process that runs on the
data folder, or, when none does, in the folder itself. A SITE is its name or
token, bbc.co.uk or bbc_co_uk, or the URL of a page of it.`,
	}
	cmd.AddCommand(a.siteList(), a.siteAdd(), a.siteShow(), a.siteRemove(),
		a.sitePause("pause", "Stop fetching a site", true), a.sitePause("resume", "Fetch a paused site again", false))
	return cmd
}

// admin runs do with an Admin of the configured pipeline, whose store is made
// where there is none.
func (a *app) admin(ctx context.Context, do func(control.Admin) error) error {
	return a.withAdmin(ctx, control.Open, do)
}

// look is admin for those who only look at what is there.
func (a *app) look(ctx context.Context, do func(control.Admin) error) error {
	return a.withAdmin(ctx, control.OpenExisting, do)
}

type openAdmin func(context.Context, config.Config, string, *slog.Logger) (control.Admin, error)

func (a *app) withAdmin(ctx context.Context, open openAdmin, do func(control.Admin) error) error {
	cfg, err := a.load()
	if err != nil {
		return err
	}
	admin, err := open(ctx, cfg, Version, a.logger(cfg.Log))
	if err != nil {
		return err
	}
	defer admin.Close()
	return do(admin)
}

func (a *app) siteList() *cobra.Command {
	return &cobra.Command{
		Use:   "ls",
		Short: "List the sites",
		Long: `List the sites that were added by winnow site add or winnow run. A site whose pages
all came by winnow ingest is not listed; winnow site show knows it by its name.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.look(cmd.Context(), func(admin control.Admin) error {
				sites, err := admin.Sites(cmd.Context())
				if err != nil {
					return err
				}
				if !a.json {
					fmt.Fprintf(a.Out, "%-32s %9s %9s %8s  %-12s %s\n", "SITE", "FETCHED", "ARTICLES", "WAITING", "LAST ARTICLE", "")
				}
				for _, s := range sites {
					if err := a.printSite(s); err != nil {
						return err
					}
				}
				return nil
			})
		},
	}
}

func (a *app) printSite(s control.SiteReport) error {
	if a.json {
		return a.printJSON(s)
	}
	state := ""
	if s.Paused {
		state = "paused"
	}
	_, err := fmt.Fprintf(a.Out, "%-32s %9d %9d %8d  %-12s %s\n",
		s.Token, s.Fetched, s.Articles, s.Frontier.Waiting, ago(s.LastArticle), state)
	return err
}

func (a *app) siteAdd() *cobra.Command {
	var delay time.Duration
	var maxPages uint64
	cmd := &cobra.Command{
		Use:   "add URL…",
		Short: "Add sites by the URL of their home page",
		Long: `Add sites by the URL of their home page. A URL stands for its whole site, the
registrable domain, unless sites.own (winnow config --help) names a host or path of
it as a site of its own. A process that is running begins at once, otherwise the
next winnow run does.

Adding a site again changes only what --delay and --max-pages say; 0 removes either
limit.`,
		Example: "  winnow site add https://news.example/ --delay 5s\n  xargs winnow site add < sites.txt",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, urls []string) error {
			if err := checkURLs(urls); err != nil {
				return err
			}
			if delay < 0 {
				return usageError(errors.New("--delay: want a positive duration, e.g. 5s"))
			}
			var request control.AddRequest
			if cmd.Flags().Changed("delay") {
				request.MinDelay = &delay
			}
			if cmd.Flags().Changed("max-pages") {
				request.MaxPages = &maxPages
			}
			return a.admin(cmd.Context(), func(admin control.Admin) error {
				for _, u := range urls {
					request.URL = u
					s, err := admin.Add(cmd.Context(), request)
					if err != nil {
						return err
					}
					if err := a.printSite(*s); err != nil {
						return err
					}
				}
				return nil
			})
		},
	}
	cmd.Flags().DurationVar(&delay, "delay", 0, "least `DURATION` between two requests to a host of the site, e.g. 5s")
	cmd.Flags().Uint64Var(&maxPages, "max-pages", 0, "stop after `N` pages (default: no limit)")
	return cmd
}

func (a *app) siteShow() *cobra.Command {
	return &cobra.Command{
		Use:   "show SITE",
		Short: "Show what is known of a site",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			token, err := a.token(args[0])
			if err != nil {
				return err
			}
			return a.look(cmd.Context(), func(admin control.Admin) error {
				s, err := admin.Site(cmd.Context(), token)
				if err != nil {
					return siteError(err)
				}
				if a.json {
					return a.printJSON(s)
				}
				fmt.Fprintf(a.Out, `site           %s
seeds          %s
added          %s
paused         %v
limits         %s
frontier       %s
fetched        %d, last %s; %d failed
articles       %d, last %s
other pages    %d listings, %d walls, %d other
window         %d distinct pages; %d have entered the journal, %d of those kept are unusable
               %d searches for similar blocks ended at a cap
`, s.Token, strings.Join(seedLines(s), "\n               "), added(s.AddedAt), s.Paused, limits(s),
					frontierLine(s.Frontier), s.Fetched, ago(s.LastFetch), s.Failed, s.Articles, ago(s.LastArticle), s.Listings, s.Walls, s.Other, s.Window, s.Journal, s.Unusable, s.Saturated)
				return nil
			})
		},
	}
}

// added tells when a site was added; saved pages may be of one that never was.
func added(t time.Time) string {
	if t.IsZero() {
		return "never"
	}
	return t.UTC().Format(time.RFC3339)
}

// limits tells what was asked for when the site was added.
func limits(s *control.SiteReport) string {
	words := []string{}
	if s.MinDelay > 0 {
		words = append(words, s.MinDelay.String()+" between two requests to a host")
	}
	if s.MaxPages > 0 {
		words = append(words, count(int(s.MaxPages), "page"))
	}
	return cmp.Or(strings.Join(words, ", "), "none of its own")
}

// seedLines gives a site's seeds, each with the note on it, if there is one.
func seedLines(s *control.SiteReport) []string {
	lines := make([]string, 0, len(s.Seeds))
	for _, seed := range s.Seeds {
		if note := s.SeedNotes[seed]; note != "" {
			seed += "  (" + plain(note) + ")"
		}
		lines = append(lines, seed)
	}
	return lines
}

func (a *app) siteRemove() *cobra.Command {
	return &cobra.Command{
		Use:   "rm SITE…",
		Short: "Forget sites: registry, journal, frontier, publications and stored pages",
		Long: `Forget sites: their entries in the registry, their journals, frontiers and
publications, and their stored pages. These are on the NATS server, so a fleet
wants --nats as well as --redis. Articles that were published stay in the stream
and in the files of --out. A site that is added again begins anew, with low
revisions: whoever keeps its articles elsewhere deletes them first.`,
		Args: cobra.MinimumNArgs(1),
		RunE: a.eachSite("removed", control.Admin.Remove),
	}
}

func (a *app) sitePause(name, short string, paused bool) *cobra.Command {
	return &cobra.Command{
		Use:   name + " SITE…",
		Short: short,
		Args:  cobra.MinimumNArgs(1),
		RunE: a.eachSite(name+"d", func(admin control.Admin, ctx context.Context, token string) error {
			return admin.Pause(ctx, token, paused)
		}),
	}
}

// eachSite does one thing to each site named and says that it is done.
func (a *app) eachSite(done string, do func(control.Admin, context.Context, string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, tokens []string) error {
		return a.look(cmd.Context(), func(admin control.Admin) error {
			for _, name := range tokens {
				token, err := a.token(name)
				if err != nil {
					return err
				}
				if err := do(admin, cmd.Context(), token); err != nil {
					return siteError(err)
				}
				if err := a.printDone(done, "site", token); err != nil {
					return err
				}
			}
			return nil
		})
	}
}

// siteError gives an unknown site its exit code.
func siteError(err error) error {
	if errors.Is(err, control.ErrUnknownSite) {
		return notFoundf("%w; winnow site ls lists what there is", err)
	}
	return err
}
