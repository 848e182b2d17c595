// Package failure sorts errors into the three classes that the stage runner
// understands:
//
//   - transient: the world is at fault (a lost connection, a full stream); the
//     message is delivered again later, with growing delay.
//   - permanent: the message is understood and cannot be served (a page that
//     asks not to be archived); it is recorded and acknowledged.
//   - poison: the message cannot be processed by this program (garbage, a page
//     over every cap); it goes to the dead-letter stream with its payload.
//
// An error that carries no class is transient: to try again loses nothing.
package failure

import "errors"

// Class is what is to become of a message whose handling failed.
type Class int

// The classes, mildest first.
const (
	ClassTransient Class = iota
	ClassPermanent
	ClassPoison
)

// String gives the class's name as it stands in logs and metrics.
func (c Class) String() string {
	switch c {
	case ClassPermanent:
		return "permanent"
	case ClassPoison:
		return "poison"
	default:
		return "transient"
	}
}

type classed struct {
	error
	class Class
}

func (c classed) Unwrap() error { return c.error }

// Transient marks err as worth another try. It returns nil for nil.
func Transient(err error) error { return mark(err, ClassTransient) }

// Permanent marks err as final: record it, acknowledge the message. It
// returns nil for nil.
func Permanent(err error) error { return mark(err, ClassPermanent) }

// Poison marks err as the message's own fault: dead-letter it. It returns nil
// for nil.
func Poison(err error) error { return mark(err, ClassPoison) }

func mark(err error, c Class) error {
	if err == nil {
		return nil
	}
	return classed{err, c}
}

// ClassOf gives the class of err: the outermost mark wins, and an error
// without one is transient.
func ClassOf(err error) Class {
	if c, ok := errors.AsType[classed](err); ok {
		return c.class
	}
	return ClassTransient
}
