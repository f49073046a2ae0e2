// What a page can do beyond being read; every page works without it.
import { crossOver } from "./beside.js";
import { copyLinks } from "./copying.js";
import { dress } from "./dressing.js";
import { pressKeys } from "./keys.js";
import { markPlaces } from "./marking.js";
import { reportErrors } from "./reporting.js";
import { openInPlace } from "./sheet.js";
import { suggestOn } from "./suggest.js";

document.documentElement.classList.add("script");
dress(document, new URL("paper.css", import.meta.url), "print");
dress(document, new URL("over.css", import.meta.url));
copyLinks(document);
pressKeys(document);
openInPlace(document);
crossOver(document);
markPlaces(document);
reportErrors(document);
suggestOn(document);
if (document.querySelector(".spread")) import("./compare.js");
if (document.body.dataset.offline) import("./offline/device.js").then((device) => device.keepOnDevice(document));
