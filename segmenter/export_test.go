package segmenter

// Condense is condense, for tests.
func Condense(body []byte) []byte { return new(condenser).condense(body) }

// NewWhole makes a Segmenter that parses pages as they stand.
func NewWhole(cfg Config) (*Segmenter, error) {
	s, err := New(cfg)
	if err == nil {
		s.whole = true
	}
	return s, err
}
