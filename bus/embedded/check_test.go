package embedded

import (
	"os"
	"path/filepath"
	"testing"
)

func TestCheckConfig(t *testing.T) {
	tests := []struct {
		name, text string
		ok         bool
	}{
		{"good", "port: 4222\njetstream { store_dir: /data, sync_interval: always }\n", true},
		{"no JetStream", "port: 4222\n", false},
		{"no store", "jetstream: true\n", false},
		{"unknown field", "jetstream { store_dir: /data, sink_interval: always }\n", false},
		{"broken", "jetstream {", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "nats.conf")
			if err := os.WriteFile(path, []byte(tt.text), 0o600); err != nil {
				t.Fatal(err)
			}
			if err := CheckConfig(path); (err == nil) != tt.ok {
				t.Errorf("CheckConfig = %v, want ok %v", err, tt.ok)
			}
		})
	}
}
