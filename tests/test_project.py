"""The house rules: what may stand in which file, who may import whom, which sentence is said where."""

from __future__ import annotations

import ast
import os
import re
import shlex
import string
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from kb.cli import main
from kb.cli.usage import make_parser
from kb.messages import MESSAGES

ROOT = Path(__file__).resolve().parent.parent
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
README = (ROOT / "README.md").read_text(encoding="utf-8")
GUIDES = README + (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
FOLDERS = (".ci", "corpus", "docs", "kb", "scripts", "tests", "webui")
PICTURES = {".gif", ".ico", ".jpg", ".png", ".webp", ".woff2"}


def files(*folders: str) -> list[Path]:
    """The files of some folders, with those beside the folders when none is named."""
    beside = [] if folders else [path for path in ROOT.iterdir() if path.is_file() and path.name != ".coverage"]
    below = (path for folder in folders or FOLDERS for path in (ROOT / folder).rglob("*"))
    return sorted([*beside, *(path for path in below if path.is_file() and "__pycache__" not in path.parts)])


def modules(*folders: str) -> list[Path]:
    return [path for path in files(*folders) if path.suffix == ".py"]


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def texts(*folders: str) -> Iterator[tuple[str, str]]:
    for path in files(*folders):
        if path.suffix not in PICTURES and "source" not in path.parts:
            yield name_of(path), path.read_bytes().decode("utf-8", "replace")


# --- what may not stand anywhere ----------------------------------------------------------------------------------

UNWANTED = {
    "the host of a package registry": r"pypi[.]org|pythonhosted[.]org|registry[.]npmjs|npmjs[.]com|deb[.]debian[.]org",
    "a path of one machine": r"(?<![\w.}])/(?:work|root)/",
    "a folder outside the project": r"[.][.]/share[d]",
    "a promise instead of work": r"\b(?:TO[D]O|FIX[M]E)\b",
    "a test that is passed over": r"pytest[.]skip|mark[.]skip|mark[.]xfail|importors[k]ip",
    "a line kept out of coverage": r"pragma: no co[v]er",
}


@pytest.mark.parametrize("kind", UNWANTED)
def test_unwanted_words_stand_nowhere(kind: str) -> None:
    found = [f"{name}: {hit.group()}" for name, text in texts() for hit in re.finditer(UNWANTED[kind], text)]
    assert not found, f"{kind} stands in {found}"


NAMES_OF_PROGRAMMING = {"util", "utils", "helper", "helpers", "manager", "managers", "misc"}


def test_names_come_from_law_and_bridge() -> None:
    unwanted = NAMES_OF_PROGRAMMING | {"base", "common"}
    stems = {name_of(path): path.stem.lower() for path in files("kb", "webui", "tests", "scripts")}
    wrong = [name for name, stem in stems.items() if unwanted & set(re.split(r"\W|_", stem))]
    for path in modules("kb", "webui", "tests", "scripts"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef | ast.FunctionDef):
                words = {word.lower() for word in re.findall(r"[A-Z]?[a-z]+", node.name)}
                wrong += [f"{name_of(path)}: {node.name}"] * bool(words & NAMES_OF_PROGRAMMING)
    assert not wrong


def test_a_module_has_one_subject() -> None:
    lengths = {name_of(path): len(path.read_text(encoding="utf-8").splitlines()) for path in modules("kb", "webui")}
    assert not {name: length for name, length in lengths.items() if length > 400}


# --- rooms --------------------------------------------------------------------------------------------------------

LAYERS = [layer.strip("()") for layer in SETTINGS["tool"]["importlinter"]["contracts"][0]["layers"]]
CORE = [*LAYERS[LAYERS.index("kb.alignment") :], "kb.links"]
OUTER_WORLD = {"os", "io", "pathlib", "shutil", "tempfile", "glob", "subprocess", "socket", "sqlite3", "urllib.request"}
OUTER_WORLD |= {"time", "datetime", "random", "secrets", "logging", "http", "threading", "multiprocessing", "importlib"}
WORDS_TO_THE_WORLD = {"open", "input", "print"}


def test_every_room_has_its_place_in_the_order() -> None:
    rooms = {path.stem for path in (ROOT / "kb").iterdir() if path.suffix == ".py" and path.stem != "__init__"}
    rooms |= {path.parent.name for path in (ROOT / "kb").glob("*/*.py")}
    assert {f"kb.{room}" for room in rooms} <= set(LAYERS)


def test_the_map_of_the_readme_shows_every_room() -> None:
    rooms = {path for path in (ROOT / "kb").iterdir() if path.suffix == ".py" or any(path.glob("*.py"))}
    paths = {f"`{name_of(room)}{'/' if room.is_dir() else ''}`" for room in rooms if not room.name.startswith("__")}
    assert not {path for path in paths if path not in README}


def core_modules() -> list[Path]:
    paths = [ROOT.joinpath(*room.split(".")) for room in CORE]
    return [module for path in paths for module in (*path.rglob("*.py"), path.with_suffix(".py")) if module.is_file()]


def imported(tree: ast.AST) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return names


@pytest.mark.parametrize("path", core_modules(), ids=name_of)
def test_the_core_touches_nothing_outside(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    names = imported(tree)
    worldly = {name for name in names if name in OUTER_WORLD or name.split(".")[0] in OUTER_WORLD}
    called = {node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
    assert not worldly | (called & WORDS_TO_THE_WORLD)


# --- messages -----------------------------------------------------------------------------------------------------

SPEAKERS = {"Message", "KbError", "WrongCall", "NotFound", "BadSource", "BrokenBuild"}


class Said(NamedTuple):
    """One place that makes a message: its code, and its values where they are written out there."""

    place: str
    code: str
    values: set[str] | None


def keys_of(call: ast.Call) -> set[str] | None:
    """The names of the values that a call writes out; None when they come from elsewhere."""
    names = {keyword.arg for keyword in call.keywords}
    keys = names - {None, "params"}
    given = [*call.args[1:], *(keyword.value for keyword in call.keywords if keyword.arg == "params")]
    for value in given:
        if not isinstance(value, ast.Dict) or not all(isinstance(key, ast.Constant) for key in value.keys):
            return None
        keys |= {str(key.value) for key in value.keys if isinstance(key, ast.Constant)}
    return None if None in names else {key for key in keys if key is not None}


def said() -> Iterator[Said]:
    for path in modules("kb", "webui"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
                speaker = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                if speaker in SPEAKERS:
                    yield Said(f"{name_of(path)}:{node.lineno}", str(node.args[0].value), keys_of(node))


def values_of(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name}


def test_every_code_that_is_said_has_a_sentence_with_just_its_values() -> None:
    unknown = {code: place for place, code, _ in said() if code not in MESSAGES}
    assert not unknown, unknown
    wrong = [
        f"{place} {code} gives {keys}"
        for place, code, keys in said()
        if keys is not None and keys != values_of(MESSAGES[code])
    ]
    assert not wrong, wrong


def test_every_sentence_is_said_somewhere() -> None:
    words: set[object] = set()
    for path in modules("kb", "webui"):
        if path.name != "messages.py":
            tree = ast.parse(path.read_text(encoding="utf-8"))
            words |= {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    silent = sorted(set(MESSAGES) - words)
    assert not silent


# --- lock files ---------------------------------------------------------------------------------------------------

LOCKS = ("requirements.lock", "requirements-dev.lock")


def pins(lock: str) -> dict[str, Requirement]:
    """What a lock file lists, by name, the hashes left out."""
    text = re.sub(r"\\\n", "", (ROOT / lock).read_text(encoding="utf-8"))
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    for line in lines:
        assert re.fullmatch(r"[^\s:]+==[^\s:]+(?: ; [^:]+?)?(?: +--hash=sha256:[0-9a-f]{64})+", line), line[:80]
    wanted = [Requirement(line.split("--hash")[0]) for line in lines]
    return {canonicalize_name(requirement.name): requirement for requirement in wanted}


def version_in(pin: Requirement) -> Version:
    return Version(next(iter(pin.specifier)).version)


def test_what_a_test_machine_gets_agrees_with_what_a_reader_gets() -> None:
    run, test = map(pins, LOCKS)
    assert run.items() <= test.items()


@pytest.mark.parametrize(("lock", "part"), [(LOCKS[0], "dependencies"), (LOCKS[0], "build"), (LOCKS[1], "dev")])
def test_the_lock_files_hold_what_the_project_asks_for(lock: str, part: str) -> None:
    project, pinned = SETTINGS["project"], pins(lock)
    groups = {"dependencies": project["dependencies"], "dev": project["optional-dependencies"]["dev"]}
    for line in {**groups, **SETTINGS["dependency-groups"]}[part]:
        asked = Requirement(line)
        assert asked.specifier.contains(version_in(pinned[canonicalize_name(asked.name)])), line


# --- the words for people -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("script", sorted(set(re.findall(r"\b(?:scripts|\.ci)/[\w./-]*\w", GUIDES))))
def test_scripts_that_the_guides_name_can_be_run(script: str) -> None:
    path = ROOT / script
    assert path.is_dir() or path.suffix or os.access(path, os.X_OK)
    assert path.exists()


CALLS = re.findall(r"^scripts/kb ([^<>#\n]*[^<>#\n ])", GUIDES, re.MULTILINE)


@pytest.mark.parametrize("line", CALLS)
def test_calls_that_the_guides_show_are_right_calls(line: str) -> None:
    make_parser().parse_args(shlex.split(line))


ANSWERED = {"show", "search", "resolve", "export"}
WRITING = "export site "  # into a folder of this checkout; tests/test_export_site.py writes one into another


@pytest.mark.parametrize("line", [c for c in CALLS if c.split()[0] in ANSWERED and not c.startswith(WRITING)])
def test_calls_that_the_guides_show_are_answered(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(shlex.split(line)) == 0
    assert capsys.readouterr().out.strip()


def test_the_python_that_the_readme_shows_runs() -> None:
    (code,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")


@pytest.mark.parametrize("command", sorted(set(re.findall(r"`(?:scripts/)?kb ([a-z]+)", GUIDES))))
def test_commands_that_the_guides_name_exist(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        make_parser().parse_args([command, "--help"])
    assert stopped.value.code == 0
    assert f"kb {command}" in capsys.readouterr().out


@pytest.mark.parametrize("target", sorted(set(re.findall(r"\]\(([^)#:]+)\)", GUIDES))))
def test_links_in_the_guides_lead_somewhere(target: str) -> None:
    assert (ROOT / target).exists()


def test_continuous_integration_does_what_the_readme_says() -> None:
    assert re.search("^scripts/test  +#", README, re.MULTILINE)
    assert (ROOT / ".ci" / "run").read_text(encoding="utf-8").rstrip().endswith('/../scripts/test"')
