// Package language tells what language a page is in: by what it declares, and by
// what its text shows.
package language

import (
	"slices"
	"strings"
	"unicode"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/proto/word"
)

// Undetermined is the language of a page of which nothing is known.
const Undetermined = "und"

const (
	sampleWords = 150 // words that are looked at
	minWords    = 30  // fewer say nothing against a declaration

	sampleBytes, blockBytes = 1500, 800 // that are taken of a page and of a block for them

	longestTag = 64 // bytes of a declaration
)

// Detector tells languages apart: by script, and within a script by how many
// of the text's words are among a language's most frequent ones. Trigram
// detectors are better on single sentences; on the paragraphs of a page this
// is as good, takes microseconds, and is the same in every run. It is
// immutable.
type Detector struct {
	codes   map[string]bool
	alias   map[string]string
	index   []string         // languages with word lists
	lists   map[string]int   // language to its index
	common  map[string][]int // word to the languages that it is common in
	scripts []script
	foreign map[string]bool // languages that are written in one of scripts, not in Latin
}

// New makes a detector.
func New() *Detector {
	d := &Detector{
		scripts: newScripts(), foreign: map[string]bool{}, codes: map[string]bool{}, alias: map[string]string{},
		lists: map[string]int{}, common: map[string][]int{},
	}
	for _, s := range d.scripts {
		for code := range strings.FieldsSeq(s.languages) {
			d.foreign[code] = true
		}
	}
	for code := range strings.FieldsSeq(isoCodes) {
		d.codes[code] = true
	}
	for pair := range strings.FieldsSeq(aliases) {
		from, to, _ := strings.Cut(pair, "=")
		d.alias[from] = to
	}
	for line := range strings.Lines(commonWords) {
		words := strings.Fields(line)
		d.lists[words[0]] = len(d.index)
		for _, w := range words[1:] {
			d.common[w] = append(d.common[w], len(d.index))
		}
		d.index = append(d.index, words[0])
	}
	return d
}

// code gives the ISO 639-1 code of a language tag or name, or "".
func (d *Detector) code(tag string) string {
	tag = strings.ToLower(strings.TrimSpace(tag[:min(len(tag), longestTag)]))
	if i := strings.IndexAny(tag, "-_ ,;."); i >= 0 {
		tag = tag[:i]
	}
	if to, ok := d.alias[tag]; ok {
		return to
	}
	if d.codes[tag] {
		return tag
	}
	return ""
}

// Of decides between what the page declares, best source first, and
// what its text shows. A declaration that the text plainly contradicts loses.
func (d *Detector) Of(declared []string, blocks []*pb.Block) string {
	said := ""
	for _, tag := range declared {
		if said = d.code(tag); said != "" {
			break
		}
	}
	shown, clear := d.detect(blocks, said)
	switch {
	case said == "" && shown != "":
		return shown
	case said == "":
		return Undetermined
	case clear && shown != said:
		return shown
	}
	return said
}

// detect gives the language that the text shows, and whether that is clear
// enough to overrule a declaration of said.
func (d *Detector) detect(blocks []*pb.Block, said string) (code string, clear bool) {
	sample := sampleOf(blocks)
	byScript, languages := d.scriptOf(sample)
	contradicts := byScript && d.elsewhere(said, languages)
	if len(languages) == 1 {
		return languages[0], contradicts
	}
	score := make([]float64, len(d.index))
	n := 0
	for s, e := range word.Spans(sample) {
		if e == s+1 && e < len(sample) && sample[e] == '.' {
			continue // "U.S." is no Croatian
		}
		n++
		hits := d.common[strings.ToLower(sample[s:e])]
		for _, l := range hits {
			score[l] += 1 + 1/float64(len(hits))
		}
		if n == sampleWords {
			break
		}
	}
	best, second := -1, 0.
	for i, v := range score {
		if len(languages) > 0 && !slices.Contains(languages, d.index[i]) || len(languages) == 0 && d.foreign[d.index[i]] {
			continue
		}
		if best < 0 || v > score[best] {
			if best >= 0 {
				second = max(second, score[best])
			}
			best = i
		} else {
			second = max(second, v)
		}
	}
	lead := 1.1 // what tells two languages apart in a few words
	if n >= minWords {
		lead = 1.03
	}
	if contradicts && best >= 0 {
		return d.index[best], true
	}
	if best < 0 || n < 5 || score[best] < .12*float64(n) || score[best] < lead*second {
		return "", false
	}
	top, own := score[best], 0.
	i, known := d.lists[said]
	if known {
		own = score[i]
	}
	clear = n >= minWords && top >= .2*float64(n) && top >= 1.6*own && (top >= 1.3*second || known && top >= 3*own)
	if !known && said != "" { // of a language without a list only plain text of another is believed
		clear = clear && top >= .35*float64(n) && top >= 1.5*second
	}
	return d.index[best], clear
}

// elsewhere reports that a language is known to be written in another script than
// the one of languages.
func (d *Detector) elsewhere(code string, languages []string) bool {
	if len(languages) == 0 || slices.Contains(languages, code) {
		return false
	}
	_, known := d.lists[code]
	return known || d.foreign[code]
}

// sampleOf joins the text of the page's longest blocks with few links, or all
// text where there are none.
func sampleOf(blocks []*pb.Block) string {
	var b strings.Builder
	for _, atLeast := range []uint32{25, 8, 1} {
		b.Reset()
		for _, block := range blocks {
			s := block.Stats
			if s.Words >= atLeast && (atLeast == 1 || s.LinkWords*2 <= s.Words) {
				b.WriteString(strings.ToValidUTF8(block.Text[:min(len(block.Text), blockBytes)], ""))
				b.WriteByte(' ')
				if b.Len() > sampleBytes {
					return b.String()
				}
			}
		}
		if b.Len() > 300 {
			break
		}
	}
	return b.String()
}

// scriptOf gives the languages that are written in the script of most of the
// letters of s; none for Latin. clear reports that the script leaves no doubt.
func (d *Detector) scriptOf(s string) (clear bool, languages []string) {
	scripts := d.scripts
	count := make([]int, len(scripts))
	letters, kana := 0, 0
	for _, r := range s {
		if r < behindLatin || !unicode.IsLetter(r) {
			continue
		}
		letters++
		for i := range scripts {
			if r >= scripts[i].from && r <= scripts[i].to {
				count[i]++
				if scripts[i].languages == "ja" {
					kana++
				}
				break
			}
		}
	}
	if letters == 0 {
		return false, nil
	}
	letters += latinLetters(s)
	best := 0
	for i := range count {
		if count[i] > count[best] {
			best = i
		}
	}
	share := float64(count[best]) / float64(letters)
	if scripts[best].languages == "zh" || scripts[best].languages == "ja" {
		share = float64(count[0]+kana) / float64(letters)
		if kana*20 > letters {
			return share > .5 && letters >= minWords, []string{"ja"}
		}
	}
	if share <= .4 {
		return false, nil
	}
	return share > .6 && letters >= minWords, strings.Fields(scripts[best].languages)
}

// behindLatin is the first character behind those of Latin.
const behindLatin = 0x250

func latinLetters(s string) (n int) {
	for _, r := range s {
		if r >= 'A' && r <= 'z' || r >= 0xC0 && r < behindLatin {
			n++
		}
	}
	return n
}

// script is a range of letters by which languages can be told.
type script struct {
	from, to  rune
	languages string
}

// newScripts gives the ranges; the first is Han.
func newScripts() []script {
	return []script{
		{0x4E00, 0x9FFF, "zh"}, {0x3040, 0x30FF, "ja"}, {0xAC00, 0xD7AF, "ko"}, {0x0400, 0x052F, "ru uk bg sr mk be kk mn"},
		{0x0600, 0x06FF, "ar fa ur"}, {0x0900, 0x097F, "hi mr ne"}, {0x0370, 0x03FF, "el"}, {0x0590, 0x05FF, "he"},
		{0x0E00, 0x0E7F, "th"}, {0x0980, 0x09FF, "bn"}, {0x0A00, 0x0A7F, "pa"}, {0x0A80, 0x0AFF, "gu"}, {0x0B00, 0x0B7F, "or"},
		{0x0B80, 0x0BFF, "ta"}, {0x0C00, 0x0C7F, "te"}, {0x0C80, 0x0CFF, "kn"}, {0x0D00, 0x0D7F, "ml"}, {0x0D80, 0x0DFF, "si"},
		{0x0E80, 0x0EFF, "lo"}, {0x1000, 0x109F, "my"}, {0x10A0, 0x10FF, "ka"}, {0x1200, 0x137F, "am"}, {0x1780, 0x17FF, "km"},
		{0x0530, 0x058F, "hy"},
	}
}
