"""``kb export``: the corpus in a format of others."""

from __future__ import annotations

import sys
from pathlib import Path

from kb.cli.usage import Call
from kb.corpus import find_folders, load_corpus
from kb.corpus.writing import write_whole
from kb.export.dump import write_dump


def run(call: Call) -> int:
    """Write the JSON dump to a file, whole or not at all, or to standard output."""
    text = write_dump(load_corpus(find_folders().corpus), rulings=not call.options.no_rulings)
    output = call.options.output
    if output is None:
        sys.stdout.write(text)
    else:
        write_whole(Path(output), text.encode())
    return 0
