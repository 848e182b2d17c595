package classifier

import (
	"strings"

	"github.com/winnow-news/winnow/classifier/internal/name"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// A page that was saved from a browser, or whose site does without a script,
// holds the dialog that asks for consent to cookies: paragraphs of good prose,
// more of them than many an article has. Its element is called by what is asked
// for and by where it stands, in one name: "cookie-banner",
// "onetrust-pc-sdk", "CybotCookiebotDialog".
const (
	namesConsent name.Groups = 1 << (iota + 32)
	namesWindow
	// namesDialog is both in one name.
	namesDialog = namesConsent | namesWindow
)

// withDialogs adds the words that dialogs are called by.
func withDialogs(keywords map[string]name.Groups) map[string]name.Groups {
	for group, words := range map[name.Groups]string{
		namesConsent: "cookie cookies consent gdpr ccpa onetrust qccmp didomi cybot cookiebot usercentrics truste trustarc iubenda tarteaucitron",
		namesWindow:  "banner bar box container dialog host modal notice overlay popup prompt root sdk window",
		namesDialog:  "cookiebanner cookiebar cookiebox cookieconsent cookiedialog cookielaw cookiemodal cookienotice cookieoverlay cookiepopup climodal spmessage",
	} {
		for word := range strings.FieldsSeq(words) {
			keywords[word] |= group
		}
	}
	return keywords
}

// namesADialog reports whether groups, all of the name s, call a dialog. What an
// article is about may be called so too: WordPress names its tags and categories
// on the article ("tag-cookie-bar").
func namesADialog(groups name.Groups, s string) bool {
	return groups&namesDialog == namesDialog && !strings.HasPrefix(s, "tag-") && !strings.HasPrefix(s, "category-")
}

// leastBeside is the number of words that a page must have beside its dialogs
// for them to be taken for such: a page about cookies has hardly any.
const leastBeside = 50

// markDialogs finds the elements in dialogs; own are the elements' names. What
// holds a heading of the first rank, an article or the main part of the page is
// no dialog, whatever its name speaks of ("page--with-cookie-banner").
func (o *outline) markDialogs(page *pb.SegmentedPage, own []name.Groups) {
	holds := make([]bool, len(o.nodes))
	for i := len(o.nodes) - 1; i >= 0; i-- {
		switch o.elements[i].GetTag() {
		case "body", "html", "main", "article", "h1":
			holds[i] = true
		}
		if p := o.nodes[i].parent; p >= 0 && holds[i] {
			holds[p] = true
		}
	}
	for i := range o.nodes {
		p := o.nodes[i].parent
		o.nodes[i].dialog = p >= 0 && o.nodes[p].dialog || own[i]&namesDialog != 0 && !holds[i]
	}
	beside := uint32(0)
	for _, b := range page.GetBlocks() {
		if n := o.of(b); !n.dialog && !n.hidden {
			beside += b.GetStats().GetWords()
		}
	}
	if beside >= leastBeside {
		return
	}
	for i := range o.nodes {
		o.nodes[i].dialog = false
	}
}
