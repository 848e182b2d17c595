package classifier

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/winnow-news/winnow/classifier/cold"
	"github.com/winnow-news/winnow/classifier/internal/pagetext"
	"github.com/winnow-news/winnow/classifier/judge"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

var rewrite = flag.Bool("rewrite", false, "write what Decide gives into the golden files")

// separator stands between a page and the article expected of it.
const separator = "\n-----\n"

type golden struct {
	name, file, page, want string
	scored                 *pb.ScoredPage
}

// goldens reads testdata/articles: a scored page in the notation of package
// pagetext, a separator, the article.
func goldens(t testing.TB) []golden {
	t.Helper()
	files, err := filepath.Glob("testdata/articles/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no golden articles: %v", err)
	}
	var all []golden
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		page, want, _ := strings.Cut(string(data), separator)
		scored, err := pagetext.Parse(page)
		if err != nil {
			t.Fatalf("%s: %v", f, err)
		}
		all = append(all, golden{strings.TrimSuffix(filepath.Base(f), ".txt"), f, page, want, scored})
	}
	return all
}

func parse(t testing.TB, page string) *pb.ScoredPage {
	t.Helper()
	s, err := pagetext.Parse(page)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func coldModel(t testing.TB) Cold {
	t.Helper()
	m, err := cold.New()
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func newClassifier(t testing.TB) *Classifier {
	t.Helper()
	c, err := New(DefaultConfig(), coldModel(t))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestGoldenArticles(t *testing.T) {
	c := newClassifier(t)
	for _, g := range goldens(t) {
		t.Run(g.name, func(t *testing.T) {
			a, out := c.Decide(g.scored)
			got := describeArticle(c, g.scored, a, out)
			if *rewrite {
				if err := os.WriteFile(g.file, []byte(g.page+separator+got), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if got != g.want {
				t.Errorf("got\n%s\nwant\n%s", got, g.want)
			}
		})
	}
}

// describeArticle writes an article and why it is so, for comparison.
func describeArticle(c *Classifier, scored *pb.ScoredPage, a *pb.Article, out []judge.Verdict) string {
	var b strings.Builder
	fmt.Fprintf(&b, "outcome: %v\ntitle: %s\nbyline: %s\nwords: %d\nconfidence: %v\n",
		c.OutcomeOf(scored, a), a.Title, a.Byline, a.WordCount, a.Provenance.Confidence)
	for _, i := range a.Images {
		fmt.Fprintf(&b, "image: %s (%s) %s\n", i.Url, i.Alt, i.Caption)
	}
	if s := a.MetadataSources["text"]; s != "" {
		fmt.Fprintf(&b, "text from: %s\n", s)
	}
	for i, v := range out {
		fmt.Fprintf(&b, "%2d %v %s\n", i, v.Content, v.Reason)
	}
	for _, p := range a.Paragraphs {
		beside := ""
		if !p.Body {
			beside = " (beside)"
		}
		if p.Url != "" {
			beside += " <" + p.Url + ">"
		}
		fmt.Fprintf(&b, "%s %d%s: %s\n", strings.ToLower(p.Kind.String()), p.Level, beside, p.Text)
	}
	fmt.Fprintf(&b, "=====\n%s\n", a.Text)
	return b.String()
}
