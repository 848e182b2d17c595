package cold

// tag is a kind of element.
type tag uint8

// The kinds.
const (
	tagOther tag = iota
	tagP
	tagDiv
	tagLi
	tagCell
	tagH1
	tagH2
	tagH3
	tagH4
	tagQuote
	tagCaption
	tagPre
	tagArticle
	tagMain
	tagSection
	tagAside
	tagNav
	tagHeader
	tagFooter
	tagForm
	tagTable
	tagList
	tagFigure
	tagDefinition
	tagAddress
	tagBody
	tags
)

var tagNames = [tags]string{
	"other", "p", "div", "li", "cell", "h1", "h2", "h3", "h4", "blockquote", "figcaption", "pre", "article", "main",
	"section", "aside", "nav", "header", "footer", "form", "table", "list", "figure", "definition", "address", "body",
}

func tagOf(name string) tag {
	switch name {
	case "p":
		return tagP
	case "div":
		return tagDiv
	case "li":
		return tagLi
	case "td", "th":
		return tagCell
	case "h1":
		return tagH1
	case "h2":
		return tagH2
	case "h3":
		return tagH3
	case "h4", "h5", "h6":
		return tagH4
	case "blockquote":
		return tagQuote
	case "figcaption", "caption":
		return tagCaption
	case "pre", "listing", "xmp", "plaintext":
		return tagPre
	case "article":
		return tagArticle
	case "main":
		return tagMain
	case "section":
		return tagSection
	case "aside":
		return tagAside
	case "nav", "menu":
		return tagNav
	case "header", "hgroup":
		return tagHeader
	case "footer":
		return tagFooter
	case "form", "fieldset", "search", "dialog":
		return tagForm
	case "table", "tbody", "thead", "tfoot", "tr":
		return tagTable
	case "ul", "ol", "dir":
		return tagList
	case "figure":
		return tagFigure
	case "dl", "dt", "dd", "details", "summary":
		return tagDefinition
	case "address":
		return tagAddress
	case "body":
		return tagBody
	}
	return tagOther
}

// isHeading reports whether t is a heading.
func (t tag) isHeading() bool { return t >= tagH1 && t <= tagH4 }
