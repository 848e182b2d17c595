package cold

import pb "github.com/winnow-news/winnow/proto/winnowv1"

// said is one thing that a page says of itself.
type said uint8

// What the words of blocks are compared with.
const (
	saidTitle said = iota
	saidOGTitle
	saidHTMLTitle
	saidHeadline
	saidDescription
	saidAuthors
	saidSite
	saids
)

// head is what the page says of itself beside its blocks.
type head struct {
	words    [saids]float32 // how many different words each has
	trigrams table          // of the words of the body that the page declares
	hasBody  bool           // the page declares one that is long enough
	article  bool           // the page says that it is an article
	ids      []int32
}

func newHead() head { return head{trigrams: newTable()} }

// leastBody is the number of words from which a declared body is one.
const leastBody = 30

func (h *head) load(m *pb.Metadata, lex *lexicon) {
	h.words = [saids]float32{}
	for s, text := range [...]string{m.GetTitle(), m.GetOgTitle(), m.GetHtmlTitle(), m.GetHeadline(), m.GetDescription()} {
		h.words[s] += lex.say(said(s), text)
	}
	for _, a := range m.GetAuthors() {
		h.words[saidAuthors] += lex.say(saidAuthors, a)
	}
	h.words[saidSite] = lex.say(saidSite, m.GetSiteName())
	h.ids = lex.numbers(h.ids[:0], m.GetArticleBody())
	h.hasBody = len(h.ids) >= leastBody
	if h.hasBody {
		h.trigrams.reset(len(h.ids))
		for i := 2; i < len(h.ids); i++ {
			h.trigrams.number(trigram(h.ids[i-2:]))
		}
	}
	h.article = isArticle(m)
}

// isArticle reports whether a declared type says that the page is an article.
func isArticle(m *pb.Metadata) bool {
	for _, t := range m.GetTypes() {
		switch t {
		case "article", "newsarticle", "blogposting", "reportagenewsarticle", "analysisnewsarticle", "opinionnewsarticle":
			return true
		}
	}
	return false
}

func trigram(w []int32) uint64 {
	return mix(uint64(uint32(w[0]))<<32|uint64(uint32(w[1])), uint64(uint32(w[2])))
}
