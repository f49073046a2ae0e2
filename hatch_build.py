"""What the wheel carries beside the two packages: the corpus, and the translations compiled from their ``.po`` files.

Run as a program it compiles the translations in place, for a checkout; ``scripts/environment.sh`` does so when a
``.po`` file is newer than what was compiled from it.
"""

from __future__ import annotations

import io
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent
CATALOGS = "webui/translations/*/LC_MESSAGES/*.po"


def compiled(catalog: Path) -> bytes:
    """The ``.mo`` form of one ``.po`` file, which gettext reads; fuzzy entries stay untranslated.

    A catalog with a broken entry raises Babel's own error, which names the line.
    """
    with catalog.open("rb") as source:
        messages = read_po(source, locale=catalog.parent.parent.name, abort_invalid=True)
    target = io.BytesIO()
    write_mo(target, messages)
    return target.getvalue()


def compile_in_place() -> None:
    """Compile every catalog beside its source, each replaced whole, so that a running site never reads half of one."""
    for catalog in sorted(ROOT.glob(CATALOGS)):
        draft = catalog.with_suffix(".mo.new")
        draft.write_bytes(compiled(catalog))
        draft.replace(catalog.with_suffix(".mo"))


class CarryCorpusAndTranslations(BuildHookInterface):  # type: ignore[type-arg]  # generic for mypy only
    """The hook that hatchling calls before it writes a wheel; an editable install reads the checkout instead."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the corpus as ``kb/_corpus`` and the compiled translations beside their sources."""
        if version == "editable":
            return
        carried: dict[str, str] = build_data["force_include"]
        carried[str(ROOT / "corpus")] = "kb/_corpus"
        drafts = Path(mkdtemp(prefix="bridge-law-kb-"))
        for number, catalog in enumerate(sorted(ROOT.glob(CATALOGS))):
            draft = drafts / f"{number}.mo"
            draft.write_bytes(compiled(catalog))
            carried[str(draft)] = catalog.relative_to(ROOT).with_suffix(".mo").as_posix()


if __name__ == "__main__":
    compile_in_place()
