package comparer

// link finds the neighbours of group g, whose signature has just become known,
// among the groups in the index.
//
// It is exact: prefix filtering meets every group whose cosine suffices; size,
// sketch and a merge of the word sets that gives up early refuse the others;
// Sim itself has the last word.
func (t *groupTable) link(g uint32) {
	if t.sim.cosine <= 0 {
		t.linkAll(g)
		return
	}
	t.mark(g)
	words := t.all[g].sig.words()
	low, high := t.sim.sizes(len(words))
	high = min(high, maxWords)
	t.need = t.need[:0]
	for size := low; size <= high; size++ {
		t.need = append(t.need, uint16(t.sim.overlap(len(words), size)))
	}
	for i, word := range words[:t.sim.prefix(len(words))] {
		posts := t.index.lookup(word)
		t.probes -= len(posts)
		for _, p := range posts {
			size := int(p.size)
			if size < low || size > high || t.seen[p.group] == t.search {
				continue
			}
			// In the order of words, this is the first that both have:
			// what follows it bounds their overlap.
			need := int(t.need[size-low])
			if min(len(words)-i, size-int(p.at)) < need {
				continue
			}
			t.seen[p.group] = t.search
			if t.spent() {
				return
			}
			t.compare(g, p.group, need)
		}
	}
}

// linkAll is link for an ε so low that groups without a common word may be
// similar: nothing can be ruled out beforehand.
func (t *groupTable) linkAll(g uint32) {
	for i := range t.all {
		h := uint32(i)
		if h == g || !t.all[h].sig.known() {
			continue
		}
		t.probes--
		if t.spent() {
			return
		}
		t.compare(g, h, 0)
	}
}

// compare joins g and h, which need so many common words, if they are similar.
func (t *groupTable) compare(g, h uint32, need int) {
	a, b := &t.all[g].sig, &t.all[h].sig
	if t.sketches[g].atMost(&t.sketches[h], len(a.words()), len(b.words())) < need {
		return
	}
	t.probes -= (len(a.data) + len(b.data)) / 8
	if t.sim.above(a, b) {
		t.join(g, h)
	}
}

// mark begins a search: g itself counts as met.
func (t *groupTable) mark(g uint32) {
	t.search++
	if t.search == 0 { // the counter has gone round
		clear(t.seen)
		t.search = 1
	}
	t.seen[g] = t.search
}

// spent reports whether the search must end because the page or the window has
// reached its cap, and counts that.
func (t *groupTable) spent() bool {
	if t.probes >= 0 && t.edges < t.maxEdges {
		return false
	}
	t.saturated++
	return true
}
