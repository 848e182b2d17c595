package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/winnow-news/winnow/eval/corpus"
)

// Exit codes.
const (
	ExitOK     = 0
	ExitFailed = 1 // something could not be measured
	ExitUsage  = 2 // the command line is wrong
	ExitWorse  = 3 // check found a figure below the baseline
)

// Env is what the command has of the world.
type Env struct {
	Out, Err io.Writer
	Getenv   func(string) string
	Terminal bool // Err is one: progress lines may overwrite each other
}

// System is the real world.
func System() Env {
	st, err := os.Stderr.Stat()
	return Env{Out: os.Stdout, Err: os.Stderr, Getenv: os.Getenv,
		Terminal: err == nil && st.Mode()&os.ModeCharDevice != 0}
}

const usage = `Usage: eval [flags]              measure methods on corpora
       eval methods              list the methods and where they come from
       eval check [flags]        compare a sample with the kept baseline
       eval train cold [flags]   train the cold model on labelled pages, write its file
       eval train NAME [flags]   cross-validate a paper's classifier: textblock, boilerpipe, svm
       eval metadata [flags]     measure title, authors, date and language beside peers
       eval oracle [flags]       word F1 of perfect labels on the segmenter's blocks
       eval features --out DIR   write the matrix that the cold model is trained on

Exit codes: 0 done; 1 something could not be measured; 2 wrong command line;
3 check found a figure below the baseline.

eval COMMAND -h tells more of a command. Flags of eval:`

// errUsage marks errors of the command line.
var errUsage = errors.New("wrong command line")

// errWorse is returned when check found a figure below the baseline.
var errWorse = errors.New("worse than the baseline")

// Main runs the command line args and gives the exit code.
func Main(ctx context.Context, args []string, env Env) int {
	err := dispatch(ctx, args, env)
	if err == nil || errors.Is(err, flag.ErrHelp) {
		return ExitOK
	}
	fmt.Fprintf(env.Err, "eval: %v\n", err)
	switch {
	case errors.Is(err, errUsage):
		fmt.Fprintln(env.Err, "eval -h lists commands and flags, eval COMMAND -h those of a command")
		return ExitUsage
	case errors.Is(err, errWorse):
		return ExitWorse
	}
	return ExitFailed
}

func dispatch(ctx context.Context, args []string, env Env) error {
	if len(args) > 0 {
		switch args[0] {
		case "methods":
			return listMethods(args[1:], env)
		case "check":
			return check(ctx, args[1:], env)
		case "train":
			if len(args) > 1 && args[1] == "cold" {
				return trainCold(ctx, args[2:], env)
			}
			return trainPaper(ctx, args[1:], env)
		case "features":
			return features(ctx, args[1:], env)
		case "metadata":
			return measureMetadata(ctx, args[1:], env)
		case "oracle":
			return oracle(ctx, args[1:], env)
		}
	}
	return measure(ctx, args, env)
}

// flags are the flags of one command.
type flags struct {
	*flag.FlagSet
	usage string // says what the command does; the flags are listed behind it
	env   Env
}

func newFlags(usage string, env Env) flags {
	f := flags{flag.NewFlagSet("", flag.ContinueOnError), usage, env}
	f.SetOutput(io.Discard) // parse tells what is wrong, in one line
	return f
}

// parse parses args and refuses what is left. It shows the help that is asked
// for and returns flag.ErrHelp.
func (f flags) parse(args []string) error {
	err := f.Parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		f.SetOutput(f.env.Err)
		fmt.Fprintln(f.env.Err, f.usage)
		f.PrintDefaults()
		return err
	case err != nil:
		return fmt.Errorf("%w: %v", errUsage, err)
	case f.NArg() > 0:
		return fmt.Errorf("%w: unexpected %q", errUsage, f.Arg(0))
	}
	return nil
}

// corpora adds --corpora, whose default is the environment's.
func (f flags) corpora() *string {
	return f.String("corpora", f.env.Getenv(corpus.EnvDir), "folder of the corpus archives, NAME.tar.zst (docs/corpora.md; default $"+corpus.EnvDir+")")
}
