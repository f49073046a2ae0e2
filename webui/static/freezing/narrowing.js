// The lists of terms and situations on a site of files: narrowed here, by what is typed or stands behind "?q=".
// Terms have their own filter; what people say of a situation comes in a file of its own, when it is first asked for.
import { spellings } from "../terms.js";

const form = document.querySelector("form.filter");
const field = form.querySelector("input[type=search]");
let said;

form.addEventListener("submit", (event) => event.preventDefault());
if (form.dataset.json) field.addEventListener("input", narrow);
const asked = new URLSearchParams(location.search).get("q");
if (asked) {
  field.value = asked;
  field.dispatchEvent(new Event("input"));
}

async function narrow() {
  said ??= fetch(form.dataset.json).then((answer) => answer.json());
  const phrases = await said.catch(() => null);
  if (!phrases) {
    said = undefined; // the network is away; what is shown stays
    return;
  }
  const forms = spellings(field.value, form.dataset.digraphs.split(" ").map((pair) => pair.split(":")));
  const entries = [...document.querySelectorAll("[data-slug]")];
  for (const entry of entries) entry.hidden = !forms.some((typed) => has(phrases[entry.dataset.slug], typed.split(" ")));
  for (const phase of document.querySelectorAll(".phase")) phase.hidden = !phase.querySelector("[data-slug]:not([hidden])");
  tell(entries.filter((entry) => !entry.hidden).length);
}

// Whether one phrase has words that begin with all that was typed.
function has(phrases, typed) {
  return phrases.some((phrase) => typed.every((word) => ` ${phrase}`.includes(` ${word}`)));
}

function tell(count) {
  const line = document.querySelector(".filtered");
  const { none, one, two } = line.dataset;
  line.textContent = count === 0 ? none : count === 1 ? one : two.replace("2", String(count));
}
