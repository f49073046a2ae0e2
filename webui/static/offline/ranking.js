// Which units answer a question best: the server's own impacts, summed as the server sums them (kb/search/ranking.py,
// understanding.py and telling.py have the reasons), without the company that words keep, which costs too much to carry.
import { numberReader } from "./parcel.js";

const OTHER_LANGUAGE = 0.85;
const TERM_SHARE = 0.9;
const PART_SHARE = 0.55;
const NEGATION_SHARE = 0.7;
const UNKNOWN_RARITY = 4;
const LITTLE_SHARE = 0.35;
const LAW_SHARE = 0.4;
const COVER_SHARE = 0.5;
const MOST_COVER = 0.6;
const EVERY_WORD = 1.5;
const SAYS_SO = 20;
const ITS_LANGUAGE = 1.1;
const LEAST_SHARE = 0.12;
const NEAR_GAIN = 0.25;
const NEAR_REACH = 3;
const MAIN_UNIT = 2;
const OTHER_UNIT = 0.6;
const ANSWERED_SHARE = 0.2;
const BEST_OTHER = 0.8;
const FAINT_LIKENESS = 0.25;
// Without company a question is less like any situation; these are what SURE and TOLD of the server come to, measured on
// the questions of tests/data/situation_questions*.tsv.
const SURE_LIKENESS = 2;
const TOLD_LIKENESS = 0.5;
const EXACTLY_TOLD = 9;
const SITUATIONS_SHOWN = 8;
const RARITY_STEPS = 24;
const OCTAVE_STEPS = 4;
const ZERO_STEP = 20;
const OWN_BIT = 0x20;

export class Ranking {
  constructor(header, columns, keys, units) {
    this.units = units;
    this.situations = header.situations;
    this.size = units.length + header.situations.length;
    this.ids = new Map(keys.map((key, term) => [key, term]));
    this.readPostings(columns, keys.length);
    this.twins = header.partners.filter(([, , twins]) => twins);
    this.links = header.situations.map(([, main, others]) => [
      ...main.map((unit) => [unit, MAIN_UNIT]),
      ...others.map((unit) => [unit, OTHER_UNIT]),
    ]);
  }

  readPostings({ counts, rarities, documents, values }, terms) {
    const count = numberReader(counts);
    const gap = numberReader(documents);
    this.rarity = Float32Array.from(rarities, (step) => step / RARITY_STEPS);
    this.postings = new Array(terms);
    let at = 0;
    for (let term = 0; term < terms; term++) {
      const holders = count();
      const standing = new Uint16Array(holders);
      for (let each = 0, document = -1; each < holders; each++) standing[each] = document += gap();
      this.postings[term] = { standing, values: values.subarray(at, at + holders) };
      at += holders;
    }
    this.worths = Float32Array.from({ length: OWN_BIT }, (_, step) => 2 ** ((step - ZERO_STEP) / OCTAVE_STEPS));
  }

  // What each word of a question may stand for. words are {text, kind}; languages has those of the books, the one of the
  // question first where somebody said which.
  slots(words, languages, language) {
    const slots = words.map((word) => this.slot(word, languages, language));
    for (let at = 0; at + 1 < words.length; at++) {
      if (words[at].kind !== "word" || words[at + 1].kind !== "word") continue;
      for (const each of language ? languages.slice(0, 1) : languages) {
        for (const term of each.joined(words[at].text, words[at + 1].text)) {
          slots[at].alternatives.push([term, 1]);
          slots[at + 1].alternatives.push([term, 1]);
        }
      }
    }
    const concepts = new Set();
    for (const each of languages) {
      const share = !language || each.code === language ? TERM_SHARE : TERM_SHARE * OTHER_LANGUAGE;
      for (const { places, concept } of each.spot(words.map((word) => (word.kind === "word" ? word.text : "")))) {
        concepts.add(concept);
        const term = this.ids.get(`#${concept}`);
        if (term === undefined) continue;
        const whole = places.reduce((sum, place) => sum + slots[place].weight, 0);
        for (const place of places) slots[place].alternatives.push([term, (share * slots[place].weight) / whole]);
      }
    }
    return { slots, concepts: [...concepts] };
  }

  slot({ text, kind }, languages, language) {
    const slot = { text, weight: UNKNOWN_RARITY, alternatives: [], literal: new Map(), little: false, negates: false };
    for (const each of languages) {
      const share = !language || each.code === language ? 1 : OTHER_LANGUAGE;
      if (kind === "prefix") {
        slot.alternatives.push(...each.beginning(text).map((term) => [term, 1]));
        continue;
      }
      const term = each.term(text);
      if (term !== undefined) {
        slot.alternatives.push([term, share]);
        slot.literal.set(each.code, term);
        slot.negates ||= each.negations.has(term);
      }
      for (const part of each.parts(text)) {
        const found = this.ids.get(`${each.code}:${part}`);
        if (found !== undefined) slot.alternatives.push([found, share * PART_SHARE]);
      }
    }
    if (slot.alternatives.length) slot.weight = Math.max(...slot.alternatives.map(([term]) => this.rarity[term]));
    slot.little = (language ? languages.slice(0, 1) : languages).some((each) => each.isLittle(text));
    if (slot.little) {
      slot.weight = Math.min(slot.weight, UNKNOWN_RARITY * LITTLE_SHARE);
    } else if (slot.negates) {
      const own = new Set(slot.literal.values());
      const others = new Set(languages.flatMap((each) => [...each.negations]));
      for (const term of others) if (!own.has(term)) slot.alternatives.push([term, NEGATION_SHARE]);
    }
    return slot;
  }

  // The units that answer, best first: {found: [{unit, score}], every, step, told: [[situation, likeness]]}.
  rank(slots, language, allowed, places, exactly) {
    const units = this.units.length;
    const { score, has, every, cover, told: likely } = this.score(slots, places);
    const told = [...exactly.map((each) => [each, EXACTLY_TOLD]), ...likely.filter(([each]) => !exactly.includes(each))];
    const speaks = language && this.units.some((unit) => unit.language === language);
    const saysSo = slots.some((slot) => slot.negates) ? this.saysSo(slots, places) : null;
    for (let unit = 0; unit < units; unit++) {
      if (speaks && this.units[unit].language === language) score[unit] *= ITS_LANGUAGE;
      if (every[unit]) score[unit] += EVERY_WORD;
    }
    const lift = (unit) => (saysSo && every[unit] && saysSo.has(unit) ? SAYS_SO : 0);
    if (exactly.length) for (let unit = 0; unit < units; unit++) score[unit] += lift(unit);
    if (told.length && told[0][1] >= SURE_LIKENESS) this.putFirst(told[0][0], score, has, language);
    for (let unit = 0; unit < units; unit++) {
      if (!exactly.length) score[unit] += lift(unit);
      if (!has[unit] || !allowed(unit)) score[unit] = 0;
    }
    this.joinTwins(score, speaks ? language : "");
    const top = score.reduce((best, each) => Math.max(best, each), 0);
    const found = [];
    for (let unit = 0; unit < units; unit++) {
      if (score[unit] > 0 && score[unit] >= LEAST_SHARE * top) found.push({ unit, score: score[unit] });
    }
    found.sort((one, other) => other.score - one.score || one.unit - other.unit);
    const all = found.filter(({ unit }) => every[unit]).length;
    const most = found.some(({ unit }) => cover[unit] >= MOST_COVER);
    const step = all ? "all" : most ? "most" : "any";
    return { found, every: all, step, told: told.filter(([, likeness]) => likeness >= TOLD_LIKENESS).slice(0, SITUATIONS_SHOWN) };
  }

  score(slots, places) {
    const units = this.units.length;
    const filled = slots.map((slot) => this.filled(slot));
    const whole = slots.reduce((sum, slot) => sum + slot.weight, 0) || 1;
    const worth = new Float32Array(this.size);
    const cover = new Float32Array(this.size);
    const every = new Uint8Array(units).fill(1);
    const laws = new Map();
    filled.forEach(({ values, own }, at) => {
      for (let document = 0; document < this.size; document++) {
        worth[document] += values[document];
        if (values[document] > 0) cover[document] += slots[at].weight / whole;
      }
      for (let unit = 0; unit < units; unit++) {
        if (!own[unit]) every[unit] = 0;
        const { law } = this.units[unit];
        if (!laws.has(law)) laws.set(law, new Float32Array(slots.length));
        const best = laws.get(law);
        best[at] = Math.max(best[at], values[unit]);
      }
    });
    const covered = (sum, share) => (sum * (1 - COVER_SHARE + COVER_SHARE * share)) / whole;
    for (let document = 0; document < this.size; document++) worth[document] = covered(worth[document], cover[document]);
    const byLaw = new Map();
    for (const [law, best] of laws) {
      const share = best.reduce((sum, value, at) => sum + (value > 0 ? slots[at].weight / whole : 0), 0);
      byLaw.set(law, covered(best.reduce((sum, value) => sum + value, 0), share));
    }
    const score = Float32Array.from({ length: units }, (_, unit) => worth[unit] + LAW_SHARE * byLaw.get(this.units[unit].law));
    const has = Uint8Array.from({ length: units }, (_, unit) => worth[unit] > 0);
    if (slots.length === 1) return { score, has, every, cover: new Float32Array(units), told: [] };
    const likeness = Array.from(worth.subarray(units), (each) => each * Math.sqrt(whole));
    this.raise(likeness, score);
    this.addNear(slots, whole, places, score);
    return { score, has, every, cover, told: this.told(likeness, score) };
  }

  // What the best of its alternatives is worth to each document, and which documents have one in their own text.
  filled(slot) {
    const values = new Float32Array(this.size);
    const own = new Uint8Array(this.size);
    for (const [term, share] of slot.alternatives) {
      const { standing, values: steps } = this.postings[term];
      for (let at = 0; at < standing.length; at++) {
        const document = standing[at];
        const worth = share * this.rarity[term] * this.worths[steps[at] & (OWN_BIT - 1)];
        if (worth > values[document]) values[document] = worth;
        if (steps[at] & OWN_BIT) own[document] = 1;
      }
    }
    return { values, own };
  }

  raise(likeness, score) {
    const like = likeness.map((each, situation) => [situation, each]).filter(([, each]) => each > FAINT_LIKENESS);
    like.sort((one, other) => other[1] - one[1]);
    const raised = new Map();
    for (const [situation, each] of like.slice(0, SITUATIONS_SHOWN)) {
      for (const [unit, counts] of this.links[situation]) raised.set(unit, Math.max(raised.get(unit) ?? 0, counts * each * each));
    }
    for (const [unit, gain] of raised) score[unit] += gain;
  }

  told(likeness, score) {
    return likeness
      .map((each, situation) => {
        const answered = this.links[situation].map(([unit, counts]) => score[unit] * (counts === MAIN_UNIT ? 1 : BEST_OTHER));
        return [situation, each + ANSWERED_SHARE * Math.max(0, ...answered)];
      })
      .sort((one, other) => other[1] - one[1] || one[0] - other[0])
      .slice(0, SITUATIONS_SHOWN);
  }

  putFirst(situation, score, has, language) {
    const rank = ([unit, counts]) => (counts !== MAIN_UNIT ? 2 : this.units[unit].language === language ? 0 : 1);
    const order = [...this.links[situation]].sort((one, other) => rank(one) - rank(other));
    const top = score.reduce((best, each) => Math.max(best, each), 0);
    order.forEach(([unit], place) => {
      score[unit] = top + 1 - place / order.length;
      has[unit] = 1;
    });
  }

  // What units gain by having neighbours of the question as neighbours, in the same order.
  addNear(slots, whole, places, score) {
    for (let at = 0; at + 1 < slots.length; at++) {
      const [first, second] = [slots[at], slots[at + 1]];
      for (const [code, term] of first.literal) {
        const other = second.literal.get(code);
        if (other === undefined) continue;
        const gain = (NEAR_GAIN * Math.min(first.weight, second.weight)) / whole;
        for (const unit of places.near(term, other, 1, NEAR_REACH)) score[unit] += gain;
      }
    }
  }

  // The units that say a negation at the word that it turns in the question.
  saysSo(slots, places) {
    const says = new Set();
    slots.forEach((slot, at) => {
      if (!slot.negates) return;
      const telling = (each) => !each.little && !each.negates;
      const turned = slots.slice(at + 1).find(telling) ?? slots.slice(0, at).reverse().find(telling);
      for (const term of turned?.literal.values() ?? []) {
        for (const [negation] of slot.alternatives) for (const unit of places.near(term, negation, -NEAR_REACH, NEAR_REACH)) says.add(unit);
      }
    });
    return says;
  }

  // Of two units that say the same in two books one is listed, and brings the other along.
  joinTwins(score, language) {
    for (const [unit, other] of this.twins) {
      const ours = language ? this.units[unit].language === language && this.units[other].language !== language : unit < other;
      if (!ours) continue;
      if (language ? score[unit] > 0 : score[unit] >= score[other]) {
        if (language) score[unit] = Math.max(score[unit], score[other]);
        score[other] = 0;
      } else {
        score[unit] = 0;
      }
    }
  }
}
