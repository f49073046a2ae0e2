"""Make ``.venv``, the environment of this checkout, from the lock file; ``scripts/environment.sh`` decides when.

Runs on a bare Python 3.11 or newer, so it imports nothing but the standard library. Two first starts at the same
time wait for each other. A start that was interrupted leaves no mark of readiness, and the next one carries on.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
LOCKS = {"run": ROOT / "requirements.lock", "test": ROOT / "requirements-dev.lock"}

NO_VENV = """\
This Python cannot make environments ({python} has no ensurepip).
On Debian and Ubuntu: sudo apt-get install python3-venv. Or name another Python: KB_PYTHON=/path/to/python3.12"""
NOT_OURS = """\
{venv} is there and is no Python environment. Move it away, and run this again."""
NOT_INSTALLED = """\
pip could not install what {lock} lists; its own words stand above.
Check the network and pip's settings (pip config list), and run this again: it carries on where it stopped."""


def say(text: str) -> None:
    """Tell the person what goes on; on stderr, since stdout carries only answers."""
    print(text, file=sys.stderr, flush=True)


def pip(*arguments: str | Path) -> bool:
    """Run the environment's pip; what it says is shown only when it fails. True when it worked."""
    quiet = ("--quiet", "--no-input", "--disable-pip-version-check", "--root-user-action=ignore")
    command = [PYTHON, "-m", "pip", "install", *quiet, "--no-warn-script-location", *arguments]
    ran = subprocess.run(
        command,
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
    )
    if ran.returncode != 0:
        say(ran.stdout.rstrip())
    return ran.returncode == 0


def works(*command: str | Path) -> bool:
    """Run a command without a word from it; True when it exists and succeeds."""
    try:
        ran = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    except OSError:
        return False
    return ran.returncode == 0


def environment_works() -> bool:
    """Whether ``.venv`` has a Python that is new enough and has pip; a moved or half-made one has not."""
    return works(PYTHON, "-c", "import sys, pip; sys.exit(sys.version_info < (3, 11))")


def bring_ensurepip(python: str) -> bool:
    """Whether ``python`` can put pip into an environment; root on Debian fetches the package that it lacks."""
    wanted = (python, "-c", "import ensurepip, venv")
    if works(*wanted):
        return True
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        return False
    package = f"python{sys.version_info.major}.{sys.version_info.minor}-venv"
    say(f"Installing {package}, which this Python lacks …")
    return works("apt-get", "update") and works("apt-get", "install", "-y", package) and works(*wanted)


def make_environment() -> None:
    """Make an empty ``.venv`` in place of one that does not work; exits with a sentence where it cannot."""
    python = os.path.realpath(getattr(sys, "_base_executable", sys.executable))
    if not bring_ensurepip(python):
        raise SystemExit(NO_VENV.format(python=python))
    if VENV.exists() and not (VENV / "pyvenv.cfg").exists() and any(VENV.iterdir()):
        raise SystemExit(NOT_OURS.format(venv=VENV))
    version = ".".join(map(str, sys.version_info[:3]))
    say(f"Making the environment .venv with Python {version} …")
    made = subprocess.run([python, "-m", "venv", "--clear", VENV], stdin=subprocess.DEVNULL, check=False)
    if made.returncode != 0:
        raise SystemExit(f"{python} -m venv failed; its own words stand above.")


def fill_environment(purpose: str) -> None:
    """Install what the lock file lists, each file checked against its hash, and then the checkout itself."""
    lock = LOCKS[purpose]
    count = sum(line[:1].isalnum() for line in lock.read_text(encoding="utf-8").splitlines())
    say(f"Bringing in the {count} packages of {lock.name}; the first time this takes about a minute …")
    started = time.monotonic()
    if not pip("--require-hashes", "--requirement", lock):
        raise SystemExit(NOT_INSTALLED.format(lock=lock.name))
    if not pip("--no-deps", "--no-build-isolation", "--editable", ROOT):
        raise SystemExit("pip could not install this checkout itself; its own words stand above.")
    say(f"Ready after {time.monotonic() - started:.0f} s.")


def stamp(purpose: str) -> str:
    """What ``prepare`` in ``scripts/environment.sh`` compares with: the sums and paths of the files that decide."""
    deciding = (LOCKS[purpose], ROOT / "pyproject.toml", Path(__file__).resolve())
    return subprocess.run(["cksum", *deciding], capture_output=True, text=True, check=True).stdout


def mark_ready(purpose: str, made_from: str) -> None:
    """Write the mark that the next start compares with, whole or not at all."""
    mark = VENV / f"ready-to-{purpose}"
    draft = mark.with_suffix(f".{os.getpid()}")
    draft.write_text(made_from, encoding="utf-8")
    draft.replace(mark)


def is_ready(purpose: str) -> bool:
    """Whether another start made the environment while this one waited."""
    mark = VENV / f"ready-to-{purpose}"
    return mark.exists() and mark.read_text(encoding="utf-8") == stamp(purpose) and environment_works()


def main(purpose: str) -> None:
    """Make the environment ready for ``run`` or ``test``; what is ready for tests is ready to run too."""
    with LOCKS["run"].open(encoding="utf-8") as turn:
        try:
            fcntl.flock(turn, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            say("Another start is making the environment; waiting for it …")
            fcntl.flock(turn, fcntl.LOCK_EX)
        if is_ready(purpose):
            return
        stamps = {ready: stamp(ready) for ready in ("run", purpose)}
        if not environment_works():
            make_environment()
        fill_environment(purpose)
        for ready, made_from in stamps.items():
            mark_ready(ready, made_from)


if __name__ == "__main__":
    try:
        main(sys.argv[1])
    except KeyboardInterrupt:
        raise SystemExit("Stopped; the next start carries on.") from None
