package segmenter_test

import "testing"

func TestCloses(t *testing.T) {
	for tag, want := range map[string]bool{
		`<button class="btn close">`:            true,
		`<button class="modal-close_button">`:   true,
		`<button class="dialogCloseButton">`:    true,
		`<button class="closebtn">`:             true,
		`<button id="btnClose">`:                true,
		`<button class="x" aria-label="Close">`: true,
		`<button data-bs-dismiss="modal">`:      true,
		`<button class="btn-dismiss">`:          true,
		`<button class="enclose">`:              false,
		`<button class="closed closest">`:       false,
		`<button class="disclosed">`:            false,
		`<button aria-label="Closer look">`:     false,
		`<button>`:                              false,
		`<button data-close>`:                   false,
	} {
		els := segment(t, `<body><div>Text `+tag+`x</button></div>`).GetElements()
		if got := els[len(els)-1].GetClosable(); got != want {
			t.Errorf("%s closes: %v, want %v", tag, got, want)
		}
	}
}

// The element that the button stands in is the one that it closes; not what is
// inside of it, and not what is around. Paragraphs and items are none.
func TestClosable(t *testing.T) {
	for _, page := range []string{
		`<div id=panel><button class="panel__close">x</button><div id=in><p>Text of the panel.</p></div></div><div id=other><p>Text.</p></div>`,
		`<div id=panel><div id=in><p>Text of the panel.</p></div><button data-dismiss="modal"></button></div><div id=other><p>Text.</p></div>`,
		`<div id=panel>Text <button class=close></button> of the panel.<p id=in>More.</div><div id=other><button class=search></button>Text <span><button class=close></button></span>.<p>Text <button class=close></button>.<ul><li>Text <button class=close></button></ul></div>`,
	} {
		got := map[string]bool{}
		for _, e := range segment(t, `<body id=body>`+page).GetElements() {
			if e.GetId() != "" {
				got[e.GetId()] = e.GetClosable()
			}
		}
		if len(got) != 4 || !got["panel"] || got["in"] || got["other"] || got["body"] {
			t.Errorf("%s: closable %v, want panel alone", page, got)
		}
	}
}
