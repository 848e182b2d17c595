package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
)

// output is stdout. It keeps its first error, so that a listing need not look
// at each line and a full disk is noticed all the same.
type output struct {
	w   io.Writer
	err error
}

func (o *output) Write(b []byte) (int, error) {
	if o.err != nil {
		return 0, o.err
	}
	n, err := o.w.Write(b)
	o.err = err
	return n, err
}

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

// noteJSON prints v as a line of JSON beside the results.
func (a *app) noteJSON(v any) error {
	b, err := marshalLine(v)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(a.Err, "%s\n", b)
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
