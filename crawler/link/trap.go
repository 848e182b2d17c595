package link

import (
	"net/url"
	"path"
	"strings"
)

// Limits of a URL that is worth a visit. The rule on repeated segments is
// Zeno's (Internet Archive).
const (
	maxTrapURL   = 1024 // bytes
	maxRepeats   = 3    // of one path segment or key=value
	maxSegments  = 10   // from here on, maxDeepTwins repeated segments are too many
	maxDeepTwins = 2
	maxQueryKeys = 8
)

// Trap names the sign by which a URL shows that it leads in circles; empty
// when it shows none.
func Trap(u *url.URL) string {
	if len(u.Path)+len(u.RawQuery) > maxTrapURL {
		return "long URL"
	}
	if reason := pathTrap(u.Path); reason != "" {
		return reason
	}
	counts := map[string]int{}
	keys := 0
	for part := range strings.SplitSeq(u.RawQuery, "&") {
		if part == "" {
			continue
		}
		keys++
		if counts[part]++; counts[part] > maxRepeats {
			return "repeated query parameter"
		}
	}
	if keys > maxQueryKeys {
		return "many query parameters"
	}
	return ""
}

func pathTrap(p string) string {
	counts := map[string]int{}
	segments, twins := 0, 0
	for segment := range strings.SplitSeq(p, "/") {
		if segment == "" {
			continue
		}
		segments++
		counts[segment]++
		if counts[segment] == 2 {
			twins++
		}
		if counts[segment] > maxRepeats {
			return "repeated path segment"
		}
	}
	if segments >= maxSegments && twins >= maxDeepTwins {
		return "deep path with repeated segments"
	}
	return ""
}

// media lists the endings of what is certainly no HTML page.
var media = map[string]bool{
	".7z": true, ".aac": true, ".apk": true, ".atom": true, ".avi": true, ".avif": true, ".bmp": true,
	".bz2": true, ".css": true, ".csv": true, ".dmg": true, ".doc": true, ".docx": true,
	".epub": true, ".exe": true, ".flac": true, ".gif": true, ".gz": true, ".ico": true,
	".ics": true, ".iso": true, ".jar": true, ".jpeg": true, ".jpg": true, ".js": true,
	".json": true, ".m3u8": true, ".m4a": true, ".m4v": true, ".mkv": true, ".mov": true,
	".mp3": true, ".mp4": true, ".mpeg": true, ".mpg": true, ".ogg": true, ".opus": true,
	".pdf": true, ".png": true, ".ppt": true, ".pptx": true, ".rar": true, ".rss": true,
	".svg": true, ".tar": true, ".tgz": true, ".tif": true, ".tiff": true, ".ttf": true,
	".wav": true, ".webm": true, ".webmanifest": true, ".webp": true, ".wmv": true,
	".woff": true, ".woff2": true, ".xls": true, ".xlsx": true, ".xml": true, ".zip": true,
}

// Media reports whether a URL's ending names something other than a page.
func Media(u *url.URL) bool { return media[strings.ToLower(path.Ext(u.Path))] }
