"""How well search finds the right law, beside peers built from the same units: scripts/bench quality [--misses].

Three sets of questions, each with the law numbers any of which answers it: the sample that the project was given,
our own that ranking was tuned on, and our own that nobody looked at while tuning. Peers are asked twice: with the
words of the question, over headings and texts (what one gets from such an engine as it comes), and with the question
as we expanded it, over what people say too.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from kb.corpus import find_folders, load_corpus
from kb.language.words import stem, tokens
from kb.search.answering import Answering
from kb.search.building import make_index
from kb.search.documents import gather_documents
from kb.search.partners import read_partners
from kb.search.sayings import read_sayings
from kb.search.understanding import Understanding
from kb.search.whoosh_engine import invert
from scripts.benchmarks.peers import Asked, Peer
from scripts.benchmarks.peers.choosing import peers
from scripts.benchmarks.peers.expanding import Expanding, texts_of

DATA: Final = Path(__file__).parent.parent.parent / "tests" / "data"
SETS: Final = ("queries.tsv", "own_questions_tuned.tsv", "own_questions_untouched.tsv")
DEPTH: Final = 20
"""Results of which the laws are counted."""

Laws = list[str]
Finder = Callable[[str, str], Laws]
"""From a question and its language to the laws found, the best first."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question, its language, and the laws any of which answers it."""

    text: str
    language: str
    right: frozenset[str]


def main() -> None:
    """Build everything, ask everything, print a table for each set of questions."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--misses", action="store_true", help="print what ours does not find among the first three")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        finders = built(Path(folder))
        for name in SETS:
            questions = read(DATA / name)
            print(f"\n## {name}: {len(questions)} questions\n")
            for finder, find in finders.items():
                laws = [find(question.text, question.language) for question in questions]
                print(f"{finder:28} {scores(questions, laws)}")
                if arguments.misses and finder == "ours":
                    for question, seen in zip(questions, laws, strict=True):
                        three = list(dict.fromkeys(seen))[:3]
                        if question.right.isdisjoint(three):
                            print(f"    {question.language} {question.text}: {sorted(question.right)}, not {three}")


def built(folder: Path) -> dict[str, Finder]:
    """Our engine and the peers, over the corpus of this checkout."""
    corpus = load_corpus(find_folders().corpus)
    documents = gather_documents(corpus, read_sayings(corpus))
    documents = replace(documents, partners=read_partners(corpus, documents.units))
    vocabularies = {code: language.vocabulary for code, language in corpus.languages.items()}
    index = make_index(documents, vocabularies, lambda texts: invert(folder, vocabularies, texts))
    engine = Answering(index, documents.units, corpus)
    understanding, expanding = Understanding(index, vocabularies), Expanding(index, vocabularies)
    numbers = [str(unit.address.law) for unit in documents.units]

    def ours(text: str, language: str) -> Laws:
        return [str(hit.address.law) for hit in engine.search(text, language=language, limit=DEPTH).hits]

    def plain(text: str, language: str) -> Asked:
        return Asked(tuple((stem(token.text, vocabularies[language]),) for token in tokens(text)))

    def expanded(text: str, language: str) -> Asked:
        return expanding.asked(understanding.understand(text, language))

    def of(peer: Peer, ask: Callable[[str, str], Asked]) -> Finder:
        return lambda text, language: [numbers[number] for number, _ in peer.ask(ask(text, language))]

    finders: dict[str, Finder] = {"ours": ours}
    whole = texts_of(documents, vocabularies)
    for make in peers():
        for title, texts, ask in (
            ("", [replace(text, said="") for text in whole], plain),
            (", expanded", whole, expanded),
        ):
            peer: Peer = make()
            where = folder / f"peer-{len(finders)}"
            where.mkdir()
            peer.build(texts, where)
            finders[f"{peer.name}{title}"] = of(peer, ask)
    return finders


def read(path: Path) -> list[Question]:
    """The questions of a file: tab-separated, ``#`` for remarks."""
    rows = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines() if line and line[0] != "#"]
    return [Question(row[0], row[1], frozenset(row[2].split(";"))) for row in rows]


def scores(questions: Sequence[Question], found: Sequence[Laws]) -> str:
    """success@1, success@3 and the mean reciprocal rank, in all and per language; each law counts once."""
    cells = []
    for language in ("all", *sorted({question.language for question in questions})):
        ranks = []
        for question, laws in zip(questions, found, strict=True):
            if language in ("all", question.language):
                seen = list(dict.fromkeys(laws))
                ranks.append(next((at for at, law in enumerate(seen, 1) if law in question.right), 0))
        first, three = (sum(0 < rank <= depth for rank in ranks) / len(ranks) for depth in (1, 3))
        reciprocal = sum(1 / rank for rank in ranks if rank) / len(ranks)
        cells.append(f"{language} @1 {first:.2f} @3 {three:.2f} MRR {reciprocal:.2f}")
    return "   ".join(cells)


if __name__ == "__main__":
    main()
