"""The shape of a language file, room by room. Every field says which decision it feeds."""

from __future__ import annotations

from typing import Literal

import msgspec


class StructureWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Words by which ``kb.structure`` tells the parts of a law book apart."""

    law_signs: tuple[str, ...]
    """What stands before the number in the head of a law: ``§``, ``Artikel``, ``Law``."""
    note_openers: tuple[str, ...] = ()
    """What opens a note inside a text, up to its closing bracket: ``(Noot:``."""
    local_words: tuple[str, ...] = ()
    """Names by which a note shows itself as a federation's own rule: ``DBF``, ``EBL``, ``Bondsbestuur``."""
    contents_titles: tuple[str, ...] = ()
    """Titles of a table of contents, whose lines are no laws: ``Indholdsfortegnelse``."""
    joining_words: tuple[str, ...] = ()
    """Words before which a hanging hyphen is right (``ud- eller tilspil``)."""
    above_words: tuple[str, ...] = ()
    """Words behind a label by which a text points back to a unit of its own law: ``hierboven``."""


class CitationExample(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A text and what the strict scanner finds in it; the examples of a language file are its tests."""

    text: str
    finds: tuple[str, ...] = ()
    """In text order, one string a citation: its addresses joined by spaces (``64/A/2``, ``68/note/1``, ``17 18 19``;
    ``68/note`` for a note without number), ``~/A/1`` for one relative to where it stands, ``~`` for the law it
    stands in, ``foreign`` for one of another rule book."""


class CitationWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Words by which ``kb.citations`` finds, reads and prints citations.

    Words are met in either case, as whole words, unless a field says otherwise. Punctuation that all languages
    share (dashes, ``+``, ``&``, ``/``, brackets) is no word and stands in the code.
    """

    written: str
    """What this language prints before a number, with its space if it has one: ``§``, ``Artikel ``."""
    note_written: str
    """How a note is cited, with ``{number}`` and ``{law}``: ``fodnote {number} til {law}``."""
    signs: tuple[str, ...] = ()
    """What stands before a number cited from these laws and hardly any others: ``Law``, ``lov``."""
    shared_signs: tuple[str, ...] = ()
    """Signs that every rule book uses (``§``, ``artikel``): other rule books named nearby make them foreign."""
    plural_signs: tuple[str, ...] = ()
    """Which of the two announce several laws (``§§``, ``Laws``), so that bare numbers may follow in any order."""
    initials: tuple[str, ...] = ()
    """One-letter signs, only as written here and only before a label or two figures: ``L`` in ``L16C2``."""
    typed_signs: tuple[str, ...] = ()
    """Signs that only somebody who types a citation uses: ``l``, ``par.``."""
    sign_place: Literal["before", "after"] = "before"
    """Where the sign stands: ``§ 64`` or ``64 §``."""
    numeros: tuple[str, ...] = ()
    """What may stand between sign and number: ``no.``, ``number``."""
    and_words: tuple[str, ...] = ()
    """What joins the items of a list: ``og``, ``eller``."""
    range_words: tuple[str, ...] = ()
    """What joins the ends of a range: ``til``, ``t/m``, ``through``."""
    positions: tuple[str, ...] = ()
    """What stands before labels cited from where one stands, or behind a law: ``punkt``, ``item``."""
    parts: tuple[str, ...] = ()
    """The same, but only behind a law: ``onder`` in ``artikel 12C onder 1``."""
    of_words: tuple[str, ...] = ()
    """What joins a part, a note or a citation to that which it is of: ``i``, ``til``, ``van``, ``of``."""
    pointers: tuple[str, ...] = ()
    """What stands behind labels cited from where one stands: ``hierboven``, ``below``."""
    selves: tuple[str, ...] = ()
    """The law that one stands in: ``denne paragraf``, ``dit artikel``."""
    notes: tuple[str, ...] = ()
    """What a note is called before or behind its law: ``fodnoten`` (``til §68``), ``footnote``."""
    plural_notes: tuple[str, ...] = ()
    """The same for several, so that each law of a list is cited for its note: ``fodnoterne``."""
    numbered_notes: tuple[str, ...] = ()
    """Words that mean a note behind a law only with a number: ``note`` in ``Law 68 note 1``."""
    one_letter_words: tuple[str, ...] = ()
    """Words that look like labels: ``a``, ``i``, ``u``."""
    abbreviations: tuple[str, ...] = ()
    """Abbreviations whose stop ends no sentence: ``jf.``, ``art.``."""
    endings: tuple[str, ...] = ()
    """What may be glued to a citation without belonging to it: ``s``, ``ff``."""
    ordinals: tuple[str, ...] = ()
    """Endings of ordinals that look like labels: ``e`` in ``de 12e slag``."""
    counted: tuple[str, ...] = ()
    """What a number before it counts, so that it is no law and no label: ``stik``, ``euro``."""
    places: tuple[str, ...] = ()
    """What has numbers of its own, so that ``12B`` behind it is no citation: ``bord``, ``room``."""
    leads: tuple[str, ...] = ()
    """Words that begin a sentence before a citation without a sign, so that their capital is no name: ``Se``."""
    own_books: tuple[str, ...] = ()
    """These laws by name, as whole words: ``lovene``, ``laws of duplicate bridge``."""
    own_stems: tuple[str, ...] = ()
    """What makes any word that holds it a name of these laws: ``bridgelov``, ``spelregel``."""
    foreign_books: tuple[str, ...] = ()
    """Other rule books, as whole words: ``klubbens love``, ``wet``."""
    foreign_stems: tuple[str, ...] = ()
    """What makes any other word that holds it the name of another rule book: ``vedtægt``, ``reglement``."""
    foreign_names: tuple[str, ...] = ()
    """Other rule books by their names, exactly as written here: ``WB``, ``BW``."""
    foreign_parts: tuple[str, ...] = ()
    """What other rule books divide their articles into, and these laws do not: ``stk.``, ``lid``."""
    other_subjects: tuple[str, ...] = ()
    """Words right behind (or before) a bare number by which the sign means something else: ``euro``, ``cricket``."""
    examples: tuple[CitationExample, ...] = ()
    """The tests of this language: every word above is met by one."""


class Vocabulary(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """What search, terms and alignment need to know about the words of a language (see ``kb.language.words``)."""

    stemmer: str
    """The Snowball algorithm by PyStemmer's name: ``danish``, ``dutch``, ``english``."""
    digraphs: tuple[tuple[str, str], ...] = ()
    """Two letters typed for one, and the letter both fold to: ``["aa", "a"]`` where the language has å."""
    last_letters: tuple[str, ...] = ()
    """Letters that follow z in the alphabet, in order; without them å is sorted as a."""
    irregular: tuple[tuple[str, str], ...] = ()
    """Forms that the stemmer does not bring together, each with the form it is taken for: ``["slagen", "slag"]``;
    a word paired with itself is left as it is, so that the stemmer does not mix it with another."""
    links: tuple[str, ...] = ()
    """Letters that join the parts of a compound: ``s`` in ``åbning|s|udspil``."""
    not_parts: tuple[str, ...] = ()
    """Words that are neither parts of a compound nor taken apart, whatever the letters say."""
    little: tuple[str, ...] = ()
    """Words of questions (``hvad``, ``which``, ``mag ik``) that say little about the answer; they count little."""
    negations: tuple[str, ...] = ()
    """Words that turn a sentence round: ``ikke``, ``niet``, ``geen``; what says so ranks above what does not."""
    modals: tuple[str, ...] = ()
    """Words that decide between may, must and should; as weighty as words of substance."""
