package segmenter

import (
	"unicode"

	"github.com/winnow-news/winnow/proto/word"
	"github.com/winnow-news/winnow/segmenter/internal/plain"
)

// runeFlags say all that the walk asks of a character.
type runeFlags uint16

const (
	runeSpace    runeFlags = 1 << iota // becomes a blank
	runeDrop                           // as package word's Invisible: removed
	runeWord                           // part of a word, as package word has it
	runeAlone                          // a word by itself, in scripts without spaces
	runeDigit                          // decimal digit
	runeUpper                          // upper-case letter
	runeComma                          // of any script
	runeEnd                            // ends a sentence where white space follows
	runeWideEnd                        // ends a sentence wherever it stands
	runeQuote                          // quotation mark
	runeClosing                        // may stand between a sentence end and the white space
	runeSeparate                       // sets items of a line apart
)

// runeTable holds the flags of the basic plane, so that counting costs one
// look-up a character in any script.
type runeTable [1 << 16]runeFlags

func newRuneTable() *runeTable {
	t := new(runeTable)
	for r := range rune(len(t)) {
		t[r] = flagsOf(r)
	}
	return t
}

func (t *runeTable) of(r rune) runeFlags {
	if int(r) < len(t) {
		return t[r]
	}
	return flagsOf(r)
}

func flagsOf(r rune) runeFlags {
	if f := unseen(r); f != 0 {
		return f
	}
	f := punctuation(r)
	if word.IsWord(r) {
		f |= runeWord
		if word.Unspaced(r) && !unicode.IsMark(r) {
			f |= runeAlone
		}
	}
	if unicode.IsDigit(r) {
		f |= runeDigit
	}
	if unicode.IsUpper(r) {
		f |= runeUpper
	}
	return f
}

// unseen gives runeSpace, runeDrop, or 0 for what a reader can see.
func unseen(r rune) runeFlags {
	switch {
	case plain.IsBlank(r):
		return runeSpace
	case word.Invisible(r):
		return runeDrop
	}
	return 0
}

func punctuation(r rune) runeFlags {
	switch r {
	case ',', '،', '、', '，', '﹐', '፣':
		return runeComma
	case '.', '!', '?', '…', '؟', '۔', '։':
		return runeEnd
	case '。', '！', '？', '।', '॥', '｡', '።', '၊', '။', '។':
		return runeWideEnd
	case '"', '“', '”', '„', '‟', '«', '＂':
		return runeQuote | runeClosing
	case '»':
		return runeQuote | runeClosing | runeSeparate
	case '「', '『', '‘', '‚', '‹':
		return runeQuote
	case '」', '』', '›':
		return runeQuote | runeClosing
	case ')', ']', '\'', '’', '）', '】', '》':
		return runeClosing
	case '|', '/', '·', '•', '>', '—', '–', '¦', '‣', '●', '▪', '→', '∙', '＞', '｜', '・', '\\':
		return runeSeparate
	}
	return 0
}
