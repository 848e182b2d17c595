package failure_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/winnow-news/winnow/proto/failure"
)

func TestClassOf(t *testing.T) {
	base := errors.New("base")
	tests := []struct {
		name string
		err  error
		want failure.Class
	}{
		{"unmarked", base, failure.ClassTransient},
		{"poison", failure.Poison(base), failure.ClassPoison},
		{"wrapped mark", fmt.Errorf("segmenting: %w", failure.Permanent(base)), failure.ClassPermanent},
		{"outermost wins", failure.Transient(failure.Poison(base)), failure.ClassTransient},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := failure.ClassOf(tt.err); got != tt.want {
				t.Errorf("ClassOf(%v) = %v, want %v", tt.err, got, tt.want)
			}
			if !errors.Is(tt.err, base) {
				t.Errorf("%v does not unwrap to its cause", tt.err)
			}
		})
	}
	if failure.Poison(nil) != nil {
		t.Error("Poison(nil) is not nil")
	}
}
