package corpus

import (
	"bytes"
	"testing"
)

// Archives come from elsewhere: whatever bytes they hold, reading ends in pages
// or an error.
func FuzzReadLines(f *testing.F) {
	f.Add([]byte(lines))
	f.Add([]byte(`{"id":1}`))
	f.Add([]byte("\n\n{\"id\":\"a\",\"html_file\":\"f\",\"gold_kind\":\"none\",\"author\":null,\"comments\":\"\"}"))
	f.Fuzz(func(t *testing.T, data []byte) {
		pages, err := readLines("c", bytes.NewReader(data))
		if err == nil && pages == nil {
			t.Error("neither pages nor an error")
		}
		for file, p := range pages {
			if file == "" || p.ID == "" {
				t.Errorf("page %q in file %q", p.ID, file)
			}
		}
	})
}

func FuzzRead(f *testing.F) {
	f.Add([]byte("\x28\xb5\x2f\xfd"))
	f.Fuzz(func(t *testing.T, data []byte) {
		_ = read("c", bytes.NewReader(data), func(*Page) bool { return true })
	})
}
