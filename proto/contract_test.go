package proto_test

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"google.golang.org/protobuf/reflect/protoreflect"
)

var rewrite = flag.Bool("rewrite", false, "add what is new to the released contract")

const released = "testdata/released.txt"

// TestReleasedContract holds the wire contract: a field, its number and its
// type, or an enum's value, that was once released stays as it is. What is new
// is added to the list with -rewrite before a release; nothing is taken out.
func TestReleasedContract(t *testing.T) {
	now := contract()
	b, err := os.ReadFile(released)
	if err != nil && !*rewrite {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(b)) {
		if line = strings.TrimSpace(line); line != "" && !slices.Contains(now, line) {
			t.Errorf("released and changed since: %s", line)
		}
	}
	if *rewrite && !t.Failed() {
		if err := os.WriteFile(released, []byte(strings.Join(now, "\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// contract lists every field and enum value, a line each.
func contract() []string {
	var lines []string
	for _, file := range []protoreflect.FileDescriptor{
		pb.File_winnow_v1_page_proto, pb.File_winnow_v1_segmented_proto, pb.File_winnow_v1_scored_proto,
		pb.File_winnow_v1_article_proto, pb.File_winnow_v1_crawl_proto,
	} {
		lines = append(lines, enums(file.Enums())...)
		lines = append(lines, messages(file.Messages())...)
	}
	slices.Sort(lines)
	return lines
}

func messages(ms protoreflect.MessageDescriptors) []string {
	var lines []string
	for i := range ms.Len() {
		m := ms.Get(i)
		for k := range m.Fields().Len() {
			f := m.Fields().Get(k)
			lines = append(lines, fmt.Sprintf("%s = %d %s %s", f.FullName(), f.Number(), f.Cardinality(), kind(f)))
		}
		lines = append(lines, enums(m.Enums())...)
		if !m.IsMapEntry() {
			lines = append(lines, messages(m.Messages())...)
		}
	}
	return lines
}

func kind(f protoreflect.FieldDescriptor) string {
	switch {
	case f.IsMap():
		return fmt.Sprintf("map<%s,%s>", f.MapKey().Kind(), f.MapValue().Kind())
	case f.Message() != nil:
		return string(f.Message().FullName())
	case f.Enum() != nil:
		return string(f.Enum().FullName())
	}
	return f.Kind().String()
}

func enums(es protoreflect.EnumDescriptors) []string {
	var lines []string
	for i := range es.Len() {
		for k := range es.Get(i).Values().Len() {
			v := es.Get(i).Values().Get(k)
			lines = append(lines, fmt.Sprintf("%s.%s = %d", es.Get(i).FullName(), v.Name(), v.Number()))
		}
	}
	return lines
}
