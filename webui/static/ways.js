// The way to a place of the books (`/da-1997/64/A/2`). On a site of files (kb export site) the path of the site stands
// before it and the slash of a folder behind it, as the page says; elsewhere it is the place itself.
export function wayOf(place) {
  return (document.body.dataset.ways ?? "{place}").replace("{place}", () => place);
}
