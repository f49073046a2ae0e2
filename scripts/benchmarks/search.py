"""Time our search against peers built from the same units in the same run: scripts/bench search [--times 1,10,100].

Every system answers each question whole: ours understands, ranks, and cuts ten snippets with marks; the peers are
given the question as we expanded it, rank, and make ten snippets of their own. Nothing is cached: every call does
its work again. The corpus grows by copies with words replaced, always the same for the same seed.
"""

from __future__ import annotations

import argparse
import gc
import math
import random
import re
import resource
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from kb.corpus import Corpus, find_folders, load_corpus
from kb.language import Vocabulary
from kb.language.words import stems
from kb.search.answering import Answering
from kb.search.building import make_index
from kb.search.documents import Documents, gather_documents
from kb.search.index import Index, make_files, read_files
from kb.search.sayings import read_sayings
from kb.search.understanding import Understanding
from kb.search.whoosh_engine import invert
from scripts.benchmarks.peers import Asked, Peer
from scripts.benchmarks.peers.choosing import peers
from scripts.benchmarks.peers.expanding import Expanding, texts_of
from scripts.benchmarks.peers.growing import grow

QUESTIONS: Final = Path(__file__).parent.parent.parent / "tests" / "data" / "queries.tsv"
OURS: Final = "ours"
MEASURE: Final = "SQLite FTS5"
SAMPLE: Final = 24
"""Questions of each kind."""
LIMITS: Final[Mapping[tuple[int, str], float]] = {
    **dict.fromkeys(
        [(1, kind) for kind in ("citation", "one term", "two terms", "phrase", "prefix", "fuzzy", "lay")], 1.2
    ),
    **dict.fromkeys([(100, kind) for kind in ("one term", "two terms", "lay")], 0.5),
}
"""By growth and kind of question, how many times the median of FTS5 ours may be."""
WHY: Final = (
    "NO: every question costs ours some 0.1 ms of Python steps, whatever it asks (reading it, asking for citations,\n"
    "ten results as records), and a prefix or a misspelling is looked up among the words of the books, which the\n"
    "peers are given as we found them. Where FTS5 has few rows to rank and cut, it is done before that. From ×10 on\n"
    "the steps no longer count."
)
"""What the table says where a limit is missed."""
NASTY: Final[Mapping[str, str]] = {
    "twenty prefixes": " ".join(f"{letter}al*" for letter in "abcdefghijklmnopqrst"),
    "wildcards": "*a*b*c* ??????? *?*?*",
    "1,000 brackets": "(" * 1_000 + "kort" + ")" * 1_000,
    "a 7 kB phrase": '"' + "ikke tages tilbage " * 370 + '"',
    "~9": "kulorsvigt~9 strafkort~9",
    "fields": "tekst:kort titel:stik",
    "ranges": "[a TO z] {1 TO *}",
    "boosts": "stik^9 kort^99999",
    "10,000 characters": "kort " * 2_000,
    "one long word": "x" * 10_000,
    "emoji": "🂡" * 200,
    "right to left": "\u202eשלום עולם kort",
    "NUL": "kort\x00stik",
    "only punctuation": "?!…—()[]{}" * 20,
    "a long range of laws": "1-99" + ", 1-99" * 30,
}


@dataclass(frozen=True, slots=True)
class Question:
    """A question, its language, and what a peer is asked."""

    text: str
    language: str
    asked: Asked


def main() -> None:
    """Build, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", default="1,10,100", help="how often the corpus, comma-separated")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=5, help="how often each question is asked of each system")
    parser.add_argument("--without", default="", help="peers to leave out, by the first letters of their names")
    arguments = parser.parse_args()
    corpus = load_corpus(find_folders().corpus)
    documents = gather_documents(corpus, read_sayings(corpus))
    makers = peers(arguments.without)
    medians: dict[tuple[str, str], list[tuple[int, float]]] = {}
    for times in map(int, arguments.times.split(",")):
        print(f"\n## ×{times}\n", flush=True)
        for kind, name, median in measure(corpus, grow(documents, times, arguments.seed), makers, times, arguments):
            medians.setdefault((kind, name), []).append((times, median))
    print("\n## Growth of the median: an exponent of 1 is linear\n")
    for (kind, name), points in medians.items():
        if len(points) > 1:
            (few, fast), (many, slow) = points[0], points[-1]
            print(f"{kind:10} {name:18} {math.log(slow / fast) / math.log(many / few):5.2f}")


def measure(
    corpus: Corpus,
    documents: Documents,
    makers: Sequence[Callable[[], Peer]],
    times: int,
    arguments: argparse.Namespace,
) -> Iterator[tuple[str, str, float]]:
    """Print the tables of one size, and give (kind of question, system, median in milliseconds)."""
    vocabularies = {code: language.vocabulary for code, language in corpus.languages.items()}
    print(f"{len(documents.units)} units, {len(documents.phrasings)} sayings")
    with tempfile.TemporaryDirectory() as folder:
        index = ours(documents, vocabularies, Path(folder) / "ours")
        engine = Answering(index, documents.units, corpus)
        texts = texts_of(documents, vocabularies)
        built: list[Peer] = []
        for number, make in enumerate(makers):
            built.append(make())
            report(built[-1].name, Path(folder) / str(number), lambda where: built[-1].build(texts, where))
        systems: dict[str, Callable[[Question], object]] = {
            OURS: lambda question: engine.search(question.text, language=question.language),
            **{peer.name: lambda question, peer=peer: peer.ask(question.asked) for peer in built},  # type: ignore[misc]
        }
        gc.collect()
        gc.freeze()
        print(f"\n{'ms':10} " + "".join(f"{name + ' p50':>20}{'p99':>9}" for name in systems) + "   ours / FTS5")
        missed = False
        for kind, questions in questions_of(corpus, index, vocabularies, arguments.seed).items():
            taken = timed(systems, questions, arguments.rounds)
            yield from ((kind, name, statistics.median(values)) for name, values in taken.items())
            line = row(kind, taken, LIMITS.get((times, kind)))
            missed |= line.endswith("NO)")
            print(line, flush=True)
        if missed:
            print(f"\n{WHY}")
        worst = {name: slowest(lambda text=text: engine.search(text)) for name, text in NASTY.items()}  # type: ignore[misc]
        print("\nthe worst of each (ours, slowest of five, ms): " + ", ".join(f"{n} {w:.2f}" for n, w in worst.items()))


def ours(documents: Documents, vocabularies: Mapping[str, Vocabulary], folder: Path) -> Index:
    """Our index, built into a folder and read from its files."""

    def build(where: Path) -> None:
        index = make_index(documents, vocabularies, lambda texts: invert(where, vocabularies, texts))
        for name, data in make_files(index).items():
            (where / name).write_bytes(data)

    report(OURS, folder, build)
    before = resident()
    started = time.perf_counter()
    index = read_files({path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()})
    opened = time.perf_counter() - started
    arrays = sum(path.stat().st_size for path in folder.iterdir() if path.suffix == ".npy") / 1e6
    print(f"{OURS:18} opened in {opened:.2f} s; arrays {arrays:.1f} MB; resident + {resident() - before:.0f} MB")
    return index


def report(name: str, folder: Path, build: Callable[[Path], None]) -> None:
    """Build a system and print how long it took, how large it is on disk, and how much memory stayed."""
    folder.mkdir()
    gc.collect()
    before, started = resident(), time.perf_counter()
    build(folder)
    seconds = time.perf_counter() - started
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) / 1e6
    print(
        f"{name:18} built in {seconds:.2f} s; {size:.1f} MB on disk; resident + {resident() - before:.0f} MB",
        flush=True,
    )


def resident() -> float:
    """The memory that this process has now, in MB."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3
    return pages * resource.getpagesize() / 1e6


def questions_of(
    corpus: Corpus, index: Index, vocabularies: Mapping[str, Vocabulary], seed: int
) -> dict[str, list[Question]]:
    """Questions of each kind, drawn from the books as they are, so that every size is asked the same."""
    chance = random.Random(seed)  # noqa: S311 - a sample, no secret
    understanding = Understanding(index, vocabularies)
    expanding = Expanding(index, vocabularies)
    drawn = _drawn(corpus, vocabularies, chance)
    questions: dict[str, list[Question]] = {
        "citation": [
            Question(text, language, Asked(any_of=(tuple(stems(text, vocabularies[language])),)))
            for text, language in drawn.pop("citation")
        ]
    }
    for kind, texts in drawn.items():
        questions[kind] = [
            Question(text, language, expanding.asked(understanding.understand(text, language)))
            for text, language in texts
        ]
    return questions


def _drawn(
    corpus: Corpus, vocabularies: Mapping[str, Vocabulary], chance: random.Random
) -> dict[str, list[tuple[str, str]]]:
    drawn: dict[str, list[tuple[str, str]]] = {
        kind: [] for kind in ("citation", "one term", "two terms", "phrase", "prefix", "fuzzy")
    }
    units = [
        (book.language, address, unit.text)
        for book in corpus.books.values()
        for address, unit in book.units.items()
        if len(unit.text) > 60
    ]
    for language, address, text in chance.sample(units, SAMPLE):
        little = {*vocabularies[language].little, *vocabularies[language].negations, *vocabularies[language].modals}
        words = [word for word in re.findall(r"[^\W\d_]{5,}", text) if word.lower() not in little]
        row_of_words = chance.choice([part for part in re.split(r"[.;:,()]", text) if len(part.split()) >= 3] or [text])
        one, two = chance.sample(words, 2)
        at = chance.randrange(max(1, len(row_of_words.split()) - 2))
        long = max(words, key=len).lower()
        drawn["citation"].append((address.compact, language))
        drawn["one term"].append((one, language))
        drawn["two terms"].append((f"{one} {two}", language))
        drawn["phrase"].append(('"' + " ".join(row_of_words.split()[at : at + 3]) + '"', language))
        drawn["prefix"].append((long[:5] + "*", language))
        drawn["fuzzy"].append((f"{long[:3]}{long[4:]}~1", language))
    lines = QUESTIONS.read_text(encoding="utf-8").splitlines()
    asked = [line.split("\t")[:2] for line in lines if line and not line.startswith("#")]
    drawn["lay"] = [
        (text, language) for text, language in asked if len(text.split()) > 2 and not re.search(r"\d", text)
    ]
    return drawn


def timed(
    systems: Mapping[str, Callable[[Question], object]], questions: Sequence[Question], rounds: int
) -> dict[str, list[float]]:
    """Milliseconds of every call. The systems take turns at all questions of a kind, some ten milliseconds at a time:
    noise of the machine falls on all of them, and none finds the processor's caches full of another one's work, as
    none does where it serves a site alone."""
    taken: dict[str, list[float]] = {name: [] for name in systems}
    for turn in range(rounds + 1):
        for name, ask in systems.items():
            for question in questions:
                started = time.perf_counter()
                ask(question)
                if turn:  # the first turn warms up
                    taken[name].append((time.perf_counter() - started) * 1_000)
    return taken


def row(kind: str, taken: Mapping[str, Sequence[float]], limit: float | None) -> str:
    """One line of the table."""
    cells = "".join(f"{statistics.median(values):20.3f}{_p99(values):9.2f}" for values in taken.values())
    if MEASURE not in taken:
        return f"{kind:10} {cells}"
    ratio = statistics.median(taken[OURS]) / statistics.median(taken[MEASURE])
    verdict = "" if limit is None else f" (at most {limit}: {'yes' if ratio <= limit else 'NO'})"
    return f"{kind:10} {cells}   {ratio:5.2f}{verdict}"


def slowest(call: Callable[[], object]) -> float:
    """The slowest of five calls, in milliseconds."""
    taken = []
    for _ in range(5):
        started = time.perf_counter()
        call()
        taken.append((time.perf_counter() - started) * 1_000)
    return max(taken)


def _p99(values: Sequence[float]) -> float:
    return sorted(values)[math.ceil(0.99 * len(values)) - 1]


if __name__ == "__main__":
    main()
