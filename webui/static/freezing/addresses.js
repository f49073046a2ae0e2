// The addresses of the site, and where they stand among files: the same rules as webui/freezing/places.py.

const FILE = /\.[a-z]+$/;
const ASKED = new Set(["r", "search", "terms", "situations"]); // pages that read what stands behind "?" themselves

// The path of the site, without a slash at its end.
function root() {
  return (document.body.dataset.ways ?? "").split("{place}")[0];
}

// The way to an address of the site (/da-1997/64/A/2, /search?q=claim): the path of the site, and the slash of a folder.
export function wayTo(address) {
  const [, path, query, mark] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/.exec(address);
  if (FILE.test(path)) return root() + path;
  const folder = path.replace(/\/+$/, "");
  if (!query || ASKED.has(folder.slice(1))) return `${root()}${folder}/${query ? `?${query}` : ""}${mark ?? ""}`;
  const said = [...new URLSearchParams(query)].map(([key, value]) => `/${key}=${value}`).join("");
  return `${root()}${folder}${said}/${mark ?? ""}`;
}

// The address of the site that a place in the browser's bar is, as a URL without the site's path.
export function addressAt(url) {
  const address = new URL(url);
  const path = address.pathname.slice(root().length).replace(/\/(?:index\.html)?$/, "") || "/";
  address.pathname = path;
  return address;
}
