package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
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
		Long: `A dead letter is a message that a stage can never process, or has tried to process
too often, or a file that ingest cannot read. It is kept with its stage, its reason,
the number of attempts and its payload.`,
	}
	cmd.AddCommand(a.deadList(), a.deadShow(), a.deadExport(),
		a.deadEach("retry", "Put dead letters back into their queues", "retried", (*bus.Bus).DeadRetry),
		a.deadEach("drop", "Delete dead letters", "dropped", (*bus.Bus).DeadDrop))
	return cmd
}

// filterFlags adds the flags that choose dead letters.
func filterFlags(cmd *cobra.Command, f *bus.DeadFilter) {
	cmd.Flags().StringVar(&f.Stage, "stage", "", "only of this `STAGE`: crawl, segment, compare, classify")
	choices(cmd, "stage", pipeline.Stages()...)
	cmd.Flags().StringVar(&f.Site, "site", "", "only of this `SITE`")
}

// listDead gives all dead letters of a filter, the oldest first, without their
// payloads.
func (a *app) listDead(ctx context.Context, m *pipeline.Messaging, f bus.DeadFilter) (letters []*pb.DeadLetter, err error) {
	if f.Stage != "" && !slices.Contains(pipeline.Stages(), f.Stage) {
		return nil, usageError(fmt.Errorf("--stage %q: want one of %s", f.Stage, strings.Join(pipeline.Stages(), ", ")))
	}
	if f.Site != "" {
		if f.Site, err = a.token(f.Site); err != nil {
			return nil, err
		}
	}
	return m.DeadList(ctx, f, 0)
}

func (a *app) deadList() *cobra.Command {
	var filter bus.DeadFilter
	var limit int
	cmd := &cobra.Command{
		Use:   "ls",
		Short: "List dead letters, the newest last",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.messaging(cmd.Context(), func(m *pipeline.Messaging) error {
				letters, err := a.listDead(cmd.Context(), m, filter)
				if err != nil {
					return err
				}
				if limit > 0 && len(letters) > limit {
					fmt.Fprintf(a.Err, "the newest %d of %d; --limit 0 lists all\n", limit, len(letters))
					letters = letters[len(letters)-limit:]
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
	filterFlags(cmd, &filter)
	cmd.Flags().IntVar(&limit, "limit", 100, "list at most the newest `N`; 0: all")
	return cmd
}

func (a *app) printLetter(l *pb.DeadLetter) error {
	if a.json {
		return a.printJSON(l)
	}
	_, err := fmt.Fprintf(a.Out, "%6d  %s  %-8s  %-24s  %9d bytes  %s\n", l.GetSequence(),
		l.GetDiedAt().AsTime().Format(time.RFC3339), l.GetStage(), clip(l.GetSite(), 24), l.GetPayloadBytes(), plain(l.GetReason()))
	return err
}

func (a *app) deadShow() *cobra.Command {
	return &cobra.Command{
		Use:   "show NUMBER",
		Short: "Show a dead letter with the beginning of its payload",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			numbers, err := deadNumbers(args)
			if err != nil {
				return err
			}
			return a.messaging(cmd.Context(), func(m *pipeline.Messaging) error {
				l, err := m.DeadShow(cmd.Context(), numbers[0])
				if err != nil {
					return deadError(err)
				}
				if a.json {
					return a.printJSON(l)
				}
				fmt.Fprintf(a.Out, "number    %d\nstage     %s\nsite      %s\nsubject   %s\nreason    %s\nattempts  %d\ndied at   %s\nmessage   %s\npayload   %d bytes, begins %q\n",
					l.GetSequence(), l.GetStage(), l.GetSite(), l.GetSubject(), plain(l.GetReason()), l.GetAttempts(),
					l.GetDiedAt().AsTime().Format(time.RFC3339), l.GetMessageId(), l.GetPayloadBytes(), l.GetPayload()[:min(len(l.GetPayload()), 400)])
				return nil
			})
		},
	}
}

// deadNumbers reads the numbers under which dead letters are listed.
func deadNumbers(args []string) ([]uint64, error) {
	numbers := make([]uint64, 0, len(args))
	for _, arg := range args {
		n, err := strconv.ParseUint(arg, 10, 64)
		if err != nil {
			return nil, usageError(fmt.Errorf("%q is not the number of a dead letter; winnow dead ls shows them", arg))
		}
		numbers = append(numbers, n)
	}
	return numbers, nil
}

func deadError(err error) error {
	switch {
	case errors.Is(err, bus.ErrNoDeadLetter):
		return notFoundf("%w; winnow dead ls shows what there is", err)
	case errors.Is(err, bus.ErrNotRetryable):
		return fmt.Errorf("%w; winnow dead export writes its payload to a file", err)
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
		RunE: func(cmd *cobra.Command, args []string) error {
			if all == (len(args) > 0) {
				return usageError(fmt.Errorf("dead %s: name numbers, or say --all", name))
			}
			numbers, err := deadNumbers(args)
			if err != nil {
				return err
			}
			return a.messaging(cmd.Context(), func(m *pipeline.Messaging) error {
				if all {
					letters, err := a.listDead(cmd.Context(), m, filter)
					if err != nil {
						return err
					}
					for _, l := range letters {
						numbers = append(numbers, l.GetSequence())
					}
				}
				left := 0
				for _, n := range numbers {
					err := do(m.Bus, cmd.Context(), n)
					switch {
					case all && errors.Is(err, bus.ErrNoDeadLetter): // somebody else has
					case all && errors.Is(err, bus.ErrNotRetryable):
						fmt.Fprintf(a.Err, "left %d: %s\n", n, plain(deadError(err).Error()))
						left++
					case err != nil:
						return deadError(err)
					default:
						if err := a.printDone(done, "number", n); err != nil {
							return err
						}
					}
				}
				if left > 0 {
					return silently(errPartial)
				}
				return nil
			})
		},
	}
	filterFlags(cmd, &filter)
	cmd.Flags().BoolVar(&all, "all", false, "all dead letters, of --stage and --site where given")
	return cmd
}

// printDone says what was done to what.
func (a *app) printDone(done, kind string, what any) error {
	if a.json {
		return a.printJSON(map[string]any{"done": done, kind: what})
	}
	_, err := fmt.Fprintf(a.Out, "%s %v\n", done, what)
	return err
}
