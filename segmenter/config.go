package segmenter

import (
	"errors"
	"fmt"
	"strings"
	"time"
)

// Config bounds what a page may cost and says which tags begin a block.
type Config struct {
	// BlockTags are the tags that begin a block: lower case, none twice. Any
	// other tag is inline, save those whose content is never text (script,
	// style, svg …).
	BlockTags []string
	// Prune are CSS selectors of elements that are not read: neither text,
	// links and images nor metadata. What no page is read for is bare by the
	// time they apply: comments, and the elements script (but structured data),
	// style and svg, which match by tag but not by attribute or content.
	Prune []string
	// Product is the crawler's product token: a page's opt-outs for it are the
	// page's, as those for all crawlers are.
	Product string
	// MaxBytes is the largest document that is parsed, in bytes. Hard: a
	// larger page is refused.
	MaxBytes int
	// MaxTime is the longest that parse and walk may take. Hard.
	MaxTime time.Duration
	// MaxDepth is the deepest nesting that is kept, 16 to 512; x/net/html
	// refuses more than 512. Soft: deeper tags are dropped, their text stays.
	MaxDepth int
	// MaxBlocks is the number of blocks kept. Soft.
	MaxBlocks int
	// MaxText is the number of bytes of text kept. Soft.
	MaxText int
	// MaxAttributes is the number of attributes read of one element. Soft.
	MaxAttributes int
	// MaxTags is the number of tags kept in one block's tag sequence, and of
	// classes in its class set. Soft.
	MaxTags int
	// MaxImages is the number of images kept. Soft.
	MaxImages int
	// MaxMetadata is the number of bytes of structured data (JSON-LD) read of
	// one page. Soft: what lies beyond is not read.
	MaxMetadata int
}

// MaxLinks is the number of link targets kept of one block.
const MaxLinks = 8

// DefaultConfig gives the caps and tags that the project is measured with.
func DefaultConfig() Config {
	return Config{
		BlockTags:     strings.Fields(defaultBlockTags),
		Product:       "WinnowBot",
		MaxBytes:      16 << 20,
		MaxTime:       20 * time.Second,
		MaxDepth:      512,
		MaxBlocks:     10_000,
		MaxText:       4 << 20,
		MaxAttributes: 64,
		MaxTags:       1024,
		MaxImages:     1000,
		MaxMetadata:   1 << 20,
	}
}

// defaultBlockTags are the elements that HTML lays out as blocks, tables
// among them.
const defaultBlockTags = `body main article section nav aside header footer hgroup search
	div p h1 h2 h3 h4 h5 h6 ul ol li menu dir dl dt dd blockquote pre listing xmp plaintext
	table caption colgroup thead tbody tfoot tr td th
	figure figcaption address center hr details summary dialog
	form fieldset legend optgroup multicol frameset noframes marquee`

// ErrConfig is returned by Validate and New when a value cannot work; the
// message names the field.
var ErrConfig = errors.New("segmenter: bad configuration")

// Validate reports the first field that cannot work.
func (c Config) Validate() error {
	seen := make(map[string]bool, len(c.BlockTags))
	for _, t := range c.BlockTags {
		switch t {
		case "script", "style", "svg":
			return fmt.Errorf("%w: block_tags: %s is never text", ErrConfig, t)
		}
		if t == "" || t != strings.ToLower(t) || strings.ContainsAny(t, " <>/") || seen[t] {
			return fmt.Errorf("%w: block_tags: %q is no tag or stands twice", ErrConfig, t)
		}
		seen[t] = true
	}
	if !seen["body"] {
		return fmt.Errorf("%w: block_tags: body is missing", ErrConfig)
	}
	if _, err := pruneSelector(c.Prune); err != nil {
		return err
	}
	if c.MaxDepth < 16 || c.MaxDepth > 512 {
		return fmt.Errorf("%w: max_depth is %d, want 16 to 512", ErrConfig, c.MaxDepth)
	}
	for _, f := range []struct {
		name  string
		value int
	}{
		{"max_bytes", c.MaxBytes}, {"max_time", int(c.MaxTime)}, {"max_blocks", c.MaxBlocks},
		{"max_text", c.MaxText}, {"max_attributes", c.MaxAttributes}, {"max_tags", c.MaxTags},
		{"max_images", c.MaxImages}, {"max_metadata", c.MaxMetadata},
	} {
		if f.value <= 0 {
			return fmt.Errorf("%w: %s is %d, want more than 0", ErrConfig, f.name, f.value)
		}
	}
	return nil
}
