package classifier

import (
	"fmt"

	"github.com/winnow-news/winnow/classifier/judge"
)

// Config of the classifier.
type Config struct {
	// Method is the name of the extraction method, one of judge.Methods.
	Method string
	// MinWords is the least number of body words an article has.
	MinWords int
	// MinUnspaced is the least number of characters that an article in a
	// script without spaces between words has: 40 characters of Chinese say
	// about what 25 words of English do.
	MinUnspaced int
	// MaxText is the most bytes that the paragraphs of an article may take on
	// the wire; what comes behind is cut at a paragraph's end. As the text
	// stands in an article twice, a message has a little more than twice as
	// many.
	MaxText int
	// Version stands in the article's provenance.
	Version string
}

// DefaultConfig gives the configuration that Winnow ships with.
func DefaultConfig() Config {
	return Config{
		Method:      judge.Winnow,
		MinWords:    25,
		MinUnspaced: 40,
		MaxText:     400 << 10,
		Version:     "dev",
	}
}

// Validate says what is wrong with c, naming the field.
func (c Config) Validate() error {
	if _, err := judge.Named(c.Method); err != nil {
		return fmt.Errorf("%w: method: %w", ErrConfig, err)
	}
	for _, f := range []struct {
		name       string
		value, min int
	}{
		{"min_words", c.MinWords, 0},
		{"min_unspaced", c.MinUnspaced, 0},
		{"max_text", c.MaxText, 1 << 10},
	} {
		if f.value < f.min {
			return fmt.Errorf("%w: %s: %d, want at least %d", ErrConfig, f.name, f.value, f.min)
		}
	}
	return nil
}
