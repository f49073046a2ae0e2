"""The errors this project raises: one base and a few children, each with a code and its parameters.

Which child says who can mend it, and so which exit code (command line) or status (web) it becomes:

=============  ====  ======  =======================================================
error          exit  status  who mends it
=============  ====  ======  =======================================================
WrongCall      2     400     the caller: the question itself cannot be read
NotFound       1     404     nobody: what was asked for does not exist
BadSource      1     500     the owner of a file: a source, a table, a language file
BrokenBuild    1     503     ``kb build``: what was built is missing, stale or damaged
=============  ====  ======  =======================================================

>>> raise NotFound("address-unreadable", text="A64")
Traceback (most recent call last):
    ...
kb.errors.NotFound: “A64” is no address: write a law number and its labels, such as 64/A/2.
"""

from __future__ import annotations

from kb.messages import Message


class KbError(Exception):
    """Any error of ours. ``message`` carries code and parameters; ``str()`` is the English sentence."""

    exit_code = 1
    status = 500

    def __init__(self, code: str, /, **params: str | int | float) -> None:
        self.message = Message(code, params)
        super().__init__(str(self.message))

    @property
    def code(self) -> str:
        """The stable name of what went wrong, for programs."""
        return self.message.code


class WrongCall(KbError):
    """The question cannot be read as asked: a bad address, an unknown option, a text that is too long."""

    exit_code = 2
    status = 400


class NotFound(KbError):
    """The question is clear and the answer is that there is no such thing."""

    status = 404


class BadSource(KbError):
    """A file that people keep (source, table, language file) cannot be used; names file, line, next step."""


class BrokenBuild(KbError):
    """What ``kb build`` made is missing, stale or damaged; the next step is to build again."""

    status = 503
