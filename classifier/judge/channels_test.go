package judge

import "testing"

func TestIsChannel(t *testing.T) {
	const page = "https://news.thepaper.co.uk/2026/a-story"
	for link, want := range map[string]bool{
		"https://whatsapp.com/channel/0029Va":                true,
		"https://www.whatsapp.com/channel/0029Va":            true,
		"https://www.whatsapp.com/legal":                     false,
		"https://chat.whatsapp.com/Abc":                      true,
		"https://invite.viber.com/?g2=x":                     true,
		"https://news.google.com/publications/CAAq?hl=de":    true,
		"https://news.google.com/articles/CBMi":              false,
		"https://www.google.com/preferences/source?q=paper":  true,
		"https://www.google.com/maps/place/x":                false,
		"https://t.me/thepaper_news":                         true,
		"https://t.me/ThePaper":                              true,
		"https://t.me/ThePaper/8812":                         false, // a post
		"https://t.me/the_mayor":                             false,
		"https://t.me/share?url=thepaper":                    false,
		"https://t.me/s/thepaper":                            true,
		"http://telegram.me/thepaper/":                       true,
		"https://t.me/news_of_kyiv":                          false,
		"https://thepaper.co.example/whatsapp.com/channel/1": false,
		"": false,
	} {
		if got := isChannel(link, page); got != want {
			t.Errorf("%q: %v, want %v", link, got, want)
		}
	}
	if isChannel("https://t.me/abc", "https://abc.example/") {
		t.Error("three letters are in many names")
	}
	if isChannel("https://t.me/news_of_kyiv", "https://news.sky.example/a") {
		t.Error("what stands before the name of a site is in many names")
	}
	for _, page := range []string{"", "https://localhost/a", ":"} {
		isChannel("https://t.me/abcd", page) // no panic
	}
}
