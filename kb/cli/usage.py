"""The commands, their options and their help texts; ``docs/cli.md`` holds the same texts, and a test compares them."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn


@dataclass(frozen=True)
class Call:
    """A call as read: the module that answers it, and the values of its options."""

    module: str
    options: argparse.Namespace = field(default_factory=argparse.Namespace)

    def text(self, name: str) -> str:
        """Words of a call as one text; what came in as stray bytes is shown as such (``\\ufffd``)."""
        value = getattr(self.options, name)
        joined = value if isinstance(value, str) else " ".join(value)
        return joined.encode("utf-8", "surrogateescape").decode("utf-8", "replace")

    def maybe(self, name: str) -> str | None:
        """The value of an option that need not be given."""
        return None if getattr(self.options, name) is None else self.text(name)


def read_call(arguments: Sequence[str]) -> Call:
    """Read the arguments of one call. A wrong one, ``--help`` and ``--version`` end in :class:`SystemExit`."""
    options = make_parser().parse_args(arguments)
    return Call(options.module, options)


def make_parser() -> argparse.ArgumentParser:
    """The parser of the whole command."""
    parser = _Parser(
        prog="kb", description="The Laws of Duplicate Bridge: show, search, resolve, check, export, serve."
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version and stop")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True, parser_class=_Parser)
    for add in (_build, _check, _show, _search, _refs, _link, _resolve, _compare, _export, _import, _serve, _mcp):
        add(commands)
    return parser


class _Parser(argparse.ArgumentParser):
    """Does not guess at shortened options, and keeps the same width of help on every terminal."""

    def __init__(self, **settings: Any) -> None:
        settings.setdefault("allow_abbrev", False)
        settings.setdefault("formatter_class", _Help)
        super().__init__(**settings)


class _Help(argparse.RawDescriptionHelpFormatter):
    """The same page from every Python: its versions print options with values in two ways."""

    def __init__(self, prog: str, **settings: Any) -> None:
        super().__init__(prog, **{**settings, "width": 100, "max_help_position": 28})

    def _format_action_invocation(self, action: argparse.Action) -> str:
        if not action.option_strings or action.nargs == 0:
            return super()._format_action_invocation(action)
        return f"{', '.join(action.option_strings)} {self._format_args(action, action.dest.upper())}"


class _Version(argparse.Action):
    """Prints the version; looks it up only then, since that reads the installed packages."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        from kb.corpus.folders import version  # noqa: PLC0415 - every other call would pay for it

        print(f"kb {version()}")
        parser.exit()


_Commands = Any  # argparse keeps the type of its subparsers action private


def _command(commands: _Commands, name: str, module: str, help_: str, more: str = "") -> argparse.ArgumentParser:
    description = help_[0].upper() + help_[1:] + "." + (f"\n{more}" if more else "")
    parser: argparse.ArgumentParser = commands.add_parser(name, help=help_, description=description)
    parser.set_defaults(module=f"kb.cli.{module}")
    return parser


def _build(commands: _Commands) -> None:
    _command(
        commands,
        "build",
        "build",
        "make book.json, the ledger and the search index from the sources, where they changed",
    )


def _check(commands: _Commands) -> None:
    more = "Fails on what book.toml does not accept with a reason, and on anything that a build would change."
    parser = _command(
        commands, "check", "check", "list what is odd in the sources, and say whether the corpus is sound", more
    )
    _json(parser)


def _show(commands: _Commands) -> None:
    more = (
        "ADDRESS is 64/A/2, da-1997/64/A/2, or a citation in any spelling: 64a2, §64A2, Law 64 A 2.\n"
        "Labels in square brackets were lost in the source and restored."
    )
    parser = _command(commands, "show", "show", "print a law, provision or note", more)
    parser.add_argument("address", nargs="+", metavar="ADDRESS", help="what to show")
    _question(parser)


def _search(commands: _Commands) -> None:
    parser = _command(commands, "search", "search", "find provisions and notes, best first")
    parser.add_argument("query", nargs="+", metavar="QUERY", help="a citation, or words in any of the languages")
    parser.add_argument("--lang", metavar="LANG", help="language of the question; it filters nothing")
    parser.add_argument("--book", action="append", metavar="BOOK", help="only this book; may be given again")
    parser.add_argument("--limit", type=_count, default=10, metavar="N", help="at most so many results (10)")
    _json(parser)


def _refs(commands: _Commands) -> None:
    more = "Strict: what is a bid, a price or a rule of another book is no citation."
    parser = _command(commands, "refs", "refs", "list the citations in the text on standard input", more)
    _format(parser)
    _question(parser)


def _link(commands: _Commands) -> None:
    more = (
        "Citations are found as kb refs does; what stands in links, code, scripts and fields is left alone, and so is\n"
        "what is linked already. Plain text comes out as HTML. Where neither --lang nor --book is given, the language\n"
        "is told by the words of the citations, and said on standard error."
    )
    help_ = "put links around the citations in the text on standard input"
    parser = _command(commands, "link", "link", help_, more)
    _format(parser)
    _whence(parser)
    parser.add_argument("--base-url", metavar="URL", help="the site's address, put before every link")
    parser.add_argument("--class", dest="css_class", metavar="NAME", help="class of the links (HTML)")
    parser.add_argument("--title", action="store_true", help="give the links a title (HTML)")


def _format(parser: argparse.ArgumentParser) -> None:
    help_ = "what the text is (text)"
    parser.add_argument("--format", choices=["text", "markdown", "html"], default="text", help=help_)


def _resolve(commands: _Commands) -> None:
    parser = _command(commands, "resolve", "resolve", "say where a citation, as somebody types it, leads")
    parser.add_argument("text", nargs="+", metavar="TEXT", help="a citation in any spelling")
    _question(parser)


def _compare(commands: _Commands) -> None:
    more = "Rows stand in the order of LEFT; each says its relation, how sure it is, and why."
    parser = _command(commands, "compare", "compare", "put a law or provision of two books side by side", more)
    parser.add_argument("left", metavar="LEFT", help="the book whose order is kept: da-1997")
    parser.add_argument("right", metavar="RIGHT", help="the book beside it: nl-2017")
    parser.add_argument("address", nargs="+", metavar="ADDRESS", help="a law or provision, in any spelling")
    _json(parser)


def _export(commands: _Commands) -> None:
    more = (
        "json is the dump that docs/dump.schema.json describes, tmx the rows of two books as a translation memory,\n"
        "csv a sheet of rows or terms. markdown is a book, or units of it, to read and to edit; akn the\n"
        "same as Akoma Ntoso 3.0, the XML of laws. site is the whole site as files, in the folder that is named, for\n"
        "any host of files: an earlier export there is replaced, and anything else is left alone."
    )
    parser = _command(commands, "export", "export", "write the corpus, or a book of it, in a format of others", more)
    parser.add_argument("format", choices=["json", "tmx", "csv", "markdown", "akn", "site"], help="the format")
    of = "a book, then perhaps laws or provisions of it, in any spelling (markdown, akn); a folder (site)"
    parser.add_argument("of", nargs="*", metavar="BOOK", help=of)
    base = "the site's address, put before every link (markdown, akn, site); it may have a path"
    parser.add_argument("--base-url", metavar="URL", help=base)
    parser.add_argument("--lang", metavar="LANG", help="the language of the pages: da, nl or en (site; en)")
    parser.add_argument("--books", nargs=2, metavar="BOOK", help="the two books whose rows are meant (tmx, csv)")
    parser.add_argument("--table", choices=["rows", "terms"], default="rows", help="what the sheet holds (csv; rows)")
    parser.add_argument("--no-rulings", action="store_true", help="leave out what people decided in alignment.toml")
    parser.add_argument(
        "-o", "--output", metavar="FILE", help="a file, written whole or not at all; else standard output"
    )


def _import(commands: _Commands) -> None:
    parser = _command(commands, "import", "bring", "bring a text of your own into the corpus, as a new book")
    parser.add_argument("files", nargs="+", metavar="FILE", help="its text, as plain text or HTML, in order")
    parser.add_argument("--id", required=True, metavar="BOOK", help="its language, a hyphen, its edition: da-2017")
    parser.add_argument("--language", required=True, metavar="LANG", help="its language: da")
    parser.add_argument("--edition", required=True, metavar="YEAR", help="its edition: 2017")
    parser.add_argument("--title", required=True, help="its title")
    parser.add_argument("--publisher", required=True, help="who published it")


def _serve(commands: _Commands) -> None:
    parser = _command(commands, "serve", "serve", "serve the site, after building what is missing; Ctrl-C stops it")
    parser.add_argument("--host", default="127.0.0.1", help="address to listen at (127.0.0.1)")
    parser.add_argument("--port", type=_port, default=8000, metavar="N", help="port to listen at (8000)")
    parser.add_argument("--workers", type=_count, default=2, metavar="N", help="processes that answer (2)")


def _mcp(commands: _Commands) -> None:
    more = (
        "Tools: lookup, search, compare, find_refs. Nobody types this: an assistant's settings name it. It needs the\n"
        "package mcp, which the extra mcp brings."
    )
    help_ = "answer assistants by the Model Context Protocol, over standard input and output"
    parser = _command(commands, "mcp", "mcp", help_, more)
    parser.add_argument("--base-url", metavar="URL", help="the site's address, put before every link (KB_BASE_URL)")


def _question(parser: argparse.ArgumentParser) -> None:
    _whence(parser)
    _json(parser)


def _whence(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--lang", metavar="LANG", help="language that the citation is written in")
    parser.add_argument("--book", metavar="BOOK", help="the book that is meant")
    parser.add_argument("--from", dest="at", metavar="ADDRESS", help="where it stands, for relative citations")


def _json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="answer in JSON, for programs")


def _count(text: str) -> int:
    return _within(text, 1, 1000)


def _port(text: str) -> int:
    return _within(text, 1, 65535)


def _within(text: str, least: int, most: int) -> int:
    try:
        number = int(text)
    except ValueError:
        number = least - 1
    if not least <= number <= most:
        raise argparse.ArgumentTypeError(f"a number from {least} to {most} is wanted, not {text[:20]!r}")
    return number
