"""One plain script out of modules: what a worker is started from, since not every browser starts one from a module.

The modules stay as they are read by pages; here their ``import`` lines go, their ``export`` words go, and each stands
behind those that it imports, all in one scope. So no two of them may use one name at their top level, an import is one
line and names no other name, and an export is said where a thing is declared. The tests hold them to it.
"""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Mapping
from typing import Any, Final

_IMPORT: Final = re.compile(r'^import \{[^}]*\} from "([^"]+)";\n', re.MULTILINE)
_EXPORT: Final = re.compile(r"^export (?=(?:async )?(?:function|const|class)\b)", re.MULTILINE)
DECLARED: Final = re.compile(r"^(?:export )?(?:async )?(?:function\*?|const|let|class) (\w+)", re.MULTILINE)
"""Names that a module declares at its top level."""


def glued(name: str, files: Mapping[str, bytes], values: Mapping[str, Any]) -> str:
    """The module of this name and all that it imports as one script, with some values as constants before it.

    >>> files = {"a.js": b'import { b } from "./b.js";\\nb(ONE);\\n', "b.js": b"export function b() {}\\n"}
    >>> print(glued("a.js", files, {"ONE": 1}))
    "use strict";
    const ONE = 1;
    function b() {}
    b(ONE);
    <BLANKLINE>
    """
    constants = [f"const {key} = {json.dumps(value, ensure_ascii=False)};" for key, value in values.items()]
    scripts: dict[str, str] = {}
    _take(name, files, scripts)
    return "\n".join(('"use strict";', *constants, "".join(scripts.values())))


def _take(name: str, files: Mapping[str, bytes], scripts: dict[str, str]) -> None:
    text = files[name].decode()
    for other in modules_of(name, text):
        if other not in scripts:
            _take(other, files, scripts)
    scripts[name] = _EXPORT.sub("", _IMPORT.sub("", text))


def modules_of(name: str, text: str) -> list[str]:
    """The names of the modules that a module imports."""
    return [posixpath.normpath(posixpath.join(posixpath.dirname(name), other)) for other in _IMPORT.findall(text)]
