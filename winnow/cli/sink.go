package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"sync"

	"github.com/winnow-news/winnow/bus"
	"github.com/winnow-news/winnow/classifier/render"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// Forms in which articles are written.
const (
	outJSON     = "json"
	outMarkdown = "markdown"
	outText     = "text"
	outLine     = "line" // a line an article, for people who watch
)

// sink writes articles as they come, to a stream or, a file an article, to a
// folder. It is safe for concurrent use.
//
// Invariants:
//  1. Every article up to seq has been written, or was not to be.
//  2. position, where it is kept, is never ahead of seq.
type sink struct {
	mu       sync.Mutex
	w        io.Writer
	dir      string // "": write to w
	format   string
	before   func() // called before a line is written
	position *position

	seq       uint64 // of the article that was taken last
	quiet     uint64 // articles up to this sequence are taken, not written
	written   int
	latest    map[string]*pb.Article // by id, where somebody wants to know
	revisions revisions              // of the files
}

// outFlags are the flags that say where articles go, and how.
type outFlags struct{ dir, format string }

// sink makes a sink of the flags; fallback is the form where none is named.
func (a *app) sink(f outFlags, fallback string) (*sink, error) {
	if f.dir != "" && fallback == outLine {
		fallback = outJSON
	}
	format, err := a.outFormat(f.format, fallback)
	if err != nil {
		return nil, err
	}
	if f.dir != "" {
		if err := os.MkdirAll(f.dir, 0o755); err != nil {
			return nil, fmt.Errorf("--out: %w", err)
		}
	}
	return &sink{w: a.Out, dir: f.dir, format: format, before: func() {}}, nil
}

// outFormat checks the form that --format and --json ask for.
func (a *app) outFormat(format, fallback string) (string, error) {
	if a.json && format != "" && format != outJSON {
		return "", usageError(fmt.Errorf("--json and --format %s: want one of them", format))
	}
	switch {
	case a.json:
		return outJSON, nil
	case format == "":
		return fallback, nil
	case format == outJSON, format == outMarkdown, format == outText:
		return format, nil
	}
	return "", usageError(fmt.Errorf("--format %q: want json, markdown or text", format))
}

// count is the number of articles written.
func (s *sink) count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.written
}

// standing is the number of articles that were not retracted.
func (s *sink) standing() int {
	n := 0
	for _, art := range s.latest {
		if art.GetEvent() != pb.Article_RETRACTED {
			n++
		}
	}
	return n
}

// resume makes the sink go on behind the position that a file remembers, and
// keep it there. Where that is nothing, or lies behind the last article, so that
// it is another stream's, the sink begins behind fresh.
func (s *sink) resume(file string, last, fresh uint64) (err error) {
	if s.position, s.seq, err = openPosition(file); err != nil {
		return fmt.Errorf("position: %w", err)
	}
	if !s.position.known || s.seq > last {
		s.seq = fresh
	}
	return s.position.set(s.seq)
}

// follow takes the articles behind seq: until ctx ends when live, else until
// the end of the stream.
func (s *sink) follow(ctx context.Context, b *bus.Bus, live bool) error {
	s.mu.Lock()
	from := s.seq + 1
	s.mu.Unlock()
	return b.Subscribe(ctx, bus.SubscribeOptions{SinceSeq: from, Live: live}, s.take)
}

// take writes an article and remembers that it has.
func (s *sink) take(art *pb.Article, m bus.ArticleMeta) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.latest != nil {
		if old := s.latest[art.GetId()]; old.GetRevision() <= art.GetRevision() {
			s.latest[art.GetId()] = art
		}
	}
	if m.Sequence <= s.quiet {
		s.seq = m.Sequence
		return nil
	}
	if s.dir == "" || s.revisions.rise(art, m.Published) {
		if err := s.write(art, m.JSON); err != nil {
			return fmt.Errorf("writing article %s: %w", art.GetId(), err)
		}
		s.written++
	}
	s.seq = m.Sequence
	return s.position.set(s.seq)
}

// write writes one article, as it was published where that is known.
func (s *sink) write(art *pb.Article, published []byte) error {
	text, err := form(art, published, s.format)
	if err != nil {
		return err
	}
	s.before()
	if s.dir != "" {
		return writeArticle(s.dir, s.format, art, text)
	}
	if s.format == outMarkdown || s.format == outText {
		text = streamed(art, text)
	}
	if s.format == outMarkdown {
		text += "\n---\n\n" // between one article and the next
	}
	_, err = io.WriteString(s.w, text)
	return err
}

// streamed is the text of an article in a stream, where one that comes again
// says so.
func streamed(art *pb.Article, text string) string {
	event := eventName(art.GetEvent()) + ": " + plain(art.GetUrl()) + "\n"
	switch art.GetEvent() {
	case pb.Article_NEW:
		return text
	case pb.Article_RETRACTED:
		return event
	}
	return event + "\n" + text
}

// form gives an article in one of the forms.
func form(art *pb.Article, published []byte, format string) (string, error) {
	switch format {
	case outMarkdown:
		return render.Markdown(art), nil
	case outText:
		return render.PlainText(art) + "\n", nil
	case outLine:
		return articleLine(art), nil
	}
	if published != nil {
		var line bytes.Buffer
		err := json.Compact(&line, published)
		return line.String() + "\n", err
	}
	b, err := marshalLine(art)
	return string(b) + "\n", err
}

func articleLine(art *pb.Article) string {
	title := art.GetTitle()
	if title == "" {
		title = art.GetUrl()
	}
	return fmt.Sprintf("%-9s  %-2s  %-26s %5d words  %s\n",
		eventName(art.GetEvent()), art.GetLanguage(), clip(plain(art.GetSite()), 26), art.GetWordCount(), clip(plain(title), 80))
}
