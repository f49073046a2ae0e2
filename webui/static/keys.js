// "/" goes to the search field, unless one is typing.

export function slashToSearch(page) {
  page.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    const field = page.querySelector("input[type=search]");
    if (!field) return;
    event.preventDefault();
    field.focus();
    field.select();
  });
}

export function isTyping(element) {
  return element instanceof HTMLElement && (element.isContentEditable || element.matches("input, textarea, select"));
}
