package newsroom

import (
	"strconv"
	"strings"
)

func places() []string {
	return []string{
		"harbour", "northern", "valley", "island", "morning", "river", "granite", "lakeside", "western", "meadow",
		"coastal", "highland", "old-town", "forest", "summit", "delta", "silver", "southern", "prairie", "canal",
		"lighthouse", "orchard", "metro", "amber",
	}
}

func papers() []string {
	return []string{
		"times", "post", "courier", "herald", "gazette", "tribune", "observer", "chronicle", "ledger", "mail",
		"bulletin", "dispatch", "echo", "record", "argus", "mirror", "journal",
	}
}

// hostname gives site i its name; no two sites share one.
func hostname(i int) string {
	place, paper := places(), papers()
	round := i / len(place)
	name := place[i%len(place)] + "-" + paper[(i+round)%len(paper)]
	if again := round / len(paper); again > 0 {
		name += "-" + strconv.Itoa(again+1)
	}
	return name + ".example"
}

// brand turns a host name into the name of the paper.
func brand(host string) string {
	words := strings.Split(strings.TrimSuffix(host, ".example"), "-")
	for i, w := range words {
		words[i] = strings.ToUpper(w[:1]) + w[1:]
	}
	return strings.Join(words, " ")
}
