package comparer

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// of gives Sim of two signatures.
func (s *similarity) of(a, b *signature) float64 {
	return s.combine(overlap(a.words(), b.words(), 0), a, b)
}

func TestSim(t *testing.T) {
	for _, c := range []struct {
		name string
		a, b *pb.Block
		want float64
	}{
		{"identical", block("", "one two three", "p a", "x y"), block("", "three two one", "p a", "y x"), 1},
		{"no classes at all", block("", "one two", "p", ""), block("", "one two", "p", ""), 1},
		{"nothing in common", block("", "one", "p", "x"), block("", "two", "div", "y"), 0},
		{"structure alone", block("", "one", "p", "x"), block("", "two", "p", "x"), 0.3},
		{"classes on one side", block("", "one", "p", "x"), block("", "one", "p", ""), 0.85},
		{"half the tags", block("", "one", "p a a", ""), block("", "one", "p", ""), 0.7 + 0.15*2*1/4 + 0.15},
		{"a word of four", block("", "one two three four", "p", ""), block("", "one", "p", ""), 0.3 + 0.7/2},
		{"case and punctuation", block("", "One, TWO.", "p", ""), block("", "one two", "p", ""), 1},
		{"repeated words", block("", "one one one two", "p", ""), block("", "one two", "p", ""), 1},
		{"unspaced script", block("", "日本", "p", ""), block("", "日木", "p", ""), 0.3 + 0.7/2},
	} {
		s, sim := newSigner(), newSimilarity(DefaultConfig())
		s.begin()
		a, b := s.sign(c.a), s.sign(c.b)
		if got := sim.of(&a, &b); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%s: Sim = %v, want %v", c.name, got, c.want)
		}
		if ab, ba := sim.of(&a, &b), sim.of(&b, &a); ab != ba {
			t.Errorf("%s: Sim(a, b) = %v, Sim(b, a) = %v", c.name, ab, ba)
		}
	}
}

// TestLCS compares the bit-parallel LCS with the textbook's table, across the
// 64-bit borders and with codes outside the tag table.
func TestLCS(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 6))
	var l lcs
	for range 3000 {
		codes := 1 + rnd.IntN(6)
		sequence := func() []uint32 {
			s := make([]uint32, rnd.IntN(1+rnd.IntN(maxTags+1)))
			for i := range s {
				if s[i] = uint32(1 + rnd.IntN(codes)); s[i] > 4 {
					s[i] |= 1 << 31
				}
			}
			return s
		}
		a, b := sequence(), sequence()
		if got, want := l.length(a, b), tableLCS(a, b); got != want {
			t.Fatalf("LCS(%v, %v) = %d, want %d", a, b, got, want)
		}
	}
	if l.masks != (lcs{}).masks {
		t.Error("the masks are not clear")
	}
}

// TestPrefixFilterLosesNothing tries the bounds on pairs at and around ε.
func TestPrefixFilterLosesNothing(t *testing.T) {
	rnd := rand.New(rand.NewPCG(2, 6))
	for _, epsilon := range []float64{0.31, 0.5, 0.65, 0.8, 0.9, 0.97} {
		sim := newSimilarity(testConfig(10, epsilon))
		similar := 0
		for range 20000 {
			a, b := randomSet(rnd), randomSet(rnd)
			if sim.combine(overlap(a.words(), b.words(), 0), &a, &b) <= epsilon {
				if sim.above(&a, &b) {
					t.Fatal("above is not Sim > ε")
				}
				continue
			}
			similar++
			na, nb := len(a.words()), len(b.words())
			low, high := sim.sizes(na)
			sa, sb := newSketch(a.words()), newSketch(b.words())
			switch {
			case !sim.above(&a, &b):
				t.Fatal("above is not Sim > ε")
			case nb < low || nb > high:
				t.Fatalf("ε=%v: size %d refuses %d", epsilon, na, nb)
			case overlap(a.words()[:sim.prefix(na)], b.words()[:sim.prefix(nb)], 0) == 0:
				t.Fatalf("ε=%v: the prefixes of %v and %v do not meet", epsilon, a.words(), b.words())
			case sa.atMost(&sb, na, nb) < overlap(a.words(), b.words(), 0):
				t.Fatal("the sketch bound is too low")
			}
		}
		if similar < 20 {
			t.Fatalf("ε=%v: only %d similar pairs were tried", epsilon, similar)
		}
	}
}

// randomSet gives a set of 1 to 12 of 14 words.
func randomSet(rnd *rand.Rand) signature {
	var words []uint32
	size := 1 + rnd.IntN(12)
	for _, w := range rnd.Perm(14)[:size] {
		words = append(words, uint32(w)*0x9E3779B1)
	}
	n := ascending(words)
	return signature{words[:n], uint16(n), 0}
}

func TestSignatureCaps(t *testing.T) {
	var text strings.Builder
	for i := range 3 * maxWords {
		fmt.Fprintf(&text, "w%d ", i)
	}
	b := block("", text.String(), strings.Repeat("a ", 2*maxTags), "")
	for i := range 2 * maxClasses {
		b.Classes = append(b.Classes, fmt.Sprint("c", i))
	}
	s := newSigner()
	s.begin()
	sig := s.sign(b)
	if len(sig.words()) != maxWords || len(sig.tags()) != maxTags || len(sig.classes()) != maxClasses {
		t.Errorf("%d words, %d tags, %d classes", len(sig.words()), len(sig.tags()), len(sig.classes()))
	}
}

func TestLongWordsComeFirst(t *testing.T) {
	s := newSigner()
	s.begin()
	sig := s.sign(block("", "a the parliamentary of Ökonomisches", "p", ""))
	long := wordRank(0, 12) | (1<<28 - 1)
	for i, w := range sig.words() {
		if (w <= long) != (i < 2) {
			t.Errorf("word %d of %x", i, sig.words())
		}
	}
}

func TestWordlessBlocksHaveNoSignature(t *testing.T) {
	s := newSigner()
	s.begin()
	for _, text := range []string{"", "»", " | ", "…"} {
		if sig := s.sign(block("", text, "p", "x")); sig.known() {
			t.Errorf("%q has signature %v", text, sig)
		}
	}
}

func TestDivRound(t *testing.T) {
	for a := int64(-40); a <= 40; a++ {
		for b := int64(1); b <= 9; b++ {
			if got, want := divRound(a, b), int64(math.Round(float64(a)/float64(b))); got != want {
				t.Errorf("%d/%d = %d, want %d", a, b, got, want)
			}
		}
	}
}

// TestUnspacedParagraphsDiffer holds that two different paragraphs in a script
// without spaces are not similar because they use the same letters.
func TestUnspacedParagraphsDiffer(t *testing.T) {
	tests := []struct {
		name, a, b string
		want       bool
	}{
		{"two Thai sentences",
			"รัฐบาลประกาศแผนสร้างสะพานใหม่ข้ามแม่น้ำในปีหน้า โดยใช้งบประมาณจากจังหวัดและเอกชน ผู้ว่าราชการกล่าวว่าโครงการจะช่วยให้การเดินทางสะดวกและรวดเร็วขึ้นสำหรับทุกคน",
			"ประชาชนในเมืองร่วมประชุมเรื่องสถานีรถไฟที่สร้างไม่เสร็จ หลายคนบอกว่ารอมานานเกินไปแล้ว ขณะที่เจ้าหน้าที่ขอเวลาอีกสองเดือนเพื่อตรวจสอบสัญญากับผู้รับเหมารายใหม่", false},
		{"the same Thai sentence but for a number", "อ่านแล้ว 1523 ครั้ง ติดตามข่าวสารของเราได้ทุกวันที่นี่", "อ่านแล้ว 98 ครั้ง ติดตามข่าวสารของเราได้ทุกวันที่นี่", true},
		{"two Chinese sentences", "市政府宣布明年将在河上修建一座新的大桥", "市民们昨天开会讨论了尚未完工的火车站", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s, sim := newSigner(), newSimilarity(DefaultConfig())
			s.begin()
			a, b := s.sign(block("", tt.a, "p", "")), s.sign(block("", tt.b, "p", ""))
			if got := sim.above(&a, &b); got != tt.want {
				t.Errorf("Sim = %.2f, similar %v, want %v", sim.of(&a, &b), got, tt.want)
			}
		})
	}
}
