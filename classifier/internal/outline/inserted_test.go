package outline

import "testing"

func TestNamesAnInserted(t *testing.T) {
	for s, want := range map[string]bool{
		"onetrust-consent-sdk": true, "CybotCookiebotDialog": true, "BorlabsCookieBox": true, "qc-cmp2-container": true,
		"sp_message_container_1": true, "cookie-law-info-bar": true, "cc-cookie-notice": true, "cookieConsent": true,
		"jp-relatedposts-post-excerpt": true, "yarpp-related": true, "rc-widget-53eebf": true, "wpdcom": true,
		"cookies": false, "related-posts": false, "cmp-container": false, "modal": false, "social-embed usercentrics-service": false,
		"": false,
	} {
		if got := namesIn(s)&namesInserted != 0; got != want {
			t.Errorf("%q: %v, want %v", s, got, want)
		}
	}
}
