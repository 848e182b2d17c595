package metadata

import "testing"

// The name of the site is cut off a title; in front, nothing else is.
func TestWithoutSite(t *testing.T) {
	tests := []struct{ host, name, title, want string }{
		{"leparisien", "Le Parisien", "Paris : un incendie fait trois blessés", "Paris : un incendie fait trois blessés"},
		{"leparisien", "Le Parisien", "Paris : un incendie fait trois blessés - Le Parisien", "Paris : un incendie fait trois blessés"},
		{"france24", "France 24", "France : le budget est adopté", "France : le budget est adopté"},
		{"berliner-zeitung", "Berliner Zeitung", "Berlin – Warum die Bahn steht", "Berlin – Warum die Bahn steht"},
		{"bostonglobe", "The Boston Globe", "Boston - Mayor signs the budget", "Boston - Mayor signs the budget"},
		{"sport1", "SPORT1", "Sport - Der Tag im Überblick", "Sport - Der Tag im Überblick"},
		{"example", "上海日报", "上海：新港口获得批准", "上海：新港口获得批准"},
		{"bostonglobe", "", "The Boston Globe | Mayor signs the budget", "Mayor signs the budget"},
		{"thegazette", "", "Gazette | Mayor signs the budget", "Mayor signs the budget"},
		{"example", "The Gazette", "Gazette | Mayor signs the budget", "Mayor signs the budget"},
		{"example", "", "Example.org | Mayor signs the budget", "Mayor signs the budget"},
		{"bostonglobe", "", "Mayor signs the budget - Boston Globe", "Mayor signs the budget"},
		{"example", "The Boston Globe", "Mayor signs the budget - The Boston", "Mayor signs the budget"},
		{"example", "", "| Mayor signs the budget", "| Mayor signs the budget"},
		{"example", "", "» | Mayor signs the budget", "Mayor signs the budget"},
	}
	for _, tt := range tests {
		e := siteEvidence{separators: titleSeparators(), names: []string{tt.name}, host: tt.host, domain: tt.host + ".org"}
		if got := e.withoutSite(tt.title); got != tt.want {
			t.Errorf("%s, %q: %q, want %q", tt.host, tt.name, got, tt.want)
		}
	}
}

// A colon cuts only between the name of the site or blog and a title that the
// page shows.
func TestBehindBlog(t *testing.T) {
	tests := []struct{ heading, title, want string }{
		{"Valley Notes", "Valley Notes: The flood wall waits", "The flood wall waits"},
		{"", "The Gazette: The flood wall waits", "The flood wall waits"},
		{"Valley Notes", "Valley Notes: Another title", ""},
		{"Valley Notes", "Flood: The flood wall waits", ""},
		{"", ": The flood wall waits", "The flood wall waits"},
		{"Flood: The flood wall waits", "Flood: The flood wall waits", ""},
	}
	for _, tt := range tests {
		e := siteEvidence{heading: tt.heading, names: []string{"The Gazette"}, titles: []string{"The flood wall waits"}}
		if got := e.behindBlog(tt.title); got != tt.want {
			t.Errorf("%q under %q: %q, want %q", tt.title, tt.heading, got, tt.want)
		}
	}
}

func TestTitleSeparatorsDiffer(t *testing.T) {
	seen := map[string]bool{}
	for _, s := range titleSeparators() {
		if seen[s] {
			t.Errorf("%q stands twice", s)
		}
		seen[s] = true
	}
}
