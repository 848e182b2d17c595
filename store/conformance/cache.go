package conformance

import (
	"testing"
	"time"
)

func cacheTests() []test {
	return []test{{"PutGetReplaceDrop", cachePutGet}}
}

func cachePutGet(t *testing.T, s Store) {
	has := func(want string, wantOK bool) {
		t.Helper()
		value, found, err := s.CacheGet(t.Context(), "robots:https://example.com")
		ok(t, err)
		equal(t, "found", found, wantOK)
		equal(t, "value", string(value), want)
	}
	put := func(value string, ttl time.Duration) {
		t.Helper()
		ok(t, s.CachePut(t.Context(), "robots:https://example.com", []byte(value), ttl))
	}
	has("", false)
	put("Disallow: /\x00", time.Hour)
	has("Disallow: /\x00", true)
	put("", time.Hour)
	has("", true)
	put("gone", 0)
	has("", false)
}
