package record

import (
	"fmt"
	"net"
	"net/url"
	"strings"

	"github.com/winnow-news/winnow/proto/failure"
	"github.com/winnow-news/winnow/proto/journal"
	"github.com/winnow-news/winnow/proto/site"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/store"
	"google.golang.org/protobuf/proto"
)

// CheckSite refuses what is no site token: tokens stand in keys.
func CheckSite(token string) error {
	if !site.Valid(token) {
		return refuse("site token %q", token)
	}
	return nil
}

// CheckAppend refuses batches that no journal can take.
func CheckAppend(token string, keep int, entries []journal.Entry) error {
	if err := CheckSite(token); err != nil {
		return err
	}
	if keep < 1 {
		return refuse("journal of %s: keep %d entries", token, keep)
	}
	seen := make(map[string]bool, len(entries))
	for _, e := range entries {
		if e.PageID == "" || len(e.PageID) > MaxPageID {
			return refuse("journal of %s: page id of %d bytes", token, len(e.PageID))
		}
		if seen[e.PageID] {
			return refuse("journal of %s: page %s twice in one batch", token, e.PageID)
		}
		if len(e.Data) > maxEntry {
			return refuse("journal of %s: entry of %d bytes, at most %d", token, len(e.Data), maxEntry)
		}
		seen[e.PageID] = true
	}
	return nil
}

// CheckPublication refuses publications without an article or a revision;
// revision 0 stands for "nothing stored".
func CheckPublication(token string, p *pb.Publication) error {
	if err := CheckSite(token); err != nil {
		return err
	}
	if p.GetArticleId() == "" || p.GetRevision() == 0 {
		return refuse("publication of %s: article %q revision %d", token, p.GetArticleId(), p.GetRevision())
	}
	return nil
}

// CheckTask refuses tasks without a valid site, and tasks whose host is not
// the host of their URL: a URL is found again through its host.
func CheckTask(t *pb.CrawlTask) error {
	if err := CheckSite(t.GetSite()); err != nil {
		return fmt.Errorf("task %s: %w", t.GetUrl(), err)
	}
	want, err := URLHost(t.GetUrl())
	if err != nil {
		return err
	}
	if clean(t.GetHost()) == "" || Hostname(t.GetHost()) != want {
		return refuse("task %s: host %q", t.GetUrl(), t.GetHost())
	}
	return nil
}

// URLHost gives the host of a URL, without its port.
func URLHost(rawURL string) (string, error) {
	u, err := url.Parse(rawURL)
	if err != nil || clean(u.Hostname()) == "" {
		return "", refuse("URL %q", rawURL)
	}
	return strings.ToLower(u.Hostname()), nil
}

// Hostname takes the port and the brackets off a task's host.
func Hostname(host string) string {
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	}
	return strings.ToLower(strings.Trim(host, "[]"))
}

// clean gives host, or nothing if it holds a byte that separates the parts of
// a queue key.
func clean(host string) string {
	if strings.IndexFunc(host, func(r rune) bool { return r <= ' ' || r == 0x7f || r == '{' || r == '}' }) >= 0 {
		return ""
	}
	return host
}

// Marshal encodes m, always the same way. What cannot be encoded (text that is
// not UTF-8) is refused.
func Marshal(what string, m proto.Message) ([]byte, error) {
	b, err := proto.MarshalOptions{Deterministic: true}.Marshal(m)
	if err != nil {
		return nil, refuse("%s: %v", what, err)
	}
	return b, nil
}

func refuse(format string, args ...any) error {
	return failure.Poison(fmt.Errorf(format+": %w", append(args, store.ErrArgument)...))
}
