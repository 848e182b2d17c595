package cli

import (
	"fmt"
	"strings"

	"github.com/winnow-news/winnow/proto/canon"
	"github.com/winnow-news/winnow/proto/site"
)

// token gives the token of a site as the user names it.
func (a *app) token(name string) (string, error) {
	cfg, err := a.load()
	if err != nil {
		return "", err
	}
	namer, err := site.NewNamer(cfg.Sites.Own)
	if err != nil {
		return "", err
	}
	token := namer.Named(name)
	if !site.Valid(token) {
		return "", noSiteName(name)
	}
	return token, nil
}

// siteAddress gives the address of a site as the user names it; "" when none is
// named.
func siteAddress(name string) (string, error) {
	address := name
	switch {
	case name == "":
		return "", nil
	case strings.Contains(name, "://"):
	case strings.Contains(name, "."):
		address = "http://" + name
	default:
		address = "http://" + site.Name(name)
	}
	address, err := canon.URL(address)
	if err != nil {
		return "", noSiteName(name)
	}
	return address, nil
}

func noSiteName(name string) error {
	return usageError(fmt.Errorf("site %q: want its name (bbc.co.uk), its token (bbc_co_uk) or a URL of it", name))
}
