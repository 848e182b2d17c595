package report

import (
	"encoding/json"
	"fmt"
	"io"
	"os"

	"github.com/winnow-news/winnow/eval/run"
)

// JSON writes a report. With sites false it leaves the sums of the single
// sites out, which only a comparison of two full runs needs.
func JSON(w io.Writer, rep run.Report, sites bool) error {
	if !sites {
		results := make([]run.Result, len(rep.Results))
		for i, r := range rep.Results {
			r.BySite = nil
			results[i] = r
		}
		rep.Results = results
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", " ")
	return enc.Encode(rep)
}

// Read reads what JSON wrote.
func Read(path string) (run.Report, error) {
	var rep run.Report
	data, err := os.ReadFile(path)
	if err != nil {
		return rep, fmt.Errorf("earlier report: %w", err)
	}
	if err := json.Unmarshal(data, &rep); err != nil {
		return rep, fmt.Errorf("earlier report %s: %w", path, err)
	}
	return rep, nil
}
