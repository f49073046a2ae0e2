"""The ``kb`` command: reads a call, hands it to the module of its command, and turns errors into sentences.

Only the module of the command that was called is imported, with the rooms that it needs: ``kb refs`` runs in
other programs' loops. ``argparse`` and not click, which Flask brings along: click takes some eight times as long
to import (``python -X importtime -c "import click"``), and argparse ends a wrong call with the exit code 2 that
our contract asks for.

=====  ===============================================================
exit   meaning
=====  ===============================================================
0      answered, also when the answer is empty
1      what was asked for does not exist, or a check failed
2      a wrong call
=====  ===============================================================

Standard output carries only the answer; sentences about the work go to standard error.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Protocol, cast

from kb.cli.usage import Call, read_call
from kb.errors import KbError

INTERRUPTED = 130
"""What a shell expects of a command that Ctrl-C ended."""


class _Command(Protocol):
    def run(self, call: Call) -> int:
        """Answer the call; gives the exit code."""
        ...


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; ``arguments`` are those of this process unless given. Gives the exit code.

    No error of ours, no closed pipe and no Ctrl-C ends in a stack trace.
    """
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8")
    try:
        call = read_call(sys.argv[1:] if arguments is None else arguments)
        code = cast("_Command", import_module(call.module)).run(call)
        sys.stdout.flush()
    except KbError as problem:
        print(f"kb: {problem}", file=sys.stderr)
        return problem.exit_code
    except BrokenPipeError:
        # The reader had enough. What is left in the buffer has nowhere to go, not even at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return INTERRUPTED
    return code
