// Package bte is Body Text Extraction (Finn, Kushmerick and Smyth, Fact or
// Fiction: Content Classification for Digital Libraries, DELOS 2001; eq. 1 of
// Fernandes 2021): a page is a sequence of tags (B = 1) and words (B = 0), and
// its text is the stretch i..j that maximises the tags outside plus the words
// inside:
//
//	T(i,j) = Σ_{n<i} B_n + Σ_{i≤n≤j} (1 − B_n) + Σ_{n>j} B_n
//
// Several is the extension of Pinto et al. (QuASM, JCDL 2002) to texts in
// several pieces: stretches where the document slope curve is flat.
package bte

import (
	"bytes"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Token is a tag or a word of a page.
type Token struct {
	Tag  bool
	Word string // of a word
	// Break: the tag ends a line of text.
	Break bool
}

// Tokens reads a page. Comments, and the content of elements that is no text,
// are left out; their tags count.
func Tokens(src []byte) []Token {
	z := html.NewTokenizer(bytes.NewReader(src))
	var out []Token
	silent := atom.Atom(0)
	for {
		switch z.Next() {
		case html.ErrorToken:
			return out
		case html.TextToken:
			if silent == 0 {
				for w := range bytes.FieldsSeq(z.Text()) {
					out = append(out, Token{Word: html.UnescapeString(string(w))})
				}
			}
		case html.StartTagToken, html.SelfClosingTagToken:
			name, _ := z.TagName()
			a := atom.Lookup(name)
			if a == atom.Script || a == atom.Style || a == atom.Title || a == atom.Textarea || a == atom.Noscript {
				silent = a
			}
			out = append(out, Token{Tag: true, Break: breaks(a)})
		case html.EndTagToken:
			name, _ := z.TagName()
			a := atom.Lookup(name)
			if a == silent {
				silent = 0
			}
			out = append(out, Token{Tag: true, Break: breaks(a)})
		}
	}
}

// breaks reports whether a tag ends a line; it matters for the look of the
// text only.
func breaks(a atom.Atom) bool {
	switch a {
	case atom.A, atom.B, atom.I, atom.Em, atom.Strong, atom.Span, atom.Font, atom.U, atom.Sup, atom.Sub, atom.Small, atom.Img, atom.Code, atom.Abbr:
		return false
	}
	return true
}

// Best gives the stretch [i, j) that maximises T, the leftmost of the best; an
// empty one where the page has no words.
func Best(tokens []Token) (i, j int) {
	// T(i,j) is a constant plus the sum over the stretch of +1 a word and −1 a
	// tag: the maximum-sum stretch, found in one pass.
	best, sum, start := 0, 0, 0
	for n, t := range tokens {
		if sum <= 0 {
			sum, start = 0, n
		}
		if t.Tag {
			sum--
		} else {
			sum++
		}
		if sum > best {
			best, i, j = sum, start, n+1
		}
	}
	return i, j
}

// Several gives the tokens of all flat stretches: the curve is walked in
// windows of size tokens, and a window belongs to the text when its share of
// tags is below slope times that of the whole page (Pinto: one half).
func Several(tokens []Token, size int, slope float64) []Token {
	tags := count(tokens)
	if len(tokens) == 0 {
		return nil
	}
	limit := slope * float64(tags) / float64(len(tokens))
	var out []Token
	for at := 0; at < len(tokens); at += size {
		window := tokens[at:min(at+size, len(tokens))]
		if float64(count(window))/float64(len(window)) < limit {
			out = append(out, window...)
		}
	}
	return out
}

func count(tokens []Token) int {
	n := 0
	for _, t := range tokens {
		if t.Tag {
			n++
		}
	}
	return n
}

// Text joins the words of tokens, with a line end where a tag breaks.
func Text(tokens []Token) string {
	var b strings.Builder
	pending := byte(0)
	for _, t := range tokens {
		if t.Tag {
			if t.Break {
				pending = '\n'
			}
			continue
		}
		if b.Len() > 0 {
			if pending == 0 {
				pending = ' '
			}
			b.WriteByte(pending)
		}
		b.WriteString(t.Word)
		pending = 0
	}
	return b.String()
}
