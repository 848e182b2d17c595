package bus

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
)

// What is denied for one page after the other is told once.
func TestDenialsAreToldOnceAKind(t *testing.T) {
	var log bytes.Buffer
	d := &denials{log: slog.New(slog.NewTextHandler(&log, nil))}
	kinds := []string{
		"$O.oversize.C.nuid%d", "$KV.segmented.page%d", "$JS.ACK.PAGES.segmenter.1.%d.9.8.7", "winnow.v1.page.site_%d",
		"$JS.API.DIRECT.GET.KV_segmented.$KV.segmented.page%d", "$JS.API.CONSUMER.CREATE.OBJ_oversize.nuid%d.$O.oversize.C.x",
		"$JS.API.STREAM.INFO.PAGES", "$JS.API.STREAM.INFO.SCORED", "_INBOX.a.b%d",
	}
	for _, kind := range kinds {
		for i := range 3 {
			subject := strings.Replace(kind, "%d", fmt.Sprint(i), 1)
			d.report(fmt.Errorf("%w: Permissions Violation for Publish to %q", nats.ErrPermissionViolation, subject))
		}
	}
	if lines := strings.Count(log.String(), "\n"); lines != len(kinds) {
		t.Errorf("%d lines for %d kinds:\n%s", lines, len(kinds), log.String())
	}
}

// Who waited in vain is told all that was denied meanwhile, whatever came last.
func TestExplainTellsEveryDenial(t *testing.T) {
	d := &denials{log: slog.New(slog.DiscardHandler)}
	deny := func(subject string) {
		d.report(fmt.Errorf("%w: Permissions Violation for Publish to %q", nats.ErrPermissionViolation, subject))
	}
	deny("before")
	since := time.Now()
	deny("$JS.API.STREAM.INFO.PAGES")
	deny("$JS.API.STREAM.INFO.SCORED")
	deny("$JS.ACK.PAGES.segmenter.1.9.9.8.7")
	err := d.explain(context.DeadlineExceeded, since)
	for subject, want := range map[string]int{"before": 0, "INFO.PAGES": 1, "INFO.SCORED": 1, "$JS.ACK.PAGES.": 1} {
		if n := strings.Count(err.Error(), subject); n != want {
			t.Errorf("%s: told %d times, want %d: %v", subject, n, want, err)
		}
	}
	if !errors.Is(err, context.DeadlineExceeded) || d.explain(err, since) != err {
		t.Errorf("explained twice, or lost: %v", err)
	}
}
