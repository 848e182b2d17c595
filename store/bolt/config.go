package bolt

import (
	"fmt"
	"time"
)

// Config says how long the store keeps what.
type Config struct {
	// TTL is how long a record is kept after it was last written. The
	// registry is kept for ever.
	TTL time.Duration
	// Poll is the longest time that Next tells a caller to wait.
	Poll time.Duration
	// LockTimeout is how long Open waits for another process to let go of the
	// file.
	LockTimeout time.Duration
	// NoSync leaves it to the operating system when to write to disk. A crash
	// of the machine can then destroy the file; only for tests and for data
	// that can be made again.
	NoSync bool
	// Now is the clock of expiry and of Stats; nil: time.Now.
	Now func() time.Time
}

// DefaultConfig keeps what Redis would keep.
func DefaultConfig() Config {
	return Config{
		TTL:         400 * 24 * time.Hour,
		Poll:        time.Second,
		LockTimeout: time.Second,
	}
}

// Validate says what is wrong with c, in one line.
func (c Config) Validate() error {
	switch {
	case c.TTL < time.Hour:
		return fmt.Errorf("bolt: ttl %v, at least 1h", c.TTL)
	case c.Poll <= 0:
		return fmt.Errorf("bolt: poll %v, must be positive", c.Poll)
	case c.LockTimeout <= 0:
		return fmt.Errorf("bolt: lock timeout %v, must be positive", c.LockTimeout)
	}
	return nil
}
