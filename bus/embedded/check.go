package embedded

import (
	"fmt"

	"github.com/nats-io/nats-server/v2/server"
)

// CheckConfig reports what a NATS server would refuse in a configuration file,
// and whether it lacks what Winnow needs: JetStream with a store directory.
func CheckConfig(path string) error {
	opts, err := server.ProcessConfigFile(path)
	if err != nil {
		return fmt.Errorf("NATS configuration %s: %w", path, err)
	}
	if !opts.JetStream || opts.StoreDir == "" {
		return fmt.Errorf("NATS configuration %s: JetStream needs a store_dir", path)
	}
	return nil
}
