// "Report an error": the text that the page of the report has ready, in a dialog where one adds what is wrong, to copy
// or to mail. Without a network, or without the page, the link to it is followed as ever.
import { hand } from "./copying.js";
import { asked } from "./sheet.js";

export function reportErrors(page) {
  const own = page.querySelector("main .report");
  if (own) attend(own);
  page.addEventListener("report", (event) => open(page, event.detail));
}

async function open(page, button) {
  const place = button.dataset.copy.slice(1);
  const address = new URL(page.body.dataset.report.replace("{place}", place), page.baseURI);
  if (!page.body.dataset.report.includes("{place}")) address.searchParams.set("at", place);
  const source = await asked(address.href);
  const report = source?.querySelector("main .report");
  if (!report) return page.location.assign(address.href);
  const dialog = page.createElement("dialog");
  dialog.className = "sheet reporting";
  dialog.setAttribute("aria-labelledby", "report-title");
  const copy = page.importNode(report, true);
  dialog.append(copy);
  page.body.append(dialog);
  dialog.addEventListener("close", () => {
    dialog.remove();
    button.focus();
  });
  const close = copy.querySelector(".report-close");
  close.hidden = false;
  close.addEventListener("click", () => dialog.close());
  const text = copy.querySelector("textarea");
  attend(copy);
  dialog.showModal();
  text.focus();
  const first = text.value.indexOf("\n");
  text.setSelectionRange(first, first);
}

function attend(report) {
  const text = report.querySelector("textarea");
  const mail = report.querySelector(".report-mail");
  const said = report.querySelector(".report-said");
  text.readOnly = false;
  report.querySelector(".report-copy").addEventListener("click", () => hand(text.value, "text", said));
  text.addEventListener("input", () => mail && fill(mail, text.value));
}

// The address and the subject stay; the body is what stands in the field.
function fill(mail, words) {
  mail.href = mail.href.replace(/([?&]body=)[^&]*/, (all, before) => before + encodeURIComponent(words.replaceAll("\n", "\r\n")));
}
