package redis

import (
	"context"
	"errors"
	"time"

	goredis "github.com/redis/go-redis/v9"
)

// CacheGet gives a cached value; ok is false when there is none or its time
// is over.
func (s *Store) CacheGet(ctx context.Context, key string) (value []byte, ok bool, err error) {
	value, err = s.client.Get(ctx, s.cacheKey(key)).Bytes()
	if errors.Is(err, goredis.Nil) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, failed(err, "read cache %s", key)
	}
	return value, true, nil
}

// CachePut keeps value for ttl, by the clock of Redis. A ttl that is not
// positive removes the value.
func (s *Store) CachePut(ctx context.Context, key string, value []byte, ttl time.Duration) error {
	if ttl <= 0 {
		return failed(s.client.Del(ctx, s.cacheKey(key)).Err(), "drop cache %s", key)
	}
	ttl = max(ttl, time.Millisecond)
	return failed(s.client.Set(ctx, s.cacheKey(key), value, ttl).Err(), "write cache %s", key)
}
