package bolt

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"go.etcd.io/bbolt"
	"google.golang.org/protobuf/proto"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/store"
	"github.com/winnow-news/winnow/store/internal/record"
)

// Sites gives the registry, ordered by token.
func (s *Store) Sites(ctx context.Context) (sites []*pb.Site, err error) {
	err = s.view(ctx, func(tx *bbolt.Tx) error {
		return tx.Bucket(sitesBucket).ForEach(func(k, v []byte) error {
			site, err := decodeSite(k, v)
			sites = append(sites, site)
			return err
		})
	})
	if err != nil {
		return nil, s.failed(err, "list sites")
	}
	return sites, nil
}

// Site gives one site; nil when it is unknown.
func (s *Store) Site(ctx context.Context, token string) (site *pb.Site, err error) {
	err = s.view(ctx, func(tx *bbolt.Tx) error {
		if v := tx.Bucket(sitesBucket).Get([]byte(token)); v != nil {
			site, err = decodeSite([]byte(token), v)
			return err
		}
		return nil
	})
	return site, s.failed(err, "read site %s", token)
}

func decodeSite(token, stored []byte) (*pb.Site, error) {
	site := new(pb.Site)
	if err := proto.Unmarshal(stored, site); err != nil {
		return nil, fmt.Errorf("site %s: %w: %v", token, store.ErrCorrupt, err)
	}
	return site, nil
}

// PutSite stores a site. While it is paused, Next gives none of its tasks.
func (s *Store) PutSite(ctx context.Context, site *pb.Site) error {
	token := site.GetToken()
	if err := record.CheckSite(token); err != nil {
		return err
	}
	stored, err := record.Marshal("site "+token, site)
	if err != nil {
		return err
	}
	s.sitesMu.Lock()
	defer s.sitesMu.Unlock()
	var hosts []string
	err = s.write(ctx, func(tx *bbolt.Tx) error {
		hosts = hostsOf(tx, token)
		return tx.Bucket(sitesBucket).Put([]byte(token), stored)
	})
	if err != nil {
		return s.failed(err, "store site %s", token)
	}
	s.hosts.pause(token, site.GetPaused(), hosts)
	return nil
}

// hostsOf gives the hosts that have tasks of a site.
func hostsOf(tx *bbolt.Tx, token string) (hosts []string) {
	prefix := join(token, "")
	for k := range within(tx.Bucket(hostsBucket), prefix) {
		hosts = append(hosts, string(k[len(prefix):]))
	}
	return hosts
}

// RemoveSite removes all of a site: registry, journal, frontier, publications
// and counts, in one transaction. Workers that still hold pages of the site
// may store something of it again, which expires like everything else.
func (s *Store) RemoveSite(ctx context.Context, token string) error {
	if err := record.CheckSite(token); err != nil {
		return err
	}
	s.sitesMu.Lock()
	defer s.sitesMu.Unlock()
	var hosts []string
	err := s.write(ctx, func(tx *bbolt.Tx) error {
		hosts = hostsOf(tx, token)
		return errors.Join(
			tx.Bucket(sitesBucket).Delete([]byte(token)),
			dropJournal(tx, token),
			deleteWithin(tx.Bucket(publicationsBucket), join(token, "")),
			tx.Bucket(statsBucket).Delete([]byte(token)),
			tx.Bucket(talliesBucket).Delete([]byte(token)),
			dropTasks(tx, token, hosts),
			deleteWithin(tx.Bucket(hostsBucket), join(token, "")),
		)
	})
	if err != nil {
		return s.failed(err, "remove site %s", token)
	}
	s.hosts.remove(token, hosts)
	return nil
}

// dropTasks removes the site's tasks, on hosts that may carry others' as well.
func dropTasks(tx *bbolt.Tx, token string, hosts []string) error {
	tasks, queue := tx.Bucket(tasksBucket), tx.Bucket(queueBucket)
	for _, host := range hosts {
		var doomed [][]byte
		for k, v := range within(tasks, []byte(record.Hostname(host)+"/")) {
			_, value, _ := unstamp(v)
			if h, _, err := record.DecodeHeader(value); err == nil && h.Site == token {
				doomed = append(doomed, bytes.Clone(k))
			}
		}
		err := errors.Join(deleteAll(tasks, doomed), deleteWithin(queue, []byte(record.Lane(host, token))))
		if err != nil {
			return err
		}
	}
	return nil
}
