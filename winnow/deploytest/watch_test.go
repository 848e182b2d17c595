package deploytest

import (
	"context"
	"encoding/json"
	"io"
	"maps"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/winnow-news/winnow/bus"
	"github.com/winnow-news/winnow/proto"
	"github.com/winnow-news/winnow/proto/stream"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/winnow/metrics"
)

// world is a fleet at work.
type world struct{}

func (world) Pending(context.Context) (all []bus.QueueStatus, err error) {
	for _, name := range []string{stream.Pages, stream.Blocks, stream.Scored} {
		all = append(all, bus.QueueStatus{Stream: name, Messages: 1, MaxBytes: 1, Consumer: "any"})
	}
	return all, nil
}

func (world) Storing() error { return nil }

func (world) Stats(context.Context, string) (proto.FrontierStats, error) {
	return proto.FrontierStats{}, nil
}

func (world) Site(context.Context, string) (*pb.Site, error) { return nil, nil }

// watched asks a process's metrics server for a path.
func watched(t *testing.T, path string) (status int, body string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	m := metrics.New("test")
	m.Settled(bus.Observation{Stage: stream.StageSegment, Took: 1})
	ended := make(chan error, 1)
	go func() { ended <- m.Serve(ctx, l, world{}) }()
	defer func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+l.Addr().String()+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(b)
}

// selector finds metrics in an expression, with their labels.
var (
	selector = regexp.MustCompile(`\b((?:winnow|process)_[a-z_]+)(?:\{([^}]*)\})?`)
	equality = regexp.MustCompile(`([a-z]+)!?="([^"]*)"`)
)

// TestAlertsAndDashboard: every metric that they ask for is one that a process
// shows, with every label and value that is asked for. A query for one that does
// not exist finds nothing, and an alert on it never fires.
func TestAlertsAndDashboard(t *testing.T) {
	_, shown := watched(t, "/metrics")
	type rules struct {
		Groups []struct {
			Rules []struct{ Alert, Expr string }
		}
	}
	asked := map[string]string{} // expressions by where they stand
	for _, g := range parse[rules](t, "prometheus/alerts.yaml")[0].Groups {
		for _, r := range g.Rules {
			asked["alert "+r.Alert] = r.Expr
		}
	}
	b, err := os.ReadFile(filepath.Join(deployments, "grafana", "winnow.json"))
	if err != nil {
		t.Fatal(err)
	}
	var dashboard struct {
		Panels []struct {
			Title   string
			Targets []struct{ Expr string }
		}
	}
	if err := json.Unmarshal(b, &dashboard); err != nil {
		t.Fatal(err)
	}
	for _, p := range dashboard.Panels {
		for _, target := range p.Targets {
			asked["panel "+p.Title] = target.Expr
		}
	}
	if len(asked) < 10 {
		t.Fatalf("%d expressions were found", len(asked))
	}
	// All others find nothing, and say nothing, when no process is left.
	if !slices.Contains(slices.Collect(maps.Values(asked)), "absent(winnow_build_info)") {
		t.Error("no alert tells that nobody tells anything")
	}
	for where, expr := range asked {
		found := selector.FindAllStringSubmatch(expr, -1)
		if len(found) == 0 {
			t.Errorf("%s asks for no metric: %s", where, expr)
		}
		for _, m := range found {
			if !strings.Contains("\n"+shown, "\n"+m[1]+"{") && !strings.Contains("\n"+shown, "\n"+m[1]+" ") {
				t.Errorf("%s: there is no metric %s", where, m[1])
			}
			for _, label := range equality.FindAllString(m[2], -1) {
				if want := strings.Replace(label, "!=", "=", 1); !regexp.MustCompile(`(?m)^` + m[1] + `\{.*` + regexp.QuoteMeta(want)).MatchString(shown) {
					t.Errorf("%s: %s has no %s", where, m[1], label)
				}
			}
		}
	}
}

// TestPrometheusFindsTheStages: the services that it asks are those of the
// compose file, at the port on which they listen.
func TestPrometheusFindsTheStages(t *testing.T) {
	type conf struct {
		RuleFiles     []string `yaml:"rule_files"`
		ScrapeConfigs []struct {
			DNS []struct {
				Names []string
				Port  int
			} `yaml:"dns_sd_configs"`
		} `yaml:"scrape_configs"`
	}
	c := parse[conf](t, "prometheus/prometheus.yaml")[0]
	for _, f := range c.RuleFiles {
		if _, err := os.Stat(filepath.Join(deployments, "prometheus", f)); err != nil {
			t.Error(err)
		}
	}
	services := parse[compose](t, "compose.yaml")[0].Services
	names := 0
	for _, s := range c.ScrapeConfigs {
		for _, d := range s.DNS {
			for _, name := range d.Names {
				names++
				if at := services[name].Environment["WINNOW_METRICS_LISTEN"]; at != ":9464" || d.Port != 9464 {
					t.Errorf("service %s listens on %q and is asked at %d", name, at, d.Port)
				}
			}
		}
	}
	if names != 4 {
		t.Errorf("%d services are asked, want the four stages", names)
	}
}
