// What a reader keeps on this device: bookmarks with notes, and what was read last. Each stands under a key of its own,
// so that two windows that write at once never lose each other's; and as a file it goes from one device to another.

/** @typedef {{book: string, address: string, citation: string, heading: string, language: string, note: string, when: string}} Kept */

/** What a file says that it is. A reader of version 1 refuses what it does not know. */
export const KIND = "bridge-laws bookmarks";
export const VERSION = 1;

const KEYS = { bookmarks: "bridge-laws:bookmark:", read: "bridge-laws:read:" };
const READ_LAST = 30; // places remembered as read
const LARGEST = 4_000_000; // characters of a file
const LONGEST_NOTE = 100_000; // characters

/** What each part of a record looks like; `heading` and `note` may be empty. */
const PARTS = {
  book: /^[a-z]{2,3}(-[a-z0-9]+)+$/,
  address: /^[1-9]\d{0,2}(\/[A-Za-z0-9]{1,5})*(-[A-Za-z0-9]{1,5})?$/,
  citation: /^[^\p{Cc}]{1,200}$/u,
  heading: /^[^\p{Cc}]{0,1000}$/u,
  language: /^[a-z]{2,3}$/,
  note: new RegExp(`^[^]{0,${LONGEST_NOTE}}$`),
  when: /^\d{4}-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d:[0-5]\d(\.\d+)?Z$/,
};

/** Why a file cannot be read: a code that the page has a sentence for, and the values in that sentence. */
export class Unreadable extends Error {
  constructor(code, values = {}) {
    super(code);
    this.code = code;
    this.values = values;
  }
}

/** The path of a record's place on this site. */
export function wayTo(record) {
  return `/${record.book}/${record.address}`;
}

/** Book and address of a path that the site gave out. */
export function placeOf(path) {
  const [, book, ...steps] = path.split("/");
  return { book, address: steps.join("/") };
}

/** What this browser keeps for the site; null where it lets a page keep nothing. */
export function keptBy(view) {
  try {
    return view.localStorage ? new Keeping(view.localStorage) : null;
  } catch {
    return null;
  }
}

class Keeping {
  constructor(storage) {
    this.storage = storage;
  }

  /** All records of a kind (bookmarks, read), the newest first; what cannot be read is passed over. */
  all(kind) {
    const keys = Array.from(this.storage, (_, at) => this.storage.key(at)).filter((key) => key?.startsWith(KEYS[kind]));
    const found = keys.map((key) => parsed(this.storage.getItem(key))).filter(Boolean);
    return found.sort((one, other) => (one.when < other.when ? 1 : one.when > other.when ? -1 : wayTo(one) < wayTo(other) ? -1 : 1));
  }

  find(kind, place) {
    return parsed(this.storage.getItem(KEYS[kind] + wayTo(place)));
  }

  /** Throws where there is no room. */
  keep(kind, record) {
    this.storage.setItem(KEYS[kind] + wayTo(record), JSON.stringify(record));
    if (kind === "read") this.forget(this.all("read").slice(READ_LAST));
  }

  drop(kind, place) {
    this.storage.removeItem(KEYS[kind] + wayTo(place));
  }

  forget(read) {
    for (const record of read) this.drop("read", record);
  }

  /** Whether something of some size can still be kept. */
  hasRoom() {
    try {
      this.storage.setItem("bridge-laws:room", "x".repeat(2000));
      return true;
    } catch {
      return false;
    } finally {
      this.storage.removeItem("bridge-laws:room");
    }
  }

  asFile() {
    return `${JSON.stringify({ kind: KIND, version: VERSION, bookmarks: this.all("bookmarks"), read: this.all("read") }, null, 1)}\n`;
  }

  /**
   * Merges what a file holds with what is here, all of it or, where there is no room, nothing (and throws). The same
   * file once more changes nothing.
   */
  bringIn(file) {
    const before = new Map();
    const counts = { added: 0, changed: 0, same: 0 };
    try {
      for (const record of file.bookmarks) counts[this.merge("bookmarks", record, before)] += 1;
      for (const record of file.read) this.merge("read", record, before);
    } catch (problem) {
      for (const key of before.keys()) this.storage.removeItem(key);
      for (const [key, old] of before) if (old !== null) this.storage.setItem(key, old);
      throw problem;
    }
    this.forget(this.all("read").slice(READ_LAST));
    return counts;
  }

  merge(kind, record, before) {
    const key = KEYS[kind] + wayTo(record);
    const old = this.storage.getItem(key);
    const here = parsed(old);
    const text = JSON.stringify(here ? (kind === "read" ? later(here, record) : joined(here, record)) : record);
    if (here && text === JSON.stringify(here)) return "same";
    if (!before.has(key)) before.set(key, old);
    this.storage.setItem(key, text);
    return here ? "changed" : "added";
  }
}

/** What the text of a file holds; throws {@link Unreadable} for anything that was not saved here, whole. */
export function readFile(text) {
  if (text.length > LARGEST) throw new Unreadable("large");
  let file;
  try {
    file = JSON.parse(text);
  } catch {
    throw new Unreadable("json");
  }
  if (file?.kind !== KIND || !Number.isInteger(file.version)) throw new Unreadable("foreign");
  if (file.version > VERSION) throw new Unreadable("newer");
  return { bookmarks: listed(file.bookmarks), read: listed(file.read ?? []) };
}

function listed(records) {
  if (!Array.isArray(records)) throw new Unreadable("foreign");
  return records.map((record, at) => {
    const wrong = wrongPart(record);
    if (wrong) throw new Unreadable("entry", { number: at + 1, part: wrong });
    return sorted(record);
  });
}

function wrongPart(record) {
  return Object.keys(PARTS).find((part) => typeof record?.[part] !== "string" || !PARTS[part].test(record[part]) || (part === "when" && Number.isNaN(Date.parse(record.when))));
}

/** A record with its known parts in one order, so that equal ones are equal as text. */
function sorted(record) {
  return Object.fromEntries(Object.keys(PARTS).map((part) => [part, record[part]]));
}

function parsed(text) {
  try {
    const record = JSON.parse(text);
    return wrongPart(record) ? null : sorted(record);
  } catch {
    return null;
  }
}

function later(one, other) {
  return one.when < other.when ? other : one;
}

/** Two bookmarks of one place: no word of either note is lost, and none stands twice. */
function joined(here, there) {
  const [longer, shorter] = here.note.length < there.note.length ? [there.note, here.note] : [here.note, there.note];
  const note = longer.includes(shorter) ? longer : `${here.note}\n\n${there.note}`;
  if (note.length > LONGEST_NOTE) throw new RangeError("no room for a note of that length");
  return { ...here, note, when: here.when < there.when ? here.when : there.when };
}
