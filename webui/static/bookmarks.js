// The page of the bookmarks: each with its note, what was read last, and both as a file out and in.
import { Unreadable, keptBy, readFile, wayTo } from "./keeping.js";
import { wayOf } from "./ways.js";

const PAUSE = 400; // milliseconds without a key before a note is kept

const root = document.querySelector(".bookmarks");
const keeping = keptBy(window);
function say(words, values = {}) {
  root.querySelector(".bookmarks-said").textContent = words.replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);
}

class Bookmarks {
  constructor() {
    this.editions = JSON.parse(root.dataset.editions);
    this.dates = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium" });
    this.marks = root.querySelector(".marks");
    this.rows = new Map();
  }

  attend() {
    for (const part of root.querySelectorAll("[data-kept]")) part.hidden = false;
    this.show();
    if (!keeping.hasRoom()) say(root.dataset.full);
    window.addEventListener("storage", () => this.show());
    root.querySelector(".bookmarks-save").addEventListener("click", () => save());
    root.querySelector(".bookmarks-file").addEventListener("change", (event) => this.bringIn(event.target));
    root.querySelector(".bookmarks-forget").addEventListener("click", () => {
      keeping.forget(keeping.all("read"));
      this.show();
      say(root.dataset.forgotten);
    });
    const asked = this.rows.get(decodeURIComponent(location.hash.slice(1))); // no id: browsers take the focus from those
    asked?.querySelector("textarea").focus();
    asked?.scrollIntoView({ block: "center" });
  }

  show() {
    const records = keeping.all("bookmarks");
    const old = this.rows;
    this.rows = new Map(records.map((record) => [wayTo(record), old.get(wayTo(record)) ?? this.row(record)]));
    for (const record of records) {
      const field = this.rows.get(wayTo(record)).querySelector("textarea");
      if (field !== document.activeElement) field.value = record.note;
    }
    place(this.marks, [...this.rows.values()]);
    root.querySelector(".marks-none").hidden = records.length > 0;
    const read = keeping.all("read");
    place(root.querySelector(".read"), read.map((record) => this.filled("of-read", record)));
    root.querySelector(".read-part").hidden = !read.length;
  }

  row(record) {
    const row = this.filled("of-mark", record);
    const field = row.querySelector("textarea");
    field.value = record.note;
    let waiting;
    const keep = () => {
      clearTimeout(waiting);
      this.note(record, field.value);
    };
    field.addEventListener("input", () => {
      clearTimeout(waiting);
      waiting = setTimeout(keep, PAUSE);
    });
    field.addEventListener("change", keep);
    const button = row.querySelector(".mark-remove");
    button.setAttribute("aria-label", `${button.textContent} ${record.citation}`);
    button.addEventListener("click", () => this.remove(record));
    return row;
  }

  filled(template, record) {
    const row = document.querySelector(`template.${template}`).content.firstElementChild.cloneNode(true);
    const link = row.querySelector("a");
    link.href = wayOf(wayTo(record));
    link.lang = record.language;
    row.querySelector("b").textContent = record.citation;
    row.querySelector(".mark-heading").textContent = record.heading;
    const edition = row.querySelector(".edition-short");
    edition.textContent = this.editions[record.book] ?? record.book;
    edition.lang = record.language;
    const time = row.querySelector("time");
    time.dateTime = record.when;
    time.textContent = this.dates.format(new Date(record.when));
    return row;
  }

  // Only the note is changed; what another window did to the rest stays.
  note(record, note) {
    try {
      keeping.keep("bookmarks", { ...(keeping.find("bookmarks", record) ?? record), note });
      say("");
    } catch {
      say(root.dataset.full);
    }
  }

  remove(record) {
    const here = keeping.find("bookmarks", record) ?? record;
    const next = this.rows.get(wayTo(record)).nextElementSibling?.querySelector("a");
    keeping.drop("bookmarks", record);
    this.show();
    say(root.dataset.removed, { place: record.citation });
    const back = document.createElement("button");
    back.type = "button";
    back.className = "mark-back";
    back.textContent = root.dataset.back;
    back.addEventListener("click", () => {
      keeping.keep("bookmarks", here);
      this.show();
      say("");
      this.rows.get(wayTo(here)).querySelector("a").focus();
    });
    root.querySelector(".bookmarks-said").append(" ", back);
    (next ?? back).focus();
  }

  async bringIn(field) {
    const [chosen] = field.files;
    if (!chosen) return;
    try {
      say(root.dataset.brought, keeping.bringIn(readFile(await chosen.text())));
      this.show();
    } catch (problem) {
      if (problem instanceof Unreadable) say(root.dataset[problem.code], problem.values);
      else say(root.dataset.full);
    }
    field.value = "";
  }
}

// Rows in this order; one that stands where it should is not moved, so that what is typed in it keeps the focus.
function place(list, rows) {
  for (const child of [...list.children]) if (!rows.includes(child)) child.remove();
  rows.forEach((row, at) => list.children[at] === row || list.insertBefore(row, list.children[at] ?? null));
}

function save() {
  const link = document.createElement("a");
  const address = URL.createObjectURL(new Blob([keeping.asFile()], { type: "application/json" }));
  link.href = address;
  link.download = `bridge-laws-${new Date().toISOString().slice(0, 10)}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

if (keeping) new Bookmarks().attend();
else say(root.dataset.blocked);
