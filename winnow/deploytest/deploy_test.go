package deploytest

import (
	"bytes"
	"context"
	"encoding/json"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/winnow-news/winnow/bus/embedded"
	"github.com/winnow-news/winnow/store/redis"
	"github.com/winnow-news/winnow/store/redistest"
	"github.com/winnow-news/winnow/winnow/cli"
	"github.com/winnow-news/winnow/winnow/config"
)

const deployments = "../../deployments"

// compose is the part of a compose file that is looked at.
type compose struct {
	Services map[string]struct {
		Image       string
		Command     []string
		Environment map[string]string
		Volumes     []string
		Healthcheck struct{ Test []string }
	}
}

// TestCompose holds the compose file against the command line: every service
// of Winnow's runs a command that exists, with variables that are known, and
// every file that is mounted is there.
func TestCompose(t *testing.T) {
	c := parse[compose](t, "compose.yaml")[0]
	stages := map[string]bool{}
	for name, s := range c.Services {
		for _, v := range s.Volumes {
			if source, _, _ := strings.Cut(v, ":"); strings.HasPrefix(source, "./") {
				if _, err := os.Stat(filepath.Join(deployments, source)); err != nil {
					t.Errorf("service %s mounts %s: %v", name, source, err)
				}
			}
		}
		if s.Image != "winnow" {
			continue
		}
		if len(s.Command) == 2 && s.Command[0] == "worker" {
			stages[s.Command[1]] = true
		}
		var environ []string
		for k, v := range s.Environment {
			environ = append(environ, k+"="+v)
		}
		cfg, err := config.Load("", environ, nil)
		if err != nil {
			t.Errorf("service %s: %v", name, err)
		}
		if cfg.NATS.URL == "" || len(cfg.Redis.Addrs) == 0 {
			t.Errorf("service %s has no NATS or Redis: %v", name, s.Environment)
		}
		mustExist(t, s.Command)
	}
	// Only the whole health tells of a stream that could not be written to.
	if health := c.Services["nats"].Healthcheck.Test; len(health) == 0 || !strings.HasSuffix(health[len(health)-1], ":8222/healthz") {
		t.Errorf("the health of NATS is asked with %q, want /healthz", health)
	}
	for _, stage := range []string{"crawl", "segment", "compare", "classify"} {
		if !stages[stage] {
			t.Errorf("no service runs stage %s", stage)
		}
	}
}

// mustExist asks the command line for help on a command.
func mustExist(t *testing.T, args []string) {
	t.Helper()
	var out bytes.Buffer
	args = append(slices.Clone(args), "--help")
	if code := cli.Main(context.Background(), args, cli.IO{Out: &out, Err: &out}); code != 0 || !strings.Contains(out.String(), "Usage:") {
		t.Errorf("winnow %s gives %d: %s", strings.Join(args, " "), code, out.String())
	}
}

func TestNATSConfiguration(t *testing.T) {
	if err := embedded.CheckConfig(filepath.Join(deployments, "nats", "nats.conf")); err != nil {
		t.Error(err)
	}
}

// TestRedisConfiguration starts a Redis with the file and lets the store look
// for what it must not have.
func TestRedisConfiguration(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a Redis server")
	}
	redistest.Require(t)
	conf, err := filepath.Abs(filepath.Join(deployments, "redis", "redis.conf"))
	if err != nil {
		t.Fatal(err)
	}
	port := freePort(t)
	ctx, stop := context.WithTimeout(t.Context(), 20*time.Second)
	defer stop()
	cmd := exec.CommandContext(ctx, "redis-server", conf, "--port", port, "--bind", "127.0.0.1", "--dir", t.TempDir())
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = cmd.Process.Kill(); _ = cmd.Wait() }()
	rc := redis.DefaultConfig()
	rc.Addrs = []string{"127.0.0.1:" + port}
	for {
		s, err := redis.Open(ctx, rc)
		if err == nil {
			defer s.Close()
			if w := s.Warnings(); len(w) > 0 {
				t.Errorf("the store is not content with it: %q", w)
			}
			return
		}
		if ctx.Err() != nil {
			t.Fatalf("Redis does not come up with %s: %v", conf, err)
		}
	}
}

func freePort(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return strconv.Itoa(l.Addr().(*net.TCPAddr).Port)
}

// TestDockerfileBuild runs the build line of the Dockerfile: the binary is
// static and knows its version.
func TestDockerfileBuild(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the binary")
	}
	b, err := os.ReadFile(filepath.Join(deployments, "Dockerfile"))
	if err != nil {
		t.Fatal(err)
	}
	line := regexp.MustCompile(`(?s)RUN CGO_ENABLED=0 go build (.*?)-o /winnow (\S+)`).FindStringSubmatch(string(b))
	if line == nil {
		t.Fatal("the Dockerfile has no build line that this test knows")
	}
	ldflags := regexp.MustCompile(`-ldflags "(.*?)"`).FindStringSubmatch(line[1])
	if ldflags == nil {
		t.Fatal("the build line has no -ldflags")
	}
	bin := filepath.Join(t.TempDir(), "winnow")
	build := exec.Command("go", "build", "-ldflags", strings.ReplaceAll(ldflags[1], "${VERSION}", "v9.9.9"), "-o", bin, line[2])
	build.Dir = filepath.Join(deployments, "..")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	out, err := exec.Command(bin, "version", "--json").Output()
	if err != nil {
		t.Fatal(err)
	}
	var v map[string]string
	if err := json.Unmarshal(out, &v); err != nil || v["version"] != "v9.9.9" {
		t.Errorf("version --json gives %s (%v), want v9.9.9", out, err)
	}
}
