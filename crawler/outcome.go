package crawler

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/winnow-news/winnow/crawler/fetch"
	"github.com/winnow-news/winnow/crawler/robots"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"google.golang.org/protobuf/types/known/timestamppb"
)

// maxHops is the number of redirects that are followed from one link.
const maxHops = 5

// redirectsTo stands in CrawlTask.reason before the target of a redirect that was
// taken.
const redirectsTo = "redirects to "

// outcome is what a visit has brought.
type outcome struct {
	page  *pb.Page        // to be published; nil: none
	found []*pb.CrawlTask // to be put into the frontier
	block time.Duration   // how long the host asks to be left alone

	served bool // the URL was there, changed or not
	lively bool // what stands there is made to change: no page of its own, no list of old ones
}

// visit is one task being served.
type visit struct {
	task *pb.CrawlTask
	site *pb.Site
	url  *url.URL
	resp *fetch.Response
	now  time.Time

	delay    time.Duration // the least until the host's next turn
	rules    *robots.Rules // of the URL's origin; nil: robots.txt is not asked
	optedOut string        // the opt-out that kept the page from being published
	unserved bool          // the host is down: the task waits for it
	failed   string        // why nothing has come of it
}

// because notes why nothing has come of the visit.
func (v *visit) because(reason string) {
	v.failed = reasonText(reason)
	v.task.Reason = v.failed
}

// conclude changes v.task to what it is after the visit, and gives what the
// visit has brought. err is the fetch's; without one, v.resp is set.
func (c *Crawler) conclude(v *visit, err error) outcome {
	if errors.Is(err, fetch.ErrAddress) || errors.Is(err, fetch.ErrTooLarge) || errors.Is(err, fetch.ErrEncoding) {
		c.down.over(v.task.Host)
		c.refuse(v, err.Error())
		return outcome{}
	}
	if reason, after := unserved(v.resp, err); reason != "" {
		return c.outage(v, reason, after)
	}
	if c.walled(v) {
		return c.outage(v, fmt.Sprintf("HTTP %d", v.resp.Status), retryAfter(v.resp.Header))
	}
	c.down.over(v.task.Host)
	switch status := v.resp.Status; status {
	case http.StatusOK, http.StatusNonAuthoritativeInfo:
		return c.read(v)
	case http.StatusNotModified:
		return outcome{served: true}
	case http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther,
		http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
		return c.redirect(v)
	case http.StatusRequestTimeout, http.StatusInternalServerError:
		c.fail(v, fmt.Sprintf("HTTP %d", status), retryAfter(v.resp.Header))
	default:
		c.refuse(v, fmt.Sprintf("HTTP %d", status))
	}
	return outcome{}
}

// fail notes a failure that may pass: the task waits, longer each time, and is
// given up after MaxAttempts, unless it is a lasting one.
func (c *Crawler) fail(v *visit, reason string, after time.Duration) {
	v.task.Attempts++
	if int(v.task.Attempts) >= c.cfg.MaxAttempts && !c.lasting(v.task) {
		c.refuse(v, reason)
		return
	}
	v.because(reason)
	wait(v.task, v.now.Add(max(after, c.backoff(v.task.Attempts-1))))
}

// lasting reports whether a task is never given up: a seed, and a feed or
// sitemap that has worked before. Sites come back.
func (c *Crawler) lasting(t *pb.CrawlTask) bool {
	return c.recurring(t) && (t.Kind == pb.TaskKind_TASK_KIND_SEED || t.Fetches > 0)
}

// refuse notes a failure that will not pass: the task is quarantined, or, if
// it is a lasting one, tried again after an interval that doubles up to the
// longest. A home page or feed that is not there is most often back within the
// hour, and all that the site publishes meanwhile is found by it.
func (c *Crawler) refuse(v *visit, reason string) {
	t := v.task
	v.because(reason)
	if c.lasting(t) {
		pause := c.cfg.RevisitMin
		for range min(t.Attempts, 20) {
			pause = min(2*pause, c.cfg.RevisitMax)
		}
		t.Attempts++
		wait(t, v.now.Add(jitter(pause)))
		return
	}
	t.State, t.Due = pb.TaskState_TASK_STATE_QUARANTINED, timestamppb.New(v.now)
}

// disallow notes that robots.txt does not let a task be fetched. It waits for
// the file's next reading, as after a failure that may pass, and is given up
// after MaxAttempts of these: what the site did not mean is taken back within
// days, and what it does mean costs no request. Guesses, and the tasks of a
// crawl that is to come to an end, are given up at once.
func (c *Crawler) disallow(v *visit, until time.Time) {
	const reason = "robots.txt disallows"
	t := v.task
	guess := t.Kind != pb.TaskKind_TASK_KIND_PAGE && guessed(t)
	if !c.cfg.Continuous || c.lasting(t) || guess || int(t.Attempts)+1 >= c.cfg.MaxAttempts {
		c.refuse(v, reason)
		return
	}
	t.Attempts++
	v.because(reason)
	wait(t, until)
}

// maxReason bounds a stored reason in bytes.
const maxReason = 300

func reasonText(s string) string {
	return strings.ToValidUTF8(s[:min(len(s), maxReason)], "")
}

// redirect makes a task for the target, of the same kind. It ends the task that
// led there, unless that is visited again and again: it may lead elsewhere
// tomorrow, or nowhere. A page leads to pages of its own site only.
func (c *Crawler) redirect(v *visit) outcome {
	to, err := target(v.task.Url, v.resp.Header)
	if err != nil {
		c.refuse(v, fmt.Sprintf("HTTP %d to no usable place: %v", v.resp.Status, err))
		return outcome{}
	}
	next, err := taskFor(to, v.task.Site, v.task.Kind, v.task.Priority, v.task.Depth)
	if err != nil {
		c.refuse(v, fmt.Sprintf("HTTP %d to no usable place: %v", v.resp.Status, err))
		return outcome{}
	}
	next.Hops, next.Feed = v.task.Hops+1, v.task.Feed
	switch elsewhere := c.elsewhere(next); {
	case to == v.task.Url:
		c.refuse(v, fmt.Sprintf("HTTP %d to itself", v.resp.Status))
	case next.Hops > maxHops:
		c.refuse(v, fmt.Sprintf("more than %d redirects", maxHops))
	case elsewhere != "":
		c.refuse(v, fmt.Sprintf("HTTP %d to another site: %s", v.resp.Status, elsewhere))
	default:
		return c.follow(v, next)
	}
	return outcome{}
}

// follow takes a redirect to next. A task that is visited again and again takes
// one at its first visit, and later one that has led to the same place twice in
// a row: targets that are others at each visit would become ever more.
func (c *Crawler) follow(v *visit, next *pb.CrawlTask) outcome {
	t, before, first := v.task, v.task.Reason, v.task.Fetches == 0
	t.Reason = reasonText(redirectsTo + next.Url)
	if !c.recurring(t) || guessed(t) {
		t.State, t.Due = pb.TaskState_TASK_STATE_DONE, timestamppb.New(v.now)
		return outcome{found: []*pb.CrawlTask{next}}
	}
	c.note(t, false, false)
	t.Attempts = 0
	wait(t, v.now.Add(c.revisit(t)))
	if !first && before != t.Reason {
		return outcome{}
	}
	return outcome{found: []*pb.CrawlTask{next}}
}

// elsewhere names the site of a page or seed that does not belong to the
// task's; feeds and sitemaps may stand anywhere.
func (c *Crawler) elsewhere(t *pb.CrawlTask) string {
	if t.Kind == pb.TaskKind_TASK_KIND_FEED || t.Kind == pb.TaskKind_TASK_KIND_SITEMAP {
		return ""
	}
	token, err := c.ports.Namer.Of(t.Url)
	switch {
	case err != nil:
		return err.Error()
	case token != t.Site:
		return token
	}
	return ""
}
