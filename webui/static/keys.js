// The keys of the site. What each is for is said on the page of the keys, which "?" opens; the two lists are tested
// against each other. No key acts while one types, with a modifier held, or under an open sheet.
import { buttonAt } from "./copying.js";

const PLACES = ".law .unit, .law .note, .spread .line, .spread .hub";

const KEYS = {
  "/": toSearch,
  j: (page) => step(page, 1),
  k: (page) => step(page, -1),
  "[": (page) => turn(page, "prev"),
  "]": (page) => turn(page, "next"),
  l: copyLink,
  b: bookmark,
  "?": (page) => page.querySelector("a[data-sheet=keys]")?.click(),
  ArrowDown: (page) => along(page, 1),
  ArrowUp: (page) => along(page, -1),
};

export function pressKeys(page) {
  page.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || isTyping(event.target) || withModifier(event) || covered(page)) return;
    if (Object.hasOwn(KEYS, event.key) && KEYS[event.key](page) !== false) event.preventDefault();
  });
}

export function isTyping(element) {
  return element instanceof HTMLElement && (element.isContentEditable || element.matches("input, textarea, select"));
}

// AltGr is no modifier: on many keyboards "[" cannot be typed without it.
function withModifier(event) {
  return event.metaKey || ((event.ctrlKey || event.altKey) && !event.getModifierState("AltGraph"));
}

export function covered(page) {
  return page.querySelector("dialog[open], :popover-open") !== null;
}

function toSearch(page) {
  const field = page.querySelector("input[type=search]");
  field?.focus();
  field?.select();
}

// To the next or previous provision; on a page of a list, to the next or previous of its links.
function step(page, by) {
  const places = [...page.querySelectorAll(PLACES)].filter(isShown);
  const stops = places.length ? places : listed(page);
  const at = stops.indexOf(places.length ? placeInHand(page) : page.activeElement);
  const next = at < 0 ? firstInView(page, stops) : stops[at + by];
  if (!next) return;
  if (places.length) next.tabIndex = -1;
  next.focus({ preventScroll: true });
  next.scrollIntoView({ block: places.length ? "start" : "nearest" });
}

// The provision that has the focus, else the one that the address opened the page at.
export function placeInHand(page) {
  return page.activeElement?.closest(PLACES) ?? page.querySelector(`:is(${PLACES}):target`) ?? page.querySelector(":is(.law, .spread) [data-marked]");
}

function firstInView(page, stops) {
  const top = page.querySelector(".bar").getBoundingClientRect().bottom;
  return stops.find((stop) => stop.getBoundingClientRect().top >= top) ?? stops.at(-1);
}

// Along a list, where the focus is in one; else the arrows scroll as ever.
function along(page, by) {
  const stops = listed(page);
  const at = stops.indexOf(page.activeElement);
  if (at < 0) return false;
  stops[at + by]?.focus();
}

function listed(page) {
  const items = [...page.querySelectorAll("main li")].map((item) => item.querySelector("a[href]"));
  return [...new Set(items)].filter((link) => link && isShown(link));
}

function isShown(element) {
  return element.getClientRects().length > 0;
}

function turn(page, rel) {
  page.querySelector(`main a[rel=${rel}]`)?.click();
}

function bookmark(page) {
  const button = buttonAt(page, placeInHand(page));
  if (!button) return false;
  page.dispatchEvent(new CustomEvent("bookmark", { detail: button }));
}

function copyLink(page) {
  page.dispatchEvent(new CustomEvent("copylink", { detail: placeInHand(page) }));
}
