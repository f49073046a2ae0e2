"""The tools of :mod:`kb.mcp.answers` over the Model Context Protocol, by its official package (2.0 or newer)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Final

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import ToolAnnotations
from pydantic import Field

from kb.corpus.folders import version
from kb.errors import KbError
from kb.linking import Format
from kb.mcp.answers import Cited, Compared, Desk, Looked, Searched

INSTRUCTIONS: Final = """The Laws of Duplicate Bridge, provision by provision, in the books that lookup and search name.
Answer from the words of the law that these tools give, not from memory. Name the citation, the edition and the address
(url) of every provision that you use. Where superseded_by is set, say that a later edition is in force. A label that is
inferred was lost in the source and restored. Where a tool gives a reason instead of words, give that reason."""

READING: Final = ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False)

Book = Annotated[str | None, Field(description="Only this book, such as da-1997 or nl-2017.")]
Language = Annotated[str | None, Field(description="The language of the question or text, such as da, nl or en.")]
At = Annotated[str | None, Field(description="The address that a relative citation is read from, such as 64/A.")]


def make_server(desk: Desk) -> MCPServer[object]:
    """A server that answers from this desk."""
    server: MCPServer[object] = MCPServer(
        "bridge-law-kb",
        title="The Laws of Duplicate Bridge",
        instructions=INSTRUCTIONS,
        version=version(),
        log_level="WARNING",
    )

    @server.tool(title="Look up a law", annotations=READING)
    def lookup(
        citation: Annotated[str, Field(description="An address (64/A/2) or a citation in any spelling (§ 64 a 2).")],
        book: Book = None,
        language: Language = None,
        at: At = None,
    ) -> Looked:
        """The words of a law, provision or note, with its citation, edition and web address; or why there is none."""
        with said():
            return desk.lookup(citation, book, language, at)

    @server.tool(title="Search the laws", annotations=READING)
    def search(
        query: Annotated[
            str, Field(description="Words or a question, in any language of the laws; quotes for a phrase.")
        ],
        books: Annotated[list[str] | None, Field(description="Only these books.")] = None,
        language: Language = None,
        limit: Annotated[int, Field(description="At most so many results.", ge=1, le=50)] = 10,
    ) -> Searched:
        """Provisions and notes that answer a question, best first, each with its citation, edition and web address."""
        with said():
            return desk.search(query, books, language, limit)

    @server.tool(title="Compare two books", annotations=READING)
    def compare(
        left: Annotated[str, Field(description="The book whose order is kept, such as da-1997.")],
        right: Annotated[str, Field(description="The book beside it, such as nl-2017.")],
        citation: Annotated[str, Field(description="A law or provision, in any spelling.")],
    ) -> Compared:
        """A law or provision of two books side by side, row by row: what is the same, what changed, what is missing."""
        with said():
            return desk.compare(left, right, citation)

    @server.tool(title="Find the citations in a text", annotations=READING)
    def find_refs(
        text: Annotated[str, Field(description="The text in which laws are cited.")],
        format: Annotated[Format, Field(description="What the text is.")] = "text",  # noqa: A002 - its name elsewhere
        book: Book = None,
        language: Language = None,
        at: At = None,
    ) -> Cited:
        """Every citation of the laws in a text, with where it leads and why where it leads nowhere."""
        with said():
            return desk.find_refs(text, format, book, language, at)

    return server


@contextmanager
def said() -> Iterator[None]:
    """Our errors as what the tool says: their sentence."""
    try:
        yield
    except KbError as problem:
        raise ToolError(str(problem)) from problem
