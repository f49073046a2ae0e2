// What a device answers at an address of the site: a page that it keeps, one that it makes, or a way elsewhere.
import { escapePage, placesPage, resultsPage, tellingPage } from "./results.js";

const SHORT_FORM = /^\/[1-9][0-9]?[A-Za-z0-9()]*$/;

// {status, html}, or {status, location}; url is a URL, code the language of the page.
export function answerAt(pack, url, code) {
  const path = decodedPath(url);
  const asked = url.searchParams;
  if (path === "/search") return searched(pack, asked, code);
  if (path === "/r") return led(pack, (asked.get("q") ?? "").trim(), asked, code);
  const page = pack.pieces.page(path, pack.codes.indexOf(code));
  if (page) return { status: page.status, html: pack.spoken(page.text, code) };
  if (SHORT_FORM.test(path)) return led(pack, path.slice(1), asked, code);
  return moved(pack, path) ?? nearest(pack, path, code);
}

function searched(pack, asked, code) {
  const text = (asked.get("q") ?? "").split(/\s+/).filter(Boolean).join(" ").slice(0, 1000);
  const known = new Set(pack.books.map((book) => book.id));
  const books = [...new Set(asked.getAll("book"))].filter((book) => known.has(book));
  const language = asked.get("lang") ?? "";
  const page = Math.max(1, Math.min(500, Number.parseInt(asked.get("page") ?? "1", 10) || 1));
  const place = text && pack.cite(text, { language, book: books.length === 1 ? books[0] : "", tongue: code });
  if (place && place.status === "one" && !place.moved) return wayTo(place.targets[0]);
  return { status: 200, html: resultsPage(pack, { text, books, language, page }, code) };
}

function led(pack, text, asked, code) {
  if (!text) return { status: 400, html: escapePage(pack, code) };
  const place = pack.cite(text, { language: asked.get("lang") ?? "", book: asked.get("book") ?? "", tongue: code });
  if (asked.get("from") && place.status !== "one") place.status = "unknown";
  if (place.status === "one" && !place.moved) return wayTo(place.targets[0]);
  const status = place.status === "unknown" ? 503 : place.targets.length ? 300 : 404;
  return { status, html: placesPage(pack, text, place, code) };
}

function wayTo({ book, address }) {
  return { status: 302, location: `/${book}/${address}` };
}

// An address in another spelling of one that is kept: of a language's default book, in another case, with a slash more.
function moved(pack, path) {
  const [first, ...steps] = path.slice(1).split("/");
  const book = pack.books.find((each) => each.language === first && each.default);
  if (book) return { status: 302, location: ["", book.id, ...steps].join("/") };
  const bare = path.replace(/\/+$/, "");
  const low = bare.toLowerCase();
  const found = [...pack.pieces.pages.keys()].filter((known) => known === bare || known.toLowerCase() === low);
  return found.length === 1 && found[0] !== path ? { status: 301, location: found[0] } : null;
}

// What is kept above an address: the law of a row, or of a unit that there is not.
function nearest(pack, path, code) {
  const steps = path.split("/");
  const compare = steps[1] === "compare";
  if (compare && steps.length > 5) {
    const above = pack.pieces.page(steps.slice(0, 5).join("/"), pack.codes.indexOf(code));
    if (above?.status === 200) return { status: 200, html: pack.spoken(above.text, code) };
  }
  const book = pack.books.find((each) => each.id === steps[1]);
  const law = book && `/${book.id}/${steps[2]}`;
  if (book && book.units.length && pack.pieces.page(law, 0)?.status === 200) {
    const range = /-/.test(steps.at(-1));
    return { status: range ? 503 : 404, html: tellingPage(pack, path, range ? "offline-lacking" : "offline-lacking-unit", law, code) };
  }
  return { status: 503, html: tellingPage(pack, path, "offline-lacking", "", code) };
}

function decodedPath(url) {
  try {
    return decodeURIComponent(url.pathname);
  } catch {
    return url.pathname;
  }
}
