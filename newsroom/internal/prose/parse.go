package prose

import (
	"fmt"
	"strconv"
	"strings"
)

// rule holds the alternatives of a symbol.
type rule []alternative

type alternative []part

// part is a literal, a symbol (when symbol > 0) or a number (when hi > 0).
type part struct {
	literal string
	symbol  int
	lo, hi  int
}

func parse(code, src string) (*Language, error) {
	l := &Language{Code: code, symbols: map[string]int{}, rules: make([]rule, 1)}
	for i, line := range strings.Split(src, "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		if err := l.line(line); err != nil {
			return nil, fmt.Errorf("line %d: %w", i+1, err)
		}
	}
	for name, id := range l.symbols {
		if len(l.rules[id]) == 0 {
			return nil, fmt.Errorf("symbol %q is used and not defined", name)
		}
	}
	return l, nil
}

func (l *Language) line(line string) error {
	name, body, ok := strings.Cut(line, ": ")
	if !ok {
		return fmt.Errorf("%q: want symbol: alternatives", line)
	}
	words := strings.Split(body, " | ")
	switch name {
	case "rtl":
		l.RTL = true
		return nil
	case "joined":
		l.Joined = true
		return nil
	case "month":
		l.months = words
		return nil
	case "date":
		l.dates = words
		return nil
	case "col":
		l.Columns = words
		return nil
	case "sec":
		return l.sections(words)
	}
	id := l.intern(name)
	for _, w := range words {
		alt, err := l.alternative(w)
		if err != nil {
			return err
		}
		l.rules[id] = append(l.rules[id], alt)
	}
	return nil
}

func (l *Language) intern(name string) int {
	id, ok := l.symbols[name]
	if !ok {
		id = len(l.rules)
		l.symbols[name] = id
		l.rules = append(l.rules, nil)
	}
	return id
}

func (l *Language) alternative(text string) (alternative, error) {
	var alt alternative
	for text != "" {
		literal, rest, found := strings.Cut(text, "{")
		if literal != "" {
			alt = append(alt, part{literal: literal})
		}
		if !found {
			break
		}
		name, rest, closed := strings.Cut(rest, "}")
		if !closed {
			return nil, fmt.Errorf("%q: { without }", text)
		}
		p, err := l.placeholder(name)
		if err != nil {
			return nil, err
		}
		alt, text = append(alt, p), rest
	}
	return alt, nil
}

func (l *Language) placeholder(name string) (part, error) {
	span, isNumber := strings.CutPrefix(name, "n:")
	if !isNumber {
		return part{symbol: l.intern(name)}, nil
	}
	from, to, _ := strings.Cut(span, "-")
	lo, err1 := strconv.Atoi(from)
	hi, err2 := strconv.Atoi(to)
	if err1 != nil || err2 != nil || lo > hi || lo < 0 {
		return part{}, fmt.Errorf("{%s}: want {n:low-high}", name)
	}
	return part{lo: lo, hi: hi}, nil
}
