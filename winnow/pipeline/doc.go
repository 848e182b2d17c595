// Package pipeline is the composition root: it reads the configuration, opens
// the bus and the store, joins the stages to them and runs the stages that it
// is asked to run. Other packages may know several siblings of the house; only
// this one joins them.
package pipeline
