// A term in hand lights the same term in the texts beside it. What it is called there, the style sheet shows.

export function lightTerms(page) {
  let lit = [];
  const light = (term) => {
    for (const one of lit) one.classList.remove("lit");
    lit = term ? [term, ...partners(term)] : [];
    for (const one of lit) one.classList.add("lit");
  };
  for (const kind of ["mouseover", "focusin"]) {
    page.addEventListener(kind, (event) => light(termAt(event.target)));
  }
  for (const kind of ["mouseout", "focusout"]) {
    page.addEventListener(kind, (event) => termAt(event.target) && light(termAt(page.activeElement)));
  }
  // A finger cannot hover: the first tap lights, the second follows the link.
  let tapped = null;
  page.addEventListener("click", (event) => {
    const term = termAt(event.target);
    if (term && term !== tapped && page.defaultView.matchMedia("(hover: none)").matches) {
      event.preventDefault();
      light(term);
    }
    tapped = term;
  });
}

function termAt(target) {
  return target instanceof Element ? target.closest("a.term[href]") : null;
}

// The same term on the other side of its row; a text that stands beside several rows has partners in all of them.
function partners(term) {
  const same = term.closest(".group").querySelectorAll(`a.term[data-term="${CSS.escape(term.dataset.term)}"]`);
  return [...same].filter((other) => side(other) !== side(term));
}

function side(term) {
  return term.closest(".cell").classList.contains("left");
}
