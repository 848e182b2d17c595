package judge

import "testing"

// TestComments: what is called comments is text in a forum, and where only one
// element is called a comment.
func TestComments(t *testing.T) {
	const text = "A storm hit the coast late on Sunday and left thousands of homes without power until the morning, the utility said to the council " +
		"when it met on Monday to hear what had gone wrong with the lines along the harbour road and why the schools near the harbour were still closed for the day."
	for name, tc := range map[string]struct {
		page string
		want bool
	}{
		"section":                 {"body\n  p |+ " + text + "\n  div.comments |+ We sat in the dark until noon.", false},
		"of an obituary":          {"body\n  p |+ " + text + "\n  div.guestbook |+ We sat in the dark until noon.", false},
		"section of a forum":      {"@class forum\nbody\n  p |+ " + text + "\n  div.comments |+ We sat in the dark until noon.", true},
		"one comment":             {"body\n  p |+ " + text + "\n  div.comment |+ We sat in the dark until noon.", true},
		"two comments":            {"body\n  p |+ " + text + "\n  div.comment |+ Nobody came.\n  div.comment |+ We sat in the dark until noon.", false},
		"hardly anything beside":  {"body\n  p |+ A storm.\n  div.comments |+ We sat in the dark until noon.", true},
		"behind a heading":        {"body\n  p |+ " + text + "\n  h3#comments |- Two comments\n  div |+ Nobody came.\n  div |+ We sat in the dark until noon.", false},
		"an article, behind it":   {"body\n  p |+ " + text + "\n  h3#comments |- Two comments\n  article |+ We sat in the dark until noon.", true},
		"a heading in a box":      {"body\n  p |+ " + text + "\n  div\n    h3#comments |- Two comments\n  p |+ We sat in the dark until noon.", true},
		"around the whole":        {"body\n  div.comments\n    h1 |- Storm\n    p |+ " + text + "\n    p |+ We sat in the dark until noon.", true},
		"around another article":  {"body\n  p |+ " + text + "\n  div.comments\n    article |+ We sat in the dark until noon.", true},
		"articles among comments": {"body\n  p |+ " + text + "\n  div.comments\n    article.comment |+ We sat in the dark until noon.", false},
	} {
		out := verdicts(t, Winnow, tc.page)
		last := out[len(out)-1]
		if last.Content != tc.want || !tc.want && last.Reason != ReasonComment {
			t.Errorf("%s: %+v, want content %v", name, last, tc.want)
		}
	}
}
