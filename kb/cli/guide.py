"""The guide to the command line, ``docs/cli.md``, made of the help texts: ``python -m kb.cli.guide > docs/cli.md``."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from kb.cli.usage import make_parser

_OPENING = """\
# The command line

`kb` is installed with the package; `scripts/kb` is the same from a checkout, and makes its own environment the
first time. Standard output carries only the answer: what is said about the work goes to standard error.

| exit code | meaning |
|---|---|
| 0 | answered, also when the answer is empty |
| 1 | what was asked for does not exist, or a check failed |
| 2 | a wrong call |

| variable | meaning |
|---|---|
| `KB_CORPUS` | folder of the corpus; without it `corpus/` of the checkout, else the one in the package |
| `KB_STATE` | folder for what is built from it; without it `.kb/` of the checkout, else the user's cache |
| `KB_BASE_URL` | address under which readers reach the site: in previews, copied texts and codes on paper |
| `KB_PACK_FOLDER` | folder for what devices keep to read offline, where the site is not started by `kb serve` |
| `KB_REPORT_TO` | mailbox for the errors that readers report; without it they copy the report and send it as they can |

This page is made from the help texts (`python -m kb.cli.guide > docs/cli.md`), and a test compares them.
"""


def guide() -> str:
    """The whole page, in Markdown."""
    return "\n".join([_OPENING, *_sections(make_parser())])


def _sections(parser: argparse.ArgumentParser) -> Iterator[str]:
    yield f"```text\n{parser.format_help()}```\n"
    for name, command in commands(parser).items():
        yield f"## kb {name}\n\n```text\n{command.format_help()}```\n"


def commands(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    """The parser of each command by its name, in the order of the help."""
    actions = (action for action in parser._actions if isinstance(action, argparse._SubParsersAction))
    return {name: command for action in actions for name, command in action.choices.items()}


if __name__ == "__main__":
    print(guide(), end="")
