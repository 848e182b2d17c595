package redistest

import (
	"context"
	"net"
	"strconv"
	"strings"
	"testing"
	"time"

	goredis "github.com/redis/go-redis/v9"
)

const slots = 16384

// Cluster is a Redis Cluster of three masters without replicas.
type Cluster struct{ Nodes []*Server }

// Addrs gives the addresses of the nodes.
func (c *Cluster) Addrs() []string {
	var addrs []string
	for _, n := range c.Nodes {
		addrs = append(addrs, n.Addr)
	}
	return addrs
}

// StartCluster runs three masters, joins them, shares the slots out and returns
// when all of them say that the cluster works.
func StartCluster(tb testing.TB) *Cluster {
	tb.Helper()
	ctx, cancel := context.WithTimeout(tb.Context(), 2*startTimeout)
	defer cancel()
	c := new(Cluster)
	var buses []string
	for range 3 {
		bus := strconv.Itoa(freePort(tb))
		buses = append(buses, bus)
		c.Nodes = append(c.Nodes, Start(tb, "--cluster-enabled", "yes", "--cluster-port", bus,
			"--cluster-node-timeout", "5000"))
	}
	clients := make([]*goredis.Client, len(c.Nodes))
	for i, n := range c.Nodes {
		clients[i] = goredis.NewClient(&goredis.Options{Addr: n.Addr})
		defer clients[i].Close()
	}
	if err := join(ctx, c.Nodes, buses, clients); err != nil {
		tb.Fatalf("redistest: join cluster: %v", err)
	}
	for _, client := range clients {
		if err := agreed(ctx, client, len(clients)); err != nil {
			tb.Fatalf("redistest: cluster does not agree: %v", err)
		}
	}
	return c
}

func join(ctx context.Context, nodes []*Server, buses []string, clients []*goredis.Client) error {
	for i, client := range clients {
		from, to := i*slots/len(clients), (i+1)*slots/len(clients)-1
		if err := client.Do(ctx, "CLUSTER", "SET-CONFIG-EPOCH", i+1).Err(); err != nil {
			return err
		}
		if err := client.ClusterAddSlotsRange(ctx, from, to).Err(); err != nil {
			return err
		}
		host, port, err := net.SplitHostPort(nodes[i].Addr)
		if err != nil {
			return err
		}
		if i == 0 {
			continue
		}
		if err := clients[0].Do(ctx, "CLUSTER", "MEET", host, port, buses[i]).Err(); err != nil {
			return err
		}
	}
	return nil
}

// agreed returns when a node knows all others and all slots.
func agreed(ctx context.Context, client *goredis.Client, nodes int) error {
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		info, err := client.ClusterInfo(ctx).Result()
		if err == nil && strings.Contains(info, "cluster_state:ok") &&
			strings.Contains(info, "cluster_size:"+strconv.Itoa(nodes)) {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
	}
}
