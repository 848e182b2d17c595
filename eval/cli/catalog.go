package cli

import (
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/winnow-news/winnow/eval/method"
	"github.com/winnow-news/winnow/eval/paper/catalog"
	"github.com/winnow-news/winnow/eval/peer"
	"github.com/winnow-news/winnow/eval/pipeline"
)

// allMethods lists every method that is measured.
func allMethods() ([]method.Method, error) {
	all, err := pipeline.Methods()
	if err != nil {
		return nil, err
	}
	all = append(all, peer.Methods()...)
	all = append(all, catalog.Methods()...)
	if err := method.Validate(all); err != nil {
		return nil, err
	}
	return all, nil
}

// group is the name under which a method is asked for together with others.
func group(m method.Method) string {
	if strings.HasPrefix(m.Name, "paper-") {
		return "papers"
	}
	if slices.ContainsFunc(peer.Methods(), func(p method.Method) bool { return p.Name == m.Name }) {
		return "peers"
	}
	return "own"
}

func listMethods(args []string, env Env) error {
	if err := newFlags("eval methods: lists the methods: name, group, what it is given, what it is.", env).parse(args); err != nil {
		return err
	}
	all, err := allMethods()
	if err != nil {
		return err
	}
	tw := tabwriter.NewWriter(env.Out, 0, 0, 2, ' ', 0)
	for _, m := range all {
		sees := "page"
		switch {
		case m.UsesSite():
			sees = "site"
		case m.Train != nil:
			sees = "page, trained"
		}
		fmt.Fprintf(tw, "%s\t%s\t%s\t%s\n", m.Name, group(m), sees, m.About)
	}
	return tw.Flush()
}
