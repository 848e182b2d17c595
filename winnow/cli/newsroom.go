package cli

import (
	"fmt"

	"github.com/spf13/cobra"
	"github.com/winnow-news/winnow/newsroom"
)

func (a *app) newsroom() *cobra.Command {
	nc := newsroom.DefaultConfig()
	cmd := &cobra.Command{
		Use:   "newsroom",
		Short: "Simulate news sites with known truth, for tests and load",
	}
	var addr string
	serve := &cobra.Command{
		Use:   "serve",
		Short: "Serve the simulated sites over HTTP",
		Long: `Serve the simulated sites until Ctrl-C. Crawl them from another process with
  winnow run http://<site>/ --set 'crawler.resolve=*.example=<address>'`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			room, err := newsroom.New(nc)
			if err != nil {
				return usageError(err)
			}
			server, err := room.Serve(cmd.Context(), addr)
			if err != nil {
				return err
			}
			defer server.Close()
			for _, s := range room.Sites() {
				if a.json {
					if err := a.printJSON(s); err != nil {
						return err
					}
					continue
				}
				fmt.Fprintf(a.Out, "%-40s %-2s  %s\n", s.Home, s.Language, s.Architecture)
			}
			fmt.Fprintf(a.Err, "serving on %s\n", server.Addr())
			<-cmd.Context().Done()
			return nil
		},
	}
	serve.Flags().StringVar(&addr, "addr", "127.0.0.1:0", "`HOST:PORT` to listen on")
	write := &cobra.Command{
		Use:   "write DIR",
		Short: "Write all pages with their truth as files that winnow ingest reads",
		Args:  cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			room, err := newsroom.New(nc)
			if err != nil {
				return usageError(err)
			}
			n, err := room.WriteFiles(args[0])
			if err != nil {
				return err
			}
			fmt.Fprintf(a.Err, "%s of %s written to %s\n", count(n, "page"), count(nc.Sites, "site"), args[0])
			return nil
		},
	}
	for _, c := range []*cobra.Command{serve, write} {
		c.Flags().IntVar(&nc.Sites, "sites", nc.Sites, "number of sites")
		c.Flags().IntVar(&nc.ArticlesPerSite, "articles", nc.ArticlesPerSite, "articles of each site")
		c.Flags().Uint64Var(&nc.Seed, "seed", nc.Seed, "seed of the simulation")
		cmd.AddCommand(c)
	}
	return cmd
}
