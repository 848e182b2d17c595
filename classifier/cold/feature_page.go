package cold

import "github.com/zeebo/xxh3"

var pageFeatures = []string{
	"page_blocks", "page_words", "page_link_density", "page_long", "page_long_share", "page_paragraphs", "page_article", "page_declared",
	"page_best", "page_title",
}

func fillPage(p *page, _ int, out []float32) {
	t := &p.total
	put(out, t.blocks, t.words, t.linkDensity(), t.long, ratio(t.longWords, t.words), ratio(t.paragraphs, t.blocks),
		flag(p.hasArticle), flag(p.head.article), p.bestScore, flag(p.title >= 0))
}

var imageFeatures = []string{"before", "behind", "caption"}

func fillImage(p *page, i int, out []float32) {
	put(out, p.images[i], p.images[i+1], flag(p.captions[p.blocks[i].text]))
}

// loadImages tells where images stand, and which texts are their captions.
func (p *page) loadImages() {
	p.images = resize(p.images, len(p.blocks)+1)
	clear(p.images)
	p.captions = resize(p.captions, len(p.textCounts))
	clear(p.captions)
	for _, im := range p.src.Images {
		if at := im.Block; at >= 0 && int(at) < len(p.images) {
			p.images[at]++
		}
		for _, text := range [2]string{im.Caption, im.Alt} {
			if text == "" {
				continue
			}
			if n := p.texts.find(xxh3.HashString(text)); n >= 0 {
				p.captions[n] = true
			}
		}
	}
}
