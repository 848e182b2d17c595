package segmenter

// NewWhole makes a Segmenter that parses pages as they stand.
func NewWhole(cfg Config) (*Segmenter, error) {
	s, err := New(cfg)
	if err == nil {
		s.whole = true
	}
	return s, err
}
