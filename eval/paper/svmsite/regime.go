package svmsite

// Regime is a way to choose what a page's model was trained on (section
// "SVM Classification" of Team 18).
type Regime struct {
	Name string
	// Judge gives the texts of each site's pages. labelled and sites stand
	// parallel.
	Judge func(labelled []Labelled, sites []Site) [][]string
}

// Regimes lists the three.
func Regimes() []Regime {
	return []Regime{
		{Name: "pages of the same site", Judge: perSite},
		{Name: "other sites", Judge: acrossSites},
		{Name: "pages of all sites, at random", Judge: randomPages},
	}
}

func perSite(labelled []Labelled, sites []Site) [][]string {
	out := make([][]string, len(sites))
	for k := range sites {
		out[k] = judge(labelled[k], len(sites[k].Pages))
	}
	return out
}

// acrossSites deals the sites into parts and judges each by the others.
func acrossSites(labelled []Labelled, sites []Site) [][]string {
	return transfer(labelled, sites, func(site, _ int) int { return site % Parts })
}

// randomPages deals the pages of all sites into parts: a page's site has most
// likely been seen.
func randomPages(labelled []Labelled, sites []Site) [][]string {
	return transfer(labelled, sites, func(site, page int) int { return (site + page) % Parts })
}

// transfer trains one model for each part, on the blocks of the other parts.
func transfer(labelled []Labelled, sites []Site, part func(site, page int) int) [][]string {
	models := make([]*svm, Parts)
	for k := range models {
		var data []example
		for s, l := range labelled {
			data = append(data, examples(l.blocks, func(b *block) bool { return part(s, b.page) != k })...)
		}
		models[k] = trainSVM(data, svmCost, svmRounds)
	}
	out := make([][]string, len(sites))
	for s, l := range labelled {
		out[s] = texts(l.blocks, len(sites[s].Pages), func(b *block) bool {
			return models[part(s, b.page)].value(b.example()) > 0
		})
	}
	return out
}
