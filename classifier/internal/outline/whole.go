package outline

import (
	"strings"

	"github.com/winnow-news/winnow/classifier/internal/name"
)

// besideNames are what content systems, conventions of the web and ARIA's roles
// call what stands beside an article: marks for search engines; windows over the
// page; its parts; the columns and widgets of Blogger, TypePad and WordPress. Of
// the words in them one in a hundred is an article's (docs/research.md). The last
// are what paywalls offer in the article's place: those of Piano, Poool, Leaky
// Paywall, Paid Memberships Pro, MemberPress and Restrict Content.
const besideNames = `
	nocontent robotsnocontent
	dialog alertdialog popup popover pum popmake elementor-locationpopup newslettersignup
	sidebar footer navigation linklist mostpopular
	sidebarwrapper column-leftouter column-rightouter blogarchive profiledatablock profiletextblock
	gamma moduletypelist modulearchives
	widgetarea recentcomments postmetadata authorbio authorbox aboutauthor about-theauthor
	tp-containerinner pooolwidget leaky-paywallmessage leakypaywall-messagewrap pmpro-contentmessage mepr-unauthorizedmessage rcprestricted`

// wholeNames gives what names say as a whole, without digits and separators. The
// lists divide a name of more than two words before its last two.
var wholeNames, wholeKeywords = func() (names map[string]name.Groups, keywords []string) {
	names = make(map[string]name.Groups)
	for group, list := range map[name.Groups]string{
		namesComments: commentsNames, namesComment: commentName, namesInserted: besideNames,
	} {
		for s := range strings.FieldsSeq(list) {
			names[strings.ReplaceAll(s, "-", "")] = group
			keywords = append(keywords, s[strings.LastIndexByte(s, '-')+1:])
		}
	}
	return names, keywords
}()

// namesAsWhole gives what the name s, as a whole and without digits and
// separators, says of its element.
func namesAsWhole(s string) name.Groups {
	var buf [32]byte
	letters := buf[:0]
	for i := range len(s) {
		c := s[i] | ('a' - 'A')
		if c < 'a' || c > 'z' {
			continue
		}
		if len(letters) == cap(letters) {
			return 0
		}
		letters = append(letters, c)
	}
	return wholeNames[string(letters)]
}
