// A small menu at each provision: its link, its text with citation, the same as Markdown, the browser's own way to
// share, where it has one, and what other modules do with a provision (a bookmark, a report). Without a clipboard (a
// page on plain http has none) what was asked for is shown, marked.
import { asMarkdown, asText } from "./quoting.js";
import { wayOf } from "./ways.js";

const SAID_FOR = 2500; // milliseconds that the word "copied" stands,
const PER_LETTER = 60; // and at least that a sentence stands for each of its letters
const NEAR = 8; // pixels between the menu and the edge of the window

export function copyLinks(page) {
  const menu = page.querySelector(".sharing");
  const said = page.querySelector(".said");
  if (!menu?.showPopover) return;
  let button = null;
  const share = menu.querySelector("[data-give=share]");
  share.hidden = !page.defaultView.navigator.share;
  page.addEventListener("click", (event) => {
    const pressed = event.target.closest("button[data-copy]");
    if (!pressed) return;
    button = pressed;
    page.dispatchEvent(new CustomEvent("sharing", { detail: button }));
    menu.showPopover();
    place(menu, button);
    menu.querySelector("button").focus();
  });
  menu.addEventListener("click", (event) => {
    const choice = event.target.closest("button");
    if (!choice) return;
    menu.hidePopover();
    button.focus();
    if (choice.dataset.give) give(choice.dataset.give, button, said);
    else page.dispatchEvent(new CustomEvent(choice.dataset.do, { detail: button }));
  });
  menu.addEventListener("keydown", (event) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const choices = [...menu.querySelectorAll(":is(button, a):not([hidden])")];
    choices[(choices.indexOf(page.activeElement) + by + choices.length) % choices.length].focus();
  });
  page.addEventListener("copylink", (event) => {
    const own = buttonAt(page, event.detail);
    hand(own ? addressOf(own) : page.location.href, "link", said);
  });
}

/** The button of a place; of the law, or of what the page shows first, without one. */
export function buttonAt(page, place) {
  return place?.querySelector("button[data-copy]") ?? page.querySelector("main button[data-copy]");
}

function addressOf(button) {
  return new URL(wayOf(button.dataset.copy), button.ownerDocument.location.href).href;
}

async function give(form, button, said) {
  const address = addressOf(button);
  if (form === "share") {
    const text = asText(button);
    await navigator.share({ title: button.dataset.cite, text, url: address }).catch(() => {}); // the reader thought better of it
  } else {
    const words = { link: () => address, text: () => asText(button), markdown: () => asMarkdown(button, address) };
    await hand(words[form](), form, said);
  }
}

export async function hand(words, form, said) {
  if (await copied(words)) {
    say(said, said.dataset[form]);
  } else {
    offer(said, words);
  }
}

// Browsers give no clipboard to pages on plain http; false then.
async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

// Shows the words themselves, selected, with the sentence that tells what to do with them; Esc or a press puts it away.
function offer(said, words) {
  clearTimeout(say.clearing);
  const page = said.ownerDocument;
  const code = page.createElement("code");
  code.textContent = words;
  said.replaceChildren(`${said.dataset.failed} `, code);
  page.getSelection().selectAllChildren(code);
  const away = (event) => {
    if (event.type === "keydown" ? event.key !== "Escape" : said.contains(event.target)) return;
    said.replaceChildren();
    for (const kind of ["keydown", "pointerdown"]) page.removeEventListener(kind, away);
  };
  for (const kind of ["keydown", "pointerdown"]) page.addEventListener(kind, away);
}

export function say(said, words) {
  said.textContent = words;
  clearTimeout(say.clearing);
  say.clearing = setTimeout(() => said.replaceChildren(), Math.max(SAID_FOR, words.length * PER_LETTER));
}

// Under its button, or above it where the window ends; a narrow window has it at its foot, by the style sheet.
function place(menu, button) {
  const at = button.getBoundingClientRect();
  const view = button.ownerDocument.documentElement;
  const below = at.bottom + menu.offsetHeight + NEAR < view.clientHeight;
  menu.style.setProperty("--top", `${below ? at.bottom : Math.max(NEAR, at.top - menu.offsetHeight)}px`);
  menu.style.setProperty("--left", `${Math.max(NEAR, Math.min(at.right, view.clientWidth - NEAR) - menu.offsetWidth)}px`);
}
