package classifier

import (
	"slices"
	"strings"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// What a table of data looks like, as opposed to one that lays out a page:
// rows of short cells.
const (
	dataRows     = 2  // at least, with text
	dataColumns  = 2  // cells with text in some row, at least
	dataCellMean = 20 // words a cell, at most
	dataCellMax  = 80 // words in any one cell, at most
)

// tableShape is what is counted of a table.
type tableShape struct {
	rows, cells, words   int
	rowCells, cellWords  int // in the row and cell at hand
	widest, longest      int // cells of a row, words of a cell
	row, cell            int32
	holdsTable, outOfRow bool
}

func (s *tableShape) add(n *node, words int) {
	if n.row < 0 || n.cell < 0 {
		s.outOfRow = true
		return
	}
	if n.row != s.row {
		s.row, s.rowCells = n.row, 0
		s.rows++
	}
	if n.cell != s.cell {
		s.cell, s.cellWords = n.cell, 0
		s.cells++
		s.rowCells++
	}
	s.words += words
	s.cellWords += words
	s.widest = max(s.widest, s.rowCells)
	s.longest = max(s.longest, s.cellWords)
}

func (s *tableShape) data() bool {
	return !s.holdsTable && !s.outOfRow && s.rows >= dataRows && s.widest >= dataColumns &&
		s.longest <= dataCellMax && s.words <= dataCellMean*s.cells
}

// markDataTables tells every node in a table of data so.
func (o *outline) markDataTables(page *pb.SegmentedPage) {
	var shapes map[int32]*tableShape
	for i, e := range o.elements {
		if e.GetTag() != "table" {
			continue
		}
		if shapes == nil {
			shapes = make(map[int32]*tableShape)
		}
		shapes[int32(i)] = &tableShape{row: -1, cell: -1}
		if p := o.nodes[i].parent; p >= 0 {
			if s := shapes[o.nodes[p].table]; s != nil {
				s.holdsTable = true
			}
		}
	}
	if shapes == nil {
		return
	}
	for _, b := range page.GetBlocks() {
		n := o.of(b)
		if s := shapes[n.table]; s != nil && b.GetStats().GetWords() > 0 && o.elements[b.Element].GetTag() != "caption" {
			s.add(n, int(b.GetStats().GetWords()))
		}
	}
	for i := range o.nodes {
		if s := shapes[o.nodes[i].table]; s != nil && s.data() {
			o.nodes[i].dataTable = o.nodes[i].table
		}
	}
}

// tableColumns are, for each table of data, the columns that hold text of the
// article, ascending: others only keep columns apart, or are hidden.
type tableColumns struct {
	outline *outline
	of      map[int32][]uint32
}

func columnsOf(in *Input, pieces []piece) tableColumns {
	c := tableColumns{outline: in.outline}
	for _, p := range pieces {
		n := in.outline.of(in.Page.Blocks[p.block])
		if p.kind != pb.Paragraph_TABLE || n.cell < 0 {
			continue
		}
		if c.of == nil {
			c.of = make(map[int32][]uint32)
		}
		c.of[n.dataTable] = append(c.of[n.dataTable], in.outline.elements[n.cell].GetColumn())
	}
	for table, columns := range c.of {
		slices.Sort(columns)
		c.of[table] = slices.Compact(columns)
	}
	return c
}

// mostColumns bounds what empty cells cost.
const mostColumns = 50

// before gives the number of columns before the cell that n is in.
func (c tableColumns) before(n *node) int {
	if n.cell < 0 {
		return 0
	}
	at, _ := slices.BinarySearch(c.of[n.dataTable], c.outline.elements[n.cell].GetColumn())
	return min(at, mostColumns)
}

// nextCell is what leads n cells on.
func nextCell(n int) string { return strings.Repeat(" | ", n) }

// sameTable gives d where it holds the table of a cell, and what stands between
// the two; an empty cell between keeps its place.
func sameTable(c tableColumns, d *draft, was, is *node) (*draft, string) {
	switch {
	case was.dataTable != is.dataTable:
		return nil, ""
	case was.row != is.row:
		return d, "\n" + nextCell(c.before(is))
	case was.cell != is.cell:
		return d, nextCell(max(c.before(is)-c.before(was), 1))
	}
	return d, " "
}
