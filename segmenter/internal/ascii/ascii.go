// Package ascii asks of bytes what unicode asks of characters: names of elements,
// addresses and machines' dates are written in ASCII, and most of a page's text.
package ascii

import "strings"

// IsDigit, IsHex, IsLetter, IsLower and IsSpace (of HTML) tell what c is.
func IsDigit(c byte) bool  { return '0' <= c && c <= '9' }
func IsHex(c byte) bool    { return IsDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'f' }
func IsLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
func IsLower(c byte) bool  { return 'a' <= c && c <= 'z' }
func IsSpace(c byte) bool {
	return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f'
}

// AllDigits reports whether s is a number and nothing else.
func AllDigits(s string) bool {
	for i := range len(s) {
		if !IsDigit(s[i]) {
			return false
		}
	}
	return s != ""
}

// Digits counts the digits in s.
func Digits(s string) int {
	n := 0
	for i := range len(s) {
		if IsDigit(s[i]) {
			n++
		}
	}
	return n
}

// HasPrefixFold reports whether s begins with lower, whose case it ignores.
func HasPrefixFold(s, lower string) bool {
	if len(s) < len(lower) {
		return false
	}
	for i := range len(lower) {
		if s[i]|0x20 != lower[i] {
			return false
		}
	}
	return true
}

// HasSuffixFold reports whether s ends with lower, whose case it ignores.
func HasSuffixFold(s, lower string) bool {
	return len(s) >= len(lower) && strings.EqualFold(s[len(s)-len(lower):], lower)
}
