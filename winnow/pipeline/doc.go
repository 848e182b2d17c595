// Package pipeline is the composition root: it reads the configuration, opens
// the bus and the store, joins the stages to them and runs the stages that it
// is asked to run. No other package knows two siblings of the house at once.
package pipeline
