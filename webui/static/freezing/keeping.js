// The page about what this device keeps of a site of files: it shows what there is, and fetches or removes it.
import { room, settled, show, sized } from "../offline/room.js";
import { wayTo } from "./addresses.js";

const root = wayTo("/");
const own = `bridge-laws-files:${root.slice(0, -1)}:`;

for (const button of room.querySelectorAll("[data-act]")) button.addEventListener("click", () => act(button.dataset.act));
look();

async function look(...also) {
  if (!window.isSecureContext) return show("plain");
  if (!navigator.serviceWorker || !window.caches) return show("unable");
  const bill = await fetch(wayTo("/offline/bill.json"), { cache: "no-cache" }).then((answer) => answer.json()).catch(() => null);
  for (const place of room.querySelectorAll("[data-fill=offer]")) place.textContent = bill ? sized(bill.bytes) : "–";
  const kept = (await registered())?.active;
  show(kept ? "kept" : "empty", ...also);
}

async function act(what) {
  if (what === "remove") {
    await (await registered())?.unregister();
    for (const name of await caches.keys()) if (name.startsWith(own)) await caches.delete(name);
    return look("removed");
  }
  show("fetching");
  try {
    const registration = await navigator.serviceWorker.register(address(), { scope: root, updateViaCache: "none" });
    await settled(registration.installing ?? registration.waiting ?? registration.active);
    await look();
  } catch {
    await look("failed");
  }
}

async function registered() {
  const registration = await navigator.serviceWorker.getRegistration(root);
  return registration?.scope === new URL(root, location.href).href ? registration : null;
}

// The site wants addresses of scripts to be of trusted types; this is the only one.
function address() {
  const worker = wayTo("/service-worker.js");
  const policy = window.trustedTypes?.createPolicy("bridge-laws-worker", { createScriptURL: () => worker });
  return policy ? policy.createScriptURL(worker) : worker;
}
