package e2e

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/winnow-news/winnow/bus"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// A worker tells those who watch over it what it has done, that it outlives
// its servers, and when they are there again.
func TestWatched(t *testing.T) {
	// With the ack wait of the tests that kill, a worker that has to wait for
	// the processor is given a page once more, and rightly counts it twice.
	f := startFleetWith(t, bus.DefaultConfig().AckWait)
	address := "127.0.0.1:" + freePort(t)
	f.set = append(f.set, "metrics.listen="+address)
	w := f.worker("segment", "compare", "classify")
	awaitAnswer(t, address, "/readyz", http.StatusOK, "ok")
	pages := thePages(t).pages[:40]
	f.publish(pages)
	f.drain()
	published, fresh := 0, map[string]bool{}
	err := f.bus.Subscribe(t.Context(), bus.SubscribeOptions{All: true}, func(a *pb.Article, _ bus.ArticleMeta) error {
		published++
		if a.GetEvent() == pb.Article_NEW {
			fresh[a.GetId()] = true
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{
		fmt.Sprintf("winnow_deliveries_total{outcome=\"processed\",stage=\"segment\"} %d\n", len(pages)),
		fmt.Sprintf("winnow_stream_messages{stream=\"ARTICLES\"} %d\n", published),
		fmt.Sprintf("winnow_pages_total{class=\"article\"} %d\n", len(fresh)),
	} {
		awaitAnswer(t, address, "/metrics", http.StatusOK, line)
	}

	f.nats.kill()
	awaitAnswer(t, address, "/readyz", http.StatusServiceUnavailable, "NATS")
	awaitAnswer(t, address, "/healthz", http.StatusOK, "ok")
	awaitAnswer(t, address, "/metrics", http.StatusOK, `winnow_up{server="nats"} 0`)
	f.startNATS()
	awaitAnswer(t, address, "/readyz", http.StatusOK, "ok")
	if code := w.terminate(patience); code != 0 {
		t.Errorf("exit code %d", code)
	}
}

// awaitAnswer waits until a path is answered with a status and a text.
func awaitAnswer(t *testing.T, address, path string, status int, text string) {
	t.Helper()
	client := http.Client{Timeout: 10 * time.Second}
	last := ""
	defer func() {
		if t.Failed() {
			t.Logf("last answer of %s: %s", path, last)
		}
	}()
	await(t, patience, fmt.Sprintf("%s answers %d %s", path, status, text), func() bool {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+address+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		resp, err := client.Do(req)
		if err != nil {
			last = err.Error()
			return false
		}
		defer resp.Body.Close()
		body, _ := io.ReadAll(resp.Body)
		last = fmt.Sprint(resp.StatusCode, " ", string(body))
		return resp.StatusCode == status && strings.Contains(string(body), text)
	})
}
