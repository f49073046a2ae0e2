"""The languages of the pages: which one a reader gets, and every sentence, number and name in it.

This is the one module that knows Babel. A sentence's English template is its own key: those of the pages stand
in the templates and modules of ``webui`` (marked ``_``, ``ngettext`` or ``N_``), those of the core in
:mod:`kb.messages`; both are filled the same way, with ``str.format`` and names. The translations are the
``.po`` files that people edit, read when the site starts; there is no compiled file to forget.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Final

from babel import Locale, UnknownLocaleError
from babel.core import get_global
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal, format_percent
from babel.support import NullTranslations, Translations
from markupsafe import Markup, escape
from werkzeug.datastructures import LanguageAccept

from kb.messages import Message

SOURCE_LANGUAGE: Final = "en"
"""The language in which the templates are written; it needs no file."""

TRANSLATIONS: Final = Path(__file__).parent / "translations"


@dataclass(frozen=True)
class Tongue:
    """One language of the pages: makes sentences, plurals, numbers and names in it."""

    code: str
    locale: Locale
    translations: NullTranslations

    @property
    def name(self) -> str:
        """The language's name in itself, as a menu writes it: ``Dansk``."""
        name = self.locale.get_display_name(self.locale) or self.code
        return name[:1].upper() + name[1:]

    def text(self, template: str, /, **values: object) -> Markup:
        """The sentence of an English template, its values escaped unless they are markup already."""
        return escape(self.translations.gettext(template)).format(**values)

    def plural(self, one: str, many: str, count: int, /, **values: object) -> Markup:
        """The sentence that fits ``count``, which both templates may show as ``{count}``."""
        template = self.translations.ngettext(one, many, count)
        return escape(template).format(count=self.number(count), **values)

    def message(self, message: Message) -> Markup:
        """A reason, finding or error of the core as a sentence.

        A value that comes in several languages (``why`` and ``why_da``) is said in this one where it can be.

        >>> changed = Message("align-changed", {"why": "Play is over.", "why_da": "Spillet er slut."})
        >>> tongues()["en"].message(changed), tongues()["da"].message(changed)
        (Markup('The rule has changed: Play is over.'), Markup('Reglen er ændret: Spillet er slut.'))
        """
        return self.text(message.template, **{key: self._said(message.params, key) for key in message.params})

    def said(self, message: Message) -> str:
        """The same for what is no page: plain words."""
        return self.message(message).unescape()

    def _said(self, params: Mapping[str, str | int | float], key: str) -> str | int:
        value = params.get(f"{key}_{self.code}", params[key])
        return self.number(value) if isinstance(value, float) else value

    def number(self, number: float) -> str:
        """A number as this language writes it.

        >>> tongues()["da"].number(12345.5)
        '12.345,5'
        """
        return str(format_decimal(number, locale=self.locale))

    def percent(self, share: float) -> str:
        """A share of 1 in whole percents, as this language writes it.

        >>> tongues()["nl"].percent(0.755), tongues()["da"].percent(1)
        ('76%', '100\xa0%')
        """
        return str(format_percent(share, locale=self.locale))


def _translations(code: str) -> NullTranslations:
    if code == SOURCE_LANGUAGE:
        return NullTranslations()
    catalogue = TRANSLATIONS / code / "LC_MESSAGES" / "messages.po"
    compiled = BytesIO()
    with catalogue.open("rb") as lines:
        write_mo(compiled, read_po(lines, locale=code))
    compiled.seek(0)
    return Translations(compiled)


def tongues() -> Mapping[str, Tongue]:
    """Every language the pages speak, by code, in the alphabetical order of their own names.

    >>> [tongue.name for tongue in tongues().values()]
    ['Dansk', 'English', 'Nederlands']
    """
    codes = {SOURCE_LANGUAGE, *(folder.name for folder in TRANSLATIONS.iterdir() if folder.is_dir())}
    spoken = [Tongue(code, Locale.parse(code), _translations(code)) for code in codes]
    return {tongue.code: tongue for tongue in sorted(spoken, key=lambda tongue: tongue.name)}


def territorial(code: str) -> str:
    """A language with the country that it is most spoken in, as programs name locales; itself where none is known.

    >>> territorial("da"), territorial("xx")
    ('da_DK', 'xx')
    """
    try:
        likely = Locale.parse(str(get_global("likely_subtags").get(code, code)))
    except (UnknownLocaleError, ValueError):
        return code
    return f"{likely.language}_{likely.territory}" if likely.territory else code


def choose(spoken: Mapping[str, Tongue], asked: str | None, kept: str | None, accepted: LanguageAccept) -> Tongue:
    """The language for a reader: the one ``asked`` for in the address, else the one ``kept`` in the cookie, else
    the best the browser accepts, else English. Anything that is no language of ours is passed over.

    >>> choose(tongues(), "xx", None, LanguageAccept([("nl-BE", 1)])).code
    'nl'
    """
    for code in (asked, kept):
        if code is not None and code in spoken:
            return spoken[code]
    return spoken[accepted.best_match(spoken, default=SOURCE_LANGUAGE)]
