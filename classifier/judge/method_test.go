package judge

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/winnow-news/winnow/classifier/internal/pagetext"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

func parse(t testing.TB, page string) *pb.ScoredPage {
	t.Helper()
	s, err := pagetext.Parse(page)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestNamed(t *testing.T) {
	for _, m := range Methods() {
		got, err := Named(m.Name())
		if err != nil || got.Name() != m.Name() {
			t.Errorf("Named(%q) = %v, %v", m.Name(), got, err)
		}
	}
	if Methods()[0].Name() != Winnow {
		t.Error("the default method is not the first of the list")
	}
	_, err := Named("readability")
	if !errors.Is(err, ErrUnknown) {
		t.Fatalf("err = %v", err)
	}
	for _, m := range Methods() {
		if !strings.Contains(err.Error(), m.Name()) {
			t.Errorf("%q does not name %q", err, m.Name())
		}
	}
}

func verdicts(t *testing.T, name, page string) []Verdict {
	t.Helper()
	m, err := Named(name)
	if err != nil {
		t.Fatal(err)
	}
	return Blocks(m, NewInput(parse(t, page)))
}

func hold(t *testing.T, out []Verdict, want ...Verdict) {
	t.Helper()
	if len(out) != len(want) {
		t.Fatalf("%d verdicts, want %d", len(out), len(want))
	}
	for i := range out {
		if out[i] != want[i] {
			t.Errorf("block %d: %+v, want %+v", i, out[i], want[i])
		}
	}
}

func TestXCEX(t *testing.T) {
	out := verdicts(t, XCEX, `body
  p |- The page's own, however improbable
  p {similar=2} |+ On two pages of ten
  p {template similar=5} |+ On five pages of ten
  p {hidden} |+ Nobody sees it
  p |+ ***`)
	hold(t, out,
		Verdict{true, 1, ReasonUnique},
		Verdict{true, 0.5, ReasonUnique},
		Verdict{false, 0.2, ReasonTemplate},
		Verdict{false, 0, ReasonHidden},
		Verdict{false, 0, ReasonNoWords},
	)
}

func TestContentExtractorCountsAtomicBlocks(t *testing.T) {
	out := verdicts(t, ContentExtractor, `body
  div
    h2 {template} |+ A heading that recurs
    span |+ beside text of the page's own
  div
    h2 {template} |+ Alone in its block
  p {template} |+ A paragraph is a block by itself`)
	hold(t, out,
		Verdict{true, 1, ReasonUnique},
		Verdict{true, 1, ReasonUnique},
		Verdict{false, float32(1) / 3, ReasonTemplate},
		Verdict{false, float32(1) / 3, ReasonTemplate},
	)
}

func TestJoint(t *testing.T) {
	sigmoid := func(z float64) float32 { return float32(1 / (1 + math.Exp(-z))) }
	tests := []struct {
		name  string
		score *pb.BlockScore
		want  float32
	}{
		{"cold alone", &pb.BlockScore{Cold: 0.8}, 0.8},
		{"place says yes", &pb.BlockScore{Cold: 0.5, PlaceLevel: 2}, sigmoid(0.5 * 2)},
		{"place says no", &pb.BlockScore{Cold: 0.5, PlaceLevel: -2}, sigmoid(-0.5 * 2)},
		{"both", &pb.BlockScore{Cold: 0.9, PlaceLevel: 1}, sigmoid(0.5*math.Log(9) + 0.5)},
		{"not a number", &pb.BlockScore{Cold: float32(math.NaN())}, leastDoubt},
		{"certain", &pb.BlockScore{Cold: 1}, 1 - leastDoubt},
	}
	for _, tt := range tests {
		if got := joint(tt.score); math.Abs(float64(got-tt.want)) > 1e-6 {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}
