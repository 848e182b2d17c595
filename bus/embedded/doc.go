// Package embedded runs a NATS server with JetStream inside this process, for
// the single-process pipeline and for tests.
//
// What comes in: a store directory and, where other processes are to connect,
// a loopback port. What goes out: connections without a network
// (InProcessConn) and a URL. Every acknowledged message is on disk: the store
// syncs always. The server writes nothing to standard output.
package embedded
