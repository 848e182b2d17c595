package report

import (
	"image/color"
	"io"
	"slices"

	"github.com/winnow-news/winnow/eval/run"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/plotutil"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

const (
	width  = 18 * vg.Centimeter
	height = 12 * vg.Centimeter
)

// point is one method's place in a plot.
type point struct {
	method string
	x, y   float64
}

// precisionRecall draws each method at its precision and recall.
func precisionRecall(w io.Writer, rep run.Report, corpus string) error {
	var points []point
	for _, r := range mainResults(rep, corpus) {
		p, rc := run.WordP, run.WordR
		if r.Main() == run.SnippetF {
			p, rc = run.SnippetP, run.SnippetR
		}
		points = append(points, point{r.Method, r.Figures[rc].Value, r.Figures[p].Value})
	}
	return scatter(w, "recall", "precision", points, false)
}

// costQuality draws each method at its cost and main figure.
func costQuality(w io.Writer, rep run.Report, corpus string) error {
	var points []point
	for _, r := range mainResults(rep, corpus) {
		i := slices.IndexFunc(rep.Costs, func(c run.Cost) bool { return c.Method == r.Method })
		if i >= 0 && rep.Costs[i].Parses > 0 {
			points = append(points, point{r.Method, rep.Costs[i].Parses, r.Figures[r.Main()].Value})
		}
	}
	return scatter(w, "times a bare parse", "quality", points, true)
}

func mainResults(rep run.Report, corpus string) []run.Result {
	var out []run.Result
	for _, r := range rep.Results {
		if r.Corpus == corpus && r.N == 0 {
			out = append(out, r)
		}
	}
	return out
}

func scatter(w io.Writer, xName, yName string, points []point, logX bool) error {
	p := newPlot(xName, yName)
	if logX && len(points) > 0 {
		p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, plot.LogTicks{Prec: -1}
	}
	xys := make(plotter.XYs, len(points))
	names := make([]string, len(points))
	for i, pt := range points {
		xys[i], names[i] = plotter.XY{X: pt.x, Y: pt.y}, " "+pt.method
	}
	dots, err := plotter.NewScatter(xys)
	if err != nil {
		return err
	}
	dots.GlyphStyle.Shape = draw.CircleGlyph{}
	labels, err := plotter.NewLabels(plotter.XYLabels{XYs: xys, Labels: names})
	if err != nil {
		return err
	}
	p.Add(dots, labels)
	return save(w, p)
}

// learningCurve draws the main figure of site methods against the number of
// pages seen.
func learningCurve(w io.Writer, rep run.Report, corpus string) error {
	p := newPlot("pages of the site seen", "quality")
	p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, plot.LogTicks{Prec: -1}
	lines := map[string]plotter.XYs{}
	var order []string
	for _, r := range rep.Results {
		if r.Corpus != corpus || r.N == 0 {
			continue
		}
		if lines[r.Method] == nil {
			order = append(order, r.Method)
		}
		lines[r.Method] = append(lines[r.Method], plotter.XY{X: float64(r.N), Y: r.Figures[r.Main()].Value})
	}
	for i, name := range order {
		line, dots, err := plotter.NewLinePoints(lines[name])
		if err != nil {
			return err
		}
		line.Color, dots.Color = plotutil.Color(i), plotutil.Color(i)
		dots.Shape = plotutil.Shape(i)
		p.Add(line, dots)
		p.Legend.Add(name, line, dots)
	}
	return save(w, p)
}

func newPlot(x, y string) *plot.Plot {
	p := plot.New()
	p.X.Label.Text, p.Y.Label.Text = x, y
	grid := plotter.NewGrid()
	grid.Vertical.Color, grid.Horizontal.Color = color.Gray{Y: 230}, color.Gray{Y: 230}
	p.Add(grid)
	return p
}

func save(w io.Writer, p *plot.Plot) error {
	c := vgsvg.New(width, height)
	p.Draw(draw.New(c))
	_, err := c.WriteTo(w)
	return err
}
