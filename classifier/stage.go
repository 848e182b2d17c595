package classifier

import (
	"context"
	"errors"
	"fmt"

	"github.com/winnow-news/winnow/proto/failure"
	"github.com/winnow-news/winnow/proto/journal"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// Stage decides scored pages and publishes what changed. It is safe for
// concurrent use.
type Stage struct {
	classifier   *Classifier
	publisher    Publisher
	publications Publications
	counter      Counter
}

// NewStage joins a classifier with its ports. counter may be nil.
func NewStage(c *Classifier, publisher Publisher, publications Publications, counter Counter) *Stage {
	return &Stage{classifier: c, publisher: publisher, publications: publications, counter: counter}
}

// attempts bounds how often one delivery decides again because other workers
// changed the same article's publication.
const attempts = 10

// Handle decides one scored page. When it returns nil the message is done
// with; it may be called again with the same page all the same. Errors of the
// ports are returned as they come; ErrNoPage is poison.
//
// A publication is first announced (SetPublication, pending), then made, then
// confirmed. So no two verdicts ever go out under one revision, a crash repeats
// the very same publication, and who finds one pending does not rely on it.
func (s *Stage) Handle(ctx context.Context, scored *pb.ScoredPage) error {
	page := scored.GetPage()
	if page.GetPageId() == "" || page.GetArticleId() == "" || page.GetSite() == "" {
		return failure.Poison(fmt.Errorf("classifying %q: %w", page.GetUrl(), ErrNoPage))
	}
	v := s.verdict(scored)
	done, err := s.settle(ctx, v)
	if err != nil {
		return fmt.Errorf("classifying page %s of %s: %w", page.GetPageId(), page.GetSite(), err)
	}
	if s.counter == nil {
		return nil
	}
	if err := s.count(ctx, v, done); err != nil {
		return fmt.Errorf("counting page %s of %s: %w", page.GetPageId(), page.GetSite(), err)
	}
	return nil
}

func (s *Stage) verdict(scored *pb.ScoredPage) *verdict {
	page := scored.GetPage()
	var a *pb.Article
	if page.GetPageClass() == pb.PageClass_PAGE_CLASS_ARTICLE {
		a, _ = s.classifier.Decide(scored)
	}
	v := &verdict{page: page, position: scored.GetPosition(), outcome: s.classifier.OutcomeOf(scored, a)}
	if v.outcome == OutcomeArticle {
		v.article, v.hash = a, textHash(a)
	}
	return v
}

// settle brings what is published and remembered in line with v, and gives the
// step that did it.
func (s *Stage) settle(ctx context.Context, v *verdict) (step, error) {
	if v.page.GetPageClass() == pb.PageClass_PAGE_CLASS_WALL {
		return step{}, nil // what stood behind it is not known to have changed
	}
	for range attempts {
		stored, err := s.publications.Publication(ctx, v.page.GetSite(), v.page.GetArticleId())
		if err != nil {
			return step{}, fmt.Errorf("reading publication: %w", err)
		}
		next := plan(v, stored)
		err = s.take(ctx, v.page.GetSite(), next)
		if errors.Is(err, journal.ErrStale) {
			continue
		}
		return next, err
	}
	return step{}, failure.Transient(ErrContended)
}

// take carries out one step. journal.ErrStale: another worker came in between,
// and the step has to be planned again.
func (s *Stage) take(ctx context.Context, site string, next step) error {
	if next.store == nil {
		return nil
	}
	if !next.claimed {
		if err := s.publications.SetPublication(ctx, site, next.expect, next.store); err != nil {
			return fmt.Errorf("storing publication: %w", err)
		}
	}
	if len(next.publish) == 0 {
		return nil
	}
	for _, a := range next.publish {
		if err := s.publisher.PublishArticle(ctx, a); err != nil {
			return fmt.Errorf("publishing article %s revision %d: %w", a.Id, a.Revision, err)
		}
	}
	if err := s.publications.SetPublication(ctx, site, next.store.Revision, confirmed(next.store)); err != nil {
		return fmt.Errorf("confirming publication: %w", err)
	}
	return nil
}

// count tells the counter what became of a page, by whichever of its verdicts
// came first: an earlier page that is judged again may overtake its own first
// verdict. An article counts when it is published as new.
func (s *Stage) count(ctx context.Context, v *verdict, done step) error {
	delta := &pb.SiteStats{Token: v.page.GetSite()}
	switch {
	case v.outcome == OutcomeArticle:
		if done.store.GetEvent() != pb.Article_NEW || len(done.publish) == 0 {
			return nil
		}
		delta.Articles = 1
		delta.LastArticle = v.page.GetFetchedAt()
	case !done.first && v.page.GetPageClass() != pb.PageClass_PAGE_CLASS_WALL:
		return nil
	case v.outcome == OutcomeWall:
		delta.Walls = 1
	case v.outcome == OutcomeListing:
		delta.Listings = 1
	default:
		delta.Other = 1
	}
	return s.counter.CountSite(ctx, v.page.GetSite(), delta)
}
