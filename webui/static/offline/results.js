// Pages that a device makes itself: results, a choice of places, and why something cannot be shown. They have the marks
// and classes of the site's own (webui/templates/questions), the cards in them are the site's own.

const PER_PAGE = 20;
const TOGETHER = 3;
const SITUATIONS_TOLD = 3;
const FOUND_BLANK = 0;
const TOLD_BLANK = 1;

export function escapeText(text) {
  return text.replace(/[&<>"']/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&#34;", "'": "&#39;" })[sign]);
}

// The page of results for a question: {text, books, language, page}. Empty text gives the page that asks for one.
export function resultsPage(pack, question, code) {
  const { text, books } = question;
  const answer = answerOf(pack, question, code);
  const first = (question.page - 1) * PER_PAGE;
  const shown = groupsOf(answer.hits.slice(first, first + PER_PAGE));
  const told = question.page === 1 ? answer.situations.slice(0, SITUATIONS_TOLD) : [];
  return fillBlank(pack, FOUND_BLANK, code, {
    question: escapeText(text),
    chosen: books.map((book) => `<input type="hidden" name="book" value="${book}">`).join(""),
    books: bookSwitches(pack, question, code),
    led: ledRemark(pack, answer, code),
    count: countLines(pack, question, answer, code),
    results: [
      told.length ? toldCard(pack, told, code) : "",
      shown.length ? `<ol class="hits">${shown.map((group) => groupItem(pack, group, code)).join("")}</ol>` : "",
      turning(pack, question, answer.total, code),
    ].join(""),
  });
}

// The page that says where a citation may lead, or why nowhere; status as the site would answer.
export function placesPage(pack, text, led, code) {
  const lines = [];
  if (led.status === "unknown") lines.push(line(pack.say("offline-unread", code)));
  else if (led.unread) lines.push(line(pack.say("citation-unreadable", code, { text: escapeText(text.slice(0, 80)) })));
  else if (led.reason) lines.push(line(pack.spoken(led.reason, code)));
  else if (led.targets.length) lines.push(line(pack.say("may-mean", code)));
  lines.push(placeList(pack, led.targets, code));
  if (led.nearest.length) lines.push(`<h2>${pack.say("nearest", code)}</h2>`, placeList(pack, led.nearest, code));
  if (!led.targets.length) lines.push(line(`<a href="/search?q=${encodeURIComponent(text)}">${pack.say("search-instead", code)}</a>`));
  return fillBlank(pack, TOLD_BLANK, code, { question: escapeText(text), results: lines.join("") });
}

// A page that says one sentence, and the way to what comes nearest.
export function tellingPage(pack, title, name, nearest, code) {
  const way = nearest ? line(`<a href="${nearest}">${pack.say("offline-whole-law", code)}</a>`) : "";
  return fillBlank(pack, TOLD_BLANK, code, { question: escapeText(title), results: line(pack.say(name, code)) + way });
}

export function escapePage(pack, code) {
  return tellingPage(pack, pack.say("which-provision", code), "no-citation", "", code);
}

function answerOf(pack, question, code) {
  const { text, books, language } = question;
  const nothing = { hits: [], total: 0, situations: [], remarks: [], meant: null, led: null };
  if (!text) return nothing;
  const led = pack.cite(text, { language, book: books.length === 1 ? books[0] : "", tongue: code });
  if (led.address) {
    const hits = pack.within(led.address, books, language || code);
    if (hits.length) return { ...nothing, hits, total: hits.length, led };
  }
  const answer = pack.search(text, { language, books, tongue: code });
  return { ...answer, led: led.address ? led : null, unsure: led.status === "unknown" };
}

function fillBlank(pack, blank, code, values) {
  let page = pack.spoken(pack.pieces.piece("blanks", blank), code);
  for (const [name, letter] of Object.entries(pack.header.slots)) page = page.replaceAll(letter, () => values[name] ?? "");
  return page;
}

const line = (html) => `<p>${html}</p>`;

function placeList(pack, places, code) {
  const items = places
    .map(({ book, address }) => pack.numberOf(book, address))
    .filter((number) => number !== undefined)
    .map((number) => /<li>[^]*<\/li>/.exec(pack.card("place", number, code))[0]);
  return items.length ? `<ul class="places">${items.join("")}</ul>` : "";
}

function ledRemark(pack, { led }, code) {
  if (!led) return "";
  const places = placeList(pack, led.targets.length ? led.targets : led.nearest, code);
  if (led.reason) return `<div class="remark">${line(pack.spoken(led.reason, code))}${places}</div>`;
  return led.targets.length > 1 ? `<div class="remark">${line(pack.say("may-mean", code))}${places}</div>` : "";
}

function countLines(pack, { text, books }, answer, code) {
  const lines = [];
  if (!text) return line(pack.say("offline-words", code));
  if (answer.meant) {
    const words = `<a href="${searchWay({ text: answer.meant, books })}">${escapeText(answer.meant)}</a>`;
    const shown = answer.total ? ` ${pack.say("meant-shown", code)}` : "";
    lines.push(`<p class="meant">${pack.say("meant", code, { words })}${shown}</p>`);
  }
  const counted = (name, count) => pack.say(`${name}-${count === 1 ? "one" : "many"}`, code, { count: String(count) });
  if (answer.total) lines.push(line(counted("found", answer.total)));
  else if (answer.situations.length) lines.push(line(counted("situations-found", answer.situations.length)));
  else lines.push(line(pack.say("nothing", code)));
  for (const [name, values] of answer.remarks) {
    if (name === "search-all" && Number(values.count) >= answer.total) continue;
    lines.push(line(pack.say(name, code, escapedValues(values))));
  }
  if (answer.unsure) lines.push(line(pack.say("offline-cites", code)));
  lines.push(line(pack.say("offline-words", code)));
  return lines.join("");
}

const escapedValues = (values) => Object.fromEntries(Object.entries(values).map(([key, value]) => [key, escapeText(value)]));

// The hits of a page by law, a law standing where its best hit stands.
function groupsOf(hits) {
  const laws = new Map();
  for (const hit of hits) {
    const law = `${hit.book}/${hit.address.split("/")[0]}`;
    if (!laws.has(law)) laws.set(law, { book: hit.book, law: hit.address.split("/")[0], whole: null, inside: [] });
    if (hit.address.includes("/")) laws.get(law).inside.push(hit);
    else laws.get(law).whole = hit;
  }
  return [...laws.values()];
}

function groupItem(pack, { book, law, whole, inside }, code) {
  if (!whole && inside.length === 1) return cardOf(pack, "own", inside[0], code);
  if (whole && !inside.length) return cardOf(pack, "own", whole, code);
  const many = inside.length > TOGETHER + 1;
  const shown = many ? inside.slice(0, TOGETHER) : inside;
  const others = many ? inside.slice(TOGETHER) : [];
  const cards = (hits) => `<ol class="hits-in">${hits.map((hit) => cardOf(pack, "inner", hit, code)).join("")}</ol>`;
  const head = whole ? cardOf(pack, "own", whole, code).replace(/^\s*<li class="hit">|<\/li>\s*$/g, "") : pack.lawHead(book, law, code);
  return `<li class="of-law">${head}${cards(shown)}${others.length ? moreInLaw(pack, book, law, others, cards, code) : ""}</li>`;
}

function moreInLaw(pack, book, law, others, cards, code) {
  const { language } = pack.books.find((each) => each.id === book);
  const named = `<span lang="${language}">${pack.lawName(book, law, code)}</span>`;
  const said = pack.say(`more-in-${others.length === 1 ? "one" : "many"}`, code, { count: String(others.length), law: named });
  return `<details class="more-in"><summary>${said}</summary>${cards(others)}</details>`;
}

// The card of a unit with the words that answer, and how it was found.
function cardOf(pack, kind, hit, code) {
  const why = hit.why.map(([name, values]) => `<p class="why">${pack.say(name, code, escapedValues(values))}</p>`).join("");
  const slot = pack.header.slots.snippet;
  const dots = [hit.before ? "… " : "", hit.behind ? " …" : ""];
  const words = hit.named || !hit.snippet ? "" : dots[0] + markedText(hit.snippet, hit.marks) + dots[1];
  return markedHeading(pack.card(kind, hit.unit, code), hit).replace(new RegExp(`(<p class="snippet"[^>]*>)${slot}(</p>)`), (_, open, close) => (words ? open + words + close : "") + why);
}

// A card whose unit has the words in its heading: they are marked there.
function markedHeading(card, { named, marks, snippet }) {
  if (!named || !marks.length) return card;
  return card.replace(/<span class="step-name[^"]*">[^<]*<\/span>(?=<\/a><\/h)/, () => markedText(snippet, marks));
}

function markedText(text, marks) {
  let html = "";
  let last = 0;
  for (const [start, end] of marks) {
    html += `${escapeText(text.slice(last, start))}<mark>${escapeText(text.slice(start, end))}</mark>`;
    last = end;
  }
  return html + escapeText(text.slice(last));
}

function toldCard(pack, slugs, code) {
  const items = slugs.map((slug) => `<li>${pack.situationLink(slug, code)}</li>`).join("");
  const heading = pack.say(slugs.length === 1 ? "told-one" : "told-many", code);
  const word = `<p class="told-word">${pack.say("guidance", code)}</p>`;
  return `<section class="told" aria-labelledby="told"><h2 id="told">${heading}</h2><ul>${items}</ul>${word}</section>`;
}

function bookSwitches(pack, { text, books, language }, code) {
  const ids = pack.books.map((book) => book.id);
  if (ids.length < 2 || !text) return "";
  const on = books.length ? books : ids;
  const switches = pack.books.map((book) => {
    const turned = on.includes(book.id) ? on.filter((id) => id !== book.id) : [...on, book.id];
    const name = `<span class="box" aria-hidden="true"></span><span class="switch-name" lang="${book.language}">${escapeText(book.name)}</span>`;
    const chosen = on.includes(book.id) ? `<span class="unseen">(${pack.say("chosen", code)})</span>` : "";
    const kind = `switch${on.includes(book.id) ? " on" : ""}`;
    if (!turned.length) return `<span class="${kind}">${name}${chosen}</span>`;
    const way = searchWay({ text, language, books: turned.length === ids.length ? [] : turned });
    return `<a class="${kind}" href="${way}" rel="nofollow">${name}${chosen}</a>`;
  });
  return `<nav class="books-on" aria-label="${pack.say("which-book", code)}">${switches.join("")}</nav>`;
}

function turning(pack, question, total, code) {
  const last = Math.ceil(total / PER_PAGE);
  if (last < 2) return "";
  const way = (page, rel, name) =>
    page >= 1 && page <= last ? `<a rel="${rel}" href="${searchWay({ ...question, page })}"><span>${pack.say(name, code)}</span></a>` : "";
  const links = way(question.page - 1, "prev", "before") + way(question.page + 1, "next", "after");
  return `<nav class="turn" aria-label="${pack.say("more-results", code)}">${links}</nav>`;
}

function searchWay({ text, books = [], language = "", page = 1 }) {
  const asked = new URLSearchParams({ q: text });
  if (language) asked.set("lang", language);
  for (const book of books) asked.append("book", book);
  if (page > 1) asked.set("page", String(page));
  return escapeText(`/search?${asked}`);
}
