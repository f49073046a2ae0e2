"""The little of CSS that says how law text is labelled and indented, from style sheets and ``style`` attributes.

Selectors of tags, classes, ids, and those in or directly below one another; any other selector is passed over.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice

from bs4 import Tag

from kb.sources.html.page import attribute

_HEEDED = frozenset(
    {
        "list-style", "list-style-type", "content", "margin", "margin-left", "padding-left", "text-indent",
        "vertical-align", "font-weight"
    }
)  # fmt: skip
_RULE_LIMIT = 200  # rules with such a property; a hostile sheet must not cost minutes
_ANCESTOR_LIMIT = 24  # how far up a selector is followed
_FOLLOWED_LIMIT = 50_000  # how many selectors are followed up on one page
_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
_PART = re.compile(r"(?P<tag>\*|[a-z][a-z0-9]*)?(?P<marks>(?:[.#][\w-]+)*)", re.IGNORECASE)
_IMPORTANT = re.compile(r"\s*!important$", re.IGNORECASE)
_WORD = re.compile(r""""[^"]*"|'[^']*'|url\([^)]*\)|[^\s"']+""")
_BEFORE = re.compile(r"::?before$", re.IGNORECASE)
_PER_HALF_EM = {"px": 1 / 8, "pt": 1 / 6, "em": 2.0, "rem": 2.0, "ex": 1.0, "ch": 1.0, "pc": 2.0, "in": 12.0, "cm": 4.7}
_LENGTH = re.compile(r"(-?(?:\d+\.?\d*|\.\d+))(px|pt|r?em|ex|ch|pc|in|cm|mm|%)?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Part:
    """One step of a selector: what a tag must be (``ol.x``), and whether it must stand directly above the next."""

    tag: str
    ids: tuple[str, ...]
    classes: tuple[str, ...]
    directly: bool = False

    @property
    def names(self) -> frozenset[str]:
        """The tag, classes and ids that it asks for, as a selector writes them."""
        tags = () if self.tag == "*" else (self.tag,)
        return frozenset((*tags, *("." + name for name in self.classes), *("#" + name for name in self.ids)))

    def fits(self, tag: Tag) -> bool:
        return (
            (self.tag == tag.name or self.tag == "*")  # noqa: PLR1714 (a set would be made for every tag)
            and all(name == attribute(tag, "id") for name in self.ids)
            and all(name in tag.get_attribute_list("class") for name in self.classes)
        )


@dataclass(frozen=True, slots=True)
class _Rule:
    """A selector with what it declares; ``needs`` must all be named somewhere above a tag that it chooses."""

    parts: tuple[_Part, ...]
    before: bool
    declarations: Mapping[str, str]
    needs: frozenset[str]

    @property
    def weight(self) -> tuple[int, int, int]:
        return (
            sum(len(part.ids) for part in self.parts),
            sum(len(part.classes) for part in self.parts),
            sum(part.tag != "*" for part in self.parts),
        )

    def fits(self, above: Iterable[Tag]) -> bool:
        """Whether the selector chooses a tag that its last step fits, by what is ``above`` it, nearest first."""
        waiting = {len(self.parts) - 1}
        for tag in above:
            if 0 in waiting:
                return True
            found = {step - 1 for step in waiting if self.parts[step - 1].fits(tag)}
            waiting = found | {step for step in waiting if not self.parts[step - 1].directly}
        return 0 in waiting


def _names(tag: Tag) -> Iterable[str]:
    yield tag.name
    yield "#" + attribute(tag, "id")
    for name in attribute(tag, "class").split():
        yield "." + name


@dataclass(slots=True)
class Styles:
    """The style sheets of a page, as far as they are heeded, ready to be asked about a tag."""

    rules: Sequence[_Rule] = ()
    _near: dict[tuple[str, str, str], list[_Rule]] = field(default_factory=dict)
    _followed: int = 0
    _found: dict[tuple[int, bool, tuple[str, str, str]], dict[str, str]] = field(default_factory=dict)

    def of(self, tag: Tag) -> Mapping[str, str]:
        """The heeded properties of a tag: those of sheets by weight and order, then its own ``style``."""
        found = self._from_sheets(tag, before=False)
        inline = attribute(tag, "style")
        return {**found, **_declarations(inline)} if inline else found

    def content_before(self, tag: Tag) -> str:
        """What a sheet prints before a tag (the value of ``content``), empty when nothing."""
        return self._from_sheets(tag, before=True).get("content", "") if self.rules else ""

    def _from_sheets(self, tag: Tag, *, before: bool) -> dict[str, str]:
        if not self.rules:
            return {}
        key = (tag.name, attribute(tag, "id"), attribute(tag, "class"))
        if key not in self._near:
            self._near[key] = [rule for rule in self.rules if rule.parts[-1].fits(tag)]
        if not self._near[key]:
            return {}
        place = (id(tag.parent), before, key)  # sheets say the same of all that is alike in one parent
        if place not in self._found:
            above = list(islice(tag.parents, _ANCESTOR_LIMIT))
            names = frozenset(name for one in above for name in _names(one))
            near = (rule for rule in self._near[key] if rule.before == before and rule.needs <= names)
            self._found[place] = {
                name: value for rule in near if self._fits(rule, above) for name, value in rule.declarations.items()
            }
        return self._found[place]

    def _fits(self, rule: _Rule, above: Sequence[Tag]) -> bool:
        if len(rule.parts) > 1:
            self._followed += 1
        return self._followed <= _FOLLOWED_LIMIT and rule.fits(above)


def read_styles(sheets: Iterable[str]) -> Styles:
    """The heeded rules of style sheets, by weight and order.

    >>> sheet = read_styles(["ol.x > li { list-style: upper-alpha inside } @media print { ol { margin: 0 } }"])
    >>> [(rule.parts[-1].tag, dict(rule.declarations)) for rule in sheet.rules]
    [('li', {'list-style-type': 'upper-alpha'})]
    """
    rules = [rule for sheet in sheets for rule in _rules(_COMMENT.sub(" ", sheet))]
    return Styles(sorted(rules[:_RULE_LIMIT], key=lambda rule: rule.weight))


def _rules(sheet: str) -> Iterable[_Rule]:
    around: list[str] = []  # the heads of the blocks that stand open
    head = ""
    for piece in re.split(r"([{}])", sheet):
        if piece == "{":
            around.append(head.rpartition(";")[2].strip())
            head = ""
        elif piece == "}":
            selectors = around.pop() if around else "@"
            printing = any(name.startswith("@media") and "print" in name and "screen" not in name for name in around)
            if not selectors.startswith("@") and not printing:
                yield from _of_block(selectors, head)
            head = ""
        else:
            head = piece


def _of_block(selectors: str, body: str) -> Iterable[_Rule]:
    declarations = _declarations(body)
    if declarations:
        for selector in selectors.split(","):
            before = bool(_BEFORE.search(selector.strip()))
            parts = _parts(_BEFORE.sub("", selector.strip()))
            if parts:
                needs = frozenset(name for part in parts[:-1] for name in part.names)
                yield _Rule(parts, before, declarations, needs)


def _declarations(body: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for declaration in body.split(";"):
        name, colon, value = declaration.partition(":")
        name, value = name.strip().lower(), _IMPORTANT.sub("", value.strip())
        if colon and name in _HEEDED:
            found |= _longhand(name, value)
    return found


def _longhand(name: str, value: str) -> dict[str, str]:
    if name == "list-style":
        words = [word for word in _WORD.findall(value) if word not in {"inside", "outside"} and "(" not in word]
        return {"list-style-type": words[-1]} if words else {}
    if name == "margin":
        sides = value.split() or ["0"]
        return {"margin-left": sides[3] if len(sides) == 4 else sides[1] if len(sides) > 1 else sides[0]}
    return {name: value}


def _parts(selector: str) -> tuple[_Part, ...]:
    parts: list[_Part] = []
    steps = re.split(r"\s*(>)\s*|\s+", selector)
    for step in (step for step in steps if step):
        if step == ">":
            if not parts:
                return ()
            last = parts.pop()
            parts.append(_Part(last.tag, last.ids, last.classes, directly=True))
            continue
        found = _PART.fullmatch(step)
        if not found:
            return ()
        marks = re.findall(r"([.#])([\w-]+)", found["marks"])
        ids, classes = (tuple(name for sign, name in marks if sign == wanted) for wanted in "#.")
        parts.append(_Part((found["tag"] or "*").lower(), ids, classes))
    return tuple(parts)


def left_space(style: Mapping[str, str]) -> int:
    """How far a style sets a paragraph in from the left, in half ems; its first line's hanging label not counted.

    >>> left_space({"margin-left": "2em"}), left_space({"padding-left": "40px"}), left_space({"text-indent": "-1em"})
    (4, 5, 0)
    """
    return sum(max(0, _half_ems(style.get(name, ""))) for name in ("margin-left", "padding-left", "text-indent"))


def _half_ems(value: str) -> int:
    found = _LENGTH.fullmatch(value.strip())
    return min(1000, round(float(found[1]) * _PER_HALF_EM.get((found[2] or "px").lower(), 0.5))) if found else 0
