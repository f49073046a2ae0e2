// A sheet over the page: a reference opens what it cites, in place, one level deep at a time. Back goes a level up and
// in the end closes it, Esc closes it, and the focus returns to the reference. What is shown is cut out of the page
// that the reference leads to; the trail of what is open is kept in the history, so that coming back finds it again.

const REFERENCES = "a.ref, .anchor a, a[data-sheet]";
const INVENTORY = "button, script, form, nav, aside, .law-tools, .chain, .beside, .law-head, h1, .column-head, .skip";

export function openInPlace(page) {
  const dialog = page.querySelector("dialog.sheet");
  if (dialog?.showModal) new Sheet(page, dialog).attend();
}

class Sheet {
  constructor(page, dialog) {
    this.page = page;
    this.view = page.defaultView;
    this.dialog = dialog;
    this.title = dialog.querySelector(".sheet-title");
    this.body = dialog.querySelector(".sheet-body");
    this.up = dialog.querySelector(".sheet-back");
    this.way = dialog.querySelector(".sheet-open");
    this.read = new Map();
    this.trail = [];
  }

  attend() {
    this.page.addEventListener("click", (event) => this.clicked(event));
    this.up.addEventListener("click", () => this.view.history.back());
    this.dialog.querySelector(".sheet-close").addEventListener("click", () => this.leave());
    this.dialog.addEventListener("click", (event) => event.target === this.dialog && this.leave());
    this.dialog.addEventListener("cancel", (event) => {
      event.preventDefault();
      this.leave();
    });
    this.dialog.addEventListener("close", () => this.leave()); // a browser may insist on closing
    this.view.addEventListener("popstate", () => this.follow());
    this.follow();
  }

  clicked(event) {
    if (event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const link = event.target.closest?.(REFERENCES);
    if (!link) return;
    event.preventDefault();
    if (!this.trail.length) this.origin = link;
    const trail = [...this.trail, link.href];
    this.view.history.pushState({ sheet: trail }, "");
    this.show(trail, link.textContent);
  }

  // Closes it by going back to where the first reference was followed.
  leave() {
    if (this.trail.length) this.view.history.go(-this.trail.length);
  }

  // Shows what the history says is open.
  follow() {
    const trail = this.view.history.state?.sheet ?? [];
    if (trail.length) {
      this.show(trail, "", this.trail[trail.length]);
    } else if (this.trail.length) {
      this.trail = [];
      this.dialog.close();
      this.origin?.focus();
      this.origin = null;
    }
  }

  // Shows the last of a trail; behind goes the focus, if the reader came back from there.
  async show(trail, words, behind) {
    this.trail = trail;
    const href = trail.at(-1);
    this.up.hidden = trail.length < 2;
    this.way.href = href;
    this.title.textContent = words;
    this.body.replaceChildren();
    this.body.setAttribute("aria-busy", "true");
    if (!this.dialog.open) this.dialog.showModal();
    const source = await this.fetched(href);
    if (this.trail !== trail) return;
    if (!source) return this.view.location.assign(href);
    this.fill(source, href);
    (this.linkTo(behind) ?? this.title).focus();
  }

  fill(source, href) {
    const address = new URL(href);
    const named = address.hash && source.getElementById(decodeURIComponent(address.hash.slice(1)));
    const marked = [...source.querySelectorAll("article.law [data-marked]")];
    const law = source.querySelector("article.law");
    const parts = named ? [named] : marked.length ? marked : [law ?? source.querySelector("main")];
    this.title.textContent = named ? (named.querySelector("b") ?? named).textContent : source.title;
    this.title.lang = this.body.lang = (law ?? source.documentElement).closest("[lang]").lang;
    this.body.replaceChildren(...parts.map((part) => this.cutOut(part, address)));
    if (named) this.body.lang = named.closest("[lang]").lang;
    this.body.removeAttribute("aria-busy");
    this.body.scrollTop = 0;
  }

  // A part of a page without what only its own page needs; places in that page are named whole.
  cutOut(part, address) {
    const copy = this.page.importNode(part, true);
    for (const piece of copy.querySelectorAll(INVENTORY)) piece.remove();
    for (const piece of [copy, ...copy.querySelectorAll("[id], [tabindex], [autofocus], [data-marked], [aria-describedby]")]) {
      for (const name of ["id", "tabindex", "autofocus", "data-marked", "aria-describedby"]) piece.removeAttribute(name);
    }
    for (const link of copy.querySelectorAll("a[href]")) link.href = new URL(link.getAttribute("href"), address).href;
    if (copy.matches("li, main")) {
      const box = this.page.createElement("div");
      box.append(...copy.childNodes);
      return box;
    }
    return copy;
  }

  linkTo(href) {
    return href && [...this.body.querySelectorAll("a[href]")].find((link) => link.href === href);
  }

  // The page at an address, this one included; null where it cannot be had.
  async fetched(href) {
    const address = new URL(href);
    const here = this.view.location;
    if (address.pathname + address.search === here.pathname + here.search) return this.page;
    const key = address.pathname + address.search;
    if (!this.read.has(key)) this.read.set(key, await asked(key));
    const source = this.read.get(key);
    if (!source) this.read.delete(key);
    return source;
  }
}

// A request can parse what it gets into a document that runs no script, which a fetch cannot.
export function asked(address) {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open("GET", address);
    request.responseType = "document";
    request.addEventListener("load", () => resolve(request.response));
    request.addEventListener("error", () => resolve(null));
    request.send();
  });
}
