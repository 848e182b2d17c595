package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"github.com/spf13/cobra"
	"github.com/winnow-news/winnow/bus"
	"github.com/winnow-news/winnow/winnow/pipeline"
)

func (a *app) deadExport() *cobra.Command {
	var filter bus.DeadFilter
	cmd := &cobra.Command{
		Use:   "export DIR",
		Short: "Write dead letters to a folder: NUMBER.bin the payload, NUMBER.json the rest",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.messaging(cmd.Context(), func(m *pipeline.Messaging) error {
				letters, err := a.listDead(cmd.Context(), m, filter)
				if err != nil {
					return err
				}
				if err := os.MkdirAll(args[0], 0o755); err != nil {
					return err
				}
				for _, l := range letters {
					if err := exportLetter(cmd.Context(), m, args[0], l.GetSequence()); err != nil {
						return err
					}
					if err := a.printDone("exported", "number", l.GetSequence()); err != nil {
						return err
					}
				}
				fmt.Fprintf(a.Err, "%s written to %s\n", count(len(letters), "dead letter"), args[0])
				return nil
			})
		},
	}
	filterFlags(cmd, &filter)
	return cmd
}

// exportLetter writes NUMBER.bin and NUMBER.json.
func exportLetter(ctx context.Context, m *pipeline.Messaging, dir string, seq uint64) error {
	l, err := m.DeadShow(ctx, seq)
	if err != nil {
		return deadError(err)
	}
	base := filepath.Join(dir, strconv.FormatUint(seq, 10))
	if err := os.WriteFile(base+".bin", l.GetPayload(), 0o600); err != nil {
		return err
	}
	l.Payload = nil
	b, err := marshalLine(l)
	if err != nil {
		return err
	}
	return os.WriteFile(base+".json", append(b, '\n'), 0o600)
}
