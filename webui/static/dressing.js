// Styles that no first view waits for. They come right after the house's own: a page's styles have the last word.
export function dress(page, address, media = "all") {
  const sheet = page.createElement("link");
  sheet.rel = "stylesheet";
  sheet.media = media;
  sheet.href = address.href;
  page.querySelector("style, link[rel=stylesheet]").after(sheet);
}
