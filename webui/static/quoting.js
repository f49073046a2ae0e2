// A provision as it stands on the page, as plain text or as Markdown, with its citation and edition.

export const PLACES = "section.unit, section.note, .piece, article.law";

export function asText(button) {
  return quoted(button, (words) => words, (citation, source) => `${citation}${source}`);
}

export function asMarkdown(button, address) {
  const cited = (citation, source) => `[${escaped(citation)}](${address})${escaped(source)}`;
  return quoted(button, escaped, cited, "- ");
}

function quoted(button, say, cite, bullet = "") {
  const place = button.closest(PLACES);
  const source = button.closest("[data-source]")?.dataset.source;
  const own = ownLines(place);
  const title = place.querySelector(":scope > header h1 .title");
  if (title) own.unshift(wordsOf(title));
  const head = `${cite(button.dataset.cite, source ? ` (${source})` : "")}:`;
  const lines = [own.length ? `${head} ${own.map(say).join("\n")}` : head];
  for (const inner of innerOf(place)) inside(inner, 0, say, bullet, lines);
  return lines.join("\n");
}

function inside(place, depth, say, bullet, lines) {
  const label = place.querySelector(":scope > .label, :scope > .note-no");
  const printed = label ? (label.matches(".inferred") ? `[${wordsOf(label)}]` : wordsOf(label)) : "";
  const before = "  ".repeat(depth) + bullet;
  lines.push(before + [printed, ...ownLines(place)].filter(Boolean).map(say).join(" "));
  for (const inner of innerOf(place)) inside(inner, depth + 1, say, bullet, lines);
}

function holder(place) {
  return place.querySelector(":scope > .body, :scope > .note-body") ?? place;
}

function ownLines(place) {
  const own = holder(place).querySelectorAll(":scope > .heading, :scope > p:not(.cited, .evidence, .note-kind, .piece-head, .after, .key)");
  return [...own].map(wordsOf).filter(Boolean);
}

function innerOf(place) {
  return holder(place).querySelectorAll(":scope > section, :scope > .notes > section");
}

// Words without the marks of notes, which mean nothing elsewhere.
function wordsOf(element) {
  const copy = element.cloneNode(true);
  for (const mark of copy.querySelectorAll(".anchor")) mark.remove();
  return copy.textContent.replace(/\s+/g, " ").trim();
}

function escaped(words) {
  return words.replace(/[\\`*_[\]<>#]/g, "\\$&");
}
