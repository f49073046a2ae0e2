// Links the citations of the laws of bridge in any page, and shows the provision beside them.
// This is the source; webui/embed/making.py fills in what stands in "@…" and writes the release that is served.
//
// One grammar, one truth: what is a citation, and where it leads, is asked of the site that this script comes from
// (POST /api/v1/find-refs), in batches of the page's blocks of text. Nothing else is asked of anybody; nothing is
// stored; no markup is made from strings.
(() => {
  "use strict";
  const tag = document.currentScript;
  if (!tag?.src || window.LawLinks?.link) return;
  const options = tag.dataset;
  const home = new URL("..", tag.src);
  const words = "@WORDS"; // by language: open, close, edition, superseded, wait, lost
  const speaking = [options.lang, document.documentElement.lang, navigator.language, "en"]
    .map((code) => (code || "").slice(0, 2).toLowerCase())
    .find((code) => words[code]);
  const debug = "debug" in options;

  const NEVER = new Set("@NEVER");
  const BLOCKS = new Set("@BLOCKS");
  const POPUP = "lawlinks-popup";
  // What is not even read: it is no text, or somebody's own.
  const UNREAD = [
    "canvas,iframe,input,math,object,script,select,style,svg,template,textarea",
    `[contenteditable]:not([contenteditable=false i]),[data-skip],${POPUP}`,
    ...(options.exclude ? [options.exclude] : []),
  ].join();
  // Where no link may be put.
  const CLOSED = `${[...NEVER]},${UNREAD},[data-lawlink]`;
  const TEXTS = 500; // of a batch; the site takes 1000
  const LONGEST = 200000; // characters of a batch; the site takes 300,000
  const NARROW = 640; // pixels; under them there are no popups unless asked for
  const UNITS = 4; // of a range whose words are shown
  // What debug mode paints: linked, ambiguous, not in this corpus, refused.
  const PAINT = { ok: "#c9f2d3", ambiguous: "#e5d4ff", "outside-corpus": "#ffe7ad" };
  const REFUSED = "#ffd0cc";

  let warned = false;
  const warn = (problem) => {
    if (!warned) console.warn(`lawlinks: ${problem?.message || problem}`);
    warned = true;
  };

  async function ask(path, body) {
    const answer = await fetch(new URL(`api/v1/${path}`, home), {
      method: body ? "POST" : "GET",
      body: body && JSON.stringify(body),
      headers: { "Accept-Language": speaking, ...(body && { "Content-Type": "application/json" }) },
      credentials: "omit",
      referrerPolicy: "no-referrer",
    });
    const told = await answer.json();
    if (!answer.ok) throw new Error(told.detail);
    return told;
  }

  // --- reading the page ---------------------------------------------------------------------------------------

  const breaks = (element) =>
    BLOCKS.has(element.localName) || !/^(inline|ruby|contents|$)/.test(getComputedStyle(element).display);

  // A text node as it is sent: as many UTF-16 units, line breaks that are not seen as such made spaces.
  function seen(node) {
    const text = node.data.replace(/[\ud800-\udfff]/gu, "\ufffd");
    const kept = /pre|break/.test(node.parentElement ? getComputedStyle(node.parentElement).whiteSpace : "");
    return kept ? text : text.replace(/[\n\r\t]/g, " ");
  }

  // The blocks of text below a node: the text, and the parts (text nodes) it is made of.
  function gather(from) {
    const blocks = [];
    let block;
    const read = (node, closed) => {
      if (node.nodeType === 3) {
        if (!block) blocks.push((block = { text: "", parts: [] }));
        block.parts.push({ node, data: node.data, parent: node.parentNode, start: block.text.length, closed });
        block.text += seen(node);
      } else if (node.nodeType === 1 && node.matches(UNREAD)) {
        if (breaks(node)) block = undefined;
        else if (block) block.text += "\ufffc";
      } else if (node.nodeType === 1 || node.nodeType === 11) {
        const apart = node.nodeType === 1 && breaks(node);
        if (apart) block = undefined;
        const shut = closed || NEVER.has(node.localName) || (node.nodeType === 1 && node.matches("[data-lawlink]"));
        for (const inner of node.childNodes) read(inner, shut);
        if (apart) block = undefined;
      }
    };
    read(from, false);
    // Without a number, a citation is read from where it stands: that is told, or asked for in debug mode.
    const may = options.context || debug ? /\S/ : /\p{N}/u;
    return blocks.filter(({ text, parts }) => {
      if (text.length > LONGEST) warn("a block of text is too long and left alone");
      return text.length <= LONGEST && may.test(text) && parts.some((part) => !part.closed);
    });
  }

  // Where linking may begin: the node, or what of it is included.
  function rootsOf(from) {
    if (from.nodeType !== 1) return [from];
    if (from.closest(CLOSED)) return [];
    if (!options.include || from.closest(options.include)) return [from];
    return [...from.querySelectorAll(options.include)].filter(
      (root) => !root.parentElement.closest(options.include) && !root.closest(CLOSED),
    );
  }

  // --- linking ------------------------------------------------------------------------------------------------

  const known = new Map(); // language and text -> what the site found in it
  const cited = new WeakMap(); // element of ours -> its citation

  async function learn(blocks, lang) {
    const key = (text) => `${lang} ${text}`;
    const found = new Map();
    const open = [];
    for (const text of new Set(blocks.map((block) => block.text))) {
      if (known.has(key(text))) found.set(text, known.get(key(text)));
      else open.push(text);
    }
    while (open.length) {
      let length = 0;
      let count = 0;
      while (count < TEXTS && count < open.length && (length += open[count].length) <= LONGEST) count += 1;
      const texts = open.splice(0, count);
      const { results } = await ask("find-refs", {
        texts,
        lang,
        book: options.book || null,
        context: options.context || null,
      });
      texts.forEach((text, at) => found.set(text, results[at]));
    }
    if (known.size > 2000) known.clear();
    for (const [text, result] of found) known.set(key(text), result);
    for (const block of blocks) block.found = found.get(block.text);
  }

  // The language is what the tag says, else told by the words of the citations; where those fit several languages,
  // it is the one among them that the page itself declares.
  async function learnAll(blocks) {
    await learn(blocks, /^(auto)?$/.test(options.lang || "") ? null : options.lang);
    for (const code of Object.keys(words)) {
      const declared = blocks.filter((block) => {
        const { evidence, counts, code: read } = block.found.language;
        const even = /tie|batch/.test(evidence) && counts[code] === Math.max(...Object.values(counts));
        return even && code !== read && code === declaredBy(block);
      });
      if (declared.length) await learn(declared, code);
    }
  }

  const declaredBy = ({ parts }) => parts[0].parent.closest?.("[lang]")?.lang.slice(0, 2).toLowerCase();

  async function link(from = document) {
    const made = [];
    try {
      const blocks = rootsOf(from.body || from).flatMap(gather);
      await learnAll(blocks);
      heed(watching?.takeRecords());
      for (const block of blocks) made.push(...put(block));
      watching?.takeRecords();
    } catch (problem) {
      warn(problem);
    }
    return made;
  }

  // Put links (in debug mode: marks, too) around the citations of a block, last first, so that what stands before
  // keeps its place. A block that has changed since it was read is left alone.
  function put({ text, parts, found }) {
    if (parts.some(({ node, data, parent }) => node.data !== data || node.parentNode !== parent)) return [];
    const units = [0]; // code points, which the site counts, in UTF-16 units, which the DOM counts
    for (const point of text) units.push(units.at(-1) + point.length);
    const made = [];
    for (const reference of [...found.references].reverse()) {
      const start = units[reference.start];
      const end = units[reference.end];
      const inside = parts.filter((part) => part.start < end && part.start + part.data.length > start);
      const leads = reference.status === "ok" && reference.url;
      if ((leads || debug) && reference.linkable && !inside.some((part) => part.closed)) {
        const pieces = inside.map((part) => piece(part, start, end));
        const elements = wrap(pieces, () => element(reference, found.language, leads));
        made.unshift({ reference, language: found.language, elements });
      }
    }
    return made;
  }

  // The text node of just what stands of a citation in a part.
  function piece({ node, data, start }, from, to) {
    const begin = Math.max(from - start, 0);
    if (to - start < data.length) node.splitText(to - start);
    return begin ? node.splitText(begin) : node;
  }

  // One element around all pieces, host markup between them included; one around each where that would tear it.
  function wrap(pieces, make) {
    let [first, last] = [pieces[0], pieces.at(-1)];
    const range = document.createRange();
    range.setStartBefore(first);
    range.setEndAfter(last);
    const around = range.commonAncestorContainer;
    while (first.parentNode !== around && !first.previousSibling) first = first.parentNode;
    while (last.parentNode !== around && !last.nextSibling) last = last.parentNode;
    if (first.parentNode !== around || last.parentNode !== around) {
      return pieces.filter(({ data }) => data.trim()).flatMap((one) => wrap([one], make));
    }
    const made = make();
    around.insertBefore(made, first);
    while (made.lastChild !== last) made.append(made.nextSibling);
    return [made];
  }

  function element(reference, language, leads) {
    const made = document.createElement(leads ? "a" : "mark");
    if (leads) made.href = reference.url;
    else made.tabIndex = 0;
    made.className = "lawlink";
    made.dataset.lawlink = reference.status;
    if (debug) {
      const paint = PAINT[reference.status] || REFUSED;
      for (const [name, value] of [["background", paint], ["color", "#111"], ["outline", "1px solid #555"]]) {
        made.style.setProperty(name, value, "important");
      }
      if (reference.reason) made.setAttribute("aria-description", reference.reason);
    }
    cited.set(made, { reference, language });
    for (const type of ["pointerenter", "pointerleave", "pointerdown", "click", "focus", "blur"]) {
      made.addEventListener(type, hear);
    }
    return made;
  }

  // --- the popup ----------------------------------------------------------------------------------------------

  const CSS = "@CSS";
  let host, box, current, timer, touched, hushed;
  let held; // the link whose popup was opened by touch: the next tap follows it
  const allowed = () =>
    debug || options.popups === "always" || (options.popups !== "never" && document.documentElement.clientWidth >= NARROW);

  function hear(event) {
    const here = event.currentTarget;
    if (event.type === "pointerdown") touched = event.pointerType === "touch";
    else if (event.type === "pointerenter" && event.pointerType === "mouse") soon(() => show(here), 120);
    else if (event.type === "focus" && !hushed && here.matches(":focus-visible")) show(here);
    else if (event.type === "click" && touched && event.detail && held !== here && allowed()) {
      event.preventDefault();
      show(here);
      held = here;
      box.focus({ preventScroll: true });
    } else if (event.type === "pointerleave" || event.type === "blur") leave();
  }

  const soon = (act, wait) => {
    clearTimeout(timer);
    timer = setTimeout(act, wait);
  };

  // Close in a moment, unless the pointer or the focus has come (back) to the link or into the popup by then.
  const leave = () => soon(() => current && !current.matches(":hover,:focus-visible") && !box.matches(":hover,:focus-within") && close(), 300);

  function close() {
    clearTimeout(timer);
    if (!current) return;
    const was = current;
    const back = host.getRootNode().activeElement === host;
    held = current = undefined;
    if (was.localName === "a") was.setAttribute("aria-expanded", false);
    host.remove();
    if (!back) return;
    hushed = true;
    was.focus({ preventScroll: true });
    hushed = false;
  }

  const make = (name, properties, ...inner) => {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...inner);
    return made;
  };

  function build() {
    host = document.createElement(POPUP);
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(CSS);
    const shadow = host.attachShadow({ mode: "open" });
    shadow.adoptedStyleSheets = [sheet];
    box = make("div", { className: "box", popover: "manual", tabIndex: -1 });
    box.setAttribute("role", "dialog");
    box.setAttribute("aria-labelledby", "title");
    box.addEventListener("pointerleave", leave);
    box.addEventListener("focusout", leave);
    shadow.append(box);
    addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !current) return;
      event.preventDefault();
      event.stopPropagation();
      close();
    }, true);
    addEventListener("pointerdown", (event) => {
      if (current && ![host, current].some((one) => event.composedPath().includes(one))) close();
    }, true);
    addEventListener("scroll", place, { capture: true, passive: true });
    addEventListener("resize", place);
  }

  function show(here) {
    clearTimeout(timer);
    if (current === here || !allowed() || !here.isConnected) return;
    if (!host) build();
    close();
    current = here;
    const { reference } = cited.get(here);
    const dark = getComputedStyle(here).colorScheme;
    const night = matchMedia("(prefers-color-scheme: dark)").matches;
    box.classList.toggle("dark", /dark/.test(dark) && (night || !/light/.test(dark)));
    say(reference.text, undefined, [], reference.reason || ours().wait);
    if (reference.url) here.setAttribute("aria-expanded", true);
    here.after(host);
    box.showPopover?.();
    place();
    if (reference.url) fill(here, reference);
  }

  const fetched = new Map(); // address -> the promise of its words
  function wordsOf({ book, address }) {
    const path = `provisions/${book}/${address}`;
    if (!fetched.has(path)) {
      fetched.set(path, ask(path));
      fetched.get(path).catch(() => fetched.delete(path));
    }
    return fetched.get(path);
  }

  async function fill(here, reference) {
    try {
      const units = await Promise.all(reference.targets.filter(({ url }) => url).slice(0, UNITS).map(wordsOf));
      if (current !== here) return;
      const [one] = units;
      const alone = units.length === 1;
      const heading = alone ? one.path.at(-1).heading : "";
      const sign = make("p", { className: "edition" }, ours().edition.replace("{year}", one.edition));
      if (one.superseded_by) {
        sign.append(" ", make("b", {}, ours().superseded.replace("{year}", one.superseded_by)));
      }
      const law = alone ? lines(one, true) : units.flatMap((unit) => [make("h3", {}, unit.citation), ...lines(unit)]);
      if (reference.targets.length > UNITS) law.push(make("p", {}, "…"));
      const body = make("div", { className: "words", tabIndex: 0, lang: one.language }, ...law);
      body.setAttribute("role", "group");
      body.setAttribute("aria-labelledby", "title");
      const name = alone ? one.citation : reference.text;
      say(heading ? `${name}: ${heading}` : name, one.language, [sign, body]);
      here.setAttribute("aria-description", [heading, ...law.map((line) => line.textContent)].join(" ").slice(0, 600));
    } catch (problem) {
      warn(problem);
      if (current === here) say(reference.text, undefined, [], ours().lost);
    }
    place();
  }

  // The provision and what stands in it, each after its label; what closes a unit stands behind all in it. Without
  // the heading of the unit itself where the title says it.
  function lines(unit, titled) {
    const made = [];
    const closings = [];
    const base = unit.address.split("/").length;
    const line = (depth, ...inner) => {
      const one = make("p", {}, ...inner);
      one.style.marginInlineStart = `${Math.min(depth, 4)}em`;
      if (inner.length) made.push(one);
    };
    const shut = (depth) => {
      while (closings.length && closings[0][0] >= depth) line(...closings.shift());
    };
    for (const { address, heading, text, closing, label } of [...unit.provisions, ...(unit.provisions[0] ? [] : unit.notes)]) {
      const steps = address.split("/");
      const depth = steps.length - base;
      const mark = label === "inferred" ? `[${steps.at(-1)}]` : steps.at(-1);
      shut(depth);
      line(
        depth,
        ...(depth ? [make("b", {}, mark), " "] : []),
        ...(heading && !(titled && !depth) ? [make("i", {}, heading), " "] : []),
        ...(text ? [text] : []),
      );
      if (closing) closings.unshift([depth, closing]);
    }
    shut(0);
    return made;
  }

  // Our words: in the language of the tag, else in that of the citation.
  const ours = () => words[options.lang] || words[cited.get(current).language.code] || words[speaking];

  // What the popup shows: its title, what stands below, a sentence of ours, and the ways on.
  function say(title, language, inner, sentence) {
    const { reference, language: read } = cited.get(current);
    // Who stands in the popup stays in it.
    const again = box.contains(box.getRootNode().activeElement) ? box : null;
    const head = make("h2", { id: "title", lang: language || read.code }, title);
    const rest = sentence ? [make("p", { className: "said" }, sentence)] : [];
    if (debug) rest.push(make("p", { className: "said" }, `${reference.status} · ${read.code} (${read.evidence})`));
    const shut = make("button", { type: "button", onclick: () => close() }, ours().close);
    const open = reference.url ? [make("a", { href: reference.url }, ours().open)] : [];
    box.lang = ours().code;
    box.replaceChildren(head, ...inner, ...rest, make("p", { className: "ways" }, ...open, shut));
    again?.focus({ preventScroll: true });
  }

  // Below the link, or above it where there is more room, and never over it.
  function place() {
    if (!current) return;
    if (!current.isConnected) {
      close();
      return;
    }
    const rects = [...current.getClientRects(), current.getBoundingClientRect()];
    const first = rects[0];
    const last = rects.at(-2) || first;
    const { clientWidth: width } = document.documentElement;
    const room = innerHeight - last.bottom;
    const over = room < 260 && first.top > room;
    const left = (over ? first : last).left;
    box.style.maxHeight = `${Math.max(Math.min(over ? first.top : room, 440) - 12, 90)}px`;
    box.style.left = `${Math.max(Math.min(left, width - box.offsetWidth - 8), 8)}px`;
    box.style.top = `${over ? first.top - box.offsetHeight - 4 : last.bottom + 4}px`;
  }

  // --- pages that change --------------------------------------------------------------------------------------

  const fresh = new Set();
  let later;
  function heed(records = []) {
    for (const { type, target, addedNodes } of records) {
      for (const node of type === "characterData" ? [target] : addedNodes) {
        if (node !== host) fresh.add(node);
      }
    }
    if (fresh.size) later ??= setTimeout(relink, 250);
  }

  function relink() {
    later = undefined;
    const roots = new Set();
    for (const node of fresh) {
      let root = node.nodeType === 1 ? node : node.parentElement;
      while (root?.parentElement && !breaks(root)) root = root.parentElement;
      if (root?.isConnected) roots.add(root);
    }
    fresh.clear();
    for (const root of roots) link(root);
  }

  const watching = "observe" in options ? new MutationObserver(heed) : undefined;

  // The first run is over when `ready` is kept; its value, like that of `link`, lists what was found.
  const ready = new Promise((resolve) => {
    const start = () => {
      watching?.observe(document.body, { childList: true, characterData: true, subtree: true });
      resolve(link());
    };
    if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
    else start();
  });
  window.LawLinks = Object.freeze({ version: "@VERSION", link, ready });
})();
