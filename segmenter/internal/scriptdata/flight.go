package scriptdata

import (
	"encoding/json"
	"strconv"
	"strings"
)

// Next.js pages bring along what React has made of them on the server, cut into
// strings that scripts hand over one by one: self.__next_f.push([1,"…"]). Together
// they are rows, each of an id and JSON up to the end of its line ("5:[…]"), or of
// an id and a text of so many bytes, in hexadecimal digits ("6:T1a2,…"); where a
// long text would stand in the JSON there is but its id. (react-server,
// ReactFlightServer: emitTextChunk.)

// pushed gives the part of such a stream that a script hands over, "" for others,
// those of the stream's that are no text among them.
func pushed(script string) string {
	_, value, ok := strings.Cut(script, "__next_f.push(")
	kind, text := 0, ""
	part := [2]any{&kind, &text} // of an array that is longer the rest is not kept
	if !ok || json.NewDecoder(strings.NewReader(value)).Decode(&part) != nil || kind != 1 {
		return ""
	}
	return text
}

// rows reads a stream.
func (p *prose) rows(stream string) {
	for {
		_, row, ok := strings.Cut(stream, ":")
		if !ok {
			return
		}
		if text, n, isText := textRow(row); isText {
			p.text(strings.ToValidUTF8(text[:n], ""), 0)
			stream = text[n:]
			continue
		}
		row, stream, _ = strings.Cut(row, "\n")
		if isData(row) {
			p.document(row, 0)
		}
	}
}

// longestSize is the most digits of a text's length.
const longestSize = 7

// textRow gives what stands behind the length of a row of text, and of how many
// bytes of it the text is.
func textRow(row string) (rest string, n int, ok bool) {
	if !strings.HasPrefix(row, "T") {
		return "", 0, false
	}
	comma := strings.IndexByte(row[:min(len(row), longestSize+2)], ',')
	if comma < 0 {
		return "", 0, false
	}
	size, err := strconv.ParseUint(row[1:comma], 16, 31)
	if err != nil {
		return "", 0, false
	}
	rest = row[comma+1:]
	return rest, min(int(size), len(rest)), true
}
