// Where a citation leads, by the table of addresses that was made with the pack (webui/offline/citing.py). What the table
// does not answer for certain is left to the site: the answer then says "unknown", never a guess.
import { foldWord } from "./words.js";

const TYPED_LONGEST = 200;
const BID_FORM = /^[1-7][cdhsn]t?$/;
const CITED_INSIDE = /(?<![\p{L}\p{N}~.,:/-])([1-9][0-9]?(?:[A-Za-z][A-Za-z0-9]*))(?![\p{L}\p{N}~:/-])/gu;
const POINTED_FORM = /^(?:https?:\/\/\S*?\/|\/)?([a-z]{2,3}(?:-[a-z0-9]+)+)\/(\S.*)$/s;

export class Citations {
  constructor(header) {
    Object.assign(this, header.citations);
    this.books = header.books;
    this.known = this.addresses.split(" ");
    this.exact = new Set(this.known);
    this.held = new Map(header.books.map((book) => [book.id, new Set(book.units)]));
    this.spoken = new Map();
    for (const address of this.known) this.spoken.set(spokenKey(address), address);
    for (const [key, address] of Object.entries(this.otherwise)) this.spoken.set(key, address);
  }

  // What was typed, read: {address} where it is one citation and nothing else, {whole: false} where it is none for
  // certain, null where only the site can tell.
  read(typed) {
    const text = typed.trim().replace(/^\/|\/$/g, "");
    if (this.exact.has(text)) return { address: text };
    if (!/[0-9§]/.test(text)) return { whole: false };
    const folded = foldWord(text);
    const note = this.notes[folded.replace(/[^\p{L}\p{N}]/gu, "")];
    if (note) return { address: note };
    // Letters and figures of another width are other signs to the site.
    const key = text.normalize("NFKC") === text.normalize("NFC") ? this.key(folded) : null;
    if (key === null) return null;
    const address = this.spoken.get(key);
    return address ? { address } : null;
  }

  // What is left of a typed citation: small letters and figures. Null where something else is in it.
  key(folded) {
    let said = folded.trim();
    const sign = this.signs.find((each) => said.startsWith(each) && !/^\p{L}/u.test(said.slice(each.length)));
    if (sign !== undefined) said = said.slice(sign.length).trim();
    if (!/^[1-9][0-9]?(?![0-9])/.test(said)) return null;
    // Only what may stand between labels: a space, a point, a slash, brackets. A number of its own behind a space is
    // perhaps another law, and a word of more letters is perhaps no label.
    if (!/^[0-9]+(?:[\s./]?(?:(?:[a-z]|[ivx]{1,4}|[0-9]{1,2})|\((?:[a-z]|[ivx]{1,4}|[0-9]{1,2})\)))*\.?$/.test(said)) return null;
    if (/[0-9][\s./]+[0-9]/.test(said)) return null;
    return said.replace(/[0-9](?=[\s./(]+[0-9])/g, "$&~").replace(/[\s./()]+/g, "");
  }

  // Where a citation leads: {status: "one" | "several" | "none" | "unknown", targets, nearest, reason, moved}.
  // language and book are those that were asked for, tongue is that of the page.
  cite(typed, { language = "", book = "", tongue = "" } = {}) {
    let text = typed.trim().slice(0, TYPED_LONGEST);
    let named = book;
    const pointed = POINTED_FORM.exec(text);
    if (pointed && this.held.has(pointed[1])) [, named, text] = pointed;
    const read = this.read(text);
    if (read === null) return UNKNOWN_PLACE;
    if (!read.address) return { status: "none", targets: [], nearest: [], reason: "", moved: false, unread: true };
    const { address } = read;
    if (!language && !named && this.books.some((each) => each.language === tongue)) {
      const own = this.asked(address, tongue);
      if (own.status === "one") return { ...own, address };
    }
    return { ...this.asked(address, named || language), address };
  }

  asked(address, standpoint) {
    const at = this.standpoints.indexOf(standpoint);
    if (at < 0) return UNKNOWN_PLACE;
    const lead = this.leads[address]?.[at];
    if (lead !== undefined && lead !== null) return placesNamed(this.results[lead]);
    const own = this.books.filter((book) => book.id === standpoint || (book.default && book.language === standpoint));
    const targets = (own.length ? own : this.books)
      .filter((book) => this.held.get(book.id).has(address))
      .map((book) => ({ book: book.id, address }));
    if (!targets.length) return UNKNOWN_PLACE;
    return { status: targets.length === 1 ? "one" : "several", targets, nearest: [], reason: "", moved: false };
  }

  // The addresses that stand among words, glued and with a label, so that nothing else can be meant; and the words that
  // are left without them. Whether more is cited, only the site can tell.
  among(typed) {
    const found = [];
    const rest = typed.replace(CITED_INSIDE, (whole) => {
      const key = foldWord(whole);
      const address = BID_FORM.test(key) ? null : this.spoken.get(key);
      if (!address) return whole;
      found.push(address);
      return " ";
    });
    return { addresses: [...new Set(found)], rest: rest.trim() };
  }
}

const UNKNOWN_PLACE = { status: "unknown", targets: [], nearest: [], reason: "", moved: false };

function placesNamed(result) {
  const named = (places) => places.map(([book, address]) => ({ book, address }));
  return { ...result, targets: named(result.targets), nearest: named(result.nearest) };
}

// As webui.offline.citing.spoken_key has it.
function spokenKey(address) {
  return foldWord(address.replaceAll("/note/", "/note").split("/").reduce((key, step) => key + (/[0-9]$/.test(key) && /^[0-9]/.test(step) ? "~" : "") + step));
}
