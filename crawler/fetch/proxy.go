package fetch

import (
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
)

// proxyPorts are the schemes of proxies, with their usual ports.
var proxyPorts = map[string]string{"http": "80", "https": "443", "socks5": "1080", "socks5h": "1080"}

// proxy gives the configured proxy and the address at which it is dialled; nil
// when there is none.
func (c Config) proxy() (u *url.URL, addr string, err error) {
	if c.Proxy == "" {
		return nil, "", nil
	}
	// A parser's error would show the password.
	if u, err = url.Parse(c.Proxy); err != nil || u.Hostname() == "" || proxyPorts[u.Scheme] == "" {
		return nil, "", fmt.Errorf("proxy: want http://, https:// or socks5://host:port")
	}
	port := u.Port()
	if port == "" {
		port = proxyPorts[u.Scheme]
	}
	return u, net.JoinHostPort(u.Hostname(), port), nil
}

// through gives the proxy of a request; nil for one that goes by itself.
func (c Config) through(u *url.URL) func(*http.Request) (*url.URL, error) {
	return func(req *http.Request) (*url.URL, error) {
		host := req.URL.Hostname()
		if _, ok := c.resolve(host); ok || u == nil {
			return nil, nil
		}
		if c.AllowPrivate {
			return u, nil
		}
		return u, publicName(host)
	}
}

// publicName reports ErrAddress for a host that a proxy would not have to look
// up on the public Internet: an address that is not public, in whatever form, or
// a name of this machine or network.
func publicName(host string) error {
	if a, err := netip.ParseAddr(host); err == nil {
		return public(a)
	}
	host = strings.TrimSuffix(strings.ToLower(host), ".")
	last := host[strings.LastIndexByte(host, '.')+1:]
	switch {
	case last == "" || strings.ContainsRune("0123456789", rune(last[0])): // 127.1, 0x7f.1 (WHATWG URL, ends in a number)
		return fmt.Errorf("host %q may be any address: %w", host, ErrAddress)
	case last == host, last == "localhost", last == "local", last == "internal":
		return fmt.Errorf("host %q is a local name: %w", host, ErrAddress)
	}
	return nil
}
