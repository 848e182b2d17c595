// Package newsroom simulates news sites whose true text is known.
package newsroom
