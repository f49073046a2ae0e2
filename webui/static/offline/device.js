// Keeps the books on the device for reading without a network, and says so when the network goes. Nothing of it costs a
// reader time: it begins when the page is there and the browser idle, once for each build, and not where data is saved.

const WORKER = "/service-worker.js";
const REFUSED = "offline-refused";
const TRIES = 24;
const LONGEST_IDLE = 4000;

export function keepOnDevice(page) {
  const view = page.defaultView;
  showLine(page, view);
  const { serviceWorker } = view.navigator;
  if (!serviceWorker) return;
  serviceWorker.ready.then(({ active }) => active.postMessage({ tongue: page.documentElement.lang }));
  whenIdle(view, async () => {
    // Whether there is a newer build, the browser asks by itself once there is a worker.
    const known = await serviceWorker.getRegistration("/");
    if (known || isRefused(view) || view.navigator.connection?.saveData) return;
    keep(view, page.body.dataset.offline).catch(() => {});
  });
}

// Fetches the newest build, waiting for the site to have made it; the worker fetches, and tells pages how far it is.
export async function keep(view, bill) {
  for (let tries = 0; tries < TRIES; tries++) {
    const answer = await view.fetch(bill, { method: "HEAD", cache: "no-store" });
    if (answer.ok) {
      return view.navigator.serviceWorker.register(workerAddress(view), { updateViaCache: "none" });
    }
    if (answer.status !== 503) break;
    await new Promise((resolve) => view.setTimeout(resolve, 1000 * Number(answer.headers.get("Retry-After") ?? 5)));
  }
  throw new Error("there is nothing to keep");
}

// Removes everything that is kept, and keeps nothing again until somebody asks for it.
export async function remove(view) {
  const registration = await view.navigator.serviceWorker.getRegistration("/");
  await registration?.unregister();
  for (const name of await view.caches.keys()) if (name.startsWith("bridge-laws")) await view.caches.delete(name);
  setRefused(view, true);
}

// Where the browser lets a page keep nothing, it refuses nothing either.
export function setRefused(view, refused) {
  try {
    if (refused) view.localStorage.setItem(REFUSED, "yes");
    else view.localStorage.removeItem(REFUSED);
  } catch {
    return;
  }
}

function isRefused(view) {
  try {
    return view.localStorage.getItem(REFUSED) === "yes";
  } catch {
    return false;
  }
}

// The site wants addresses of scripts to be of trusted types; this is the only one that a page asks for by itself.
function workerAddress(view) {
  const policy = view.trustedTypes?.createPolicy("bridge-laws-worker", { createScriptURL: () => WORKER });
  return policy ? policy.createScriptURL(WORKER) : WORKER;
}

function showLine(page, view) {
  const line = page.querySelector(".off-line.gone");
  if (!line || page.querySelector(".off-line.kept:not([hidden])")) return;
  const put = () => (line.hidden = view.navigator.onLine !== false);
  view.addEventListener("offline", put);
  view.addEventListener("online", put);
  put();
}

function whenIdle(view, act) {
  const soon = () => (view.requestIdleCallback ? view.requestIdleCallback(act, { timeout: LONGEST_IDLE }) : view.setTimeout(act, 1000));
  if (view.document.readyState === "complete") soon();
  else view.addEventListener("load", soon, { once: true });
}
