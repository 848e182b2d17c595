package classifier

import (
	"strings"

	"github.com/winnow-news/winnow/classifier/internal/name"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// Readers' comments read like an article, and where that is a picture and a line
// they are all there is to read. Content systems call their section and each of
// them by the same few names. Only a whole name counts: an article with
// "has-comments" is none, nor is an opinion of "tone-comment".
const (
	// namesComments is the section, or the form for writing one.
	namesComments name.Groups = 1 << (iota + 34)
	// namesComment is a single one.
	namesComment

	anyComment = namesComments | namesComment
)

var commentNames = func() map[string]name.Groups {
	groups := make(map[string]name.Groups)
	for group, names := range map[name.Groups]string{
		namesComments: "comments commentarea commentblock commentcontainer commentcontent commentlist commentsection commenttemplate commentthread commentwrapper " +
			"commentsarea commentsblock commentscontainer commentscontent commentslist commentssection commentstemplate commentsthread commentswrapper " +
			"allcomments articlecomments blogcomments entrycomments pagecomments postcomments readercomments storycomments thecomments usercomments " +
			"commentaires comentarios kommentare kommentarer dsqcomments disqusthread respond trackbacks",
		namesComment: "comment commentauthor commentbody commentdata commententry commentfooter commentitem commentmeta commenttext " +
			"licomment singlecomment kommentar pingback",
	} {
		for s := range strings.FieldsSeq(names) {
			groups[s] = group
		}
	}
	return groups
}()

// namesOfComments gives what the name s, as a whole and without digits and
// separators, says of comments.
func namesOfComments(s string) name.Groups {
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
	return commentNames[string(letters)]
}

// callComments gives the groups that mark comments on a page: none in a forum,
// which consists of them, and single ones only where there are several, for an
// editor's remark may be called so, too.
func callComments(page *pb.SegmentedPage, own []name.Groups) name.Groups {
	if page.GetPageClass() == pb.PageClass_PAGE_CLASS_FORUM {
		return 0
	}
	single := 0
	for _, g := range own {
		if g&namesComment != 0 {
			single++
		}
	}
	if single < 2 {
		return namesComments
	}
	return anyComment
}
