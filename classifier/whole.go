package classifier

import (
	"strings"

	"github.com/winnow-news/winnow/classifier/internal/name"
)

// namesWhole marks the keywords that say something only where they are all of a
// name: an article with "has-comments" is no comment.
const namesWhole name.Groups = 1 << 34

// besideNames are what content systems and conventions of the web call what
// stands beside an article. Nowhere in the labelled pages do more than a few
// words of an article stand in one of them.
const besideNames = `
	nocontent robotsnocontent
	sidebarwrapper column-leftouter column-rightouter blogarchive profiledatablock profiletextblock
	widgetarea recentcomments
	pum popmake elementor-locationpopup
	mostpopular newslettersignup`

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
