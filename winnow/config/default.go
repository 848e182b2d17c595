package config

import "time"

// Default is the configuration of one process on a laptop.
func Default() Config {
	return Config{
		Data: DefaultData(),
		NATS: NATS{
			ConnectWait:    10 * time.Second,
			MaxBytes:       4 << 30,
			Replicas:       1,
			ArticlesMaxAge: 30 * 24 * time.Hour,
		},
		Redis: Redis{Addrs: []string{}, Prefix: "winnow", ConnectWait: 10 * time.Second},
		Sites: Sites{Own: []string{}},
		Crawler: Crawler{
			Product:  "WinnowBot",
			Contact:  "https://github.com/winnow-news/winnow",
			Workers:  16,
			Delay:    time.Second,
			Timeout:  30 * time.Second,
			MaxDepth: 4,
			MaxPages: 100_000,
			Revisit:  15 * time.Minute,
			Lease:    3 * time.Minute,
			Resolve:  []string{},
		},
		// Workers wait for disks and servers most of the time: more of them than
		// cores keep both busy.
		Segmenter:  Segmenter{Tags: []string{}, Prune: []string{}, Workers: 8},
		Comparer:   Comparer{Window: 200, Similarity: 0.8, Template: 0.2, Memory: 512 << 20, Workers: 8},
		Classifier: Classifier{Method: "winnow", MinWords: 25, Workers: 8},
		Log:        Log{Level: "info", Format: "text"},
	}
}
