"""tantivy, the engine behind Quickwit, by its Python binding: queries as objects, its own snippets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import tantivy

from scripts.benchmarks.peers import Asked, Text

_WEIGHTS = {"heading": 2.0, "text": 1.0, "said": 0.5}


class Tantivy:
    """Four text fields of words that are stemmed already."""

    name = "tantivy"

    def __init__(self) -> None:
        builder = tantivy.SchemaBuilder()
        builder.add_unsigned_field("n", stored=True, indexed=False)
        for field in ("heading", "text", "said", "spelled"):
            builder.add_text_field(field, stored=field == "text", tokenizer_name="whitespace")
        self._schema = builder.build()

    def build(self, texts: Sequence[Text], folder: Path) -> None:
        """One writer, one thread, one commit."""
        self._index = tantivy.Index(self._schema, path=str(folder))
        writer = self._index.writer(heap_size=256_000_000, num_threads=1)
        for number, text in enumerate(texts):
            document = tantivy.Document()
            document.add_unsigned("n", number)
            for field in ("heading", "text", "said", "spelled"):
                document.add_text(field, getattr(text, field))
            writer.add_document(document)
        writer.commit()
        writer.wait_merging_threads()
        self._index.reload()

    def ask(self, asked: Asked) -> Sequence[tuple[int, str]]:
        """The ten best, with tantivy's own snippets."""
        searcher = self._index.searcher()
        query = tantivy.Query.boolean_query([(tantivy.Occur.Should, part) for part in self._parts(asked)])
        snippets = tantivy.SnippetGenerator.create(searcher, query, self._schema, "text")
        found = []
        for _, address in searcher.search(query, 10).hits:
            document = searcher.doc(address)
            found.append((int(document["n"][0]), snippets.snippet_from_doc(document).to_html()))
        return found

    def _parts(self, asked: Asked) -> Iterator[tantivy.Query]:
        for stems in asked.any_of:
            for field, weight in _WEIGHTS.items():
                yield tantivy.Query.boost_query(self._words(field, stems), weight)
        for word in asked.spelled:
            yield tantivy.Query.term_query(self._schema, "spelled", word)
        if asked.phrase:
            yield self._words("text", asked.phrase)

    def _words(self, field: str, words: Sequence[str]) -> tantivy.Query:
        if len(words) == 1:
            return tantivy.Query.term_query(self._schema, field, words[0], index_option="freq")
        return tantivy.Query.phrase_query(self._schema, field, [*words])
