// Package proto is the floor of the house: the nouns that two or more stages
// share and the contract on the wire. It imports nothing of Winnow.
//
//   - winnow/v1/*.proto, generated into winnowv1: every message, and every
//     record that is stored.
//   - stream: names of streams, subjects, consumers and headers.
//   - site, canon: what a site is called, what a URL's canonical form is, and
//     the ids that follow from it.
//   - optout: what a publisher asks of machines that read a page.
//   - word: what a word is, for all who count or compare them.
//   - failure: the three classes of errors that the stage runner understands.
//   - journal: the entry and the errors of the site journal's port.
package proto

//go:generate ./generate.sh
