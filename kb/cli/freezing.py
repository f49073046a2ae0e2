"""``kb export site``: the whole site as files, for any host that serves files."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from kb.cli.output import answer, progress, remark
from kb.cli.usage import Call
from kb.corpus import find_folders
from kb.errors import WrongCall
from kb.library import Library
from kb.messages import Message
from webui.freezing import Whereabouts, check_folder, freeze
from webui.locale import SOURCE_LANGUAGE

MOST_NAMED: Final = 20
"""At most so many links to what is not there are named one by one."""


def freeze_site(call: Call) -> int:
    """Write the site, and say how large it is; 1 where something in it leads nowhere."""
    if len(call.options.of) != 1 or call.options.output is not None:
        raise WrongCall("export-site-where")
    folder = Path(call.options.of[0])
    at = Whereabouts(call.maybe("base_url") or "", call.maybe("lang") or SOURCE_LANGUAGE)
    check_folder(folder)  # before the work, and once more behind it
    if not at.base:
        remark(Message("site-without-base"))
    library = Library(find_folders(), progress)
    library.prepare()
    frozen = freeze(library.corpus, library.engine, folder, at, progress)
    for link, page in list(frozen.astray.items())[:MOST_NAMED]:
        remark(Message("site-astray", {"page": page[:80], "link": link[:80]}))
    for name, other in frozen.alike[:MOST_NAMED]:
        remark(Message("site-alike", {"name": name, "other": other}))
    megabytes = f"{frozen.bytes / 1e6:.1f}"
    answer(str(Message("site-written", {"folder": call.text("of"), "files": frozen.files, "megabytes": megabytes})))
    return 1 if frozen.astray else 0
