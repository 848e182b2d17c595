package control

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/winnow-news/winnow/proto/canon"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// ErrUnknownAddress is returned for an address that no crawl has found and whose
// page was never judged.
var ErrUnknownAddress = errors.New("nothing is known of this address")

// AddressReport says what became of an address.
type AddressReport struct {
	URL  string `json:"url"` // canonical
	Site string `json:"site"`
	// Crawl is absent where no crawl has found the address: saved pages have none.
	Crawl *CrawlReport `json:"crawl,omitempty"`
	// Judged: a page whose canonical address this is was judged.
	Judged bool `json:"judged"`
	// Article is absent where none was published under this address.
	Article *ArticleReport `json:"article,omitempty"`
}

// CrawlReport is what a crawl knows of an address.
type CrawlReport struct {
	State     string     `json:"state"` // waiting, done or given_up
	Due       *time.Time `json:"due,omitempty"`
	FetchedAt *time.Time `json:"fetched_at,omitempty"`
	Attempts  uint32     `json:"attempts"`         // in vain, in a row
	Reason    string     `json:"reason,omitempty"` // why nothing came of the last visit, or where it led to
}

// ArticleReport is what was published last of an article.
type ArticleReport struct {
	ID       string `json:"id"`
	Revision uint64 `json:"revision"`
	Event    string `json:"event"`
}

// Address reports what became of a URL.
func (l *Local) Address(ctx context.Context, rawURL string) (*AddressReport, error) {
	u, err := canon.URL(rawURL)
	if err != nil {
		return nil, err
	}
	r := &AddressReport{URL: u}
	if r.Site, err = l.cores.Namer.Of(u); err != nil {
		return nil, err
	}
	task, err := l.store.Lookup(ctx, u)
	if err != nil {
		return nil, err
	}
	r.Crawl = crawlOf(task)
	p, err := l.store.Publication(ctx, r.Site, canon.ArticleID(u))
	if err != nil {
		return nil, err
	}
	r.Judged = p != nil
	if p.GetEvent() != pb.Article_UNSPECIFIED {
		r.Article = &ArticleReport{p.GetArticleId(), p.GetRevision(), strings.ToLower(p.GetEvent().String())}
	}
	if r.Crawl == nil && !r.Judged {
		return nil, fmt.Errorf("%w: %s", ErrUnknownAddress, u)
	}
	return r, nil
}

func crawlOf(t *pb.CrawlTask) *CrawlReport {
	if t == nil {
		return nil
	}
	r := &CrawlReport{Attempts: t.GetAttempts(), Reason: t.GetReason()}
	switch t.GetState() {
	case pb.TaskState_TASK_STATE_DONE:
		r.State = "done"
	case pb.TaskState_TASK_STATE_QUARANTINED:
		r.State = "given_up"
	default:
		r.State, r.Due = "waiting", new(t.GetDue().AsTime())
	}
	if t.GetFetchedAt() != nil {
		r.FetchedAt = new(t.GetFetchedAt().AsTime())
	}
	return r
}
