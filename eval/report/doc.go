// Package report shows what a run measured: as a table for a terminal, as
// Markdown, as JSON, as an HTML page with plots, and as the difference to an
// earlier run.
package report
