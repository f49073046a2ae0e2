// What the pages about reading offline share, of a live site and of a site of files: the part that tells, and how.
export const room = document.querySelector("[data-worker]");

// Shows the sentences and buttons of these cases, and hides the others.
export function show(...cases) {
  for (const part of room.querySelectorAll("[data-when]")) part.hidden = !cases.includes(part.dataset.when);
}

// Resolves when a worker has taken over, and fails when it was dropped.
export function settled(worker) {
  return new Promise((resolve, reject) => {
    const check = () => {
      if (worker.state === "activated") resolve();
      else if (worker.state === "redundant") reject(new Error("dropped"));
    };
    worker.addEventListener("statechange", check);
    check();
  });
}

export function sized(bytes) {
  const tongue = document.documentElement.lang;
  return new Intl.NumberFormat(tongue, { style: "unit", unit: "kilobyte", maximumFractionDigits: 0 }).format(bytes / 1000);
}
