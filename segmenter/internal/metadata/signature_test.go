package metadata

import "testing"

func TestAuthorAddress(t *testing.T) {
	for address, want := range map[string]bool{
		"https://news.example/author/ann-lee": true, "https://news.example/en/Authors/ann-lee/": true, "/autor/ann": true, "/penulis/12/": true,
		"https://news.example/author/ann-lee/index.html": true, "/o-nas/autoren/ann-lee?from=head": true,
		"": false, "/": false, "author/ann-lee": false, "/author": false, "/author/": false, "/author/a": false, "/authors//": false,
		"https://news.example/people/ann-lee": false, "https://news.example/coauthor/ann-lee": false, "https://author.example/ann-lee": false,
		"/firma/orlen-group": false,
	} {
		if got := authorAddress(address); got != want {
			t.Errorf("%q: %v", address, got)
		}
	}
}

func TestFullName(t *testing.T) {
	for name, want := range map[string]bool{
		"Ann Lee": true, "Ludwig van der Berg": true, "Сергей Иванов": true, "दीपा राव": true, "סמי כהן": true, "J. Doe": true,
		"": false, "Ann": false, "Read more": false, "© Ann Lee": false, "Ann Lee and Bo Day of It": false, "About the author": false, "+ Follow": false,
	} {
		if got := fullName(name); got != want {
			t.Errorf("%q: %v", name, got)
		}
	}
}
