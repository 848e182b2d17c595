package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/winnow-news/winnow/bus"
	"github.com/winnow-news/winnow/classifier/render"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/winnow/pipeline"
)

// Forms in which articles are written.
const (
	outJSON     = "json"
	outMarkdown = "markdown"
	outText     = "text"
	outHuman    = "human" // a line an article, for people who watch
)

// sink writes articles as they come, to a stream or, a file an article, to a
// folder. It is safe for concurrent use.
type sink struct {
	mu      sync.Mutex
	w       io.Writer
	dir     string
	format  string
	written int
	latest  map[string]*pb.Article // by id, where somebody wants to know
	before  func()                 // called before a line is written
	seq     uint64                 // of the article written last
	mark    string                 // the file that remembers seq; "": none
}

// sink makes a sink of the flags --out and --format.
func (a *app) sink(dir, format, fallback string) (*sink, error) {
	if format == "" {
		format = fallback
	}
	if a.json {
		format = outJSON
	}
	switch format {
	case outJSON, outMarkdown, outText, outHuman:
	default:
		return nil, usageError(fmt.Errorf("--format %q: want json, markdown or text", format))
	}
	if dir != "" {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return nil, err
		}
	}
	return &sink{w: a.Out, dir: dir, format: format, before: func() {}}, nil
}

// remember makes the sink keep the sequence of what it has written in a file,
// and gives the sequence that the file knows: a later run goes on behind it.
func (s *sink) remember(file string) uint64 {
	s.mark = file
	b, err := os.ReadFile(file)
	if err != nil {
		return 0
	}
	seq, err := strconv.ParseUint(strings.TrimSpace(string(b)), 10, 64)
	if err != nil {
		return 0
	}
	s.seq = seq
	return seq
}

// count is the number of articles written.
func (s *sink) count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.written
}

// take writes the article at a sequence and remembers that it has.
func (s *sink) take(art *pb.Article, seq uint64) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.write(art); err != nil {
		return fmt.Errorf("writing article %s: %w", art.GetId(), err)
	}
	s.seq = seq
	if s.mark == "" {
		return nil
	}
	return os.WriteFile(s.mark, strconv.AppendUint(nil, seq, 10), 0o600)
}

// write writes one article. In a folder, a later revision replaces the
// earlier, and a retraction removes it.
func (s *sink) write(art *pb.Article) error {
	s.written++
	if s.latest != nil {
		if old := s.latest[art.GetId()]; old.GetRevision() <= art.GetRevision() {
			s.latest[art.GetId()] = art
		}
	}
	s.before()
	if s.dir != "" {
		return s.writeFile(art)
	}
	text, err := s.form(art)
	if err != nil {
		return err
	}
	_, err = io.WriteString(s.w, text)
	return err
}

func (s *sink) form(art *pb.Article) (string, error) {
	switch s.format {
	case outMarkdown:
		return render.Markdown(art) + "\n---\n\n", nil
	case outText:
		return render.PlainText(art) + "\n", nil
	case outHuman:
		return humanLine(art), nil
	default:
		b, err := marshalLine(art)
		return string(b) + "\n", err
	}
}

func humanLine(art *pb.Article) string {
	title := art.GetTitle()
	if title == "" {
		title = art.GetUrl()
	}
	return fmt.Sprintf("%-9s  %-2s  %-26s %5d words  %s\n",
		eventName(art.GetEvent()), art.GetLanguage(), clip(art.GetSite(), 26), art.GetWordCount(), clip(title, 80))
}

var extensions = map[string]string{outJSON: ".json", outMarkdown: ".md", outText: ".txt", outHuman: ".txt"}

// writeFile writes DIR/site/id.ext, whole or not at all.
func (s *sink) writeFile(art *pb.Article) error {
	dir := filepath.Join(s.dir, filepath.Base(art.GetSite()))
	path := filepath.Join(dir, filepath.Base(art.GetId())+extensions[s.format])
	if art.GetEvent() == pb.Article_RETRACTED {
		if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
		return nil
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	text, err := s.form(art)
	if err != nil {
		return err
	}
	if err := os.WriteFile(path+".part", []byte(text), 0o644); err != nil {
		return err
	}
	return os.Rename(path+".part", path)
}

// follow writes articles from a sequence on, until ctx ends.
func (a *app) follow(ctx context.Context, b *bus.Bus, from uint64, s *sink) error {
	return b.Subscribe(ctx, bus.SubscribeOptions{SinceSeq: from, Live: true},
		func(art *pb.Article, m bus.ArticleMeta) error { return s.take(art, m.Sequence) })
}

// caughtUp returns when the sink has all articles that are published by now.
func (s *sink) caughtUp(ctx context.Context, b *bus.Bus) error {
	last, err := b.LastArticle(ctx)
	if err != nil {
		return err
	}
	every := time.NewTicker(20 * time.Millisecond)
	defer every.Stop()
	for {
		s.mu.Lock()
		seq := s.seq
		s.mu.Unlock()
		if seq >= last {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-every.C:
		}
	}
}

// untilDone returns when the crawl is at its end, no page is under way, and
// every published article has been written.
func (a *app) untilDone(ctx context.Context, p *pipeline.Pipeline, s *sink, tick func()) error {
	if tick == nil {
		tick = func() {}
	}
	every := time.NewTicker(200 * time.Millisecond)
	defer every.Stop()
	for quiet := 0; quiet < 2; {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-every.C:
		}
		tick()
		done, err := a.isDone(ctx, p)
		if err != nil {
			return err
		}
		quiet++
		if !done {
			quiet = 0
		}
	}
	return s.caughtUp(ctx, p.Bus.Bus)
}

func (a *app) isDone(ctx context.Context, p *pipeline.Pipeline) (bool, error) {
	idle, err := p.Crawler.Idle(ctx)
	if err != nil || !idle {
		return false, err
	}
	return p.Bus.Drained(ctx)
}
