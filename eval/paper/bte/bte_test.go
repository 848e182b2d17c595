package bte

import (
	"math/rand/v2"
	"testing"
)

func TestBest(t *testing.T) {
	// Seven tags and eleven words; the two tags of the link inside cost 2, the
	// words behind it bring 3, so the stretch goes on over it. "Home" is
	// not worth the two tags between.
	tokens := Tokens([]byte(`<p>Home</p><p>one two three <a href="x">four</a> five six seven</p><p>Imprint</p>`))
	i, j := Best(tokens)
	if got := Text(tokens[i:j]); got != "one two three four five six seven" {
		t.Errorf("got %q", got)
	}
}

// value is eq. 1, read literally, for the stretch [i, j).
func value(tokens []Token, i, j int) int {
	sum := 0
	for n, t := range tokens {
		if inside := n >= i && n < j; inside != t.Tag {
			sum++
		}
	}
	return sum
}

func TestBestMaximisesEquation1(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	for range 200 {
		tokens := make([]Token, rng.IntN(40))
		for n := range tokens {
			tokens[n].Tag = rng.IntN(2) == 0
		}
		best := value(tokens, 0, 0)
		for i := range tokens {
			for j := i; j <= len(tokens); j++ {
				best = max(best, value(tokens, i, j))
			}
		}
		if i, j := Best(tokens); value(tokens, i, j) != best {
			t.Fatalf("T(%d,%d) = %d, best is %d", i, j, value(tokens, i, j), best)
		}
	}
}

// Windows of four tokens: a share of tags of 8/16 on the page, so windows with
// less than 1/4 are text: the first and the third.
func TestSeveral(t *testing.T) {
	var tokens []Token
	for _, w := range []string{"aaaa", "####", "bbbb", "####"} {
		for _, c := range w {
			tokens = append(tokens, Token{Tag: c == '#', Break: c == '#', Word: string(c)})
		}
	}
	if got := Text(Several(tokens, 4, .5)); got != "a a a a b b b b" {
		t.Errorf("got %q", got)
	}
}

func TestTokens(t *testing.T) {
	got := Tokens([]byte(`<title>no</title><script>no no</script><b>a&amp;b</b> c<br>d`))
	words, tags := "", 0
	for _, tok := range got {
		if tok.Tag {
			tags++
		} else {
			words += tok.Word + " "
		}
	}
	if words != "a&b c d " || tags != 7 {
		t.Errorf("words %q, %d tags", words, tags)
	}
	if text := Text(got); text != "a&b c\nd" {
		t.Errorf("text %q", text)
	}
}
