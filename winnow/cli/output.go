package cli

import (
	"bytes"
	"encoding/json"
	"fmt"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
)

// jsonForm is the JSON form of every message that is printed: one line, proto
// field names, the same as on the wire.
var jsonForm = protojson.MarshalOptions{UseProtoNames: true}

// printJSON prints v as one line of JSON.
func (a *app) printJSON(v any) error {
	b, err := marshalLine(v)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(a.Out, "%s\n", b)
	return err
}

func marshalLine(v any) ([]byte, error) {
	m, ok := v.(proto.Message)
	if !ok {
		return json.Marshal(v)
	}
	b, err := jsonForm.Marshal(m)
	if err != nil {
		return nil, err
	}
	// protojson varies its white space on purpose; lines should not.
	var line bytes.Buffer
	if err := json.Compact(&line, b); err != nil {
		return nil, err
	}
	return line.Bytes(), nil
}
