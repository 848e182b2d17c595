// Package cli is the eval command: it reads flags, joins corpora, methods and
// runner, and writes reports. Results go to standard output, progress to
// standard error.
package cli
