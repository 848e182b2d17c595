package newsroom

import "slices"

// Names of architectures that the code refers to.
const (
	archAMP    = "amp"
	archBreaks = "breaks"
)

// tags are the markup before and after what stands at a role. The first §
// becomes the attributes.
type tags struct{ open, close string }

// naming is how an architecture makes class names.
type naming int

const (
	meaningful naming = iota
	hashed
	none
)

// arch is a way to build pages: which markup stands for which role, and how
// the body of an article is held together.
type arch struct {
	name   string
	naming naming
	tags   [roles]tags
	// split closes the body before an advertisement and opens a new one after
	// it: the article spans several containers.
	split bool
	// sections closes the body's section before a sub-heading and opens a new
	// one.
	sections bool
	img      string // the element for pictures
}

// Architectures lists the page architectures in the order in which sites are
// given them.
func Architectures() []string {
	var names []string
	for _, a := range architectures() {
		names = append(names, a.name)
	}
	return names
}

func architectures() []arch {
	return []arch{
		semantic(), divs("div-classes", meaningful), hashedDivs(), tables(), breaks(),
		split(), amp(), textNodes(), figures(), spans(),
	}
}

func architecture(name string) arch {
	all := architectures()
	return all[slices.IndexFunc(all, func(a arch) bool { return a.name == name })]
}

// divs is a soup of div elements; the other architectures say where they
// differ from it.
func divs(name string, n naming) arch {
	a := arch{name: name, naming: n, img: "img"}
	for r := range a.tags {
		a.tags[r] = tags{"<div§>", "</div>\n"}
	}
	a.set(map[role]tags{
		rNavItem:  {"<span§>", "</span> "},
		rHeadline: {"<h1§>", "</h1>\n"},
		rPara:     {"<p§>", "</p>\n"},
		rHeading:  {"<h2§>", "</h2>\n"},
		rList:     {"<ul§>\n", "</ul>\n"},
		rItem:     {"<li§>", "</li>\n"},
		rQuote:    {"<blockquote§>", "</blockquote>\n"},
		rEmbed:    {"<blockquote§>", "</blockquote>\n"},
		rTable:    {"<table§>\n", "</table>\n"},
		rDate:     {"<span§>", "</span>\n"},
		rBoxTitle: {"<h3§>", "</h3>\n"},
		rBoxList:  {"<ol§>\n", "</ol>\n"},
		rBoxItem:  {"<li§>", "</li>\n"},
	})
	return a
}

func (a *arch) set(changes map[role]tags) {
	for r, t := range changes {
		a.tags[r] = t
	}
}

func semantic() arch {
	a := divs("semantic", meaningful)
	a.set(map[role]tags{
		rHeader:     {"<header§>", "</header>\n"},
		rNav:        {"<nav§><ul>", "</ul></nav>\n"},
		rNavItem:    {"<li§>", "</li>\n"},
		rMain:       {"<main§>", "</main>\n"},
		rArticle:    {"<article§>", "</article>\n"},
		rStandfirst: {"<p§>", "</p>\n"},
		rBody:       {"<section§>", "</section>\n"},
		rPull:       {"<aside§>", "</aside>\n"},
		rPromo:      {"<aside§>", "</aside>\n"},
		rFigure:     {"<figure§>", "</figure>\n"},
		rCaption:    {"<figcaption§>", "</figcaption>"},
		rAside:      {"<aside§>", "</aside>\n"},
		rBox:        {"<section§>", "</section>\n"},
		rRelated:    {"<aside§>", "</aside>\n"},
		rTeaser:     {"<article§>", "</article>\n"},
		rComments:   {"<section§>", "</section>\n"},
		rComment:    {"<article§>", "</article>\n"},
		rFooter:     {"<footer§>", "</footer>\n"},
		rConsent:    {"<dialog§ open>", "</dialog>\n"},
	})
	return a
}

func hashedDivs() arch {
	a := divs("div-hashed", hashed)
	a.set(map[role]tags{
		rPara:     {"<div§><span>", "</span></div>\n"},
		rHeading:  {"<div§><strong>", "</strong></div>\n"},
		rQuote:    {"<div§><em>", "</em></div>\n"},
		rBoxTitle: {"<div§>", "</div>\n"},
		rBoxList:  {"<div§>", "</div>\n"},
		rBoxItem:  {"<div§>", "</div>\n"},
	})
	return a
}

// tables is the layout of the early 2000s.
func tables() arch {
	a := divs("tables", none)
	a.set(map[role]tags{
		rPage:        {`<center><table width="780" border="0" cellspacing="0"><tr><td>`, "</td></tr></table></center>\n"},
		rHeader:      {`<table width="100%" bgcolor="#003366"><tr><td>`, "</td></tr></table>\n"},
		rBrand:       {`<font size="6" color="#ffffff"><b>`, "</b></font>"},
		rNav:         {`<table width="100%"><tr>`, "</tr></table>\n"},
		rNavItem:     {`<td align="center">`, "</td>"},
		rTicker:      {`<font size="1">`, "</font><hr>\n"},
		rColumns:     {`<table width="100%" cellpadding="6"><tr>`, "</tr></table>\n"},
		rMain:        {`<td valign="top" width="560">`, "</td>\n"},
		rAside:       {`<td valign="top" width="200" bgcolor="#eeeeee">`, "</td>\n"},
		rArticle:     {`<table width="100%"><tr><td>`, "</td></tr></table>\n"},
		rHeadline:    {`<font size="5"><b>`, "</b></font><br>\n"},
		rStandfirst:  {"<p><b>", "</b></p>\n"},
		rByline:      {`<font size="1"><i>`, "</i></font><br>\n"},
		rDate:        {`<font size="1">`, "</font><br>\n"},
		rBody:        {`<table border="0"><tr><td>`, "</td></tr></table>\n"},
		rHeading:     {"<p><b>", "</b></p>\n"},
		rFigure:      {`<table align="right" width="200"><tr><td>`, "</td></tr></table>\n"},
		rCaption:     {`<font size="1">`, "</font>"},
		rTable:       {`<table border="1">`, "</table>\n"},
		rAd:          {`<table width="468"><tr><td>`, "</td></tr></table>\n"},
		rBox:         {`<table width="100%"><tr><td>`, "</td></tr></table>\n"},
		rBoxTitle:    {`<font size="2"><b>`, "</b></font><br>\n"},
		rBoxList:     {"", "<br>\n"},
		rBoxItem:     {"&#8226; ", "<br>\n"},
		rTeaser:      {"<p>", "</p>\n"},
		rComment:     {`<table width="100%"><tr><td>`, "</td></tr></table>\n"},
		rCommentMeta: {`<font size="1">`, "</font><br>\n"},
		rCommentText: {"<p>", "</p>\n"},
		rFooter:      {"<hr><center><font size=\"1\">", "</font></center>\n"},
	})
	return a
}

// breaks separates paragraphs by double line breaks.
func breaks() arch {
	a := divs(archBreaks, meaningful)
	a.set(map[role]tags{
		rPara:        {"", "<br><br>\n"},
		rHeading:     {"<b>", "</b><br><br>\n"},
		rStandfirst:  {"<b>", "</b><br /><br />\n"},
		rItem:        {"- ", "<br>\n"},
		rList:        {"", "<br>\n"},
		rQuote:       {"<i>", "</i><br><br>\n"},
		rCommentText: {"", "<br>\n"},
	})
	return a
}

// split spreads the article over several containers.
func split() arch {
	a := divs("split-containers", meaningful)
	a.split = true
	a.set(map[role]tags{
		rArticle: {"<section§>", "</section>\n"},
		rFigure:  {"<figure§>", "</figure>\n"},
		rCaption: {"<p§>", "</p>"},
	})
	return a
}

func amp() arch {
	a := semantic()
	a.name, a.img = archAMP, "amp-img"
	a.set(map[role]tags{
		rNav:     {"<amp-sidebar layout=\"nodisplay\"§><ul>", "</ul></amp-sidebar>\n"},
		rBody:    {"<div§>", "</div>\n"},
		rAd:      {"<amp-ad width=\"300\" height=\"250\"§>", "</amp-ad>\n"},
		rConsent: {"<amp-consent layout=\"nodisplay\"§>", "</amp-consent>\n"},
	})
	return a
}

// textNodes puts the paragraphs as bare text into the body's div.
func textNodes() arch {
	a := divs("text-nodes", meaningful)
	a.set(map[role]tags{
		rPara:    {"\n", "\n<div></div>"},
		rHeading: {"<h3>", "</h3>"},
	})
	return a
}

// figures mixes paragraphs, figures and a section for each sub-heading.
func figures() arch {
	a := semantic()
	a.name, a.sections = "section-figure", true
	a.set(map[role]tags{
		rArticle: {"<div§>", "</div>\n"},
		rQuote:   {"<figure><blockquote§>", "</blockquote></figure>\n"},
		rTable:   {"<figure><table§>\n", "</table></figure>\n"},
	})
	return a
}

// spans uses inline elements made into blocks by style.
func spans() arch {
	a := divs("styled-spans", meaningful)
	a.set(map[role]tags{
		rPara:    {`<div style="margin:0 0 1em"§><font face="Georgia">`, "</font></div>\n"},
		rHeading: {`<div style="font-weight:bold"§>`, "</div>\n"},
		rItem:    {`<div style="display:list-item"§>`, "</div>\n"},
		rList:    {`<div style="margin-left:2em"§>`, "</div>\n"},
	})
	return a
}
