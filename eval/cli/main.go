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

Flags of eval (eval COMMAND -h lists those of a command):
`

// errUsage marks errors of the command line; flag has printed what is wrong.
var errUsage = errors.New("wrong command line")

// errWorse is returned when check found a figure below the baseline.
var errWorse = errors.New("worse than the baseline")

// Main runs the command line args and gives the exit code.
func Main(ctx context.Context, args []string, env Env) int {
	err := dispatch(ctx, args, env)
	switch {
	case err == nil, errors.Is(err, flag.ErrHelp):
		return ExitOK
	case errors.Is(err, errUsage):
		fmt.Fprintf(env.Err, "eval: %v\n", err)
		return ExitUsage
	case errors.Is(err, errWorse):
		fmt.Fprintf(env.Err, "eval: %v\n", err)
		return ExitWorse
	}
	fmt.Fprintf(env.Err, "eval: %v\n", err)
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

// newFlags makes a flag set that reports to env and never exits.
func newFlags(name string, env Env) *flag.FlagSet {
	fs := flag.NewFlagSet(name, flag.ContinueOnError)
	fs.SetOutput(env.Err)
	return fs
}

// parse parses args and refuses what is left.
func parse(fs *flag.FlagSet, args []string) error {
	if err := fs.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return err
		}
		return fmt.Errorf("%w: %v", errUsage, err)
	}
	if fs.NArg() > 0 {
		return fmt.Errorf("%w: unexpected %q", errUsage, fs.Arg(0))
	}
	return nil
}

// corporaFlag adds --corpora, whose default is the environment's.
func corporaFlag(fs *flag.FlagSet, env Env) *string {
	return fs.String("corpora", env.Getenv(corpus.EnvDir), "folder of the corpus archives (default $"+corpus.EnvDir+")")
}
