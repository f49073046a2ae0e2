// "c" crosses over: from a provision to its row beside the other book, and from there back.
import { covered, isTyping } from "./keys.js";

const PLACES = ".unit, .note, .piece, .line, .hub";

export function crossOver(page) {
  page.addEventListener("keydown", (event) => {
    if (event.key !== "c" || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isTyping(event.target) || covered(page)) return;
    const link = linkFrom(inHand(page)) ?? page.querySelector(".law-tools [data-cross]");
    if (link) page.location.assign(link.href);
  });
}

// What a reader has gone to on the page. Where the address opened it is none of that: the link at the head knows it.
function inHand(page) {
  const active = page.activeElement;
  return active.closest(PLACES) && !active.matches("[data-marked]") ? active : page.querySelector(":target");
}

// The way over from an element: that of the nearest place around it that has one.
function linkFrom(element) {
  for (let place = element?.closest(PLACES); place; place = place.parentElement?.closest(PLACES)) {
    const link = place.querySelector("[data-cross]");
    if (link) return link;
  }
  return null;
}
