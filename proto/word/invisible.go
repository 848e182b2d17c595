package word

import "unicode"

// Invisible reports characters that a reader cannot see and that carry no
// meaning of their own: control characters (white space is among them), soft
// hyphens, zero-width characters, marks of direction. The last only tell a
// program how to set a line, which it does by the letters as well; kept, they
// would stand between a reader's search and what it is for. The joiners U+200C
// and U+200D are none of these: Persian, Hindi and emoji need them.
func Invisible(r rune) bool {
	switch {
	case r < 0x80:
		return unicode.IsControl(r)
	case r == '\u00ad', r == '\u061c', r == '\u180e', r == '\u200b', r == '\u200e', r == '\u200f', r == '\ufeff':
		return true
	case r >= '\u202a' && r <= '\u202e', r >= '\u2060' && r <= '\u206f', r >= '\ufff9' && r <= '\ufffb':
		return true
	}
	return r >= 0xE0000 && r <= 0xE0FFF || unicode.IsControl(r)
}
