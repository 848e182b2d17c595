package classifier

import pb "github.com/winnow-news/winnow/proto/winnowv1"

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
			o.hasData = true
		}
	}
}
