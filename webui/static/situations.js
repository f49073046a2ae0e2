// The list of situations narrows while one types; the server says which have the words, so that both agree.

const PAUSE = 150; // milliseconds without a key before asking

const form = document.querySelector("form.filter[data-json]");
const field = form.querySelector("input[type=search]");
const said = document.querySelector(".filtered");
const entries = [...document.querySelectorAll("[data-slug]")];
const phases = [...document.querySelectorAll(".phase")];
let waiting;
let asking = new AbortController();

// The page that was asked for with words has only what has them: it keeps to the form.
if (!field.value) {
  field.addEventListener("input", () => {
    clearTimeout(waiting);
    asking.abort();
    waiting = setTimeout(narrow, PAUSE);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    narrow();
  });
}

async function narrow() {
  asking = new AbortController();
  const address = new URL(form.dataset.json, document.baseURI);
  address.searchParams.set("q", field.value);
  let found;
  try {
    const answer = await fetch(address, { signal: asking.signal });
    if (!answer.ok) return;
    found = new Set((await answer.json()).situations.map((each) => each.slug));
  } catch {
    return; // a newer question was asked, or there is no network: what is shown stays
  }
  for (const entry of entries) entry.hidden = !found.has(entry.dataset.slug);
  for (const phase of phases) phase.hidden = !phase.querySelector("[data-slug]:not([hidden])");
  said.textContent = counted(found.size);
}

function counted(count) {
  if (count === 0) return said.dataset.none;
  return count === 1 ? said.dataset.one : said.dataset.two.replace("2", String(count));
}
