// Package crawler is being built.
package crawler
