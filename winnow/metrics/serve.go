package metrics

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Serve answers on the listener until ctx ends:
//
//	/metrics  the counters of this process, and what the world holds
//	/healthz  200 while the process runs: it outlives outages of its servers
//	/readyz   200 while NATS and the store answer and NATS stores, else 503 and why
func (m *Metrics) Serve(ctx context.Context, l net.Listener, world World) error {
	server := &http.Server{Handler: m.handler(world), ReadHeaderTimeout: askWait}
	stopped := context.AfterFunc(ctx, func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		_ = server.Shutdown(ctx)
	})
	defer stopped()
	if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("serve metrics: %w", err)
	}
	return nil
}

func (m *Metrics) handler(world World) http.Handler {
	m.registry.MustRegister(watch{world})
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{}))
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
	if _, err := stats(ctx, world); err != nil {
		return fmt.Errorf("store: %w", err)
	}
	return nil
}
