package run

import (
	"os"
	"path/filepath"
	"testing"
)

// What could not be written is not put in the place of the file.
func TestWriteWhole(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f")
	if err := os.Mkdir(path+".part", 0o755); err != nil {
		t.Fatal(err)
	}
	if err := WriteWhole(path, []byte("x")); err == nil {
		t.Error("no error")
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("there is a file")
	}
	if err := os.Remove(path + ".part"); err != nil {
		t.Fatal(err)
	}
	for _, data := range []string{"first", "second"} {
		if err := WriteWhole(path, []byte(data)); err != nil {
			t.Fatal(err)
		}
		if b, err := os.ReadFile(path); err != nil || string(b) != data {
			t.Errorf("%q, %v", b, err)
		}
	}
}
