"""`bench`: measure the speed of the program, and of a peer in the same run if one is installed.

The benchmarks are in tests/benchmarks. Every file bench_*.py in this folder has a mapping BENCHMARKS from names to
measuring functions. A measurement alternates between Parlour and the peer, so that other work on the machine slows
both programs equally. A result without a peer can't be compared with a result from another machine.
"""

from __future__ import annotations

import argparse
import importlib.util
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from ai.commands.options import DONE, Subcommands
from ai.commands.output import Reports, print_document
from game.core import BadInput
from game.quoting import list_names, quoted

FOLDER = Path(__file__).parents[2] / "tests" / "benchmarks"
ROUNDS = 5
ROUND_SECONDS = 0.1


@dataclass(frozen=True, slots=True)
class Measured:
    """The result of a benchmark. `peer` is None if no comparable program exists or is installed."""

    ours: float
    peer: float | None
    unit: str

    @property
    def ratio(self) -> float | None:
        return None if self.peer is None else self.ours / self.peer

    @property
    def less_is_better(self) -> bool:
        """Whether the result is a time or an error instead of a rate.

        >>> Measured(2.0, None, "s").less_is_better, Measured(2.0, None, "hands/s").less_is_better
        (True, False)
        """
        return "/" not in self.unit


Benchmark = Callable[[], Measured]


def add(words: Subcommands) -> None:
    """Add the command `bench`."""
    measuring = words.add("bench", bench)
    measuring.add_argument("names", nargs="*", metavar="NAME")
    measuring.add_argument("--json", action="store_true")


def bench(options: argparse.Namespace) -> int:
    """Measure the benchmarks that the options name, or all benchmarks.

    Raises:
        BadInput: If a name is not the name of a benchmark. The message lists the known names.
    """
    known = benchmarks(FOLDER)
    if unknown := [name for name in options.names if name not in known]:
        raise BadInput(
            f"There is no benchmark {quoted(unknown[0])}: the benchmarks are {list_names(list(known))}."
        )
    rows: list[dict[str, object]] = []
    reports = Reports()
    for name in options.names or known:
        _tell(name)
        found = known[name]()
        _tell()
        rows.append(
            {"name": name, "ours": found.ours, "peer": found.peer, "ratio": found.ratio, "unit": found.unit}
        )
        if not options.json:
            reports.print(_line(name, found))
    reports.check()
    return print_document(options, {"benchmarks": rows}, []) if options.json else DONE


def _tell(name: str = "") -> None:
    """Show the running benchmark in the terminal. Without a name, clear the line."""
    if sys.stderr.isatty():
        print(f"\r{name:60}" if name else f"\r{'':60}\r", end="", file=sys.stderr, flush=True)


def compared(
    ours: Callable[[], object], number: int, peer: Callable[[], object] | None, peer_number: int, unit: str
) -> Measured:
    """Measure how many times per second `ours` and `peer` can do the same work. `unit` names this rate.

    Rounds of equal length alternate between the two functions, and the best round of each function counts. A call
    of `ours` does the work `number` times, and a call of `peer` does it `peer_number` times.
    """
    best = peer_best = 0.0
    for _ in range(ROUNDS):
        best = max(best, number * times_a_second(ours))
        if peer is not None:
            peer_best = max(peer_best, peer_number * times_a_second(peer))
    return Measured(best, None if peer is None else peer_best, unit)


def times_a_second(work: Callable[[], object]) -> float:
    """Return the number of calls of `work` per second of this process's processor time."""
    times, began, seconds = 0, time.process_time(), 0.0
    while seconds < ROUND_SECONDS:
        work()
        times += 1
        seconds = time.process_time() - began
    return times / seconds


def installed(package: str) -> bool:
    return importlib.util.find_spec(package) is not None


def benchmarks(folder: Path) -> Mapping[str, Benchmark]:
    """Return the benchmarks of `folder` by their names.

    Raises:
        BadInput: If the folder has no benchmarks, as in an installed copy.
    """
    files = sorted(folder.glob("bench_*.py"))
    if not files:
        raise BadInput(
            "bench is for developers: its benchmarks come with the tests of the source, not with an installed copy."
        )
    return {name: one for file in files for name, one in _module(file).BENCHMARKS.items()}


def _module(file: Path) -> ModuleType:
    """Load a module by its path, because the importable package `tests` may belong to another program."""
    spec = importlib.util.spec_from_file_location(file.stem, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _line(name: str, found: Measured) -> str:
    line = f"{name:32} {found.ours:>16,.4g} {found.unit}"
    if found.ratio is not None:
        line += f", {found.ratio:,.1f} x the peer's {found.peer:,.4g}"
    return f"{line} (less is better)" if found.less_is_better else line
