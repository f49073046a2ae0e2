// The words of a text as the server has them (kb/language/words.py): where they stand, folded, and as they are spelled.

const WORD_FORM = /§|[0-9]+|(?:\p{L}[\u0300-\u036f]*)+(?:['’](?:\p{L}[\u0300-\u036f]*)+)*/gu;
const FOLDED_LETTERS = { ø: "o", æ: "ae", œ: "oe", ß: "ss", đ: "d", ł: "l", "’": "'" };

// The words of a text in order, each with where it begins and ends.
export function wordsOf(text) {
  return Array.from(text.matchAll(WORD_FORM), (found) => ({
    text: found[0],
    start: found.index,
    end: found.index + found[0].length,
  }));
}

// A word without case, accents, and the letters that keyboards lack.
export function foldWord(word) {
  const lower = word.toLowerCase().normalize("NFKD");
  const plain = lower.replace(/[øæœßđł’]/g, (letter) => FOLDED_LETTERS[letter]).replace(/\p{M}/gu, "");
  return plain.includes("'") ? plain.replace(/'s?$/, "").replaceAll("'", "") : plain;
}

// The folded word with two letters that are typed for one made one, as the language does.
export function spellWord(word, digraphs) {
  return digraphs.reduce((spelled, [pair, letter]) => spelled.replaceAll(pair, letter), foldWord(word));
}

// How many letters two words are off, neighbours that changed places counting as one; more than reach is not told.
export function lettersOff(one, other, reach) {
  if (Math.abs(one.length - other.length) > reach) return reach + 1;
  let before = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1];
      let off = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0 : 1));
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) off = Math.min(off, before[j - 2] + 1);
      row.push(off);
      least = Math.min(least, off);
    }
    if (least > reach) return reach + 1;
    before = last;
    last = row;
  }
  return last[other.length];
}
