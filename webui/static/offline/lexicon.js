// The words that the texts and the sayings of one language have: their stems, their parts, the concepts that they name,
// and what a misspelling means. The stems were found by the server's stemmer; a form that is in no text is brought to a
// known stem by the endings that the known forms have. (kb/language/words.py and kb/search/speech.py, in short.)
import { foldWord, lettersOff, spellWord } from "./words.js";

const ODD_STEM = 0xff;
const PART_LETTERS = 4;
const PART_ALONE = 5;
const GAP_REACH = 4;
const STEM_LETTERS = 3;
const ENDING_LETTERS = 4;

export class LanguageWords {
  constructor(code, header, lengths, termOf) {
    Object.assign(this, { code, digraphs: header.digraphs, links: header.links, termOf });
    this.spellings = header.spellings.split("\n");
    this.never = new Set(header.never);
    this.little = new Set(header.little);
    this.common = new Set(header.common);
    this.stems = new Map();
    this.endings = new Set();
    let odd = 0;
    this.spellings.forEach((word, at) => {
      const stem = lengths[at] === ODD_STEM ? header.odd[odd++] : word.slice(0, lengths[at]);
      this.stems.set(word, stem);
      const ending = word.length - stem.length;
      if (lengths[at] !== ODD_STEM && ending > 0 && ending <= ENDING_LETTERS) this.endings.add(word.slice(stem.length));
    });
    this.known = new Set(this.stems.values());
    this.firsts = new Set(this.spellings.filter((word) => this.canBePart(word)));
    this.lasts = new Set(Array.from(this.firsts, (word) => this.stems.get(word)));
    this.byStem = new Map();
    this.bySpelling = new Map();
    this.partsKnown = new Map();
    this.littleStems = new Set(header.littleStems);
    this.negations = new Set(header.negations.map((stem) => termOf(`${code}:${stem}`)).filter((term) => term !== undefined));
  }

  canBePart(word) {
    return word.length >= PART_LETTERS && /^\p{L}+$/u.test(word) && !this.never.has(this.stems.get(word));
  }

  spell(word) {
    return spellWord(word, this.digraphs);
  }

  isLittle(word) {
    return this.little.has(foldWord(word));
  }

  // The stem of a word; of one that no text has, the stem that a form of it has, else the word as it is spelled.
  stem(word) {
    return this.stemOf(this.spell(word));
  }

  stemOf(spelled) {
    const known = this.stems.get(spelled);
    if (known !== undefined) return known;
    for (let cut = Math.max(STEM_LETTERS, spelled.length - ENDING_LETTERS); cut < spelled.length; cut++) {
      const stem = spelled.slice(0, cut);
      if (this.known.has(stem) && this.endings.has(spelled.slice(cut))) return stem;
    }
    return spelled;
  }

  term(word) {
    return this.termOf(`${this.code}:${this.stem(word)}`);
  }

  // The stems of the parts of a compound, first to last; none where it does not fall apart.
  parts(word) {
    const spelled = this.spell(word);
    let found = this.partsKnown.get(spelled);
    if (!found) {
      const whole = spelled.length < 2 * PART_LETTERS || this.never.has(this.stemOf(spelled));
      found = whole ? [] : this.bothParts(spelled) ?? this.onePart(spelled);
      this.partsKnown.set(spelled, found);
    }
    return found;
  }

  bothParts(word) {
    let best = null;
    for (let cut = word.length - PART_LETTERS; cut >= PART_LETTERS; cut--) {
      const first = word.slice(0, cut);
      if (!this.firsts.has(first)) continue;
      for (const link of ["", ...this.links]) {
        const rest = word.slice(cut + link.length);
        if (!word.startsWith(link, cut) || rest.length < PART_LETTERS) continue;
        const last = this.stemOf(rest);
        const tail = this.lasts.has(last) ? [last] : this.bothParts(rest);
        if (tail && (!best || tail.length + 1 < best.length)) best = [this.stems.get(first), ...tail];
      }
    }
    return best;
  }

  onePart(word) {
    const whole = this.stemOf(word);
    for (let cut = PART_LETTERS - 1; cut <= word.length - PART_ALONE; cut++) {
      const last = this.stemOf(word.slice(cut));
      if (this.lasts.has(last) && last.length >= PART_ALONE && last !== whole) return [last];
    }
    for (let cut = word.length - PART_LETTERS; cut > PART_ALONE; cut--) {
      const first = word.slice(0, cut);
      if (this.firsts.has(first) && this.stems.get(first) !== whole) return [this.stems.get(first)];
    }
    return [];
  }

  // The terms of the compounds that two words form.
  joined(first, second) {
    if (!this.links.length) return [];
    const begins = this.spell(first);
    const ends = this.stem(second);
    return ["", ...this.links]
      .map((link) => this.termOf(`${this.code}:${begins}${link}${ends}`))
      .filter((term) => term !== undefined);
  }

  // Takes an expression for a concept, as the header has it: "=" is met only as spelled, "~" is said by people alone.
  addExpression(concept, text) {
    const lay = text.startsWith("~");
    const literal = text.startsWith("=", lay ? 1 : 0);
    const words = text.slice(lay + literal);
    const form = literal ? (word) => word : (word) => this.stemOf(word);
    const segments = words.split("…").map((part) => part.split(" ").filter(Boolean).map(form)).filter((part) => part.length);
    if (!segments.length) return;
    const table = literal ? this.bySpelling : this.byStem;
    const size = segments.reduce((sum, segment) => sum + segment.length, 0);
    if (!table.has(segments[0][0])) table.set(segments[0][0], []);
    table.get(segments[0][0]).push({ segments, size, concept, lay, spelled: words });
  }

  sortExpressions() {
    for (const table of [this.byStem, this.bySpelling]) {
      for (const found of table.values()) found.sort((one, other) => other.size - one.size);
    }
  }

  knows(word) {
    return this.bySpelling.has(this.spell(word)) || this.byStem.has(this.stem(word));
  }

  // The concepts that words name, the longest expressions first, each with the places of its words.
  spot(words, asked = true) {
    const spellings = words.map((word) => this.spell(word));
    const stems = spellings.map((word) => this.stemOf(word));
    const spotted = [];
    let free = 0;
    for (let at = 0; at < words.length; at++) {
      if (at < free) continue;
      const found = this.spotAt(stems, spellings, at, asked);
      if (!found.length) continue;
      spotted.push(...found);
      free = found[0].places.at(-1) + 1;
    }
    return spotted;
  }

  spotAt(stems, spellings, at, asked) {
    let best = [];
    let size = 0;
    for (const [table, words] of [[this.bySpelling, spellings], [this.byStem, stems]]) {
      const mine = [];
      for (const expression of table.get(words[at]) ?? []) {
        if (expression.size < Math.max(size, 1) || (best.length && expression.size === size)) break;
        if (expression.lay && !asked) continue;
        if (expression.size === 1 && this.common.has(spellings[at]) && spellings[at] !== expression.spelled) continue;
        const places = placesOf(expression, words, at);
        if (!places || mine.some((other) => other.concept === expression.concept)) continue;
        mine.push({ places, concept: expression.concept });
        size = expression.size;
      }
      if (mine.length) best = mine;
    }
    return best;
  }

  // The known spelling that a misspelling most likely means, and how many letters it is off.
  nearest(word, longest) {
    const spelled = this.spell(word);
    const reach = spelled.length >= longest ? 2 : 1;
    let best = null;
    for (const known of this.spellings) {
      const off = lettersOff(spelled, known, best ? best.off - 1 : reach);
      if (off <= (best ? best.off - 1 : reach)) best = { off, word: known };
      if (best?.off === 1) break;
    }
    return best;
  }

  // The terms of all spellings that begin so.
  beginning(text) {
    const begins = this.spell(text);
    const found = this.spellings.filter((word) => word.startsWith(begins)).map((word) => this.term(word));
    return [...new Set(found)].filter((term) => term !== undefined);
  }
}

// Where the words of an expression stand when it begins at a word; null where it does not.
function placesOf({ segments, size }, words, at) {
  if (size === 1) return [at];
  const found = [];
  let next = at;
  for (const [number, segment] of segments.entries()) {
    let start = next;
    const last = number ? next + GAP_REACH : next;
    while (start <= last && !segment.every((word, offset) => words[start + offset] === word)) start++;
    if (start > last) return null;
    for (let offset = 0; offset < segment.length; offset++) found.push(start + offset);
    next = start + segment.length;
  }
  return found;
}
