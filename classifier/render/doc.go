// Package render writes articles for people: as Markdown and as plain text.
// What comes in is a winnowv1.Article, whoever made it; what goes out is text
// that ends with a line end. Retracted articles, which have no text, give their
// title and address at most.
package render
