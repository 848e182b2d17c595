package crawler

import (
	"context"
	"fmt"
	"net/url"
	"time"

	"github.com/winnow-news/winnow/crawler/fetch"
	"github.com/winnow-news/winnow/proto/failure"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"google.golang.org/protobuf/types/known/timestamppb"
)

// pausePoll is how often a paused site's task is looked at again.
const pausePoll = time.Minute

// handle serves one leased task: asks robots.txt, fetches, publishes the page,
// puts what was found into the frontier, and finishes the task, in this order.
// Whatever the web does is an outcome of the task. An error is a port's or the
// context's: the task is not finished and may be handled again. A port that is
// insisted on is given up before the lease ends, which is taken to begin now.
func (c *Crawler) handle(ctx context.Context, v *visit) (err error) {
	ctx, cancel := context.WithTimeoutCause(ctx, c.cfg.Lease-releaseGrace, errLease)
	defer cancel()
	task := v.task
	err = c.insist(ctx, "looking up a site", func() error {
		v.site, err = c.sites.site(ctx, task.Site)
		return err
	})
	if err != nil {
		return err
	}
	v.now = time.Now()
	if v.site == nil { // removed meanwhile: the frontier frees the host and stores nothing
		c.refuse(v, "the site is not registered")
		return c.finish(ctx, v)
	}
	if v.site.Paused {
		wait(task, v.now.Add(pausePoll))
		return c.finish(ctx, v)
	}
	if v.url, err = url.Parse(task.Url); err != nil {
		c.refuse(v, err.Error())
		return c.finish(ctx, v)
	}
	ok, err := c.permit(ctx, v)
	if err != nil {
		return err
	}
	if !ok {
		return c.finish(ctx, v)
	}
	return c.serve(ctx, v)
}

// permit asks robots.txt, and for the host's delay. ok says that the task may be
// fetched now; otherwise it has been changed to what becomes of it.
func (c *Crawler) permit(ctx context.Context, v *visit) (ok bool, err error) {
	v.delay = max(c.cfg.Delay, v.site.GetMinDelay().AsDuration())
	if !c.cfg.Robots {
		return true, nil
	}
	r, known := c.gate.ruling(ctx, v.url)
	if !known {
		if r, err = c.gate.fetch(ctx, v.url); ctx.Err() != nil {
			return false, err
		}
		c.waits.note(ctx, "sharing robots.txt with other workers", err)
	}
	v.now, v.rules = time.Now(), r.rules
	v.delay = max(v.delay, min(r.rules.CrawlDelay, c.cfg.MaxDelay))
	switch {
	case r.unreachable:
		c.postpone(v, "robots.txt cannot be had: "+r.why, r.until)
		v.delay = max(v.delay, r.until.Sub(v.now))
		return false, nil
	case r.denied > 0 && c.cfg.Continuous:
		if !known {
			c.ports.Log.WarnContext(ctx, "robots.txt disallows everything, the host is left alone", "host", v.task.Host, "until", r.until)
		}
		c.postpone(v, "robots.txt disallows everything", r.until)
		v.delay = max(v.delay, r.until.Sub(v.now))
		return false, nil
	case !r.rules.Allowed(v.url.RequestURI()):
		c.disallow(v, r.until)
		if known { // no request was made: the turn is not used
			v.delay = 0
		}
		return false, nil
	case !known: // the file took the turn
		wait(v.task, v.now)
		return false, nil
	}
	return true, nil
}

// postpone lets a task wait for its host. Only a crawl that is to come to an
// end counts that as an attempt: a host that is down costs no page.
func (c *Crawler) postpone(v *visit, reason string, until time.Time) {
	if !c.cfg.Continuous {
		c.fail(v, reason, until.Sub(v.now))
		return
	}
	v.because(reason)
	wait(v.task, until)
}

// serve fetches the task's URL and delivers what comes of it.
func (c *Crawler) serve(ctx context.Context, v *visit) error {
	etag, modified := validators(v.task)
	resp, err := c.get.Get(ctx, fetch.Request{URL: v.task.Url, ETag: etag, LastModified: modified})
	if ctx.Err() != nil {
		return fmt.Errorf("handling %s: %w", v.task.Url, context.Cause(ctx))
	}
	v.now, v.resp = time.Now(), resp
	return c.deliver(ctx, v, c.conclude(v, err))
}

// deliver carries out an outcome, each step until it is acknowledged. The page
// is safe before the task is finished; a repeat in between does no harm.
func (c *Crawler) deliver(ctx context.Context, v *visit, out outcome) error {
	if out.page != nil {
		err := c.insist(ctx, "publishing", func() error { return c.ports.Publisher.PublishPage(ctx, out.page) })
		switch {
		case err != nil && failure.ClassOf(err) == failure.ClassTransient:
			return err
		case err != nil: // this page cannot be published, now or later
			v.task.State, v.task.Reason = pb.TaskState_TASK_STATE_QUARANTINED, reasonText(err.Error())
		default:
			c.published.Add(1)
		}
	}
	news, err := c.spread(ctx, v, out.found)
	switch {
	case err != nil && failure.ClassOf(err) == failure.ClassTransient:
		return err
	case err != nil: // what was found cannot be put, now or later
		c.refuse(v, err.Error())
	case out.served && v.task.State == pb.TaskState_TASK_STATE_WAITING:
		c.settle(v, news, out.lively)
	}
	if out.block > 0 {
		until := time.Now().Add(out.block)
		if err := c.insist(ctx, "blocking", func() error { return c.ports.Frontier.Block(ctx, v.task.Host, until) }); err != nil {
			return err
		}
		v.delay = max(v.delay, out.block)
	}
	return c.finish(ctx, v)
}

// spread puts what was found into the frontier, and makes wait again what is
// said to have changed, and what stands on a home page for long. It reports
// whether there was news: a URL that was not known, or a page that has changed.
func (c *Crawler) spread(ctx context.Context, v *visit, found []*pb.CrawlTask) (news bool, err error) {
	err = c.insist(ctx, "putting", func() error {
		added, err := c.admit.put(ctx, v.site, found)
		news = news || added > 0
		return err
	})
	if err != nil || !c.cfg.Continuous {
		return news, err
	}
	renewed, err := c.renew(ctx, changed(found, v.now))
	if err == nil {
		_, err = c.renew(ctx, c.standing(v, found))
	}
	return news || renewed > 0, err
}

func (c *Crawler) renew(ctx context.Context, tasks []*pb.CrawlTask) (renewed int, err error) {
	if len(tasks) == 0 {
		return 0, nil
	}
	err = c.insist(ctx, "renewing", func() (err error) {
		renewed, err = c.ports.Frontier.Renew(ctx, tasks...)
		return err
	})
	return renewed, err
}

// finish stores the task, gives the host its next turn and counts the visit.
func (c *Crawler) finish(ctx context.Context, v *visit) error {
	if v.task.Reason == "" && v.optedOut != "" {
		v.task.Reason = "not published: " + v.optedOut
	}
	err := c.insist(ctx, "finishing", func() error {
		return c.ports.Frontier.Finish(ctx, v.task, time.Now().Add(v.delay))
	})
	c.signal()
	if err != nil {
		return err
	}
	c.tally(ctx, v)
	c.tell(ctx, v)
	return nil
}

// tell says why a home page that has never been had is not had yet: nothing
// else is known of its site, and who waits for its articles waits in vain.
func (c *Crawler) tell(ctx context.Context, v *visit) {
	t := v.task
	if t.Kind == pb.TaskKind_TASK_KIND_SEED && t.Fetches == 0 && v.failed != "" {
		c.ports.Log.WarnContext(ctx, "a home page cannot be fetched", "url", t.Url, "reason", v.failed)
	}
}

// tally counts a visit for people to look at. What is lost is only a count.
func (c *Crawler) tally(ctx context.Context, v *visit) {
	delta := &pb.SiteStats{Token: v.task.Site}
	failed := v.task.State == pb.TaskState_TASK_STATE_QUARANTINED || v.task.Attempts > 0 || v.unserved
	switch {
	case failed:
		delta.Failed = 1
	case v.resp == nil:
		return
	case v.task.Kind == pb.TaskKind_TASK_KIND_PAGE, v.task.Kind == pb.TaskKind_TASK_KIND_SEED:
		delta.Fetched = 1
		fallthrough
	default:
		delta.LastFetch = timestamppb.New(v.now)
	}
	if err := c.ports.Sites.CountSite(ctx, v.task.Site, delta); err != nil {
		c.ports.Log.DebugContext(ctx, "a visit was not counted", "site", v.task.Site, "error", err)
	}
}
