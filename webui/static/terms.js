// The filter of the list of terms, at once; without it, the form asks the server.

const list = document.querySelector(".letters[data-digraphs]");
const field = document.getElementById("words");
if (list && field && !field.defaultValue) filter(list, field, document.querySelector(".found"));

function filter(list, field, found) {
  const digraphs = list.dataset.digraphs.split(" ").map((pair) => pair.split(":"));
  const entries = [...list.querySelectorAll(".entry")];
  const whole = found.textContent;
  field.addEventListener("input", () => {
    const forms = spellings(field.value, digraphs);
    for (const entry of entries) entry.hidden = !forms.some((form) => entry.dataset.words.includes(form));
    for (const letter of list.querySelectorAll(".letter")) letter.hidden = !letter.querySelector(".entry:not([hidden])");
    const left = entries.filter((entry) => !entry.hidden).length;
    found.textContent = left === entries.length ? whole : left ? `${left} / ${entries.length}` : found.dataset.none;
  });
}

// What was typed as the server folds it (kb.language.words): no case, no accents, two letters for one made one.
export function spellings(typed, digraphs) {
  const letters = { ø: "o", æ: "ae", œ: "oe", ß: "ss", đ: "d", ł: "l", "’": "'" };
  const plain = typed.trim().replace(/\s+/g, " ").toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "");
  const folded = plain.replace(/[øæœßđł’]/g, (letter) => letters[letter]);
  return [folded, digraphs.reduce((text, [pair, letter]) => text.replaceAll(pair, letter), folded)];
}
