// Answers without a server: where a citation leads, and what a search finds. It knows no page, no worker and no network,
// and runs in either.
//
//   import { openPack } from "./answering.js";
//   const pack = openPack({ answers, pieces });
//
// answers is the part "answers" of the pack (an ArrayBuffer); pieces is a Shorthand (./shorthand.js) of the part "pages",
// or of the part "texts", which is much smaller and has no pages, for a site that has those anyway. Then
//
//   pack.codes                 the languages of the pages, in the order of their texts
//   pack.books                 [{id, language, default, units: [address, …]}, …]
//   pack.cite(text, {language, book, tongue})
//       where a citation leads: {status, targets, nearest, reason, moved, address}. status is "one", "several", "none",
//       or "unknown": only the site can tell (a list, a range, a citation of words). targets and nearest are
//       [{book, address}, …]; reason is text with marks, for pack.spoken. language and book are those asked for, tongue
//       is the language of the page; all may be left out.
//   pack.search(text, {language, books, tongue})
//       {hits, total, step, every, meant, situations, remarks, cited}. A hit is {unit, book, address, score, snippet,
//       marks, before, behind, why}: marks are [start, end] in the snippet, before and behind say that the text goes on
//       there, why is [[name, values], …] for pack.say. situations are slugs. cited are addresses named among the words.
//       step is "all", "most" or "any": what the best have of the words. meant is a corrected spelling, or null.
//   pack.say(name, code, values)   a sentence in a language, as HTML; values are put in as they are
//   pack.spoken(text, code)        a text with marks in a language, as HTML
//   pack.numberOf(book, address)   the number of a unit, by which its card is found; undefined where there is none
//   pack.within(address, books, language)   the units that an address names, and what stands in them, as hits
//   pack.situationLink(slug, code) the HTML of the link to a situation, as it stands beside results
//   pack.lawName(book, law, code)  how its book cites a law
//   pack.card(kind, number, code)  the HTML of a result ("own", "inner") or of a place ("place")
//   pack.lawHead(book, law, code)  the HTML that stands over the results of a law
import { Citations } from "./citations.js";
import { LanguageWords } from "./lexicon.js";
import { unboundParcel } from "./parcel.js";
import { Ranking } from "./ranking.js";
import { spokenText } from "./shorthand.js";
import { wordsOf } from "./words.js";

const QUESTION_LONGEST = 200;
const QUESTION_WORDS = 12;
const MISSPELT_SHORT = 4;
const MISSPELT_LONG = 8;
const SNIPPET_LENGTH = 240;
const SNIPPET_BEFORE = 60;
const CARD_KINDS = ["own", "inner", "place"];
const QUESTION_PIECE = /(-?)["“”„«»]([^"“”„«»]*)["“”„«»]?|(\S+)/g;

export function openPack({ answers, pieces }) {
  return new Pack(unboundParcel(answers), pieces);
}

class Pack {
  constructor({ header, columns }, pieces) {
    this.header = header;
    this.pieces = pieces;
    this.codes = header.codes;
    this.books = header.books;
    this.citations = new Citations(header);
    this.numbers = new Map();
    this.laws = new Map();
    this.unitList = [];
    for (const book of header.books) {
      for (const address of book.units) {
        const law = `${book.id}/${address.split("/")[0]}`;
        if (!this.laws.has(law)) this.laws.set(law, this.laws.size);
        this.numbers.set(`${book.id}/${address}`, this.unitList.length);
        this.unitList.push({ book: book.id, address, language: book.language, law });
      }
    }
    this.columns = columns;
  }

  // The words are opened when the first question comes: a page that is only read has no use for them.
  get words() {
    if (!this.opened) this.opened = new PackWords(this);
    return this.opened;
  }

  cite(text, where = {}) {
    return this.citations.cite(text, where);
  }

  say(name, code, values = {}) {
    const said = this.spoken(this.header.says[name], code);
    return Object.entries(values).reduce((text, [key, value]) => text.replaceAll(this.header.values[key], () => value), said);
  }

  spoken(text, code) {
    return spokenText(text, this.header.sentences, this.codes.indexOf(code), code);
  }

  numberOf(book, address) {
    return this.numbers.get(`${book}/${address}`);
  }

  card(kind, number, code) {
    return this.spoken(this.pieces.piece("cards", number * CARD_KINDS.length + CARD_KINDS.indexOf(kind)), code);
  }

  lawHead(book, law, code) {
    return this.spoken(this.pieces.piece("laws", this.laws.get(`${book}/${law}`)), code);
  }

  // How a law is cited by its book: "§64".
  lawName(book, law, code) {
    return /<b>([^<]*)<\/b>/.exec(this.card("place", this.numberOf(book, law), code))[1];
  }

  // The link to a situation, in the words of the list of situations.
  situationLink(slug, code) {
    const list = this.spoken(this.pieces.piece("situations", this.codes.indexOf(code)), code);
    return list.split("\n").find((line) => line.includes(`"/situations/${slug}"`));
  }

  // The units of the books that an address names, and what stands in them, as hits; those of a language first.
  within(address, books = [], language = "") {
    const hits = [];
    const ordered = [...this.books].sort((one, other) => (other.language === language) - (one.language === language));
    for (const book of ordered.filter((each) => !books.length || books.includes(each.id))) {
      if (!book.units.includes(address)) continue;
      const inside = book.units.filter((unit) => unit !== address && unit.startsWith(`${address}/`));
      for (const unit of [address, ...inside]) hits.push(this.plainHit(book.id, unit, unit === address ? address : ""));
    }
    return [...hits.filter((hit) => hit.why.length), ...hits.filter((hit) => !hit.why.length)];
  }

  plainHit(book, address, cited) {
    const unit = this.numberOf(book, address);
    const [heading, text, closing] = this.pieces.piece("units", unit).split("\x01");
    const part = text || heading || closing;
    const end = cutAt(part, SNIPPET_LENGTH);
    const why = cited ? [["why-cited", { cited: address.replaceAll("/", "") }]] : [];
    return { unit, book, address, score: 0, snippet: part.slice(0, end), marks: [], before: false, behind: end < part.length, named: !text, why };
  }

  search(text, { language = "", books = [], tongue = "" } = {}) {
    const answer = this.words.search(text.slice(0, QUESTION_LONGEST), language || tongue, books);
    const cited = answer.cited.flatMap((address) => this.within(address, books, language || tongue)).filter((hit) => hit.why.length);
    const units = new Set(cited.map((hit) => hit.unit));
    const hits = [...cited, ...answer.hits.filter((hit) => !units.has(hit.unit))];
    return { ...answer, hits, total: hits.length };
  }
}

// Where words stand in the units, read from their texts.
class Places {
  constructor() {
    this.of = new Map();
  }

  add(term, unit, place) {
    if (!this.of.has(term)) this.of.set(term, []);
    this.of.get(term).push([unit, place]);
  }

  // The units that have the second word from so many to so many places behind the first.
  near(term, other, least, most) {
    const others = this.of.get(other);
    if (!others || !this.of.has(term)) return new Set();
    const at = new Set(others.map(([, place]) => place));
    const units = new Set();
    for (const [unit, place] of this.of.get(term)) {
      for (let step = least; step <= most; step++) if (at.has(place + step)) units.add(unit);
    }
    return units;
  }
}

class PackWords {
  constructor({ header, columns, pieces, unitList, citations }) {
    Object.assign(this, { pieces, citations, unitList, situations: header.situations });
    const keys = [];
    const lacking = new Set(header.lacking);
    const ids = new Map();
    const take = (key) => {
      if (ids.has(key) || lacking.has(key)) return;
      ids.set(key, keys.length);
      keys.push(key);
    };
    this.languages = new Map();
    for (const [code, words] of Object.entries(header.languages)) {
      let odd = 0;
      words.spellings.split("\n").forEach((word, at) => {
        const length = columns[`stems.${code}`][at];
        take(`${code}:${length === 0xff ? words.odd[odd++] : word.slice(0, length)}`);
      });
    }
    header.further.forEach(take);
    for (const [code, words] of Object.entries(header.languages)) {
      const opened = new LanguageWords(code, words, columns[`stems.${code}`], (key) => ids.get(key));
      const lines = new TextDecoder().decode(columns[`concepts.${code}`]).split("\n");
      lines.forEach((line, at) => line && line.split("\t").forEach((each) => opened.addExpression(header.concepts[at], each)));
      opened.sortExpressions();
      this.languages.set(code, opened);
    }
    this.ids = ids;
    this.said = new Map(header.said.split("\n").map((line) => line.split("\t")));
    this.ranking = new Ranking(header, columns, keys, unitList);
    this.readTexts();
  }

  readTexts() {
    this.places = new Places();
    this.texts = this.unitList.map((_, unit) => this.pieces.piece("units", unit).split("\x01"));
    let place = 0;
    this.texts.forEach((texts, unit) => {
      const language = this.languages.get(this.unitList[unit].language);
      for (const text of texts) {
        for (const word of wordsOf(text)) {
          const term = language.term(word.text);
          if (term !== undefined) this.places.add(term, unit, place);
          place++;
        }
        place += QUESTION_WORDS;
      }
    });
  }

  search(text, language, books) {
    const { addresses, rest } = this.citations.among(text);
    const asked = this.read(addresses.length && rest ? rest : text);
    const codes = [...this.languages.keys()];
    const known = this.languages.has(language);
    const languages = (known ? [language, ...codes.filter((code) => code !== language)] : codes).map((code) => this.languages.get(code));
    const meant = this.correct(asked.words, languages);
    const words = [...asked.words, ...asked.phrases.flat().map((each) => ({ text: each, kind: "word" }))];
    const nothing = { hits: [], total: 0, step: "any", every: 0, meant: null, situations: [], remarks: [], cited: addresses };
    if (!words.length) return { ...nothing, remarks: [[asked.without.length ? "query-only-without" : "query-empty", {}]] };
    const { slots } = this.ranking.slots(words, languages, known ? language : "");
    const allowed = this.allowed(asked, books, languages);
    const exactly = this.toldExactly(words, known ? languages.slice(0, 1) : languages);
    const ranked = this.ranking.rank(slots, known ? language : "", allowed, this.places, exactly);
    const wanted = this.wanted(slots);
    const told = ranked.told.map(([situation]) => this.situations[situation]);
    const main = new Set(told.length ? told[0][1] : []);
    const hits = ranked.found.map(({ unit, score }) => this.hit(unit, score, slots, wanted, main));
    const remarks = [];
    if (!hits.length) remarks.push(asked.phrases.length ? ["search-no-phrase", { phrase: asked.phrases[0].join(" ") }] : ["search-nothing", {}]);
    else if (slots.length > 1) remarks.push([`search-${ranked.step}`, { count: String(ranked.every || hits.length) }]);
    return { ...nothing, hits, total: hits.length, step: ranked.step, every: ranked.every, meant, situations: told.map(([slug]) => slug), remarks };
  }

  // The situations that people tell in just these words, in any form and order.
  toldExactly(words, languages) {
    const keys = languages.map((each) => `${each.code}:${[...new Set(words.map((word) => each.stem(word.text)))].sort().join(" ")}`);
    return [...new Set(keys.flatMap((key) => this.said.get(key)?.split(" ") ?? []).map(Number))];
  }

  // The words, phrases and exclusions of a question (kb/search/query.py, but for patterns).
  read(text) {
    const asked = { words: [], phrases: [], without: [] };
    for (const [, not, phrase, chunk] of text.normalize("NFC").matchAll(QUESTION_PIECE)) {
      if (phrase !== undefined) {
        const words = wordsOf(phrase).map((word) => word.text);
        if (words.length) (not ? asked.without : asked.phrases).push(not ? { text: words.join(" "), kind: "phrase" } : words);
        continue;
      }
      const excluded = /^[-−–][\p{L}\p{N}]/u.test(chunk);
      const begins = /[\p{L}\p{N}]{3,}\*$/u.test(chunk);
      const words = wordsOf(chunk).map((word) => ({ text: word.text, kind: "word" }));
      if (begins && words.length) words.at(-1).kind = "prefix";
      (excluded ? asked.without : asked.words).push(...words);
    }
    const seen = new Set();
    asked.words = asked.words.filter((word) => !seen.has(word.text) && seen.add(word.text)).slice(0, QUESTION_WORDS);
    return asked;
  }

  // Corrects in place the words that nobody here ever wrote; the answer is the question as it was meant, null where
  // nothing was changed.
  correct(words, languages) {
    let changed = false;
    for (const [at, word] of words.entries()) {
      if (word.kind !== "word" || word.text.length < MISSPELT_SHORT || this.isKnown(words, at, languages)) continue;
      let best = null;
      for (const each of languages) {
        const near = each.nearest(word.text, MISSPELT_LONG);
        if (near && (!best || near.off < best.off)) best = near;
      }
      if (!best) continue;
      words[at] = { ...word, text: best.word };
      changed = true;
    }
    return changed ? words.map((word) => word.text).join(" ") : null;
  }

  isKnown(words, at, languages) {
    const { text } = words[at];
    if (!/^\p{L}+$/u.test(text)) return true;
    const known = (each) => each.term(text) !== undefined || each.parts(text).length > 1 || each.knows(text);
    if (languages.some(known)) return true;
    return [at - 1, at].some((first) => first >= 0 && first + 1 < words.length && languages.some((each) => each.joined(words[first].text, words[first + 1].text).length));
  }

  // Which units may answer: of the books asked for, with every phrase, without what was ruled out.
  allowed({ phrases, without }, books, languages) {
    const spelled = (text, unit) => ` ${wordsOf(text).map((word) => this.languages.get(this.unitList[unit].language).spell(word.text)).join(" ")} `;
    const says = (unit, phrase) => this.texts[unit].some((text) => spelled(text, unit).includes(spelled(phrase, unit)));
    const terms = new Set();
    for (const word of without) {
      if (word.kind === "word") for (const each of languages) terms.add(each.term(word.text));
    }
    const ruledOut = new Set();
    for (const term of terms) for (const [unit] of this.places.of.get(term) ?? []) ruledOut.add(unit);
    return (unit) =>
      (!books.length || books.includes(this.unitList[unit].book)) &&
      !ruledOut.has(unit) &&
      phrases.every((phrase) => says(unit, phrase.join(" "))) &&
      without.every((phrase) => phrase.kind !== "phrase" || !says(unit, phrase.text));
  }

  // The terms that are marked in what is shown, each with what it is worth.
  wanted(slots) {
    const terms = new Map();
    const telling = slots.filter((slot) => !slot.little);
    for (const slot of telling.length ? telling : slots) {
      for (const [term, share] of slot.alternatives) terms.set(term, Math.max(terms.get(term) ?? 0, share * slot.weight));
    }
    return terms;
  }

  hit(unit, score, slots, wanted, main) {
    const { book, address } = this.unitList[unit];
    const shown = this.snippet(unit, wanted);
    const why = [];
    if (!shown.marks.length) {
      why.push(["why-asked", {}]);
    } else if (shown.concepts.size && !shown.literal) {
      const by = slots.filter((slot) => slot.alternatives.some(([term]) => shown.concepts.has(term)));
      by.sort((one, other) => other.weight - one.weight);
      if (by.length) why.push(["why-term", { word: by[0].text }]);
    }
    if (main.has(unit)) why.push(["why-situation", {}]);
    return { unit, book, address, score, ...shown, why };
  }

  // The piece of a unit's text that shows why it answers, with the words of the question marked in it.
  snippet(unit, wanted) {
    const language = this.languages.get(this.unitList[unit].language);
    const [heading, text, closing] = this.texts[unit];
    for (const [part, named] of [[text, false], [closing, false], [heading, true]]) {
      const found = part ? this.markedIn(part, language, wanted) : [];
      if (!found.length) continue;
      const cut = snippetWindow(part, found);
      const terms = new Set(cut.found.map((mark) => mark.term));
      const concepts = new Set(cut.found.filter((mark) => mark.concept).map((mark) => mark.term));
      return { ...cut, marks: cut.found.map((mark) => [mark.start - cut.begin, mark.end - cut.begin]), concepts, literal: terms.size > concepts.size, named };
    }
    const part = text || heading || closing;
    const end = cutAt(part, SNIPPET_LENGTH);
    return { snippet: part.slice(0, end), before: false, behind: end < part.length, marks: [], concepts: new Set(), literal: false, named: part === heading && !text };
  }

  markedIn(text, language, wanted) {
    const words = wordsOf(text);
    const found = new Map();
    for (const [at, word] of words.entries()) {
      const term = language.term(word.text);
      const parts = language.parts(word.text).map((part) => this.ids.get(`${language.code}:${part}`));
      const by = [term, ...parts].find((each) => wanted.has(each));
      if (by !== undefined) found.set(at, { ...word, term: by, worth: wanted.get(by), concept: false });
    }
    for (const { places, concept } of language.spot(words.map((word) => word.text), false)) {
      const term = this.ids.get(`#${concept}`);
      if (!wanted.has(term)) continue;
      for (const at of places) if (!found.has(at)) found.set(at, { ...words[at], term, worth: wanted.get(term), concept: true });
    }
    return [...found.values()].sort((one, other) => one.start - other.start);
  }
}

function snippetWindow(text, found) {
  if (text.length <= SNIPPET_LENGTH) return { snippet: text, begin: 0, found, before: false, behind: false };
  let best = -1;
  let first = found[0].start;
  for (const [at, { start }] of found.entries()) {
    const inside = found.slice(at).filter((mark) => mark.end <= start + SNIPPET_LENGTH - SNIPPET_BEFORE);
    const worth = [...new Map(inside.map((mark) => [mark.term, mark.worth])).values()].reduce((sum, each) => sum + each, 0);
    if (worth > best) [best, first] = [worth, start];
  }
  const begin = beginsAt(text, first);
  const end = begin + cutAt(text.slice(begin, begin + SNIPPET_LENGTH + 1), SNIPPET_LENGTH);
  const shown = found.filter((mark) => begin <= mark.start && mark.end <= end);
  return { snippet: text.slice(begin, end), begin, found: shown, before: begin > 0, behind: end < text.length };
}

function beginsAt(text, start) {
  const low = Math.max(0, start - SNIPPET_BEFORE);
  for (const mark of [". ", "\n", "; ", ": "]) {
    const at = text.lastIndexOf(mark, start - mark.length);
    if (at >= low) return at + mark.length;
  }
  const at = low ? text.indexOf(" ", low) : -1;
  return at < 0 || at >= start ? low : at + 1;
}

function cutAt(text, length) {
  if (text.length <= length) return text.length;
  const at = text.lastIndexOf(" ", length);
  return at > length / 2 ? at : length;
}
