package newsroom

import (
	"strings"
	"testing"
	"time"
)

func TestParagraphsAreTheArticlesOwn(t *testing.T) {
	cfg := DefaultConfig()
	cfg.Sites, cfg.ArticlesPerSite = 11, 300
	n := open(t, cfg)
	for i, s := range n.Sites() {
		seen := map[string]int{}
		for a := range cfg.ArticlesPerSite {
			p, err := n.Page(i, a)
			if err != nil {
				t.Fatal(err)
			}
			for _, para := range p.Truth.Paragraphs {
				if other, ok := seen[para.Text]; ok && para.Kind == Body && other != a {
					t.Errorf("%s: articles %d and %d share %q", s.Language, other, a, para.Text)
				}
				seen[para.Text] = a
			}
		}
	}
}

func TestTruthHoldsNoBoilerplate(t *testing.T) {
	n := open(t, wide())
	for i, s := range n.sites {
		for a := range 24 {
			p, err := n.Page(i, a)
			if err != nil {
				t.Fatal(err)
			}
			text := p.Truth.Text()
			for _, name := range []string{"newsletter", "accept", "comments", "related", "most", "share", "rights", "wall", "gone", "correction"} {
				if word := s.lang.Word("ui." + name); strings.Contains(text, word) {
					t.Errorf("%s: the truth holds %q", p.URL, word)
				}
			}
			for _, para := range p.Truth.Paragraphs {
				if strings.Join(strings.Fields(para.Text), " ") != para.Text || para.Text == "" {
					t.Errorf("%s: spaces are not normal in %q", p.URL, para.Text)
				}
			}
		}
	}
}

func TestTextLeavesCaptionsAndEmbedsOut(t *testing.T) {
	truth := Truth{Paragraphs: []Paragraph{
		{Standfirst, "A."}, {Caption, "B."}, {Body, "C."}, {Embed, "D."}, {Heading, "E"}, {Quote, "F."}, {ListItem, "G"}, {TableRow, "H 1"},
	}}
	if got, want := truth.Text(), "A.\n\nC.\n\nE\n\nF.\n\nG\n\nH 1"; got != want {
		t.Errorf("Text() = %q, want %q", got, want)
	}
}

func TestEveryKindOccurs(t *testing.T) {
	n := open(t, wide())
	kinds, classes := map[Kind]int{}, map[Class]int{}
	for p, err := range n.Pages() {
		if err != nil {
			t.Fatal(err)
		}
		classes[p.Truth.Class]++
		for _, para := range p.Truth.Paragraphs {
			kinds[para.Kind]++
		}
	}
	for _, k := range []Kind{Standfirst, Body, Heading, ListItem, Quote, TableRow, Caption, Embed} {
		if kinds[k] == 0 {
			t.Errorf("no paragraph of kind %s", k)
		}
	}
	for _, c := range []Class{ClassArticle, ClassListing, ClassMedia, ClassLive, ClassWall, ClassOther} {
		if classes[c] == 0 {
			t.Errorf("no page of class %s", c)
		}
	}
}

func TestCorrectionChangesTheText(t *testing.T) {
	cfg := wide()
	cfg.CorrectedShare = 0.3
	n := open(t, cfg)
	corrected := 0
	for i := range cfg.Sites {
		for a := range cfg.ArticlesPerSite {
			n.SetNow(n.PublishedAt(i, a))
			before, err := n.Page(i, a)
			if err != nil {
				t.Fatal(err)
			}
			n.SetNow(n.PublishedAt(i, a).Add(cfg.CorrectionDelay))
			after, err := n.Page(i, a)
			if err != nil {
				t.Fatal(err)
			}
			changed := before.Truth.Text() != after.Truth.Text()
			if changed != (after.Truth.Revision == 2) || changed == after.Truth.Modified.IsZero() || before.Truth.Revision != 1 {
				t.Errorf("%s: changed %t, revision %d to %d, modified %s", after.URL, changed, before.Truth.Revision, after.Truth.Revision, after.Truth.Modified)
			}
			if before.URL != after.URL || before.Truth.ArticleID != after.Truth.ArticleID {
				t.Errorf("the correction moved %s to %s", before.URL, after.URL)
			}
			if changed {
				corrected++
			}
		}
	}
	if all := cfg.Sites * cfg.ArticlesPerSite; corrected < all/5 || corrected > all*2/5 {
		t.Errorf("%d of %d articles were corrected, want about 30 %%", corrected, all)
	}
}

func TestArticlesAppearWithTime(t *testing.T) {
	n := open(t, wide())
	at := n.PublishedAt(3, 10)
	n.SetNow(at.Add(-time.Second))
	if _, err := n.Page(3, 10); err == nil {
		t.Error("the article is there before its publication")
	}
	n.SetNow(at)
	p, err := n.Page(3, 10)
	if err != nil {
		t.Fatal(err)
	}
	if !p.Truth.Published.Equal(at) {
		t.Errorf("published %s, want %s", p.Truth.Published, at)
	}
	n.SetNow(at.Add(-time.Second))
	if truth, _ := n.Truth(p.URL); truth.Class != ClassWall {
		t.Errorf("before publication its address is of class %s", truth.Class)
	}
}

func TestRedesignChangesTheTemplate(t *testing.T) {
	n := open(t, wide())
	for i, s := range n.Sites() {
		old, _ := n.Page(i, 11)
		fresh, _ := n.Page(i, 12)
		if s.Architecture == s.Redesign || old.Truth.Redesign || !fresh.Truth.Redesign {
			t.Errorf("%s: %s to %s, redesigned %t, %t", s.Host, s.Architecture, s.Redesign, old.Truth.Redesign, fresh.Truth.Redesign)
		}
		if a, b := bodyPlace(t, old, s.Charset), bodyPlace(t, fresh, s.Charset); a == b {
			t.Errorf("%s: paragraphs stand at %s before and after the redesign", s.Host, a)
		}
	}
}
