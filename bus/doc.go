// Package bus is Winnow's NATS JetStream: everything that moves between the
// stages moves through here, and nothing else of Winnow imports NATS.
//
// What comes in: the stages' protobuf messages (Page, SegmentedPage,
// ScoredPage, Article). What goes out: the same messages, handed to the next
// stage's handler, and articles as JSON to whoever subscribes.
//
// Delivery is at least once. A Publish call returns after the server's
// acknowledgement, a message is acknowledged after its handler returned nil,
// and every publication carries a message id derived from its content, so that
// a repetition within the dedupe window is dropped by the server and a later
// one by the stage's own idempotence key.
//
// Ordering: none is promised between messages. The runner hands the messages
// of one site that wait together to one handler call, in stream order, where
// it is configured with a batch size above 1.
//
// Back-pressure: a full stream refuses, and the publisher waits and tries
// again until its context ends; a lost connection is the same. A wait is logged
// when it has lasted for some seconds. Nothing is dropped. What cannot be
// processed goes to the dead-letter stream first and leaves its queue
// afterwards.
//
// Bodies of the internal streams are protobuf in zstd; above the inline limit
// they lie in an object store and the message carries the object's name.
// Handlers see neither.
package bus
