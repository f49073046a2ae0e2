// The worker of a site of files: it fetches a build whole or not at all, and answers with what it keeps where the network
// does not answer. BILL (webui/freezing/keeping.py) stands before this script.
import { Shorthand } from "../offline/shorthand.js";

const OWN_CACHES = `bridge-laws-files:${BILL.root}:`;
const BUILD_CACHE = OWN_CACHES + BILL.build;
const PATIENCE = 4000; // milliseconds for a network that is there and does not answer
const AT_ONCE = 4;

self.addEventListener("install", (event) => event.waitUntil(fetchBuild()));
self.addEventListener("activate", (event) => event.waitUntil(takeOver()));
self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  const own = url.origin === self.location.origin && url.pathname.startsWith(`${BILL.root}/`);
  if (event.request.method === "GET" && own) event.respondWith(answerTo(event.request, url));
});

async function fetchBuild() {
  const cache = await caches.open(BUILD_CACHE);
  const waiting = [...BILL.parts];
  const takeParts = async () => {
    for (let part = waiting.shift(); part; part = waiting.shift()) await fetchPart(cache, part);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, takeParts));
  await self.skipWaiting();
}

async function fetchPart(cache, { url, sha256 }) {
  if (await cache.match(url)) return; // it came with an earlier try
  const answer = await fetch(url, { cache: "no-cache" });
  const bytes = await answer.arrayBuffer();
  const digest = [...new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))];
  if (!answer.ok || digest.map((byte) => byte.toString(16).padStart(2, "0")).join("") !== sha256) throw new Error(url);
  await cache.put(url, new Response(bytes, { headers: { "Content-Type": answer.headers.get("Content-Type") ?? "" } }));
}

async function takeOver() {
  for (const name of await caches.keys()) {
    if (name.startsWith(OWN_CACHES) && name !== BUILD_CACHE) await caches.delete(name);
  }
  await self.clients.claim();
}

async function answerTo(request, url) {
  const kept = await keptAt(url.href);
  if (kept) return kept;
  const network = fetch(request);
  network.catch(() => {});
  let timer;
  const late = new Promise((resolve) => (timer = setTimeout(resolve, PATIENCE)));
  try {
    return (await Promise.race([network, late])) ?? (await pageFor(request, url)) ?? (await network);
  } catch {
    return (await pageFor(request, url)) ?? Response.error();
  } finally {
    clearTimeout(timer);
  }
}

// What is kept under an address; a cache that was removed is not made anew by looking into it.
function keptAt(address) {
  return caches.match(address, { cacheName: BUILD_CACHE });
}

// The page of a folder; what is asked for without its slash is led there, what is none gets the page that says so.
async function pageFor(request, url) {
  const pages = await openPages();
  const path = url.pathname.slice(BILL.root.length).replace(/\/index\.html$/, "/");
  const page = pages?.page(path, 0);
  if (page) return dressed(page);
  if (pages?.pages.has(`${path}/`)) return Response.redirect(`${url.origin}${BILL.root}${path}/${url.search}`, 302);
  return pages && request.mode === "navigate" ? dressed(pages.page("/404.html", 0)) : null;
}

function dressed({ status, text }) {
  return new Response(text, { status, headers: { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store" } });
}

let keptPages = null;

// The pages of this build, opened once while the worker lives; null where they are not there any more.
function openPages() {
  keptPages ??= (async () => {
    const packed = await keptAt(BILL.pages);
    const plain = packed.body.pipeThrough(new DecompressionStream("gzip"));
    return new Shorthand(await new Response(plain).arrayBuffer());
  })().catch(() => null);
  return keptPages;
}
