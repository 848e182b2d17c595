// Command eval measures every extraction method on every corpus, beside the
// field's other libraries, and prints what it found with confidence intervals.
//
// In go the corpora (package corpus), out comes one table per corpus. A method
// is a value of one small interface (package method); what it extracts is
// compared with the gold text (package metric). It is a binary of its own, so
// that the dependencies of the libraries it compares with never enter
// Winnow's.
package main
