package bolt

import (
	"bytes"
	"context"
	"time"

	"go.etcd.io/bbolt"
)

// CacheGet gives a cached value; ok is false when there is none or its time
// is over.
func (s *Store) CacheGet(ctx context.Context, key string) (value []byte, ok bool, err error) {
	err = s.view(ctx, func(tx *bbolt.Tx) error {
		until, v, found := unstamp(tx.Bucket(cacheBucket).Get(cacheKey(key)))
		if ok = found && s.cfg.Now().Before(until); ok {
			value = bytes.Clone(v)
		}
		return nil
	})
	return value, ok, s.failed(err, "read cache %s", key)
}

// CachePut keeps value for ttl, by the clock of Config.Now. A ttl that is not
// positive removes the value.
func (s *Store) CachePut(ctx context.Context, key string, value []byte, ttl time.Duration) error {
	err := s.write(ctx, func(tx *bbolt.Tx) error {
		b := tx.Bucket(cacheBucket)
		if ttl <= 0 {
			return b.Delete(cacheKey(key))
		}
		return b.Put(cacheKey(key), stamped(s.cfg.Now().Add(ttl), value))
	})
	return s.failed(err, "write cache %s", key)
}

// cacheKey allows the empty key, which the engine does not.
func cacheKey(key string) []byte { return []byte("/" + key) }
