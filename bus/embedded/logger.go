package embedded

import (
	"fmt"
	"log/slog"
	"sync"
)

// logger hands the server's warnings and errors to slog and remembers a fatal
// one: in a program of its own the server would exit there.
type logger struct {
	log *slog.Logger

	mu    sync.Mutex
	fatal error
}

func newLogger(log *slog.Logger) *logger {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	return &logger{log: log.With("component", "nats-server")}
}

func (l *logger) fatalError() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.fatal
}

func (l *logger) Noticef(string, ...any) {}
func (l *logger) Debugf(string, ...any)  {}
func (l *logger) Tracef(string, ...any)  {}

func (l *logger) Warnf(format string, v ...any)  { l.log.Warn(fmt.Sprintf(format, v...)) }
func (l *logger) Errorf(format string, v ...any) { l.log.Error(fmt.Sprintf(format, v...)) }

func (l *logger) Fatalf(format string, v ...any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.fatal = fmt.Errorf(format, v...)
}
