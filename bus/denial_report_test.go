package bus

import (
	"bytes"
	"fmt"
	"log/slog"
	"strings"
	"testing"

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
