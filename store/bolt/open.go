package bolt

import (
	"fmt"
	"os"
	"runtime/debug"
	"sync"
	"time"

	"go.etcd.io/bbolt"

	"github.com/winnow-news/winnow/store"
	"github.com/winnow-news/winnow/store/internal/record"
)

// batchDelay is how long a writer waits for others to share its fsync with.
const batchDelay = time.Millisecond

// Store is Winnow's state in one file. It satisfies the ports of comparer
// (Journal), classifier (Publications) and crawler (Frontier, Cache, Sites),
// and is safe for concurrent use.
type Store struct {
	cfg   Config
	db    *bbolt.DB
	codec *record.Codec
	hosts *schedule
	sweep *sweeper

	sitesMu sync.Mutex // registry and schedule change together
}

// Open opens the file at path, or makes it. Errors are one line that says what
// to do; ErrInUse when another process has it, store.ErrCorrupt when it cannot
// be read.
func Open(path string, cfg Config) (*Store, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	db, err := openFile(path, cfg)
	if err != nil {
		return nil, openError(path, err)
	}
	codec, err := record.NewCodec()
	if err != nil {
		_ = db.Close()
		return nil, err
	}
	s := &Store{cfg: cfg, db: db, codec: codec, hosts: newSchedule(), sweep: new(sweeper)}
	if err := s.load(); err != nil {
		_ = s.Close()
		return nil, openError(path, err)
	}
	return s, nil
}

// openFile opens the file and makes its buckets. The engine panics on pages
// that make no sense, and faults on pages that are not there: both become
// errors here, and complete sees to it that no fault can follow.
func openFile(path string, cfg Config) (db *bbolt.DB, err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%w: %v", store.ErrCorrupt, r)
		}
		if err != nil && db != nil {
			_ = db.Close()
			db = nil
		}
	}()
	db, err = bbolt.Open(path, 0o600, &bbolt.Options{
		Timeout:      cfg.LockTimeout,
		NoSync:       cfg.NoSync,
		FreelistType: bbolt.FreelistMapType,
	})
	if err != nil {
		return nil, err
	}
	db.MaxBatchDelay = batchDelay
	if err := complete(db, path); err != nil {
		return db, err
	}
	return db, db.Update(func(tx *bbolt.Tx) error {
		for _, name := range buckets() {
			if _, err := tx.CreateBucketIfNotExists(name); err != nil {
				return err
			}
		}
		return nil
	})
}

// complete reports a file that has been cut short.
func complete(db *bbolt.DB, path string) error {
	return db.View(func(tx *bbolt.Tx) error {
		info, err := os.Stat(path)
		if err != nil {
			return err
		}
		if info.Size() < tx.Size() {
			return fmt.Errorf("%w: %d bytes of %d", store.ErrCorrupt, info.Size(), tx.Size())
		}
		return nil
	})
}

// Close writes what is under way and lets go of the file.
func (s *Store) Close() error {
	err := s.db.Close()
	s.codec.Close()
	return err
}
