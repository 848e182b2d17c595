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
	for _, word := range words[:t.sim.prefix(len(words))] {
		for at := t.index.first(word); at != none; {
			n := &t.index.nodes[at]
			at = n.next
			t.probes--
			size := int(n.size)
			if n.word != word || size < low || size > high || t.seen[n.group] == t.search {
				continue
			}
			t.seen[n.group] = t.search
			if t.spent() {
				return
			}
			t.compare(g, n.group, len(words), size)
		}
	}
}

// linkAll is link for an ε so low that groups without a common word may be
// similar: nothing can be ruled out beforehand.
func (t *groupTable) linkAll(g uint32) {
	words := len(t.all[g].sig.words())
	for i := range t.all {
		h := uint32(i)
		if h == g || !t.all[h].sig.known() {
			continue
		}
		t.probes--
		if t.spent() {
			return
		}
		t.compare(g, h, words, len(t.all[h].sig.words()))
	}
}

// compare joins g and h, with sets of a and b words, if they are similar.
func (t *groupTable) compare(g, h uint32, a, b int) {
	if t.sketches[g].atMost(&t.sketches[h], a, b) < t.sim.overlap(a, b) {
		return
	}
	t.probes -= (a + b) / 8
	if t.sim.above(&t.all[g].sig, &t.all[h].sig) {
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
