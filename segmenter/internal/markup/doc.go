// Package markup changes pages before they are parsed, byte by byte: what goes in
// is HTML as a site has sent it, what comes out is HTML that costs less to parse,
// or that the parser can read at all.
//
//   - Condenser leaves out what no reader of the tree asks for, and gives nodes
//     the attributes back that it has taken out of their tags.
//   - Shallow brings a page that is nested too deeply to a depth that the parser
//     accepts.
//   - EndTitle and OpenNoscript undo what hides a page's text from its reader.
//
// None of them fails: what they cannot follow they leave as it stands.
package markup
