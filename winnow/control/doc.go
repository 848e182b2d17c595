// Package control looks after the sites of a pipeline: list, add, pause,
// remove, explain. It works on the store where the store can be opened (Redis,
// or an embedded one that nobody uses), and else asks the process that has it
// open, over the bus.
package control
