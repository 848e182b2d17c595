package classifier

import (
	"slices"
	"strings"

	"github.com/winnow-news/winnow/classifier/internal/outline"
	"github.com/winnow-news/winnow/classifier/judge"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// tableColumns are, for each table of data, the columns that hold text of the
// article, ascending: others only keep columns apart, or are hidden.
type tableColumns struct {
	outline *outline.Outline
	of      map[int32][]uint32
}

func columnsOf(in *judge.Input, pieces []piece) tableColumns {
	c := tableColumns{outline: in.Outline}
	for _, p := range pieces {
		n := in.Outline.Of(in.Page.Blocks[p.block])
		if p.kind != pb.Paragraph_TABLE || n.Cell < 0 {
			continue
		}
		if c.of == nil {
			c.of = make(map[int32][]uint32)
		}
		c.of[n.DataTable] = append(c.of[n.DataTable], in.Outline.Elements[n.Cell].GetColumn())
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
func (c tableColumns) before(n *outline.Node) int {
	if n.Cell < 0 {
		return 0
	}
	at, _ := slices.BinarySearch(c.of[n.DataTable], c.outline.Elements[n.Cell].GetColumn())
	return min(at, mostColumns)
}

// nextCell gives the separator between a cell and the one n columns behind it.
func nextCell(n int) string { return strings.Repeat(" | ", n) }

// sameTable gives d and the separator between d's last cell (was) and the next (is)
// if both stand in one table, else nil. Empty cells between the two keep their
// places.
func sameTable(c tableColumns, d *draft, was, is *outline.Node) (*draft, string) {
	switch {
	case was.DataTable != is.DataTable:
		return nil, ""
	case was.Row != is.Row:
		return d, "\n" + nextCell(c.before(is))
	case was.Cell != is.Cell:
		return d, nextCell(max(c.before(is)-c.before(was), 1))
	}
	return d, " "
}
