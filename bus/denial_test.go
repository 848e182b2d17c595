package bus_test

import (
	"context"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/winnow-news/winnow/bus"
)

// user is one who may publish what is allowed.
func user(name string, allowed ...string) *server.User {
	return &server.User{Username: name, Password: name, Permissions: &server.Permissions{
		Publish: &server.SubjectPermission{Allow: allowed}, Subscribe: &server.SubjectPermission{Allow: []string{">"}},
	}}
}

// TestDenied: a user who may not what is to be done is told what that is, and
// not that no answer came.
func TestDenied(t *testing.T) {
	t.Parallel()
	url := plainServer(t, &server.Options{JetStream: true, StoreDir: t.TempDir(), Users: []*server.User{
		user("all", ">"), user("none", "nothing"), user("looks", "$JS.API.INFO"), user("asks", "$JS.API.>", "$JS.FC.>"),
	}}).ClientURL()
	as := func(name string) (bus.Config, *syncBuffer) {
		cfg, log := bus.DefaultConfig(), new(syncBuffer)
		cfg.URL = strings.Replace(url, "nats://", "nats://"+name+":"+name+"@", 1)
		cfg.QueueMaxBytes, cfg.PublishTimeout = 1<<20, 300*time.Millisecond
		cfg.Log = slog.New(slog.NewTextHandler(log, nil))
		return cfg, log
	}
	connect := func(name string) (*bus.Bus, *syncBuffer) {
		cfg, log := as(name)
		b, err := bus.Connect(t.Context(), cfg)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(b.Close)
		return b, log
	}
	all, _ := connect("all")
	if err := all.Apply(t.Context()); err != nil {
		t.Fatal(err)
	}

	if err := all.Explain(context.DeadlineExceeded); err != context.DeadlineExceeded {
		t.Errorf("nothing is denied: %v", err)
	}

	cfg, _ := as("none")
	cfg.ConnectWait = time.Hour // not to be waited for
	_, err := bus.Connect(t.Context(), cfg)
	oneLineError(t, err, `; the user of nats.url or nats.credentials is not allowed it: Permissions Violation for Publish to "$JS.API.INFO"`)

	looks, _ := connect("looks")
	soon, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	_, err = looks.Diff(soon)
	oneLineError(t, looks.Explain(err), `Permissions Violation for Publish to "$JS.API.STREAM.INFO.PAGES"`)

	asks, log := connect("asks")
	soon, cancel = context.WithTimeout(t.Context(), 2*time.Second)
	defer cancel()
	err = asks.Explain(asks.PublishPage(soon, page("a_example", "x", noise(100))))
	if err == nil || strings.Count(err.Error(), "Violation") != 1 {
		t.Errorf("explained twice: %v", err)
	}
	oneLineError(t, err, `Permissions Violation for Publish to "winnow.v1.page.`)
	if n := log.count("denies the user"); n != 1 {
		t.Errorf("told %d times", n)
	}
	if _, err := asks.Diff(t.Context()); err != nil || asks.Explain(err) != nil {
		t.Errorf("what is allowed: %v", err)
	}
}
