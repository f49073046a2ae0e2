// Pages and pieces out of shorthand (webui/offline/shorthand.py writes it), and what they say in one language
// (webui/offline/interlinear.py makes the marks).
import { numberReader, unboundParcel } from "./parcel.js";

const RECENT_DISTANCES = 4;
const SENTENCE_MARK = /\ue000([0-9]+)([\ue001\ue003])|([\ue002\ue003])|\ue004/gu;
const FIRST_VALUE = 0xe100;

// The pages of a part by path, and its pieces by kind, as texts with marks.
export class Shorthand {
  constructor(buffer) {
    const { header, columns } = unboundParcel(buffer);
    this.table = header.table.split("\0");
    this.row = readRow(columns);
    const length = numberReader(columns.lengths);
    this.bounds = [0];
    const numbered = (count) => {
      const first = this.bounds.length - 1;
      for (let each = 0; each < count; each++) this.bounds.push(this.bounds.at(-1) + length());
      return { first, count };
    };
    this.pages = new Map(header.pages.map(([path, status, count]) => [path, { status, ...numbered(count) }]));
    this.pieces = new Map(header.pieces.map(([kind, count]) => [kind, numbered(count)]));
  }

  text(number) {
    const { table, row, bounds } = this;
    const parts = new Array(bounds[number + 1] - bounds[number]);
    for (let at = bounds[number], to = 0; at < bounds[number + 1]; at++, to++) parts[to] = table[row[at]];
    return parts.join("");
  }

  // The text of a page for the language of this place in the order of languages; undefined where it is not kept.
  page(path, place) {
    const page = this.pages.get(path);
    return page && { status: page.status, text: this.text(page.first + (page.count > 1 ? place : 0)) };
  }

  piece(kind, number) {
    return this.text(this.pieces.get(kind).first + number);
  }

  count(kind) {
    return this.pieces.get(kind).count;
  }
}

// The row of numbers that four columns of steps write.
function readRow({ kinds, sizes, pieces, distances, lengths }) {
  const length = numberReader(lengths);
  let total = 0;
  for (let left = countNumbers(lengths); left > 0; left--) total += length();
  const row = new Uint32Array(total);
  const size = numberReader(sizes);
  const piece = numberReader(pieces);
  const third = distances.length / 3;
  const recent = new Array(RECENT_DISTANCES).fill(1);
  let at = 0;
  let unseen = 0;
  let far = 0;
  for (const kind of kinds) {
    if (kind === 0) {
      const number = piece();
      row[at++] = number ? number - 1 : unseen++;
      continue;
    }
    let distance;
    if (kind === 1) {
      distance = (distances[far] << 16) | (distances[third + far] << 8) | distances[2 * third + far];
      far++;
      recent.pop();
    } else {
      [distance] = recent.splice(kind - 2, 1);
    }
    recent.unshift(distance);
    for (let left = size(); left > 0; left--, at++) row[at] = row[at - distance];
  }
  return row;
}

function countNumbers(column) {
  let count = 0;
  for (const byte of column) count += byte < 0x80;
  return count;
}

// A text with marks as it reads in one language; sentences has each sentence in every language, place is that of this.
export function spokenText(text, sentences, place, code) {
  const open = [];
  const page = [[]];
  let last = 0;
  for (const mark of text.matchAll(SENTENCE_MARK)) {
    page.at(-1).push(text.slice(last, mark.index));
    last = mark.index + mark[0].length;
    if (mark[1]) {
      const sentence = sentences[mark[1]][place];
      if (mark[2] === "\ue003") {
        page.at(-1).push(sentence);
      } else {
        open.push({ sentence, values: [] });
        page.push([]);
      }
    } else if (mark[3]) {
      open.at(-1).values.push(page.pop().join(""));
      if (mark[3] === "\ue003") page.at(-1).push(filledSentence(open.pop()));
      else page.push([]);
    } else {
      page.at(-1).push(code);
    }
  }
  page.at(-1).push(text.slice(last));
  return page[0].join("");
}

function filledSentence({ sentence, values }) {
  return Array.from(sentence, (sign) => values[sign.codePointAt(0) - FIRST_VALUE] ?? sign).join("");
}
