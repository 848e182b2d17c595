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

// The size of a plot, and the part of its width in which the methods are named.
const (
	width  = 22 * vg.Centimeter
	height = 13 * vg.Centimeter
	names  = 6 * vg.Centimeter
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
	return scatter(w, newPlot("recall", "precision"), glyphs(rep), points)
}

// costQuality draws each method at its cost and main figure.
func costQuality(w io.Writer, rep run.Report, corpus string) error {
	var points []point
	for _, r := range mainResults(rep, corpus) {
		i := slices.IndexFunc(rep.Costs, func(c run.Cost) bool { return c.Method == r.Method })
		if i >= 0 && rep.Costs[i].Parses > 0 {
			points = append(points, point{r.Method, rep.Costs[i].Parses, r.Value()})
		}
	}
	p := newPlot("times a bare parse", "quality")
	if len(points) > 0 {
		logarithmic(p)
	}
	return scatter(w, p, glyphs(rep), points)
}

func scatter(w io.Writer, p *plot.Plot, glyph map[string]draw.GlyphStyle, points []point) error {
	for _, pt := range points {
		dot, err := plotter.NewScatter(plotter.XYs{{X: pt.x, Y: pt.y}})
		if err != nil {
			return err
		}
		dot.GlyphStyle = glyph[pt.method]
		p.Add(dot)
		p.Legend.Add(pt.method, dot)
	}
	return save(w, p)
}

// learningCurve draws the main figure of site methods against the number of
// pages seen.
func learningCurve(w io.Writer, rep run.Report, corpus string) error {
	p, glyph := newPlot("pages of the site seen", "quality"), glyphs(rep)
	logarithmic(p)
	lines := map[string]plotter.XYs{}
	var order []string
	for _, r := range rep.Results {
		if r.Corpus != corpus || r.N == 0 {
			continue
		}
		if lines[r.Method] == nil {
			order = append(order, r.Method)
		}
		lines[r.Method] = append(lines[r.Method], plotter.XY{X: float64(r.N), Y: r.Value()})
	}
	for _, name := range order {
		line, dots, err := plotter.NewLinePoints(lines[name])
		if err != nil {
			return err
		}
		dots.GlyphStyle = glyph[name]
		line.Color = dots.Color
		p.Add(line, dots)
		p.Legend.Add(name, line, dots)
	}
	return save(w, p)
}

// glyphs tells the methods of a report apart by colour and form, in all of its
// plots alike.
func glyphs(rep run.Report) map[string]draw.GlyphStyle {
	colours := plotutil.DarkColors
	of := map[string]draw.GlyphStyle{}
	for _, r := range rep.Results {
		if _, ok := of[r.Method]; !ok {
			n := len(of)
			of[r.Method] = draw.GlyphStyle{Color: colours[n%len(colours)], Shape: plotutil.Shape(n / len(colours)), Radius: 3.5}
		}
	}
	return of
}

func newPlot(x, y string) *plot.Plot {
	p := plot.New()
	p.X.Label.Text, p.Y.Label.Text = x, y
	grid := plotter.NewGrid()
	grid.Vertical.Color, grid.Horizontal.Color = color.Gray{Y: 230}, color.Gray{Y: 230}
	p.Add(grid)
	p.Legend = plot.NewLegend()
	p.Legend.Top, p.Legend.Left = true, true
	return p
}

// logarithmic lets the horizontal axis grow by factors. gonum wants numbers
// above zero on it.
func logarithmic(p *plot.Plot) {
	p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, plot.LogTicks{Prec: -1}
}

// save draws a plot with the names of its methods beside it.
func save(w io.Writer, p *plot.Plot) error {
	c := vgsvg.New(width, height)
	all, legend := draw.New(c), p.Legend
	p.Legend = plot.NewLegend()
	p.Draw(draw.Crop(all, 0, -names, 0, 0))
	legend.Draw(draw.Crop(all, width-names+vg.Centimeter/2, 0, 0, 0))
	_, err := c.WriteTo(w)
	return err
}
