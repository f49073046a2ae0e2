"""Many readers at once, by wrk: how many answers a second, and how long the middle and the slowest one in a hundred
take."""

from __future__ import annotations

import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.request import Request, urlopen

from scripts.chromium import say, succeeds

MISSING: Final = "This measurement needs wrk. Install it (Debian: sudo apt-get install wrk; macOS: brew install wrk)."
UNITS: Final = {"us": 0.001, "ms": 1.0, "s": 1000.0, "m": 60_000.0}
ACCEPTED: Final = {"Accept-Encoding": "gzip", "Accept": "*/*"}


@dataclass(frozen=True, slots=True)
class Asked:
    """What came of it: answers a second, milliseconds of the median and of the 99th percentile, answers that were no
    2xx, and the bytes of one answer as they came over the wire."""

    rate: float
    p50: float
    p99: float
    failed: int
    size: int


def wrk() -> Path:
    """The program; brought by apt where we may."""
    if shutil.which("wrk") is None and shutil.which("apt-get") is not None:
        say("Installing wrk with apt …")
        succeeds("apt-get", "install", "-y", "wrk")
    found = shutil.which("wrk")
    if found is None:
        raise SystemExit(MISSING)
    return Path(found)


def ask(url: str, connections: int, seconds: int) -> Asked:
    """Ask one address over so many connections for so long, after a second of warming up."""
    with urlopen(Request(url, headers=ACCEPTED), timeout=30) as answer:  # noqa: S310 - an address of this machine
        size = len(answer.read())
    headers = [part for name, value in ACCEPTED.items() for part in ("-H", f"{name}: {value}")]
    command: list[str | Path] = [wrk(), "--threads", "1", "--connections", str(connections), "--latency", *headers]
    subprocess.run([*command, "--duration", "1s", url], capture_output=True, check=True)
    told = subprocess.run([*command, "--duration", f"{seconds}s", url], capture_output=True, check=True, text=True)
    return _read(told.stdout, size)


def _read(told: str, size: int) -> Asked:
    """What wrk printed.

    >>> told = "    50%    1.20ms\\n    99%   900.00us\\nRequests/sec:   5342.07\\n  Non-2xx or 3xx responses: 3"
    >>> _read(told, 10)
    Asked(rate=5342.07, p50=1.2, p99=0.9, failed=3, size=10)
    """
    spans = {
        share: float(span) * UNITS[unit] for share, span, unit in re.findall(r"(50|99)%\s+([\d.]+)(us|ms|s|m)", told)
    }
    rate = re.search(r"Requests/sec:\s+([\d.]+)", told)
    failed = re.search(r"Non-2xx or 3xx responses: (\d+)", told)
    if rate is None or len(spans) < 2:
        raise SystemExit(f"wrk printed no figures:\n{told}")
    return Asked(float(rate[1]), round(spans["50"], 2), round(spans["99"], 2), int(failed[1]) if failed else 0, size)
