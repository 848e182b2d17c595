package metrics

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Serve answers on the listener until ctx ends:
//
//	/metrics  the counters of this process, and what the world holds
//	/healthz  200 while the process runs: it outlives outages of its servers
//	/readyz   200 while NATS and the store answer and NATS stores, else 503 and why
//
// The end of ctx ends the questions to the world, and Serve returns behind the
// last of them; a world that goes on regardless is waited for a second. Serve
// may be called again, with another world.
func (m *Metrics) Serve(ctx context.Context, l net.Listener, world World) error {
	server := &http.Server{
		Handler: m.handler(world), ReadHeaderTimeout: askWait,
		BaseContext: func(net.Listener) context.Context { return ctx },
	}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(l) }()
	var err error
	select {
	case err = <-ended:
		err = fmt.Errorf("serve metrics: %w", err)
	case <-ctx.Done():
	}
	// Who has asked gets an answer; who does not read it is not waited for.
	grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	if server.Shutdown(grace) != nil {
		_ = server.Close()
	}
	return err
}

func (m *Metrics) handler(world World) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, r *http.Request) {
		asked := prometheus.NewRegistry()
		asked.MustRegister(watch{r.Context(), world})
		promhttp.HandlerFor(prometheus.Gatherers{m.registry, asked}, promhttp.HandlerOpts{}).ServeHTTP(w, r)
	})
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprintln(w, "ok") })
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, r *http.Request) {
		if err := ready(r.Context(), world); err != nil {
			http.Error(w, err.Error(), http.StatusServiceUnavailable)
			return
		}
		fmt.Fprintln(w, "ok")
	})
	return mux
}

func ready(ctx context.Context, world World) error {
	if _, err := pending(ctx, world); err != nil {
		return fmt.Errorf("NATS: %w", err)
	}
	if err := answers(ctx, world); err != nil {
		return fmt.Errorf("store: %w", err)
	}
	return nil
}
