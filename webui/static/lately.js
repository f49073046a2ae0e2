// On the first page: what this reader read last and bookmarked, where there is some.
import { keptBy, wayTo } from "./keeping.js";
import { wayOf } from "./ways.js";

const SHOWN = 6;

showLately(document);
window.addEventListener("storage", () => showLately(document));
window.addEventListener("pageshow", (event) => event.persisted && showLately(document));

function showLately(page) {
  const keeping = keptBy(page.defaultView);
  const place = page.querySelector(".lately");
  if (!keeping || !place) return;
  let any = false;
  for (const line of place.querySelectorAll("[data-kept]")) {
    const records = keeping.all(line.dataset.kept);
    line.hidden = !records.length;
    any ||= records.length > 0;
    line.querySelector("ul").replaceChildren(...records.slice(0, SHOWN).map((record) => shown(page, record)));
  }
  place.hidden = !any;
}

function shown(page, record) {
  const item = page.createElement("li");
  const link = page.createElement("a");
  link.href = wayOf(wayTo(record));
  link.lang = record.language;
  link.textContent = record.citation;
  if (record.heading) link.title = record.heading;
  item.append(link);
  return item;
}
