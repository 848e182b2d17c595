package fetch

import (
	"context"
	"fmt"
	"net"
	"net/netip"
	"syscall"
)

// refused lists the networks that are no part of the public Internet, with
// their names for the error. Addresses that carry an IPv4 address inside
// (mapped, NAT64, 6to4, Teredo) are refused whole: no public site needs them,
// and they are ways around the list.
//
// Source: IANA special-purpose address registries.
var refused = []struct {
	name string
	net  netip.Prefix
}{
	{"this network", netip.MustParsePrefix("0.0.0.0/8")},
	{"private", netip.MustParsePrefix("10.0.0.0/8")},
	{"carrier-grade NAT", netip.MustParsePrefix("100.64.0.0/10")},
	{"loopback", netip.MustParsePrefix("127.0.0.0/8")},
	{"link-local", netip.MustParsePrefix("169.254.0.0/16")},
	{"private", netip.MustParsePrefix("172.16.0.0/12")},
	{"protocol assignments", netip.MustParsePrefix("192.0.0.0/24")},
	{"documentation", netip.MustParsePrefix("192.0.2.0/24")},
	{"6to4 relay", netip.MustParsePrefix("192.88.99.0/24")},
	{"private", netip.MustParsePrefix("192.168.0.0/16")},
	{"benchmarking", netip.MustParsePrefix("198.18.0.0/15")},
	{"documentation", netip.MustParsePrefix("198.51.100.0/24")},
	{"documentation", netip.MustParsePrefix("203.0.113.0/24")},
	{"multicast", netip.MustParsePrefix("224.0.0.0/4")},
	{"reserved", netip.MustParsePrefix("240.0.0.0/4")},
	{"IPv4-mapped", netip.MustParsePrefix("::ffff:0:0/96")},
	{"unspecified, loopback or IPv4-compatible", netip.MustParsePrefix("::/96")},
	{"NAT64", netip.MustParsePrefix("64:ff9b::/96")},
	{"local NAT64", netip.MustParsePrefix("64:ff9b:1::/48")},
	{"discard-only", netip.MustParsePrefix("100::/64")},
	{"protocol assignments", netip.MustParsePrefix("2001::/23")},
	{"documentation", netip.MustParsePrefix("2001:db8::/32")},
	{"6to4", netip.MustParsePrefix("2002::/16")},
	{"documentation", netip.MustParsePrefix("3fff::/20")},
	{"unique local", netip.MustParsePrefix("fc00::/7")},
	{"link-local", netip.MustParsePrefix("fe80::/10")},
	{"site-local", netip.MustParsePrefix("fec0::/10")},
	{"multicast", netip.MustParsePrefix("ff00::/8")},
}

// public reports ErrAddress, with the reason, for an address that is not on
// the public Internet.
func public(a netip.Addr) error {
	if !a.IsValid() {
		return fmt.Errorf("no address: %w", ErrAddress)
	}
	a = a.WithZone("")
	for _, r := range refused {
		if r.net.Contains(a) {
			return fmt.Errorf("%v is %s: %w", a, r.name, ErrAddress)
		}
	}
	return nil
}

// control is called by net.Dialer with the address that it is about to
// connect to, after name resolution, so that no name can be resolved to one
// address for the check and to another for the connection.
func control(_ context.Context, _, address string, _ syscall.RawConn) error {
	ap, err := netip.ParseAddrPort(address)
	if err != nil {
		return fmt.Errorf("address %q: %w", address, ErrAddress)
	}
	return public(ap.Addr())
}

// dialer gives the DialContext of a transport: configured addresses and the
// proxy's first, anything else behind the guard.
func dialer(cfg Config, proxy string) func(ctx context.Context, network, addr string) (net.Conn, error) {
	free := &net.Dialer{Timeout: cfg.Dial}
	guarded := &net.Dialer{Timeout: cfg.Dial, ControlContext: control}
	if cfg.AllowPrivate {
		guarded = free
	}
	return func(ctx context.Context, network, addr string) (net.Conn, error) {
		if sent(ctx) {
			return nil, errBrokenOff
		}
		host, _, err := net.SplitHostPort(addr)
		if err != nil {
			return nil, err
		}
		if to, ok := cfg.resolve(host); ok {
			return free.DialContext(ctx, network, to)
		}
		if addr == proxy {
			return free.DialContext(ctx, network, addr)
		}
		return guarded.DialContext(ctx, network, addr)
	}
}
