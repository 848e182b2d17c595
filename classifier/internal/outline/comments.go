package outline

import (
	"github.com/winnow-news/winnow/classifier/internal/name"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// Readers' comments read like an article, and where that is a picture and a line
// they are all there is to read. Content systems call their section and each of
// them by the same few names. Only a whole name counts (whole.go): an article
// with "has-comments" is none, nor is an opinion of "tone-comment".

const commentsNames = `comments commentarea commentblock commentcontainer commentcontent commentlist commentsection
	commenttemplate commentthread commentwrapper commentsarea commentsblock commentscontainer commentscontent commentslist
	commentsopen commentssection commentstemplate commentsthread commentswrapper commentform commentrespond respond
	allcomments articlecomments atpcomments blogcomments entrycomments pagecomments postcomments readercomments storycomments
	thecomments usercomments commentaires comentarios kommentare kommentarer dsqcomments disqusthread trackbacks guestbook`

const commentName = `comment commentauthor commentbody commentdata commententry commentfooter commentitem commentmeta
	commenttext licomment singlecomment kommentar pingback`

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
