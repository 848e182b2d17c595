package classifier

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"slices"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/known/timestamppb"
)

// articleSchema is what docs/consuming.md promises of articles.
//
//go:embed article.schema.json
var articleSchema []byte

// schemaNode is as much of JSON Schema as the article's schema uses.
type schemaNode struct {
	Ref                  string                `json:"$ref"`
	Defs                 map[string]schemaNode `json:"$defs"`
	Type                 string                `json:"type"`
	Format               string                `json:"format"`
	Pattern              string                `json:"pattern"`
	Enum                 []string              `json:"enum"`
	Properties           map[string]schemaNode `json:"properties"`
	Items                *schemaNode           `json:"items"`
	AdditionalProperties *schemaNode           `json:"additionalProperties"`
}

func TestSchemaMatchesMessage(t *testing.T) {
	var root schemaNode
	if err := json.Unmarshal(articleSchema, &root); err != nil {
		t.Fatal(err)
	}
	used := map[string]bool{}
	holdMessage(t, root, "Article", root, (&pb.Article{}).ProtoReflect().Descriptor(), used)
	for name := range root.Defs {
		if !used[name] {
			t.Errorf("$defs/%s is in the schema but not in the message", name)
		}
	}
}

// holdMessage holds an object of the schema against a message, both ways.
func holdMessage(t *testing.T, root schemaNode, path string, n schemaNode, m protoreflect.MessageDescriptor, used map[string]bool) {
	t.Helper()
	fields := m.Fields()
	for i := range fields.Len() {
		f := fields.Get(i)
		name := path + "." + string(f.Name())
		p, ok := n.Properties[string(f.Name())]
		if !ok {
			t.Errorf("%s is in the message but not in the schema", name)
			continue
		}
		holdField(t, root, name, p, f, used)
	}
	for name := range n.Properties {
		if fields.ByName(protoreflect.Name(name)) == nil {
			t.Errorf("%s.%s is in the schema but not in the message", path, name)
		}
	}
}

func holdField(t *testing.T, root schemaNode, path string, n schemaNode, f protoreflect.FieldDescriptor, used map[string]bool) {
	t.Helper()
	switch {
	case f.IsMap():
		if n.Type != "object" || n.AdditionalProperties == nil || n.AdditionalProperties.Type != "string" {
			t.Errorf("%s: want an object of strings", path)
		}
		return
	case f.IsList():
		if n.Type != "array" || n.Items == nil {
			t.Errorf("%s: want an array", path)
			return
		}
		n = *n.Items
	}
	switch f.Kind() {
	case protoreflect.MessageKind:
		holdReference(t, root, path, n, f.Message(), used)
	case protoreflect.EnumKind:
		var want []string
		for i := range f.Enum().Values().Len() {
			want = append(want, string(f.Enum().Values().Get(i).Name()))
		}
		if n.Type != "string" || !slices.Equal(n.Enum, want) {
			t.Errorf("%s: enum %q, want %q", path, n.Enum, want)
		}
	case protoreflect.Uint64Kind:
		if n.Type != "string" || n.Pattern == "" {
			t.Errorf("%s: want a string of digits", path)
		}
	default:
		want := map[protoreflect.Kind]string{
			protoreflect.StringKind: "string", protoreflect.BoolKind: "boolean",
			protoreflect.Uint32Kind: "integer", protoreflect.FloatKind: "number",
		}[f.Kind()]
		if want == "" || n.Type != want {
			t.Errorf("%s: type %q, want %q for %v", path, n.Type, want, f.Kind())
		}
	}
}

func holdReference(t *testing.T, root schemaNode, path string, n schemaNode, m protoreflect.MessageDescriptor, used map[string]bool) {
	t.Helper()
	if m.FullName() == "google.protobuf.Timestamp" {
		if n.Type != "string" || n.Format != "date-time" {
			t.Errorf("%s: want a date-time", path)
		}
		return
	}
	name := string(m.Name())
	if n.Ref != "#/$defs/"+name {
		t.Errorf("%s: $ref %q, want #/$defs/%s", path, n.Ref, name)
	}
	if !used[name] {
		used[name] = true
		holdMessage(t, root, name, root.Defs[name], m, used)
	}
}

func compiledSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(articleSchema))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("article.schema.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("article.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func articleJSON(t *testing.T, a *pb.Article) any {
	t.Helper()
	data, err := protojson.MarshalOptions{UseProtoNames: true}.Marshal(a)
	if err != nil {
		t.Fatal(err)
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestSchemaTakesArticles(t *testing.T) {
	s := compiledSchema(t)
	full := &pb.Article{}
	fill(full.ProtoReflect())
	if err := s.Validate(articleJSON(t, full)); err != nil {
		t.Errorf("a full article: %v", err)
	}
	var decided *pb.Article
	for _, g := range goldens(t) {
		decided, _ = newClassifier(t).Decide(g.scored)
		decided.Event, decided.Revision = pb.Article_NEW, 1
		if err := s.Validate(articleJSON(t, decided)); err != nil {
			t.Errorf("%s: %v", g.name, err)
		}
	}
	if decided == nil {
		t.Fatal("no golden article")
	}
}

func TestSchemaRefuses(t *testing.T) {
	s := compiledSchema(t)
	full := &pb.Article{}
	fill(full.ProtoReflect())
	for _, tt := range []struct {
		name  string
		spoil func(map[string]any)
	}{
		{"no id", func(m map[string]any) { delete(m, "id") }},
		{"unknown event", func(m map[string]any) { m["event"] = "GONE" }},
		{"numeric revision", func(m map[string]any) { m["revision"] = json.Number("3") }},
		{"bad date", func(m map[string]any) { m["published"] = "yesterday" }},
		{"text as a list", func(m map[string]any) { m["text"] = []any{"a"} }},
	} {
		v := articleJSON(t, full).(map[string]any)
		tt.spoil(v)
		if s.Validate(v) == nil {
			t.Errorf("%s: accepted", tt.name)
		}
	}
}

// fill sets every field of m, so that nothing is left out of its JSON form.
func fill(m protoreflect.Message) {
	if ts, ok := m.Interface().(*timestamppb.Timestamp); ok {
		proto.Merge(ts, &timestamppb.Timestamp{Seconds: 1_700_000_000})
		return
	}
	fields := m.Descriptor().Fields()
	for i := range fields.Len() {
		f := fields.Get(i)
		switch {
		case f.IsMap():
			m.Mutable(f).Map().Set(protoreflect.ValueOfString("title").MapKey(), protoreflect.ValueOfString("html"))
		case f.IsList() && f.Kind() == protoreflect.MessageKind:
			fill(m.Mutable(f).List().AppendMutable().Message())
		case f.IsList():
			m.Mutable(f).List().Append(someValue(f))
		case f.Kind() == protoreflect.MessageKind:
			fill(m.Mutable(f).Message())
		default:
			m.Set(f, someValue(f))
		}
	}
}

func someValue(f protoreflect.FieldDescriptor) protoreflect.Value {
	switch f.Kind() {
	case protoreflect.StringKind:
		return protoreflect.ValueOfString("x")
	case protoreflect.BoolKind:
		return protoreflect.ValueOfBool(true)
	case protoreflect.EnumKind:
		return protoreflect.ValueOfEnum(1)
	case protoreflect.Uint32Kind:
		return protoreflect.ValueOfUint32(1)
	case protoreflect.Uint64Kind:
		return protoreflect.ValueOfUint64(1)
	default:
		return protoreflect.ValueOfFloat32(0.5)
	}
}
