// Package deploytest holds the files of deployments/ against the programs that
// read them, as far as that can be done without a container engine. It has
// tests only.
package deploytest
