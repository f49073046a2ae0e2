// The page about what this device keeps: it shows what there is, and fetches, renews or removes it.
import { keep, remove, setRefused } from "./device.js";
import { room, settled, show, sized } from "./room.js";

const RECORD = "/offline/kept.json";
const tongue = document.documentElement.lang;
const bill = document.body.dataset.offline;

start();

async function start() {
  if (!bill) return;
  if (!window.isSecureContext) return show("plain");
  if (!navigator.serviceWorker || !window.caches) return show("unable");
  navigator.serviceWorker.addEventListener("message", ({ data }) => told(data));
  for (const button of room.querySelectorAll("[data-act]")) button.addEventListener("click", () => act(button.dataset.act));
  await look();
}

// Shows what is kept, and what the site has.
async function look(...also) {
  const [kept, offered] = await Promise.all([keptRecord(), offeredBill()]);
  if (!kept) {
    const bytes = offered?.parts.reduce((sum, part) => sum + part.bytes, 0);
    fill("offer", bytes === undefined ? "–" : sized(bytes));
    return show("empty", ...also);
  }
  fill("build", kept.build);
  fill("date", new Intl.DateTimeFormat(tongue, { dateStyle: "long", timeStyle: "short" }).format(new Date(kept.date)));
  fill("bytes", sized(kept.bytes));
  fill("size", sized(kept.size));
  show("kept", offered ? (offered.build === kept.build ? "current" : "newer") : "unreached", ...also);
}

async function act(what) {
  if (what === "remove") {
    await remove(window);
    return look("removed");
  }
  setRefused(window, false);
  show("fetching");
  try {
    const offered = await offeredBill();
    const cache = await caches.open("bridge-laws");
    if (offered) await cache.put("/offline/asked", new Response(offered.build));
    const registration = await keep(window, bill);
    await registration.update();
    await settled(registration.installing ?? registration.waiting ?? registration.active);
    await look();
  } catch {
    await look("failed");
  }
}

function told(data) {
  if (data?.kept) look();
  if (!data?.total) return;
  show("fetching");
  room.querySelector("progress").value = data.done / data.total;
  fill("progress", `${sized(data.done)} / ${sized(data.total)}`);
}

async function keptRecord() {
  for (const name of (await caches.keys()).reverse()) {
    const record = name.startsWith("bridge-laws-") && (await (await caches.open(name)).match(RECORD));
    if (record) return record.json();
  }
  return null;
}

async function offeredBill() {
  try {
    const answer = await fetch(bill, { cache: "no-store" });
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

function fill(name, text) {
  for (const place of room.querySelectorAll(`[data-fill="${name}"]`)) place.textContent = text;
}
