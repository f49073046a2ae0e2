// Suggestions under the search boxes while one types, after the combobox pattern of the ARIA practices.
// Without this, or without a network, the box is a plain form.
import { dress } from "./dressing.js";

const PAUSE = 90; // milliseconds without a key before asking
const KEPT = 50; // answers remembered on a page

export function suggestOn(page) {
  const boxes = [...page.querySelectorAll("form.find input[type=search]")];
  if (!boxes.length || !page.body.dataset.suggest) return;
  dress(page, new URL("suggest.css", import.meta.url));
  boxes.forEach((box, at) => new Suggestions(box, `suggestions-${at}`));
}

class Suggestions {
  constructor(box, id) {
    this.box = box;
    this.answers = new Map();
    this.asking = new AbortController();
    this.active = null;
    this.list = element("div", { id, role: "listbox", class: "suggestions", hidden: "" });
    this.list.setAttribute("aria-label", box.labels[0]?.textContent.trim() ?? "");
    this.said = element("p", { class: "unseen", "aria-live": "polite" });
    (box.closest(".find-line") ?? box.form).append(this.list);
    box.form.append(this.said);
    for (const [name, value] of Object.entries({
      role: "combobox",
      "aria-autocomplete": "list",
      "aria-expanded": "false",
      "aria-controls": id,
    })) box.setAttribute(name, value);
    box.addEventListener("input", () => this.typed());
    box.addEventListener("keydown", (event) => this.pressed(event));
    box.addEventListener("blur", () => this.close());
    // A press of the mouse must not take the focus from the box, or the list is gone before the click.
    this.list.addEventListener("pointerdown", (event) => event.preventDefault());
    this.list.addEventListener("click", (event) => this.choose(event.target.closest("[role=option]")));
  }

  get options() {
    return [...this.list.querySelectorAll("[role=option]")];
  }

  get open() {
    return !this.list.hidden;
  }

  typed() {
    clearTimeout(this.waiting);
    this.asking.abort();
    const words = this.box.value.trim();
    if (!words) return this.close();
    if (this.answers.has(words)) return this.show(this.answers.get(words));
    this.outdate();
    this.waiting = setTimeout(() => this.ask(words), PAUSE);
  }

  async ask(words) {
    if (navigator.onLine === false) return this.close();
    this.asking = new AbortController();
    const address = new URL(document.body.dataset.suggest, document.baseURI);
    address.searchParams.set("q", words);
    address.searchParams.set("hl", document.documentElement.lang);
    try {
      const answer = await fetch(address, { signal: this.asking.signal });
      if (!answer.ok) return this.close();
      const found = await answer.json();
      if (this.answers.size >= KEPT) this.answers.clear();
      this.answers.set(words, found);
      if (this.box.value.trim() === words && document.activeElement === this.box) this.show(found);
    } catch (problem) {
      if (problem.name !== "AbortError") this.close();
    }
  }

  // What is listed answers an earlier text: it stays to be seen and clicked, but no key may choose from it. An arrow
  // pressed meanwhile waits for the answer; Enter searches for what is typed.
  outdate() {
    this.mark(null);
    this.wanted = null;
    this.list.setAttribute("aria-busy", "true");
  }

  get outdated() {
    return this.list.hasAttribute("aria-busy");
  }

  show(found) {
    const { wanted } = this;
    this.settle();
    this.list.replaceChildren(...found.groups.map((group, at) => this.grouped(group, at)));
    this.list.hidden = found.groups.length === 0;
    this.box.setAttribute("aria-expanded", String(this.open));
    this.said.textContent = found.said;
    if (wanted) this.move(wanted);
  }

  settle() {
    this.mark(null);
    this.wanted = null;
    this.list.removeAttribute("aria-busy");
  }

  grouped(group, at) {
    const name = element("div", { id: `${this.list.id}-${at}`, class: "suggestions-name" });
    name.textContent = group.name;
    const box = element("div", { role: "group", "aria-labelledby": name.id });
    box.append(name, ...group.items.map((item, place) => option(item, `${this.list.id}-${at}-${place}`)));
    return box;
  }

  close() {
    clearTimeout(this.waiting);
    this.asking.abort();
    this.settle();
    this.list.hidden = true;
    this.said.textContent = "";
    this.box.setAttribute("aria-expanded", "false");
  }

  mark(option) {
    this.active?.removeAttribute("aria-selected");
    this.active = option;
    if (!option) return this.box.removeAttribute("aria-activedescendant");
    option.setAttribute("aria-selected", "true");
    option.scrollIntoView({ block: "nearest" });
    this.box.setAttribute("aria-activedescendant", option.id);
  }

  // Beyond the last comes the box itself, then the first; Home and End are the box's until one is among the options.
  move(key) {
    const { options } = this;
    const at = options.indexOf(this.active);
    const moves = {
      ArrowDown: () => options[at + 1] ?? null,
      ArrowUp: () => (at < 0 ? options.at(-1) : options[at - 1] ?? null),
      Home: () => options[0],
      End: () => options.at(-1),
    };
    this.mark(moves[key]());
  }

  pressed(event) {
    if (event.ctrlKey || event.metaKey || event.isComposing) return;
    const moves = ["ArrowDown", "ArrowUp"].includes(event.key) || (this.active && ["Home", "End"].includes(event.key));
    if (event.key === "ArrowDown" && !this.open && !this.outdated) {
      event.preventDefault();
      this.typed();
    } else if (moves && this.outdated) {
      event.preventDefault();
      this.wanted = event.key;
    } else if (!this.open) {
      return;
    } else if (event.key === "Escape") {
      event.preventDefault();
      this.close();
    } else if (event.key === "Enter" && this.active) {
      event.preventDefault();
      this.choose(this.active);
    } else if (moves) {
      event.preventDefault();
      this.move(event.key);
    }
  }

  choose(option) {
    if (!option) return;
    const { href } = option.dataset;
    this.close();
    window.location.assign(href);
  }
}

function option(item, id) {
  const line = element("div", { id, role: "option", class: "suggestion", "data-href": item.href });
  line.append(words("b", item.text, item.lang));
  if (item.more) line.append(" ", words("span", item.more, item.moreLang, "suggestion-more"));
  if (item.book) line.append(" ", words("span", item.book, item.lang, "suggestion-book"));
  return line;
}

function words(tag, text, lang, name = "") {
  const piece = element(tag, { lang, ...(name && { class: name }) });
  piece.textContent = text;
  return piece;
}

function element(tag, attributes) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}
