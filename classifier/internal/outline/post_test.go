package outline

import "testing"

func TestIsPost(t *testing.T) {
	tests := []struct {
		link string
		want bool
	}{
		{"https://twitter.com/citycouncil/status/123", true},
		{"https://www.instagram.com/p/C8-xYz_abcD/", true},
		{"https://www.instagram.com/reel/DAbCdEfGhIj/?igsh=1", true},
		{"https://www.tiktok.com/@city/video/7301234567890123456", true},
		{"https://bsky.app/profile/city.example/post/3kabcdefgh2xy", true},
		{"https://www.facebook.com/city/posts/pfbid02abc", true},
		{"https://www.facebook.com/city/videos/the-bridge-closes/123456789/", true},
		{"https://town.example/@council/109876543210987654", true},
		{"https://other.example/video/closing-the-bridge", false},
		{"https://other.example/video/exclusive", false},
		{"https://jane.example/p/closing-the-bridge-in-2026", false},
		{"https://blog.example/posts/2026/11/05/closing", false},
		{"https://news.example/citycouncil/status/123", false}, // the page's own site
		{"https://other.example/status/of-the-bridge", false},
		{"/citycouncil/status/123", false},
		{"", false},
	}
	for _, tt := range tests {
		if got := IsPost(tt.link, "https://news.example/story"); got != tt.want {
			t.Errorf("IsPost(%q) = %v", tt.link, got)
		}
	}
}
