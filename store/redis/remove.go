package redis

import (
	"context"
	"slices"
	"strings"

	goredis "github.com/redis/go-redis/v9"
	"github.com/winnow-news/winnow/store/internal/record"
)

// scanCount is how many keys one step of a walk looks at.
const scanCount = 1000

// RemoveSite removes all of a site: registry, journal, frontier, publications
// and counts. It walks over all keys, a million in about a second, and may be
// repeated when it failed halfway. Workers that still hold pages of the site
// may store something of it again, which expires like everything else.
func (s *Store) RemoveSite(ctx context.Context, token string) error {
	if err := record.CheckSite(token); err != nil {
		return err
	}
	hosts, err := s.hosts(ctx, token)
	if err != nil {
		return err
	}
	// The walk goes first: it needs the partitions to know the site's hosts.
	err = s.eachMaster(ctx, func(ctx context.Context, node *goredis.Client) error {
		return s.removeFrom(ctx, node, token, hosts)
	})
	if err != nil {
		return failed(err, "remove site %s", token)
	}
	err = s.eachPartition(func(_ int, p partition) error {
		err := s.scripts.remove.Run(ctx, s.client, p.keys(p.paused(), p.site(token)), token).Err()
		return noReply(err, "remove site %s", token)
	})
	if err != nil {
		return err
	}
	return failed(s.client.HDel(ctx, s.registryKey(), token).Err(), "remove site %s", token)
}

// hosts gives the names of all hosts that have tasks of a site.
func (s *Store) hosts(ctx context.Context, token string) (map[string]bool, error) {
	var fields [partitions][]string
	err := s.eachPartition(func(i int, p partition) (err error) {
		fields[i], err = s.client.HKeys(ctx, p.site(token)).Result()
		return failed(err, "list hosts of %s", token)
	})
	hosts := make(map[string]bool)
	for _, f := range slices.Concat(fields[:]...) {
		if !strings.HasPrefix(f, "#") {
			hosts[record.Hostname(f)] = true
		}
	}
	return hosts, err
}

// removeFrom walks over the keys of one node.
func (s *Store) removeFrom(ctx context.Context, node goredis.Cmdable, token string, hosts map[string]bool) error {
	for cursor := uint64(0); ; {
		keys, next, err := node.Scan(ctx, cursor, s.cfg.Prefix+"*", scanCount).Result()
		if err != nil {
			return err
		}
		if err := s.removeListed(ctx, node, keys, token, hosts); err != nil {
			return err
		}
		if cursor = next; cursor == 0 {
			return nil
		}
	}
}

func (s *Store) removeListed(ctx context.Context, node goredis.Cmdable, keys []string, token string, hosts map[string]bool) error {
	own := s.siteKey(token, "")
	var doomed, tasks []string
	for _, key := range keys {
		if strings.HasPrefix(key, own) {
			doomed = append(doomed, key)
		} else if host, ok := s.taskHost(key); ok && hosts[host] {
			tasks = append(tasks, key)
		}
	}
	mine, err := tasksOf(ctx, node, tasks, token)
	if err != nil {
		return err
	}
	doomed = append(doomed, mine...)
	if len(doomed) == 0 {
		return nil
	}
	_, err = node.Pipelined(ctx, func(pipe goredis.Pipeliner) error {
		for _, key := range doomed {
			pipe.Unlink(ctx, key)
		}
		return nil
	})
	return err
}

// tasksOf gives those of the task keys whose task belongs to the site; hosts
// may carry several.
func tasksOf(ctx context.Context, node goredis.Cmdable, keys []string, token string) ([]string, error) {
	if len(keys) == 0 {
		return nil, nil
	}
	stored := make([]*goredis.StringCmd, len(keys))
	_, err := node.Pipelined(ctx, func(pipe goredis.Pipeliner) error {
		for i, key := range keys {
			stored[i] = pipe.GetRange(ctx, key, 0, 300)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	var mine []string
	for i, key := range keys {
		if h, _, err := record.DecodeHeader([]byte(stored[i].Val())); err == nil && h.Site == token {
			mine = append(mine, key)
		}
	}
	return mine, nil
}
