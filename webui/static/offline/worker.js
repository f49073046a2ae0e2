// The worker: it fetches a build whole or not at all, and answers with what it keeps where the network does not answer.
//
// A build is fetched while this worker is installed, into a cache of its own, and each part is held against its digest.
// Only when all are there the worker takes over; else it is dropped, the one before it goes on with its own build, and the
// next try goes on with the parts that came. So a device never shows two builds in one page.
// BILL (what the build is made of) and HEADERS (what every page is dressed in) stand before this script.
import { openPack } from "./answering.js";
import { answerAt } from "./routes.js";
import { Shorthand } from "./shorthand.js";

const CACHE_PREFIX = "bridge-laws-";
const BUILD_CACHE = CACHE_PREFIX + BILL.build;
const STATE_CACHE = "bridge-laws";
const KEPT_RECORD = "/offline/kept.json";
const TONGUE_RECORD = "/offline/tongue";
const ASKED_RECORD = "/offline/asked";
const PATIENCE = 4000; // milliseconds for a network that is there and does not answer
const AT_ONCE = 4;
const GATEWAY_FAILS = [502, 503, 504];
const LEFT_TO_NETWORK = /^\/(?:api\/|embed|healthz$|service-worker\.js$|manifest\.webmanifest$|offline\/)/;
const HIDDEN_LINE = /<p class="off-line kept" role="status" hidden>/;
const KEPT_DATE = /<time class="kept-date"><\/time>/g;
const KEPT_BUILD = /<code class="kept-build"><\/code>/g;

self.addEventListener("install", (event) => event.waitUntil(fetchBuild()));
self.addEventListener("activate", (event) => event.waitUntil(takeOver()));
self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== self.location.origin || LEFT_TO_NETWORK.test(url.pathname)) return;
  if (event.request.mode === "navigate") event.respondWith(pageFor(event, url));
  else if (url.pathname.startsWith("/static/")) event.respondWith(fileFor(event.request));
  else event.respondWith(fetch(event.request).catch(() => pieceFor(event.request, url)));
});
self.addEventListener("message", (event) => {
  if (event.data?.tongue) event.waitUntil(writeState(TONGUE_RECORD, event.data.tongue));
});

async function fetchBuild() {
  const saving = navigator.connection?.saveData && self.registration.active;
  if (saving && (await readState(ASKED_RECORD)) !== BILL.build) throw new Error("this device saves data");
  const cache = await caches.open(BUILD_CACHE);
  const total = BILL.parts.reduce((sum, part) => sum + part.bytes, 0);
  let done = 0;
  const waiting = [...BILL.parts];
  const takeParts = async () => {
    for (let part = waiting.shift(); part; part = waiting.shift()) {
      await fetchPart(cache, part);
      done += part.bytes;
      tellPages({ build: BILL.build, done, total });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, takeParts));
  for (const part of BILL.parts) if (!(await cache.match(part.url))) throw new Error(`${part.name} is missing`);
  const record = { build: BILL.build, date: new Date().toISOString(), bytes: total, size: BILL.parts.reduce((sum, part) => sum + part.size, 0) };
  await cache.put(KEPT_RECORD, Response.json(record));
  await self.skipWaiting();
}

// Takes a part from this build's cache, from that of another build, or from the network.
async function fetchPart(cache, part) {
  if (await cache.match(part.url)) return;
  const ways = [() => caches.match(part.url), () => fetch(part.url), () => fetch(part.url, { cache: "reload" })];
  for (const way of ways) {
    const answer = await way();
    const bytes = answer?.ok && (await answer.arrayBuffer());
    if (!bytes || (await digestOf(bytes)) !== part.sha256) continue;
    const type = answer.headers.get("Content-Type") ?? "application/octet-stream";
    await cache.put(part.url, new Response(bytes, { headers: { "Content-Type": type, "X-Content-Type-Options": "nosniff" } }));
    return;
  }
  throw new Error(`${part.name} did not come whole`);
}

async function digestOf(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// The builds before go, but for the files that pages which are still open may ask for.
async function takeOver() {
  const others = (await caches.keys()).filter((name) => name.startsWith(CACHE_PREFIX) && name !== BUILD_CACHE);
  for (const [at, name] of others.entries()) {
    if (at < others.length - 1) {
      await caches.delete(name);
      continue;
    }
    const cache = await caches.open(name);
    for (const request of await cache.keys()) if (!new URL(request.url).pathname.startsWith("/static/")) await cache.delete(request);
  }
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
  tellPages({ build: BILL.build, kept: true });
}

async function tellPages(message) {
  for (const page of await self.clients.matchAll({ includeUncontrolled: true, type: "window" })) page.postMessage(message);
}

async function pageFor(event, url) {
  const asked = url.searchParams.get("hl");
  if (asked) event.waitUntil(writeState(TONGUE_RECORD, asked));
  if (navigator.onLine === false) return (await keptPage(url)) ?? fetch(event.request);
  const network = fromNetwork(event);
  network.catch(() => {});
  let timer;
  const late = new Promise((resolve) => (timer = setTimeout(resolve, PATIENCE)));
  try {
    const answer = await Promise.race([network, late]);
    if (answer && !GATEWAY_FAILS.includes(answer.status)) return answer;
    const page = await keptPage(url);
    return page && page.status < 400 ? page : await network;
  } catch {
    return (await keptPage(url)) ?? Response.error();
  } finally {
    clearTimeout(timer);
  }
}

async function fromNetwork(event) {
  return (await event.preloadResponse) ?? fetch(event.request);
}

async function fileFor(request) {
  const cache = await caches.open(BUILD_CACHE);
  const kept = await cache.match(request, { ignoreVary: true });
  return kept ?? fetch(request).catch(async () => (await caches.match(request, { ignoreVary: true })) ?? Response.error());
}

// What a script of a page asks for: another page, to cut a piece out of it.
async function pieceFor(request, url) {
  const wantsPage = /text\/html|\*\/\*/.test(request.headers.get("Accept") ?? "*/*") && !/\.[a-z]+$/.test(url.pathname);
  const pack = wantsPage && (await openKept());
  if (!pack) return Response.error();
  const answer = answerAt(pack, url, await tongueFor(pack, url));
  return answer.html && answer.status === 200 ? dressed(answer.html, 200) : Response.error();
}

async function keptPage(url) {
  const pack = await openKept();
  if (!pack) return null;
  const code = await tongueFor(pack, url);
  const answer = answerAt(pack, url, code);
  if (answer.location) return Response.redirect(new URL(answer.location + onwardQuery(url), url.origin), answer.status);
  return dressed(await withLine(answer.html, code), answer.status);
}

function onwardQuery(url) {
  const tongue = url.searchParams.get("hl");
  return tongue ? `?hl=${encodeURIComponent(tongue)}` : "";
}

async function withLine(html, code) {
  const record = await keptRecord();
  const date = new Intl.DateTimeFormat(code, { dateStyle: "long" }).format(new Date(record.date));
  return html
    .replace(HIDDEN_LINE, '<p class="off-line kept" role="status">')
    .replace(KEPT_DATE, `<time class="kept-date" datetime="${record.date}">${date}</time>`)
    .replace(KEPT_BUILD, `<code class="kept-build">${record.build}</code>`);
}

function dressed(html, status) {
  return new Response(html, { status, headers: { ...HEADERS, "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store" } });
}

let keptPack = null;

// The pack of this build, opened once while the worker lives; null where it is not there any more.
function openKept() {
  keptPack ??= (async () => {
    const cache = await caches.open(BUILD_CACHE);
    const [pages, answers] = await Promise.all(["pages", "answers"].map((name) => cache.match(BILL.parts.find((part) => part.name === name).url)));
    if (!pages || !answers) return null;
    const [written, asked] = await Promise.all([pages.arrayBuffer(), answers.arrayBuffer()]);
    return openPack({ answers: asked, pieces: new Shorthand(written) });
  })().catch(() => null);
  return keptPack;
}

async function keptRecord() {
  const record = await (await caches.open(BUILD_CACHE)).match(KEPT_RECORD);
  return record.json();
}

// The language of a page: the one asked for, else that of the page read last, else the best that the reader speaks.
async function tongueFor(pack, url) {
  const spoken = navigator.languages.map((tongue) => tongue.split("-")[0]);
  const wished = [url.searchParams.get("hl"), await readState(TONGUE_RECORD), ...spoken];
  return wished.find((code) => pack.codes.includes(code)) ?? "en";
}

async function readState(name) {
  const record = await (await caches.open(STATE_CACHE)).match(name);
  return record ? record.text() : null;
}

async function writeState(name, text) {
  await (await caches.open(STATE_CACHE)).put(name, new Response(text));
}
