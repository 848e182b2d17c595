// Package classifier is being built.
package classifier
