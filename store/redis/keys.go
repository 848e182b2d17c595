package redis

import (
	"cmp"
	"fmt"
	"strings"
	"sync"

	"github.com/winnow-news/winnow/store/internal/record"
	"github.com/zeebo/xxh3"
)

// partitions is the number of hash tags that hosts are spread over. Changing
// it would lose every frontier that exists.
const partitions = 16

func (s *Store) registryKey() string { return s.cfg.Prefix + "sites" }

func (s *Store) cacheKey(key string) string { return s.cfg.Prefix + "cache:" + key }

// siteKey is a key of one site; all of a site are on one node.
func (s *Store) siteKey(site, name string) string {
	return s.cfg.Prefix + "{" + site + "}:" + name
}

func (s *Store) journalKey(site string) string { return s.siteKey(site, "journal") }

// partition holds the keys of one share of the frontier's hosts; all are on
// one node. No site token holds a "#".
type partition struct{ prefix string }

func (s *Store) partition(i int) partition {
	return partition{fmt.Sprintf("%s{#%02d}:", s.cfg.Prefix, i)}
}

// eachPartition calls do for all partitions at a time, so that it takes no longer
// than one of them, and gives the first error.
func (s *Store) eachPartition(do func(i int, p partition) error) error {
	var errs [partitions]error
	var wg sync.WaitGroup
	for i := range errs {
		wg.Go(func() { errs[i] = do(i, s.partition(i)) })
	}
	wg.Wait()
	return cmp.Or(errs[:]...)
}

// partitionOf gives the share that host (with or without port) is in.
func (s *Store) partitionOf(host string) partition {
	return s.partition(partitionIndex(host))
}

func partitionIndex(host string) int {
	return int(xxh3.HashString(record.Hostname(host)) % partitions)
}

// keys gives the partition's own keys in the order that the scripts expect,
// and more behind them.
func (p partition) keys(more ...string) []string {
	own := []string{p.prefix + "queue", p.ready(), p.prefix + "lease", p.prefix + "turn", p.prefix + "totals"}
	return append(own, more...)
}

func (p partition) ready() string            { return p.prefix + "ready" }
func (p partition) paused() string           { return p.prefix + "paused" }
func (p partition) site(token string) string { return p.prefix + "site:" + token }

func (p partition) task(hostname, id string) string {
	return p.prefix + "task:" + hostname + "/" + id
}

// taskHost undoes task: the host name of a task's key, for any partition.
func (s *Store) taskHost(key string) (string, bool) {
	rest, ok := strings.CutPrefix(key, s.cfg.Prefix+"{#")
	if !ok {
		return "", false
	}
	_, rest, ok = strings.Cut(rest, "}:task:")
	if !ok || len(rest) < record.IDWidth+2 {
		return "", false
	}
	return rest[:len(rest)-record.IDWidth-1], true
}
