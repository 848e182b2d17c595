package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/winnow-news/winnow/winnow/config"
)

// IO is what a run of the command line may touch of the process.
type IO struct {
	In  io.Reader
	Out io.Writer
	Err io.Writer
	Env []string
}

// app is one run of the command line.
type app struct {
	IO
	screen *screen // Err
	json   bool
	flags  globalFlags
}

// globalFlags are those that every command takes.
type globalFlags struct {
	config, data, nats, redis, logLevel string
	set                                 []string
}

// Main runs the command line until it is done or ctx ends, and gives the exit
// code. It prints at most one line of error.
func Main(ctx context.Context, args []string, std IO) int {
	out := &output{w: std.Out}
	std.Out = out
	screen := newScreen(std.Err)
	std.Err = screen
	a := &app{IO: std, screen: screen}
	root := a.root()
	root.SetArgs(args)
	root.SetIn(std.In)
	root.SetOut(std.Out)
	root.SetErr(std.Err)
	err := root.ExecuteContext(ctx)
	if err == nil && !errors.Is(out.err, syscall.EPIPE) {
		err = out.err
	}
	err = ended(ctx, err)
	if err != nil && !errors.Is(err, errSilent) {
		fmt.Fprintf(std.Err, "winnow: %s\n", plain(err.Error()))
	}
	return exitCode(err)
}

func (a *app) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "winnow",
		Short: "Turn news sites into streams of clean articles",
		Long: `Winnow crawls news sites, learns each site's template from the site's own
pages, and publishes every article, stripped of navigation, advertising,
related links and comments, on NATS subjects that anyone can subscribe to.

By default it runs as one process with an embedded NATS server and an
embedded store in the folder --data; with --nats and --redis its stages run as
separate processes on any number of machines.

Results go to stdout; progress, logs and summaries go to stderr. With --json
stdout holds JSON, one value a line.`,
		Example:       "  winnow demo\n  winnow run https://news.example/\n  winnow sub --lang sv --since 24h",
		Version:       Version,
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	root.SetVersionTemplate("winnow {{.Version}}\n")
	root.SetUsageTemplate(root.UsageTemplate() + exitHelp)
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return usageError(err) })
	flags := root.PersistentFlags()
	flags.BoolVar(&a.json, "json", false, "print results as JSON, one value a line")
	flags.StringVar(&a.flags.config, "config", "", "configuration `FILE` (or WINNOW_CONFIG; default ./winnow.yaml, if there is one)")
	flags.StringVar(&a.flags.data, "data", "", "data folder `DIR` of the embedded server and store (default ./winnow-data)")
	flags.StringVar(&a.flags.nats, "nats", "", "`URL` of the NATS server, nats://host:port (default: embedded)")
	flags.StringVar(&a.flags.redis, "redis", "", "`ADDRESS` of Redis, host:port[,host:port…] (default: embedded store)")
	flags.StringVar(&a.flags.logLevel, "log-level", "", "log from this `LEVEL` on: debug, info, warn or error (default info)")
	flags.StringArrayVar(&a.flags.set, "set", nil, "set a configuration key, `KEY=VALUE`: --set comparer.window=100")
	choices(root, "log-level", "debug", "info", "warn", "error")
	_ = root.RegisterFlagCompletionFunc("set", completeSetting)
	root.AddGroup(
		&cobra.Group{ID: "use", Title: "Use:"},
		&cobra.Group{ID: "look", Title: "Look and manage:"},
		&cobra.Group{ID: "fleet", Title: "Fleet:"},
	)
	for _, group := range a.commands() {
		for _, c := range group.commands {
			c.GroupID = group.id
			root.AddCommand(c)
		}
	}
	root.SetHelpCommand(help(root))
	root.SetCompletionCommandGroupID("look")
	root.InitDefaultCompletionCmd()
	strict(root)
	return root
}

type group struct {
	id       string
	commands []*cobra.Command
}

// commands is the whole command line.
func (a *app) commands() []group {
	return []group{
		{"use", []*cobra.Command{a.demo(), a.run(), a.ingest(), a.sub(), a.extract(), a.explain()}},
		{"look", []*cobra.Command{a.status(), a.site(), a.dead(), a.config(), a.version()}},
		{"fleet", []*cobra.Command{a.worker(), a.topology(), a.newsroom()}},
	}
}

// load resolves the configuration from flags, environment and file.
func (a *app) load() (config.Config, error) {
	overrides := map[string]any{}
	for _, kv := range a.flags.set {
		key, value, ok := strings.Cut(kv, "=")
		if !ok {
			return config.Config{}, usageError(fmt.Errorf("--set %q: want key=value", kv))
		}
		overrides[key] = value
	}
	for key, value := range map[string]string{
		"data": a.flags.data, "nats.url": a.flags.nats, "redis.addrs": a.flags.redis, "log.level": a.flags.logLevel,
	} {
		if value != "" {
			overrides[key] = value
		}
	}
	path := cmp.Or(a.flags.config, lookupEnv(a.Env, "WINNOW_CONFIG"), config.DefaultFile())
	return config.Load(path, a.Env, overrides)
}

func lookupEnv(environ []string, name string) string {
	for _, kv := range environ {
		if k, v, _ := strings.Cut(kv, "="); k == name {
			return v
		}
	}
	return ""
}

// logger writes to stderr as the configuration says.
func (a *app) logger(c config.Log) *slog.Logger {
	var level slog.Level
	_ = level.UnmarshalText([]byte(c.Level)) // validated by config
	opts := &slog.HandlerOptions{Level: level}
	if c.Format == "json" {
		return slog.New(slog.NewJSONHandler(a.Err, opts))
	}
	return slog.New(slog.NewTextHandler(a.Err, opts))
}
