package config

import (
	"github.com/winnow-news/winnow/bus"
	"github.com/winnow-news/winnow/classifier"
	"github.com/winnow-news/winnow/comparer"
	"github.com/winnow-news/winnow/crawler"
	"github.com/winnow-news/winnow/store/redis"
)

// Default is the configuration of one process on a laptop. What a component
// has a default for stands there, and only there.
func Default() Config {
	b, c, w, k := bus.DefaultConfig(), crawler.DefaultConfig(), comparer.DefaultConfig(), classifier.DefaultConfig()
	return Config{
		Data: DefaultData(),
		NATS: NATS{
			ConnectWait:    b.ConnectWait,
			MaxBytes:       b.QueueMaxBytes,
			Replicas:       b.Replicas,
			ArticlesMaxAge: b.ArticlesMaxAge,
		},
		Redis: Redis{Addrs: []string{}, Prefix: redis.DefaultConfig().Prefix, ConnectWait: b.ConnectWait},
		Sites: Sites{Own: []string{}},
		Crawler: Crawler{
			Product:  c.Product,
			Contact:  c.Contact,
			Workers:  c.Workers,
			Delay:    c.Delay,
			Timeout:  c.TotalTimeout,
			MaxDepth: c.MaxDepth,
			MaxPages: c.MaxPagesPerSite,
			Revisit:  c.RevisitMin,
			Lease:    c.Lease,
			Resolve:  []string{},
		},
		// Workers wait for disks and servers most of the time: more of them than
		// cores keep both busy.
		Segmenter:  Segmenter{Tags: []string{}, Prune: []string{}, Workers: 8},
		Comparer:   Comparer{Window: w.Window, Similarity: w.Epsilon, Template: w.TemplateShare, Memory: w.MaxBytes, Workers: 8},
		Classifier: Classifier{Method: k.Method, MinWords: k.MinWords, Workers: 8},
		Log:        Log{Level: "info", Format: "text"},
	}
}
