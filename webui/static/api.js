// The forms of the API's page: asks what a form says, and shows the answer as text.

for (const form of document.querySelectorAll("form[data-path]")) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    ask(form);
  });
}

async function ask(form) {
  const place = form.querySelector(".tried");
  const url = address(form);
  const body = form.elements.namedItem("body");
  const said = { method: form.dataset.method };
  if (body) {
    said.body = body.value;
    said.headers = { "Content-Type": "application/json" };
  }
  try {
    const answer = await fetch(url, said);
    show(place, `${form.dataset.method} ${url}`, `${answer.status} ${answer.statusText}`, pretty(await answer.text()));
  } catch (problem) {
    show(place, `${form.dataset.method} ${url}`, String(problem), "");
  }
}

function address(form) {
  let path = form.dataset.path;
  const query = new URLSearchParams();
  for (const field of form.querySelectorAll("input[data-in]")) {
    const value = field.value.trim();
    if (field.dataset.in === "path") {
      path = path.replace(`{${field.name}}`, value.split("/").map(encodeURIComponent).join("/"));
    } else if (value) {
      query.append(field.name, value);
    }
  }
  return query.size ? `${path}?${query}` : path;
}

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function show(place, asked, status, answer) {
  const line = document.createElement("p");
  line.append(element("code", asked), " ", element("b", status));
  const box = element("pre", answer);
  box.tabIndex = 0;
  place.replaceChildren(line, ...(answer ? [box] : []));
}

function element(name, text) {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}
