// Two switches of a page with two books: which rows it shows, and whether terms can be taken in hand.

export function switchRows(page) {
  page.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-show]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    for (const part of page.querySelectorAll("[data-when]")) part.hidden = part.dataset.when !== link.dataset.show;
    for (const choice of page.querySelectorAll("a[data-show]")) choice.removeAttribute("aria-current");
    link.setAttribute("aria-current", "true");
    page.defaultView.history.replaceState(null, "", link.href);
  });
}

// The style sheet decides which of the two boxes counts; a term that is off is no link, so that no key lands on it.
export function switchTerms(page) {
  const wide = page.defaultView.matchMedia("(min-width: 48rem)");
  const ways = new Map([...page.querySelectorAll("a.term")].map((term) => [term, term.getAttribute("href")]));
  const put = () => {
    const on = page.getElementById(wide.matches ? "terms-wide" : "terms-narrow").checked;
    for (const [term, way] of ways) {
      if (on) term.setAttribute("href", way);
      else term.removeAttribute("href");
    }
  };
  wide.addEventListener("change", put);
  page.addEventListener("change", (event) => event.target.closest(".terms-switch") && put());
  put();
}
