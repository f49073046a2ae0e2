"""Every sentence the core has for people: one English template per code.

The core raises and reports *codes with parameters* (a :class:`Message`); the sentence is made at the edge.
The English template here is what the command line prints and what ``webui.locale`` translates (it is the
gettext message id), so a code without a template cannot exist, and a test fails on a template nobody uses.

Each room has a section of its own, in the order of the rooms.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final


def N_(template: str) -> str:
    """Mark a template for Babel's extraction (``pybabel extract -k N_``); gives it back unchanged."""
    return template


MESSAGES: Final[Mapping[str, str]] = MappingProxyType(
    {
        # --- address -------------------------------------------------------------------------------------------
        "address-unreadable": N_("“{text}” is no address: write a law number and its labels, such as 64/A/2."),
        # --- tables --------------------------------------------------------------------------------------------
        "table-unreadable": N_("{name} cannot be read: {problem}. Mend that place and try again."),
        # --- language ------------------------------------------------------------------------------------------
        "language-unknown": N_("There is no language “{code}” here; there are {known}."),
        # --- sources -------------------------------------------------------------------------------------------------
        "source-empty": N_("{file} holds no text: save the text of the laws in it and try again."),
        "source-too-large": N_("{file} has {size} MB, and a source may have {limit} MB: cut it into several files."),
        "source-not-text": N_("{file} is a {kind} file, no text: save it as plain text or HTML and try again."),
        "source-control": N_(
            "{file}, line {line}: the control character {code} says that this is no text file: save it as plain text or HTML and try again."
        ),
        "source-encoding": N_(
            "{file}, line {line}: the byte {byte} fits neither UTF-8 nor Windows-1252: save the file as UTF-8 and try again."
        ),
        "source-too-many-tags": N_("{file} has {count} tags, and a page may have {limit}: cut it into several files."),
        "source-latin-1": N_("{file} is no UTF-8 and was read as Latin-1 (ISO-8859-1)."),
        "source-windows-1252": N_("{file} is no UTF-8 and was read as Windows-1252."),
        "source-declared": N_("{file} was read as {encoding}, as it says itself."),
        "source-declared-wrongly": N_("{file} says that it is {declared}, but is UTF-8 and was read as that."),
        "source-c1": N_(
            "{file} has {count} characters that only Windows-1252 has, saved wrongly; they were put right."
        ),
        "source-invisible": N_("{file} has {count} soft hyphens or other invisible characters; they were left out."),
        "source-page-title": N_("“{text}” is the title of the page, no part of the laws; it was left out."),
        "source-left-out": N_("<{tag}> is furniture of the page or cannot be seen; its text was left out."),
        # --- citations -----------------------------------------------------------------------------------------------
        "foreign-number": N_("{number} is of another rule book: the laws of bridge end with {last}."),
        "foreign-book": N_("“{name}” beside it names another rule book."),
        "foreign-form": N_("“{form}” is not how the laws of bridge number what is in them."),
        # --- structure -----------------------------------------------------------------------------------------------
        "label-gap": N_("The label {label} stands where {expected} was expected."),
        "label-repeated": N_("The label {label} stands twice in the same place; the second was set aside."),
        "part-empty": N_("The part title “{title}” stands over no law; it was set aside."),
        "part-repeated": N_("The part title “{title}” stands twice; the laws under both are of one part."),
        "stray-mark": N_("The mark “{mark}” stands alone on its line; it was set aside."),
        "contents-line": N_("“{text}” is a line of a table of contents, no law; it was left out."),
        "line-doubled": N_(
            "“{text}” stands twice, as in a comparison of two versions of a page; the older one was left out."
        ),
        "comparison-line": N_("“{text}” was added by a comparison of two versions of a page; it was left out."),
        "mark-without-note": N_("The footnote mark “{mark}” in {address} has no note; it was set aside."),
        "note-lost": N_(
            "The figure “{mark}” behind “{word}” is the mark of a footnote that is gone; it was set aside."
        ),
        "word-broken": N_("“{text}” looks like a word broken at the end of a line; it was left as it is."),
        "space-before-stop": N_("“{text}” has a space before the punctuation; it was left as it is."),
        "space-lost": N_("“{text}” has no space behind the punctuation; it was left as it is."),
        "typewriter-quotes": N_("“{text}” has quotation marks made of commas and accents; they were left as they are."),
        "title-misprinted": N_("The part title “{text}” looks misprinted (“{guess}”?); it was left as it is."),
        "head-missing": N_(
            "Law {law} has lost its head here; it was recognised by the words of its title ({words}) and by what it cites ({cited})."
        ),
        "section-alone": N_("Only section {label} of law {law} is here."),
        "line-without-law": N_("“{text}” stands under no law and nothing says which; it was set aside."),
        "law-repeated": N_("Law {law} stands in the sources twice; the second was set aside."),
        "inferred-heading": N_(
            "The label {label} was lost; the line reads like a heading, and headings are lettered in order."
        ),
        "inferred-sentence": N_(
            "The label {label} was lost; it is one of several sentences under its heading, and those are numbered in order."
        ),
        "inferred-clause": N_(
            "The label {label} was lost; the line goes on after a colon, one level deeper, in order."
        ),
        "inferred-empty": N_("The label {label} was lost; an empty list item stands there, which opens a number."),
        "inferred-before": N_("The label {label} was lost; the next printed label is {before}."),
        # --- references ----------------------------------------------------------------------------------------------
        "law-not-here": N_("Law {law} is not in {book}: this corpus does not hold it."),
        "range-partly-here": N_("Of laws {first} to {last}, {book} holds {here}."),
        "unit-not-here": N_("{book} has law {law}, and no {cited} in it."),
        "note-not-here": N_("{book} has law {law}, and no such note to it."),
        "note-one-of-several": N_("{law} has several notes, and the text does not say which."),
        "place-unknown": N_("“{text}” is read from where it stands, and that is not known."),
        "language-without-book": N_("This corpus holds no law book in this language."),
        # --- concordance ---------------------------------------------------------------------------------------------
        "edition-moved": N_("{subject}: {cited} of {from_edition} is {address} of {to_edition}. {why}"),
        "edition-moved-perhaps": N_(
            "{subject}: {cited} of {from_edition} is most likely {address} of {to_edition}. {why}"
        ),
        "edition-lacks": N_("{subject}: {cited} of {from_edition} has no counterpart in {to_edition}. {why}"),
        "concordance-address": N_("{name} names “{text}”, which is no address: write it like 64/A/2."),
        "concordance-no-law": N_("The concordance names {address} in {edition}, and there is no such law."),
        "concordance-not-there": N_(
            "The concordance names {address} in {edition} ({subject}), which {book} does not have."
        ),
        "concordance-not-borne-out": N_(
            "The concordance takes it that {edition} has {address} ({subject}), and {book} does not have it."
        ),
        "concordance-unchecked": N_(
            "{book} does not hold the law of {address} ({subject}), so that cannot be checked."
        ),
        "concordance-edition": N_("The concordance knows nothing of the edition {edition} of {book}."),
        # --- terms ---------------------------------------------------------------------------------------------------
        "term-twice": N_("{name}: the term “{term}” stands twice: join the two, or give one another id."),
        "term-language": N_(
            "{name}: the term “{term}” has words in “{language}”, which the table does not have ({known}): add it under languages, or mend the code."
        ),
        "term-link": N_(
            "{name}: the term “{term}” points to “{link}”, which is no other term: mend broader or related."
        ),
        "term-without-word": N_(
            "{name}: the term “{term}” has no word in the language “{language}”: give it one under words, elsewhere or lay, or say why under missing."
        ),
        "term-missing-word": N_(
            "{name}: the term “{term}” has words in the language “{language}” and says under missing that it has none: take one of the two away."
        ),
        "term-empty-word": N_(
            "{name}: the term “{term}” has a word in the language “{language}” that is none or begins or ends with a space or a gap: mend it."
        ),
        "term-form": N_("{name}: the term “{term}” lists forms of “{word}”, which is none of its words: mend forms."),
        "term-wording": N_(
            "{name}: the term “{term}” dates the wording “{word}”, which is none of its words, or dates it without a year: mend wordings."
        ),
        "term-unknown": N_("There is no term “{term}” here."),
        "term-nowhere": N_(
            "The term “{term}” has the word “{word}” ({language}), which no book prints: move it to elsewhere or lay."
        ),
        "term-printed": N_(
            "The term “{term}” has the word “{word}” ({language}) under elsewhere, and a book prints it: move it to words."
        ),
        "term-uncovered": N_(
            "The books print “{word}” ({language}) {count} times, and no term has it: add it to a term or to not_terms."
        ),
        # --- situations ----------------------------------------------------------------------------------------------
        "situation-unknown": N_("There is no situation “{situation}” here."),
        "situation-twice": N_("{name}: the situation “{situation}” stands twice: join the two, or rename one."),
        "entry-address": N_(
            "{name}: “{entry}” has “{text}” for an address: write a law number and its labels, such as 64/A/2."
        ),
        "situation-language": N_(
            "The situation “{situation}” has a title or a reason without words in the language “{language}”: add them."
        ),
        "situation-few": N_(
            "The situation “{situation}” has fewer than {count} phrasings in the language “{language}”: add some."
        ),
        "situation-shared": N_(
            "The situations “{situation}” and “{other}” both have the phrasing “{text}”: leave it to one of them."
        ),
        "situation-nowhere": N_("The situation “{situation}” names {address}, which {book} does not have: mend it."),
        "situation-unmarked": N_(
            "The situation “{situation}” names {address} of {book}; {other} lacks that law: name it under outside."
        ),
        "situation-inside": N_(
            "The situation “{situation}” has {address} under outside, and every book has that law: cite the provisions."
        ),
        "situation-empty-step": N_("The situation “{situation}” has a step that names no law: name one, or drop it."),
        "situation-main-elsewhere": N_(
            "The situation “{situation}” reads {address} of {book} first, which is in none of its steps: add it to one."
        ),
        "situation-main-silent": N_(
            "The situation “{situation}” reads {address} of {book} first, which has no text of its own: choose another."
        ),
        "situation-without-main": N_(
            "The situation “{situation}” has provisions of {book} and does not say which to read first: name it under main."
        ),
        "phrasing-nowhere": N_("The index of phrasings has {address}, which {book} does not have: mend it."),
        "phrasing-few": N_(
            "The index of phrasings has fewer than {count} phrasings for {book} {address} in the language “{language}”: add some."
        ),
        "phrasing-none": N_(
            "The index of phrasings has nothing for {book} {address}: add what people would type for it."
        ),
        # --- alignment -----------------------------------------------------------------------------------------------
        "align-terms": N_("Both speak of {terms}."),
        "align-cites": N_("Both cite law {laws}."),
        "align-heading": N_("Their headings say the same."),
        "align-numerals": N_("Both name {numerals}."),
        "align-label": N_("Both have the label {label}."),
        "align-other-label": N_("The label is {left} on one side and {right} on the other; the words decide."),
        "align-law": N_("Both are law {law} as a whole: its title and what stands before its first item."),
        "align-place": N_("They stand in the same place, between pairs that are sure."),
        "align-joins": N_("{address} belongs here too: it says the rest."),
        "align-part": N_("What {part} says stands inside {whole}."),
        "align-says-more": N_("{longer} says more than {shorter}."),
        "align-nearest": N_("Nothing on the other side says this; the nearest is {address} (likeness {likeness})."),
        "align-law-lacking": N_("The book {book} lacks law {law}."),
        "align-changed": N_("The rule has changed: {why}"),
        "align-ruled": N_("{by} ruled so: {reason}"),
        "ruling-address": N_("The ruling {left} / {right} names what is not there: {lacking}."),
        "ruling-unsupported": N_(
            "The texts of the ruling {left} / {right} have changed since it was made ({seen}, now {now}): read them again and write the new mark, or take the ruling out."
        ),
        "compare-itself": N_("{book} is compared with itself here: every provision says what it says."),
        "compare-nowhere": N_("“{text}” leads to no provision of {books}."),
        "export-which-books": N_("Name the two books whose rows are wanted with --books; there are {known}."),
        # --- linking ---------------------------------------------------------------------------------------------------
        "text-too-long": N_("The text has {length} characters, and {limit} are read at once: send it in parts."),
        # --- corpus --------------------------------------------------------------------------------------------------
        "corpus-missing": N_("There is no folder {folder}: name the folder of the corpus in KB_CORPUS."),
        "book-unknown": N_("There is no book “{book}” here; there are {known}."),
        "book-id-unreadable": N_(
            "“{text}” is no id for a book: write its language, a hyphen and its edition, such as da-2017."
        ),
        "book-unbuilt": N_("The book {book} has not been built yet: run kb build."),
        "pointer-unmet": N_(
            "{address} points to “{text}”, and there is no such place: {why} A label near it may be wrong."
        ),
        "rows-stale": N_("The rows of {left} and {right} are not what their texts give today: run kb build."),
        "rows-damaged": N_("{name} is damaged or of another version ({problem}): run kb build."),
        "book-damaged": N_("{name} is damaged or of another version ({problem}): run kb build."),
        "file-unreadable": N_("{name} cannot be read: {problem}."),
        "file-unwritable": N_("{name} cannot be written: {problem}. Nothing was changed there."),
        "titles-unreadable": N_(
            "{name}, line {line}: “{row}” is no row of titles; write the law number, then a name per column of the head."
        ),
        "imprint-without-sources": N_(
            "{name} names no source: add [[sources]] with a file, its edition and the evidence for it."
        ),
        "imprint-of-another-folder": N_(
            "{name} is of the book {book}, but stands in the folder {folder}: let both have one name."
        ),
        "accepted-without-reason": N_(
            "{name} accepts {code} in line {line} without a reason: write why it is right so."
        ),
        "corpus-empty": N_("There is no book in {folder}: bring one in with kb import."),
        "ledger-unreadable": N_("{name}, line {line}: “{row}” is no published address, such as da-1997/54/B/2."),
        "book-stale": N_(
            "The book {book} is not what its sources give today: run kb build, and read what changed in book.json."
        ),
        "source-undescribed": N_(
            "book.toml says nothing of the source {file}: add it under [[sources]], or take the file away."
        ),
        "accepted-in-vain": N_("The accepted finding {code} at {place} no longer occurs: take it out of book.toml."),
        "ledger-mark": N_(
            "{row}: behind an address stands nothing, or “withdrawn” and the addresses that have taken its place, such as da-1997/54/B/4 withdrawn 54/B/3."
        ),
        "address-lost": N_(
            "The published address {address} no longer leads anywhere, and links to it would break: bring it back, or write “withdrawn” behind it in addresses.txt, and behind that the addresses that have taken its place."
        ),
        "addresses-lost": N_(
            "{count} published addresses in all lead nowhere any more; {shown} are named: see kb check."
        ),
        "successor-nowhere": N_("{address} is withdrawn in favour of {successor}, which is not there: mend the line."),
        "book-withdrawn": N_("The book {book} stood here once and has been withdrawn."),
        "address-withdrawn": N_("{address} stood here once and has been withdrawn; nothing has taken its place."),
        "address-succeeded": N_("{address} stood here once and has been withdrawn. In its place: {successors}."),
        "ledger-behind": N_("{count} addresses are not in the ledger as they should be: run kb build."),
        "source-missing": N_("{name} does not exist."),
        "book-exists": N_("There is a book {book} already, in {folder}. Nothing was changed; choose another id."),
        "import-nowhere": N_(
            "The corpus of this installation is part of the program: copy {folder} to a folder of your own, name that in KB_CORPUS, and import again."
        ),
        "import-same-name": N_("Two of the files are called {file}: give each its own name."),
        "import-without-laws": N_(
            "No law was found in {files}: a law begins with its sign and number, such as {example}. Nothing was written."
        ),
        "import-unnamed": N_("A book needs its {name}: it is shown wherever the book is cited."),
        # --- links ---------------------------------------------------------------------------------------------------
        "link-unreadable": N_("“{text}” is no address of this site."),
        # --- search --------------------------------------------------------------------------------------------
        "index-missing": N_("There is no search index in {folder}: run kb build."),
        "index-stale": N_("The search index is of another corpus or of another version: run kb build."),
        "index-damaged": N_("The search index is damaged ({file}): run kb build."),
        "index-unwritable": N_(
            "The search index cannot be written to {folder}: {problem}. Give that folder to this user, or name another one in KB_STATE, and run kb build."
        ),
        "query-cut": N_("The question is long: only its first {limit} characters were read."),
        "query-words": N_("Only {limit} words of the question were looked for. Left out: {words}."),
        "query-short": N_("“{word}” is too short to stand for more words: name {limit} letters or more."),
        "query-wildcards": N_("At most {limit} words may carry * or ?; the others were taken as they stand."),
        "query-distance": N_("A spelling may be at most {limit} letters off."),
        "query-expansions": N_("“{word}” stands for more than {limit} words; the commonest {limit} were looked for."),
        "query-empty": N_("There is no word in the question to look for."),
        "query-only-without": N_("The question only says what not to find; add a word to look for."),
        "search-all": N_("{count} have all the words."),
        "search-most": N_("None has all the words; these have most of them."),
        "search-any": N_("None has all the words, or most of them; these have some."),
        "search-nothing": N_("Nothing has these words."),
        "search-no-phrase": N_("No provision has “{phrase}” word for word."),
        "search-cited-missing": N_("None of these books has {cited}; these speak of it."),
        "why-cited": N_("{cited}, as asked"),
        "why-nearest": N_("the nearest to {cited}, which {book} does not have"),
        "why-term": N_("says “{word}” in its own words"),
        "why-situation": N_("decides the situation that the question tells"),
        "why-asked": N_("people ask for it so"),
        # --- export --------------------------------------------------------------------------------------------------
        "export-superseded": N_("This edition has been superseded by that of {edition}."),
        "export-inferred": N_("Labels in square brackets were lost in the source and restored."),
        "export-local-rule": N_("a local rule"),
        "export-which-book": N_("Name the book that is meant: one of {known}."),
        "export-units-unused": N_("The format {format} holds the whole corpus: leave out “{text}”."),
        # --- library -------------------------------------------------------------------------------------------------
        "provision-unknown": N_("The book {book} has nothing at {address}."),
        "building-books": N_("Reading the sources of the books, and aligning them"),
        "building-index": N_("Building the search index of {books} books"),
        # --- cli -----------------------------------------------------------------------------------------------------
        "input-unreadable": N_("The text on standard input is not UTF-8 (at byte {byte}): convert it first."),
        "input-too-long": N_(
            "The text has {length} characters, and {longest} is the most that is read at once: send it in parts."
        ),
        "read-as": N_("Read as {language}, by the words of the citations; another language is named with --lang."),
        "read-as-perhaps": N_(
            "Read as {language}, but other languages fit the citations as well: name the right one with --lang."
        ),
        "port-taken": N_("Something listens at {host}:{port} already: stop it, or choose another with --port."),
        "mcp-missing": N_(
            "Assistants are answered by the package mcp, version 2 or newer: install it with {python} -m pip install mcp."
        ),
        "host-unusable": N_("Nothing can listen at {host}:{port}: {problem}."),
        # --- webui ---------------------------------------------------------------------------------------------------
        "page-unknown": N_("There is no page at {path}."),
        "form-lacking": N_("This is not given out as {form}, but as {forms}."),
        "form-unacceptable": N_("This is not given out as {asked}, but as {forms}."),
        "question-missing": N_("Give a citation behind {mark}, such as {example}."),
        "question-unreadable": N_("The question holds signs that are no text. Type it again."),
        "preview-format": N_("Previews are given as json and xml, not as “{format}”."),
        "preview-unknown": N_("“{url}” is no page of this site that has a preview."),
        "preview-size": N_("{name} counts pixels, {least} or more: “{said}” cannot be used."),
        # --- webui.api -----------------------------------------------------------------------------------------------
        "api-parameter": N_("The parameters cannot be used: {problem}."),
        "api-parameter-unknown": N_("There is no parameter {name} here; there are {known}."),
        "api-body-media": N_("Send the question as JSON, with the header Content-Type: application/json."),
        "api-body-large": N_("The body may have {limit} bytes: send it in parts."),
        "api-body-shape": N_("The JSON of the body has another shape than is asked for: {problem}."),
        "api-body-unreadable": N_("The body is no JSON."),
        "api-text-or-texts": N_("Give either text or texts."),
        "api-method": N_("{method} cannot be done here, but {allowed}."),
        # --- settings of the site ------------------------------------------------------------------------------------
        "setting-report-to": N_(
            "“{text}” in KB_REPORT_TO is no address for mail: name one mailbox, such as laws@club.example, or leave it out."
        ),
        # --- webui.freezing ------------------------------------------------------------------------------------------
        "site-folder-taken": N_(
            "{name} holds something else than an earlier export of the site: name an empty folder, or one that is not there yet."
        ),
        "site-at-file": N_("{name} is a file: name the folder that shall hold the site."),
        "site-base-url": N_(
            "“{text}” is no address of a site: it begins with https:// or http:// and a host, such as https://club.example/laws/."
        ),
        "site-gathering": N_("gathering the site: {done} of {known} addresses"),
        "site-writing": N_("writing {files} files"),
        "site-written": N_("{folder}: {files} files, {megabytes} MB"),
        "site-without-base": N_(
            "Without --base-url the pages lead to each other from the root of the host, and previews in chats name no address."
        ),
        "site-astray": N_("{page} links to {link}, which is not in the export."),
        "site-alike": N_(
            "{name} and {other} differ in capitals alone: a file system that does not tell them apart keeps only one."
        ),
        "export-site-where": N_("Name one folder to write the site into, without --output: kb export site public/."),
        # --- resolving -----------------------------------------------------------------------------------------------
        "citation-unreadable": N_("“{text}” cites no law: write its number and labels, such as 64a2."),
        "law-elsewhere": N_("Law {law} is not in {book}, but in {others}."),
        "law-nowhere": N_("Law {law} is in none of the books here; kb import brings in a text of your own."),
    }
)


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence not yet made: its code and the values it speaks of.

    >>> str(Message("address-unreadable", {"text": "A64"}))
    '“A64” is no address: write a law number and its labels, such as 64/A/2.'
    """

    code: str
    params: Mapping[str, str | int | float] = field(default_factory=dict)

    @property
    def template(self) -> str:
        """The English template of the code; a KeyError here is a bug of the caller, caught by the tests."""
        return MESSAGES[self.code]

    def __str__(self) -> str:
        return self.template.format(**self.params)

    def __hash__(self) -> int:
        return hash((self.code, tuple(sorted(self.params.items()))))
