package bus

import (
	"slices"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/winnow-news/winnow/proto/stream"
)

// dedupeWindow is how long the server remembers message ids. What is repeated
// later is caught by the stages' own idempotence keys.
const dedupeWindow = 5 * time.Minute

// maxAckPending bounds what all workers of a stage hold together.
const maxAckPending = 4096

// streamSpec is a stream with its durable consumers. Consumers are part of
// the topology: a queue without its consumer would look empty to no one.
type streamSpec struct {
	jetstream.StreamConfig
	consumers []jetstream.ConsumerConfig
}

// topology is everything that Winnow keeps in JetStream.
type topology struct {
	streams   []streamSpec
	segmented jetstream.KeyValueConfig
	oversize  jetstream.ObjectStoreConfig
}

// declare is the one place where the topology stands.
func declare(c Config) topology {
	return topology{
		streams: []streamSpec{
			queue(c, stream.Pages, stream.AllPages, "fetched pages, for the segmenter", stream.SegmentConsumer),
			queue(c, stream.Blocks, stream.AllBlocks, "segmented pages, for the comparer", stream.CompareConsumer),
			queue(c, stream.Scored, stream.AllScored, "scored pages, for the classifier", stream.ClassifyConsumer),
			{StreamConfig: jetstream.StreamConfig{
				Name: stream.Articles, Subjects: []string{stream.AllArticles},
				Description: "articles, for everyone",
				Retention:   jetstream.LimitsPolicy, MaxAge: c.ArticlesMaxAge,
				Storage: jetstream.FileStorage, Replicas: c.Replicas,
				Duplicates: dedupeWindow, AllowDirect: true,
			}},
			// Limits, not a work queue: dead letters are looked at many times.
			{StreamConfig: jetstream.StreamConfig{
				Name: stream.Dead, Subjects: []string{stream.AllDead},
				Description: "messages that could not be processed",
				Retention:   jetstream.LimitsPolicy, MaxAge: c.DeadMaxAge,
				Storage: jetstream.FileStorage, Replicas: c.Replicas,
				Duplicates: dedupeWindow, AllowDirect: true,
			}},
			{
				StreamConfig: jetstream.StreamConfig{
					Name: stream.Advisories, Subjects: []string{subjectMaxDeliveries},
					Description: "the server's word that deliveries are exhausted",
					Retention:   jetstream.WorkQueuePolicy, MaxAge: c.DeadMaxAge,
					Storage: jetstream.FileStorage, Replicas: c.Replicas,
					Duplicates: dedupeWindow,
				},
				// Without an end: an advisory that were given up would leave
				// its message in the queue for ever.
				consumers: []jetstream.ConsumerConfig{durable(stream.ReaperConsumer, c.AckWait, -1)},
			},
		},
		segmented: jetstream.KeyValueConfig{
			Bucket: stream.SegmentedBucket, Description: "segmented pages in their site's window",
			History: 1, Storage: jetstream.FileStorage, Replicas: c.Replicas,
		},
		oversize: jetstream.ObjectStoreConfig{
			Bucket: stream.Oversize, Description: "payloads above the inline limit",
			Storage: jetstream.FileStorage, Replicas: c.Replicas,
		},
	}
}

// subjectMaxDeliveries is where the server publishes its advisories.
const subjectMaxDeliveries = "$JS.EVENT.ADVISORY.CONSUMER.MAX_DELIVERIES.>"

func queue(c Config, name, subject, description, consumer string) streamSpec {
	return streamSpec{
		StreamConfig: jetstream.StreamConfig{
			Name: name, Subjects: []string{subject}, Description: description,
			Retention: jetstream.WorkQueuePolicy,
			MaxBytes:  c.QueueMaxBytes, Discard: jetstream.DiscardNew,
			Storage: jetstream.FileStorage, Replicas: c.Replicas,
			Duplicates: dedupeWindow,
		},
		consumers: []jetstream.ConsumerConfig{durable(consumer, c.AckWait, c.MaxDeliver)},
	}
}

func durable(name string, ackWait time.Duration, maxDeliver int) jetstream.ConsumerConfig {
	return jetstream.ConsumerConfig{
		Durable: name, AckPolicy: jetstream.AckExplicitPolicy, DeliverPolicy: jetstream.DeliverAllPolicy,
		AckWait: ackWait, MaxDeliver: maxDeliver, MaxAckPending: maxAckPending,
	}
}

// queues gives the work queues of pages.
func (t topology) queues() (all []streamSpec) {
	for _, s := range t.streams {
		if slices.Contains(queues(), s.Name) {
			all = append(all, s)
		}
	}
	return all
}

// streamOf gives the stream that a consumer of the topology reads.
func (t topology) streamOf(consumer string) (name string, ok bool) {
	for _, s := range t.streams {
		for _, c := range s.consumers {
			if c.Durable == consumer {
				return s.Name, true
			}
		}
	}
	return "", false
}

// queues are the streams that must be empty before the pipeline is drained, in
// the order in which a page passes them.
func queues() []string { return []string{stream.Pages, stream.Blocks, stream.Scored} }
