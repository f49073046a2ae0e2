// A press of a copy button puts the whole address of its provision on the clipboard, and says so.

const SAID_FOR = 2500; // milliseconds that the word "copied" stands

export function copyLinks(page) {
  const said = page.querySelector(".said");
  page.addEventListener("click", async (event) => {
    const button = event.target.closest("button[data-copy]");
    if (!button) return;
    const address = new URL(button.dataset.copy, page.location.href).href;
    if (await copied(address)) {
      say(said, said.dataset.copied);
    } else {
      offer(said, address);
    }
  });
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

// Shows the address itself, selected, with the sentence that tells what to do with it.
function offer(said, address) {
  const code = said.ownerDocument.createElement("code");
  code.textContent = address;
  said.replaceChildren(`${said.dataset.failed} `, code);
  said.ownerDocument.getSelection().selectAllChildren(code);
}

function say(said, words) {
  said.textContent = words;
  clearTimeout(say.clearing);
  say.clearing = setTimeout(() => said.replaceChildren(), SAID_FOR);
}
