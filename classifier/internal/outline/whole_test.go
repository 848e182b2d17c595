package outline

import (
	"slices"
	"strings"
	"testing"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// TestNamesAsWhole: an element is called so by its id, a class or a hint.
func TestNamesAsWhole(t *testing.T) {
	for s, want := range map[string]string{
		"comments": "comments", "comment-list": "comments", "commentList": "comments", "post-comments-2": "comments", "disqus_thread": "comments",
		"respond": "comments", "kommentare": "comments", "commentform": "comments", "comment-form": "comments",
		"comment": "comment", "comment-123": "comment", "comment-body": "comment", "COMMENT_TEXT": "comment",
		"nocontent": "beside", "robots-nocontent": "beside", "sidebar-wrapper": "beside", "column-right-outer": "beside", "BlogArchive1": "beside",
		"widget-area": "beside", "sidebar": "beside", "sidebar-1": "beside", "footer": "beside", "dialog": "beside", "LinkList2": "beside", "pum-711": "beside", "elementor-location-popup": "beside", "mostPopular": "beside", "newsletter-signup": "beside", "postmetadata": "beside", "author-bio": "beside", "about_the_author": "beside", "author": "",
		"tp-container-inner": "beside", "leaky_paywall_message_wrap": "beside", "pmpro_content_message": "beside", "mepr-unauthorized-message": "beside", "rcp_restricted": "beside",
		"tp-container": "", "paywall": "", "mepr-unauthorized-excerpt": "",
		"has-comments": "", "tone-comment": "", "commentary": "", "comments-body": "", "list-comments": "", "no-comment": "", "": "", "-": "",
		"content": "", "has-sidebar-wrapper": "", "right-outer": "", "location-popup": "", "most-popular-article": "", "widget": "",
		"sidebar-right": "", "has-sidebar": "", "article-footer": "", "footer-nav": "",
		strings.Repeat("comments", 9): "", "kommentår": "",
	} {
		for _, e := range []*pb.Element{{Id: s}, {Classes: []string{"x", s}}, {Hints: []string{s}}} {
			got := ""
			switch g := namesOf(e); {
			case g&namesComments != 0:
				got = "comments"
			case g&namesComment != 0:
				got = "comment"
			case g&namesInserted != 0:
				got = "beside"
			}
			if got != want {
				t.Errorf("%v: %q, want %q", e, got, want)
			}
		}
	}
}

// TestWholeNamesAreFound: each name of the lists is found however its words are
// divided there.
func TestWholeNamesAreFound(t *testing.T) {
	for _, list := range []string{commentsNames, commentName, besideNames} {
		for s := range strings.FieldsSeq(list) {
			if g := namesOf(&pb.Element{Id: s}); g&(anyComment|namesInserted) == 0 {
				t.Errorf("%q is not found", s)
			}
		}
	}
	if n := len(strings.Fields(commentsNames + " " + commentName + " " + besideNames)); n != len(wholeNames) {
		t.Errorf("%d names in the lists, %d in the table", n, len(wholeNames))
	}
	if slices.Contains(wholeKeywords, "") {
		t.Error("an empty keyword")
	}
}
