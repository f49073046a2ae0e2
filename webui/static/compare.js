// Two books side by side.
import { lightTerms } from "./lighting.js";
import { switchRows, switchTerms } from "./switching.js";

lightTerms(document);
switchRows(document);
switchTerms(document);
document.documentElement.classList.add("comparing");
