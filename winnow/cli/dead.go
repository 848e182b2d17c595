package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/spf13/cobra"
	"github.com/winnow-news/winnow/bus"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/winnow/pipeline"
)

func (a *app) dead() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "dead",
		Short: "Look at messages that could not be processed",
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(a.deadList(), a.deadShow(), a.deadExport(),
		a.deadEach("retry", "Put dead letters back into their queues", "retried", (*bus.Bus).DeadRetry),
		a.deadEach("drop", "Delete dead letters", "dropped", (*bus.Bus).DeadDrop))
	return cmd
}

// messaging runs do with a connection to NATS.
func (a *app) messaging(ctx context.Context, do func(*pipeline.Messaging) error) error {
	cfg, err := a.load()
	if err != nil {
		return err
	}
	m, err := pipeline.ConnectBus(ctx, cfg, a.logger(cfg.Log))
	if err != nil {
		return err
	}
	defer m.Close()
	return do(m)
}

// listed is the most dead letters that a listing looks at.
const listed = 10_000

func (a *app) deadList() *cobra.Command {
	var filter bus.DeadFilter
	var limit int
	cmd := &cobra.Command{
		Use:   "ls",
		Short: "List dead letters, the newest last",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.messaging(cmd.Context(), func(m *pipeline.Messaging) error {
				letters, err := m.DeadList(cmd.Context(), filter, limit)
				if err != nil {
					return err
				}
				for _, l := range letters {
					if err := a.printLetter(l); err != nil {
						return err
					}
				}
				return nil
			})
		},
	}
	a.filterFlags(cmd, &filter)
	cmd.Flags().IntVar(&limit, "limit", 100, "list at most so many")
	return cmd
}

func (a *app) filterFlags(cmd *cobra.Command, f *bus.DeadFilter) {
	cmd.Flags().StringVar(&f.Stage, "stage", "", "only of this stage: crawl, segment, compare, classify")
	cmd.Flags().StringVar(&f.Site, "site", "", "only of this site")
}

func (a *app) printLetter(l *pb.DeadLetter) error {
	if a.json {
		return a.printJSON(l)
	}
	_, err := fmt.Fprintf(a.Out, "%6d  %s  %-8s  %-24s  %9d bytes  %s\n", l.GetSequence(),
		l.GetDiedAt().AsTime().Format(time.DateTime), l.GetStage(), clip(l.GetSite(), 24), l.GetPayloadBytes(), l.GetReason())
	return err
}

func (a *app) deadShow() *cobra.Command {
	return &cobra.Command{
		Use:   "show NUMBER",
		Short: "Show a dead letter with the beginning of its payload",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.messaging(cmd.Context(), func(m *pipeline.Messaging) error {
				l, err := a.letter(cmd.Context(), m, args[0])
				if err != nil {
					return err
				}
				if a.json {
					return a.printJSON(l)
				}
				fmt.Fprintf(a.Out, "number    %d\nstage     %s\nsite      %s\nsubject   %s\nreason    %s\nattempts  %d\ndied at   %s\nmessage   %s\npayload   %d bytes, begins %q\n",
					l.GetSequence(), l.GetStage(), l.GetSite(), l.GetSubject(), l.GetReason(), l.GetAttempts(),
					l.GetDiedAt().AsTime().Format(time.RFC3339), l.GetMessageId(), l.GetPayloadBytes(), l.GetPayload()[:min(len(l.GetPayload()), 400)])
				return nil
			})
		},
	}
}

func (a *app) letter(ctx context.Context, m *pipeline.Messaging, number string) (*pb.DeadLetter, error) {
	seq, err := strconv.ParseUint(number, 10, 64)
	if err != nil {
		return nil, usageError(fmt.Errorf("%q is no number of a dead letter; winnow dead ls shows them", number))
	}
	l, err := m.DeadShow(ctx, seq)
	return l, deadError(err)
}

func deadError(err error) error {
	if errors.Is(err, bus.ErrNoDeadLetter) {
		return notFoundf("%w; winnow dead ls shows what there is", err)
	}
	return err
}

// deadEach is a command that does one thing to the dead letters named, or to
// all that --all and the filter choose.
func (a *app) deadEach(name, short, done string, do func(*bus.Bus, context.Context, uint64) error) *cobra.Command {
	var filter bus.DeadFilter
	var all bool
	cmd := &cobra.Command{
		Use:   name + " NUMBER… | --all",
		Short: short,
		RunE: func(cmd *cobra.Command, numbers []string) error {
			if all == (len(numbers) > 0) {
				return usageError(fmt.Errorf("dead %s: name numbers, or say --all", name))
			}
			return a.messaging(cmd.Context(), func(m *pipeline.Messaging) error {
				letters, err := a.letters(cmd.Context(), m, numbers, filter)
				if err != nil {
					return err
				}
				for _, seq := range letters {
					if err := do(m.Bus, cmd.Context(), seq); err != nil {
						return deadError(err)
					}
				}
				if a.json {
					return a.printJSON(map[string]any{done: letters})
				}
				fmt.Fprintf(a.Out, "%s %d\n", done, len(letters))
				return nil
			})
		},
	}
	a.filterFlags(cmd, &filter)
	cmd.Flags().BoolVar(&all, "all", false, "all dead letters, of --stage and --site where given")
	return cmd
}

// letters gives the sequences of the named dead letters, or of all.
func (a *app) letters(ctx context.Context, m *pipeline.Messaging, numbers []string, f bus.DeadFilter) ([]uint64, error) {
	seqs := []uint64{}
	for _, n := range numbers {
		l, err := a.letter(ctx, m, n)
		if err != nil {
			return nil, err
		}
		seqs = append(seqs, l.GetSequence())
	}
	if len(numbers) > 0 {
		return seqs, nil
	}
	all, err := m.DeadList(ctx, f, listed)
	for _, l := range all {
		seqs = append(seqs, l.GetSequence())
	}
	return seqs, err
}

func (a *app) deadExport() *cobra.Command {
	var filter bus.DeadFilter
	cmd := &cobra.Command{
		Use:   "export DIR",
		Short: "Write the payloads of dead letters to a folder, with a line of JSON each",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := os.MkdirAll(args[0], 0o755); err != nil {
				return err
			}
			return a.messaging(cmd.Context(), func(m *pipeline.Messaging) error {
				letters, err := m.DeadList(cmd.Context(), filter, listed)
				if err != nil {
					return err
				}
				for _, l := range letters {
					if err := a.exportLetter(cmd.Context(), m, args[0], l.GetSequence()); err != nil {
						return err
					}
				}
				fmt.Fprintf(a.Err, "%d dead letters written to %s\n", len(letters), args[0])
				return nil
			})
		},
	}
	a.filterFlags(cmd, &filter)
	return cmd
}

// exportLetter writes NUMBER.bin with the payload and NUMBER.json with the
// rest.
func (a *app) exportLetter(ctx context.Context, m *pipeline.Messaging, dir string, seq uint64) error {
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
