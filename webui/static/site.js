// What a page can do beyond being read; every page works without it.
import { crossOver } from "./beside.js";
import { copyLinks } from "./copying.js";
import { slashToSearch } from "./keys.js";

document.documentElement.classList.add("script");
copyLinks(document);
slashToSearch(document);
crossOver(document);
