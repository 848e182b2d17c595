package fetch

import (
	"errors"
	"net/netip"
	"testing"
)

func TestPublic(t *testing.T) {
	refused := []string{
		"0.0.0.0", "0.1.2.3", "10.0.0.1", "100.64.0.1", "100.127.255.255", "127.0.0.1", "127.255.0.1",
		"169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.8", "192.0.2.1", "192.88.99.1",
		"192.168.1.1", "198.18.0.1", "198.51.100.7", "203.0.113.9", "224.0.0.1", "239.1.1.1",
		"240.0.0.1", "255.255.255.255",
		"::", "::1", "::7f00:1", "::ffff:127.0.0.1", "::ffff:8.8.8.8", "64:ff9b::7f00:1", "64:ff9b:1::1",
		"100::1", "2001::1", "2001:db8::1", "2002:7f00:1::", "3fff::1", "fc00::1", "fd12::1", "fe80::1",
		"fe80::1%eth0", "fec0::1", "ff02::1",
	}
	for _, s := range refused {
		if err := public(netip.MustParseAddr(s)); !errors.Is(err, ErrAddress) {
			t.Errorf("public(%s) = %v, want ErrAddress", s, err)
		}
	}
	for _, s := range []string{"8.8.8.8", "1.1.1.1", "100.63.255.255", "100.128.0.1", "172.15.0.1", "172.32.0.1",
		"192.169.0.1", "223.255.255.255", "2606:4700::1111", "2a00:1450:4001::1"} {
		if err := public(netip.MustParseAddr(s)); err != nil {
			t.Errorf("public(%s) = %v, want nil", s, err)
		}
	}
	if err := public(netip.Addr{}); !errors.Is(err, ErrAddress) {
		t.Errorf("public(zero) = %v", err)
	}
}

func TestResolve(t *testing.T) {
	c := DefaultConfig()
	c.Resolve = map[string]string{"a.test": "127.0.0.1:1", "*.test": "127.0.0.1:2", "*.deep.test": "127.0.0.1:3"}
	if err := c.Validate(); err != nil {
		t.Fatal(err)
	}
	for host, want := range map[string]string{
		"a.test": "127.0.0.1:1", "A.Test.": "127.0.0.1:1", "b.test": "127.0.0.1:2", "x.y.test": "127.0.0.1:2",
		"x.deep.test": "127.0.0.1:3", "deep.test": "127.0.0.1:2", "test": "", "a.test.example": "",
	} {
		if got, _ := c.resolve(host); got != want {
			t.Errorf("resolve(%q) = %q, want %q", host, got, want)
		}
	}
	for _, bad := range []map[string]string{{"a": "localhost:1"}, {"": "127.0.0.1:1"}, {"*.*": "127.0.0.1:1"}, {"a": "127.0.0.1"}} {
		c.Resolve = bad
		if c.Validate() == nil {
			t.Errorf("Validate accepts resolve %v", bad)
		}
	}
}
