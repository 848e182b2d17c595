package pipeline

import (
	"github.com/winnow-news/winnow/bus"
	"github.com/winnow-news/winnow/classifier"
	"github.com/winnow-news/winnow/comparer"
	"github.com/winnow-news/winnow/crawler"
	"github.com/winnow-news/winnow/segmenter"
	"github.com/winnow-news/winnow/store/bolt"
	"github.com/winnow-news/winnow/store/redis"
)

// What the stages ask for in their ports.go, and who gives it.
var (
	_ crawler.Publisher    = (*bus.Bus)(nil)
	_ segmenter.Publisher  = (*bus.Bus)(nil)
	_ comparer.Publisher   = (*bus.Bus)(nil)
	_ classifier.Publisher = (*bus.Bus)(nil)

	_ comparer.Pages      = (*segmentedPages)(nil)
	_ comparer.PageLister = (*segmentedPages)(nil)
	_ comparer.ColdScorer = (*classifier.Classifier)(nil)

	_ Store = (*bolt.Store)(nil)
	_ Store = (*redis.Store)(nil)
)
