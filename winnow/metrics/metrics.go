// Package metrics shows what a process does to those who watch over it: counters
// of what its stages have settled, gauges of what queues and frontier hold, in
// the text format of Prometheus, and whether the process is alive and ready.
package metrics

import (
	"runtime"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/winnow-news/winnow/bus"
	"github.com/winnow-news/winnow/proto/stream"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// Metrics are the counters of one process. They are safe for concurrent use.
type Metrics struct {
	registry   *prometheus.Registry
	deliveries *prometheus.CounterVec   // by stage and outcome
	seconds    *prometheus.HistogramVec // by stage
	visits     *prometheus.CounterVec   // by outcome
	pages      *prometheus.CounterVec   // by what they became
}

// New makes the counters of a process that runs a version of Winnow.
func New(version string) *Metrics {
	m := &Metrics{
		registry: prometheus.NewRegistry(),
		deliveries: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "winnow_deliveries_total", Help: "Messages that a stage of this process has settled.",
		}, []string{"stage", "outcome"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "winnow_delivery_seconds", Help: "Time from taking a batch of messages to settling each of them.",
			Buckets: prometheus.ExponentialBucketsRange(0.001, 100, 16),
		}, []string{"stage"}),
		visits: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "winnow_visits_total", Help: "Requests of this process's crawler for pages.",
		}, []string{"outcome"}),
		pages: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "winnow_pages_total", Help: "Pages of this process by what they are: articles when published as new, others when first judged.",
		}, []string{"class"}),
	}
	m.registry.MustRegister(m.deliveries, m.seconds, m.visits, m.pages, build(version),
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	m.zero()
	return m
}

// build is a constant that tells which version runs.
func build(version string) prometheus.Collector {
	return prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "winnow_build_info", Help: "Always 1; the labels tell what runs.",
		ConstLabels: prometheus.Labels{"version": version, "goversion": runtime.Version()},
	}, func() float64 { return 1 })
}

// zero makes the counters that matter visible before anything has happened.
func (m *Metrics) zero() {
	for _, stage := range []string{stream.StageSegment, stream.StageCompare, stream.StageClassify} {
		for o := bus.Processed; o <= bus.Dead; o++ {
			m.deliveries.WithLabelValues(stage, o.String())
		}
	}
	m.Counted(&pb.SiteStats{})
}

// Settled counts a message that a stage has settled.
func (m *Metrics) Settled(o bus.Observation) {
	m.deliveries.WithLabelValues(o.Stage, o.Outcome.String()).Inc()
	if o.Took > 0 {
		m.seconds.WithLabelValues(o.Stage).Observe(o.Took.Seconds())
	}
}

// Counted adds what a stage has counted of a site.
func (m *Metrics) Counted(delta *pb.SiteStats) {
	m.visits.WithLabelValues("fetched").Add(float64(delta.GetFetched()))
	m.visits.WithLabelValues("failed").Add(float64(delta.GetFailed()))
	m.pages.WithLabelValues("article").Add(float64(delta.GetArticles()))
	m.pages.WithLabelValues("listing").Add(float64(delta.GetListings()))
	m.pages.WithLabelValues("wall").Add(float64(delta.GetWalls()))
	m.pages.WithLabelValues("other").Add(float64(delta.GetOther()))
}
