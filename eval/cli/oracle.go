package cli

import (
	"context"
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/winnow-news/winnow/eval/corpus"
	"github.com/winnow-news/winnow/eval/label"
	"github.com/winnow-news/winnow/eval/method"
	"github.com/winnow-news/winnow/eval/metric"
	"github.com/winnow-news/winnow/eval/pipeline"
)

// oracle measures the text of the blocks that are labelled content: how far the
// segmenter's blocks and the labels limit what any classifier can reach.
func oracle(ctx context.Context, args []string, env Env) error {
	fs := newFlags(`eval oracle [flags]: prints what perfect labels on the segmenter's blocks
would reach, which no classifier can exceed.`, env)
	folder := fs.corpora()
	list := fs.String("corpus", "", "comma-separated corpora (default: all that are there)")
	if err := fs.parse(args); err != nil {
		return err
	}
	src, present, _, err := openCorpora(*folder, split(*list), env)
	if err != nil {
		return err
	}
	seg, err := pipeline.NewSegmenter()
	if err != nil {
		return err
	}
	progress := newLine(env)
	tw := tabwriter.NewWriter(env.Out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tw, "perfect labels\tpages\tword F1\tP\tR\tblocks\tcontent")
	for _, name := range present {
		progress.show("labels of "+name, 0, 0)
		pages, err := src.Load(name)
		if err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		o := perfect(seg, pages)
		if o.words.Pages > 0 {
			fmt.Fprintf(tw, "%s\t%d\t%.4f\t%.4f\t%.4f\t%d\t%d\n", name, o.words.Pages, o.words.Macro(), o.words.Precision(), o.words.Recall(), o.blocks, o.content)
		}
	}
	progress.done(fmt.Sprintf("labels of %s", number(len(present), "corpus", "corpora")))
	return tw.Flush()
}

// bound is what perfect labels reach.
type bound struct {
	words           metric.Sum
	blocks, content int
}

func perfect(seg *pipeline.Segmenter, pages []*corpus.Page) bound {
	var o bound
	for _, page := range pages {
		if page.GoldText == "" || page.GoldKind == corpus.None {
			continue
		}
		segmented, err := seg.Segment(method.NewDoc(page))
		if err != nil {
			o.words.Add(metric.Words("", page.GoldText))
			continue
		}
		var text []string
		for i, l := range label.Page(segmented, page.GoldText, page.Title) {
			o.blocks++
			if l.Content {
				o.content++
				text = append(text, segmented.GetBlocks()[i].GetText())
			}
		}
		o.words.Add(metric.Words(strings.Join(text, "\n"), page.GoldText))
	}
	return o
}
