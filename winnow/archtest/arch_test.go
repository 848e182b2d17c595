package archtest

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const house = "github.com/winnow-news/winnow/"

// floor says for each module which modules of the house it may import, and
// why it is so.
var floor = []struct {
	module string
	may    []string
	why    string
}{
	{"proto", nil, "proto is the floor: nouns and the wire contract know nobody"},
	{"bus", []string{"proto"}, "siblings never import one another; winnow joins them through ports"},
	{"store", []string{"proto"}, "siblings never import one another; winnow joins them through ports"},
	{"crawler", []string{"proto"}, "siblings never import one another; winnow joins them through ports"},
	{"segmenter", []string{"proto"}, "siblings never import one another; winnow joins them through ports"},
	{"comparer", []string{"proto"}, "siblings never import one another; winnow joins them through ports"},
	{"classifier", []string{"proto"}, "siblings never import one another; winnow joins them through ports"},
	{"newsroom", []string{"proto"}, "the simulated sites must not know the code that is tested on them"},
	{"winnow", []string{"proto", "bus", "store", "crawler", "segmenter", "comparer", "classifier", "newsroom"}, "winnow is a roof; it does not need the other roof"},
	{"eval", []string{"proto", "segmenter", "comparer", "classifier", "newsroom"}, "eval measures the pure cores; it needs no servers"},
}

// fences says which third-party module only one module may import.
var fences = []struct{ prefix, owner, why string }{
	{"github.com/nats-io/", "bus", "NATS is an adapter: stages have no idea of it"},
	{"github.com/redis/", "store", "Redis is an adapter: stages have no idea of it"},
	{"go.etcd.io/bbolt", "store", "the embedded engine is an adapter"},
	{"github.com/gocolly/", "crawler", "fetching is the crawler's"},
	{"github.com/prometheus/", "winnow", "stages know nothing of who watches them"},
	{"github.com/markusmobius/go-trafilatura", "eval", "peers never enter winnow's go.mod"},
}

type pkg struct {
	ImportPath   string
	Imports      []string
	TestImports  []string
	XTestImports []string
}

func (p pkg) module() string {
	name, _, _ := strings.Cut(strings.TrimPrefix(p.ImportPath, house), "/")
	return name
}

func (p pkg) all() []string { return slices.Concat(p.Imports, p.TestImports, p.XTestImports) }

func TestImports(t *testing.T) {
	of := map[string][]pkg{}
	for _, p := range packages(t) {
		of[p.module()] = append(of[p.module()], p)
	}
	for _, row := range floor {
		if len(of[row.module]) == 0 {
			t.Errorf("module %s has no packages: is the table out of date?", row.module)
		}
		for _, p := range of[row.module] {
			for _, imp := range p.all() {
				checkFloor(t, p, imp, row.may, row.why)
				checkFences(t, p, imp)
			}
		}
		delete(of, row.module)
	}
	for module := range of {
		t.Errorf("module %s is not in the table", module)
	}
}

func checkFloor(t *testing.T, p pkg, imp string, may []string, why string) {
	t.Helper()
	rest, ours := strings.CutPrefix(imp, house)
	if !ours {
		return
	}
	target, _, _ := strings.Cut(rest, "/")
	if target != p.module() && !slices.Contains(may, target) {
		t.Errorf("%s imports %s: %s", p.ImportPath, imp, why)
	}
}

func checkFences(t *testing.T, p pkg, imp string) {
	t.Helper()
	for _, f := range fences {
		if strings.HasPrefix(imp, f.prefix) && p.module() != f.owner {
			t.Errorf("%s imports %s, which only %s may: %s", p.ImportPath, imp, f.owner, f.why)
		}
	}
}

// TestDependenciesAreListed holds docs/DEPENDENCIES.md to the modules' direct
// dependencies: each stands there by its path, or by the end of it.
func TestDependenciesAreListed(t *testing.T) {
	doc, err := os.ReadFile("../../docs/DEPENDENCIES.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range floor {
		cmd := exec.Command("go", "mod", "edit", "-json")
		cmd.Dir = "../../" + row.module
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("go mod edit in %s: %v", row.module, err)
		}
		var mod struct {
			Require []struct {
				Path     string
				Indirect bool
			}
		}
		if err := json.Unmarshal(out, &mod); err != nil {
			t.Fatal(err)
		}
		for _, r := range mod.Require {
			name := path.Base(version.ReplaceAllString(r.Path, ""))
			if r.Indirect || strings.HasPrefix(r.Path, house) || bytes.Contains(doc, []byte(r.Path)) || listed(doc, name) {
				continue
			}
			t.Errorf("docs/DEPENDENCIES.md has no line for %s, which %s requires", r.Path, row.module)
		}
	}
}

// version is the last element of a path that names a major version.
var version = regexp.MustCompile(`/v[0-9]+$`)

// listed reports whether a name stands in doc as a word.
func listed(doc []byte, name string) bool {
	return regexp.MustCompile(`[ /]` + regexp.QuoteMeta(name) + `[ ,/]`).Match(doc)
}

// packages gives the packages of all modules of the workspace with their imports.
func packages(t *testing.T) []pkg {
	t.Helper()
	cmd := exec.Command("go", "list", "-json=ImportPath,Imports,TestImports,XTestImports", "work")
	cmd.Env = append(cmd.Environ(), "GOWORK=auto") // even where this module is tested by itself
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, stderr.String())
	}
	var pkgs []pkg
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p pkg
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return pkgs
		} else if err != nil {
			t.Fatal(err)
		}
		pkgs = append(pkgs, p)
	}
}
