// Bookmarks where the provisions stand: the menu and the key "b" put one and take it away, the button of a place that
// has one shows it. And every law or provision that is opened is remembered as read.
import { say } from "./copying.js";
import { keptBy, placeOf } from "./keeping.js";

const PLACES = "section.unit, section.note, .piece, article.law";
const HEADINGS = ":scope > .body > .heading, :scope > .heading, :scope > header h1 .title";

export function markPlaces(page) {
  const said = page.querySelector(".said");
  const menu = page.querySelector(".sharing");
  if (!said || !menu) return;
  const keeping = keptBy(page.defaultView);
  const dropped = new Map(); // what was taken away on this page comes back with its note
  const show = () => keeping && showMarks(page, keeping);
  if (keeping) remember(page, keeping);
  show();
  page.defaultView.addEventListener("storage", show);
  page.defaultView.addEventListener("pageshow", (event) => event.persisted && show());
  page.addEventListener("sharing", (event) => offer(menu, keeping, event.detail));
  page.addEventListener("bookmark", (event) => {
    if (!keeping) return say(said, said.dataset.blocked);
    const place = placeOf(event.detail.dataset.copy);
    const here = keeping.find("bookmarks", place);
    try {
      if (here) keeping.drop("bookmarks", place);
      else keeping.keep("bookmarks", dropped.get(event.detail.dataset.copy) ?? recordOf(event.detail));
    } catch {
      return say(said, said.dataset.full);
    }
    if (here) dropped.set(event.detail.dataset.copy, here);
    show();
    say(said, here ? (here.note ? said.dataset.unbookmarkedNote : said.dataset.unbookmarked) : said.dataset.bookmarked);
  });
}

function recordOf(button) {
  const around = button.closest(PLACES);
  return record(button.dataset.copy, button.dataset.cite, around);
}

function record(path, citation, around) {
  const language = around.closest("[lang]").lang;
  return { ...placeOf(path), citation, heading: headingOf(around), language, note: "", when: new Date().toISOString() };
}

/** The heading that a place stands under: its own, else the nearest around it. */
function headingOf(around) {
  for (let place = around; place; place = place.parentElement?.closest(PLACES)) {
    const words = place.querySelector(HEADINGS)?.textContent.replace(/\s+/g, " ").trim();
    if (words) return words.slice(0, 1000);
  }
  return "";
}

/** A full browser remembers no more of what was read; the page of the bookmarks says so. */
function remember(page, keeping) {
  const law = page.querySelector("article.law[data-here]");
  if (!law) return;
  const at = law.querySelector("[data-marked]") ?? law;
  try {
    keeping.keep("read", record(law.dataset.here, law.dataset.cited, at));
  } catch {
    // said where it can be helped
  }
}

function showMarks(page, keeping) {
  const marks = new Set(keeping.all("bookmarks").map((mark) => `/${mark.book}/${mark.address}`));
  for (const button of page.querySelectorAll("main button[data-copy]")) {
    const marked = marks.has(button.dataset.copy);
    if (button.classList.toggle("bookmarked", marked)) button.setAttribute("aria-describedby", "bookmarked");
    else button.removeAttribute("aria-describedby");
  }
}

/** What the menu says of bookmarks for the place whose button opened it. */
function offer(menu, keeping, button) {
  const place = placeOf(button.dataset.copy);
  const here = keeping?.find("bookmarks", place);
  const toggle = menu.querySelector("[data-do=bookmark]");
  toggle.textContent = here ? toggle.dataset.off : toggle.dataset.on;
  const way = menu.querySelector(".sharing-note");
  way.hidden = !here;
  way.hash = button.dataset.copy;
}
