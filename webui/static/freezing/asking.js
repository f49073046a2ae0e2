// Questions on a site of files: a search, a citation, and an address that is no file. The browser answers them itself,
// with the tables that a device keeps for reading offline.
import { openPack } from "../offline/answering.js";
import { answerAt } from "../offline/routes.js";
import { Shorthand } from "../offline/shorthand.js";
import { addressAt, wayTo } from "./addresses.js";

const SHORT_IN = /^\/([a-z]{2,3})((?:-[a-z0-9]+)*)\/([1-9][0-9]?[A-Za-z0-9()]+)$/;
const SHORT_FORM = /^\/[1-9][0-9]?[A-Za-z0-9()]*$/;
const WAYS = ["href", "src", "action"];

const place = document.querySelector("[data-answers]");
const address = spokenOf(addressAt(location.href));
ask().catch(() => show("failed"));

async function ask() {
  if (forwarded()) return;
  const words = (address.searchParams.get("q") ?? "").trim();
  if (place.dataset.lost === undefined && !words) return show("empty");
  show("waiting");
  const pack = await opened();
  const answer = answerAt(pack, address, document.documentElement.lang);
  if (answer.location) return location.replace(wayTo(answer.location));
  if (place.dataset.lost !== undefined && address.pathname !== "/r" && !SHORT_FORM.test(address.pathname)) return lost(pack);
  fill(answer.html);
}

// The short form in a book or a language (/nl/54b2) asks as /r?q=54b2&lang=nl does.
function spokenOf(address) {
  const [, language, edition, words] = SHORT_IN.exec(address.pathname) ?? [];
  if (!words || place.dataset.lost === undefined) return address;
  address.pathname = "/r";
  address.search = new URLSearchParams({ q: words, ...(edition ? { book: language + edition } : { lang: language }) });
  return address;
}

// The page itself stands under its plain name.
function forwarded() {
  if (place.dataset.lost === undefined || !address.pathname.endsWith(".html")) return false;
  location.replace(wayTo(address.pathname.replace(/\.html$/, "")));
  return true;
}

async function opened() {
  const [answers, texts] = await Promise.all([bytes(place.dataset.answers), bytes(place.dataset.texts)]);
  const pack = openPack({ answers, pieces: new Pieces(texts) });
  pack.pieces.know(pack.books);
  const say = pack.say.bind(pack);
  const own = JSON.parse(place.dataset.said);
  pack.say = (name, code, values) => own[name] ?? say(name, code, values);
  return pack;
}

// Pieces, and the places of the books, so that one in another spelling is found; their pages are files.
class Pieces extends Shorthand {
  know(books) {
    for (const book of books) {
      for (const unit of book.units) {
        const steps = unit.split("/");
        for (let depth = 1; depth <= steps.length; depth++) {
          this.pages.set(`/${book.id}/${steps.slice(0, depth).join("/")}`, { status: 200, first: 0, count: 1 });
        }
      }
    }
  }
}

// The parts are packed, and no host of files says so.
async function bytes(part) {
  const answer = await fetch(part);
  if (!answer.ok) throw new Error(part);
  return new Response(answer.body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

// What was made takes the place of what the page has; it runs no script.
function fill(html) {
  const policy = window.trustedTypes?.createPolicy("bridge-laws-answers", { createHTML: (text) => text });
  const made = new DOMParser().parseFromString(policy ? policy.createHTML(html) : html, "text/html");
  const main = document.importNode(made.querySelector("main"), true);
  for (const name of WAYS) {
    for (const each of main.querySelectorAll(`[${name}^="/"]`)) each.setAttribute(name, wayTo(each.getAttribute(name)));
  }
  document.title = made.title;
  document.querySelector("main").replaceChildren(...main.childNodes);
}

function lost(pack) {
  const [, book, law] = address.pathname.split("/");
  const way = place.querySelector(".lost-law a");
  const known = pack.pieces.pages.has(`/${book}/${law}`);
  if (known) way.href = wayTo(`/${book}/${law}`);
  way.closest(".lost-law").hidden = !known;
  show("lost");
}

function show(name) {
  for (const part of place.querySelectorAll("[data-when]")) part.hidden = part.dataset.when !== name;
}
