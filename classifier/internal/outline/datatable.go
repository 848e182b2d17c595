package outline

import (
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

func (s *tableShape) add(n *Node, words int) {
	if n.Row < 0 || n.Cell < 0 {
		s.outOfRow = true
		return
	}
	if n.Row != s.row {
		s.row, s.rowCells = n.Row, 0
		s.rows++
	}
	if n.Cell != s.cell {
		s.cell, s.cellWords = n.Cell, 0
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
func (o *Outline) markDataTables(page *pb.SegmentedPage) {
	var shapes map[int32]*tableShape
	for i, e := range o.Elements {
		if e.GetTag() != "table" {
			continue
		}
		if shapes == nil {
			shapes = make(map[int32]*tableShape)
		}
		shapes[int32(i)] = &tableShape{row: -1, cell: -1}
		if p := o.Nodes[i].Parent; p >= 0 {
			if s := shapes[o.Nodes[p].table]; s != nil {
				s.holdsTable = true
			}
		}
	}
	if shapes == nil {
		return
	}
	for _, b := range page.GetBlocks() {
		n := o.Of(b)
		if s := shapes[n.table]; s != nil && b.GetStats().GetWords() > 0 && o.Elements[b.Element].GetTag() != "caption" {
			s.add(n, int(b.GetStats().GetWords()))
		}
	}
	for i := range o.Nodes {
		if s := shapes[o.Nodes[i].table]; s != nil && s.data() {
			o.Nodes[i].DataTable = o.Nodes[i].table
		}
	}
}
