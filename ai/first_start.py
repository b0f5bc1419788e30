"""Compiles the kernels and builds the hash table of all hands, so that they are there when Hold'em is played.

It calls the kernels of every module that holds some, on tiny inputs of the types in play, so that numba compiles
and keeps them (`warm()` of each module; one without it is left out), and then builds the table. Killed at any
moment it leaves nothing half-written, and the next one goes on with what is left. ai/preparation.py runs it as

    python -m ai.first_start

What only a part of the program needs is left to it. `python -m ai.first_start training` compiles what training
needs, `python -m ai.first_start alike` what tells which hands are alike, and nothing else.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
import threading
from collections.abc import Callable, Sequence
from dataclasses import asdict
from functools import partial
from types import ModuleType
from typing import Any, NamedTuple

from ai import kernel_cache
from ai.compiled import book, reason
from ai.hands import hash_table_file
from ai.hands.hash_table import HandTable
from ai.hands.hash_table_maker import build
from ai.kernel_cache import Part
from ai.preparation import Report
from game import user_files

Tell = Callable[[Report], None]

TABLE_WORK = 2_000.0
"""What it costs to build the table, in the unit of `_work`."""
MCCFR = "ai.algorithms.mccfr"  # holds no kernels, and knows how those beside it are called
ATLAS = "ai.lab.alike.atlas"  # loaded for its own part alone
TRAINED_ONLY = (
    "ai.abstraction.card_deals",
    "ai.abstraction.emd",
    "ai.abstraction.histograms",
    "ai.abstraction.levels",
    "ai.abstraction.next_cards",
    "ai.abstraction.on_a_line",
    "ai.abstraction.over_ground",
    "ai.abstraction.runouts",
    "ai.abstraction.transport",
    "ai.algorithms.average_strategy",
    MCCFR,
)
"""What the names of modules begin with whose kernels no table needs."""
NICENESS = 5  # beyond the worker's own


class Last(NamedTuple):
    """What comes after the kernels, which raises OSError where it cannot be kept, and its work."""

    work: float
    do: Callable[[], None]


def main(words: Sequence[str]) -> None:
    """Prepare what is missing of a part, that of play where none is named, and report on stdout."""
    part = _part_of(words)
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    threading.Thread(target=_end_with_starter, daemon=True).start()
    kernel_cache.forget_if_damaged()
    make_ready(
        modules_to_warm(part), lambda report: print(json.dumps(asdict(report)), flush=True), LAST[part]
    )


def _part_of(words: Sequence[str]) -> Part:
    try:
        return Part(*words or [Part.PLAY])
    except (ValueError, TypeError):
        sys.exit(f"{' '.join(words)!r} is not part of the kernels: name one of {', '.join(Part)}.")


def modules_to_warm(part: Part = Part.PLAY) -> list[ModuleType]:
    """Return the modules that can call the kernels of a part."""
    if part == Part.ALIKE:
        return list(importlib.import_module(ATLAS).WARMED)
    names = [*kernel_cache.kernel_modules(), MCCFR]
    wanted = [name for name in names if name.startswith(TRAINED_ONLY) == (part == Part.TRAINING)]
    return [module for module in map(importlib.import_module, wanted) if hasattr(module, "warm")]


def _end_with_starter() -> None:
    """End this process when whoever started it has ended, or wants no more of it."""
    sys.stdin.read()
    os._exit(1)


def make_ready(modules: Sequence[ModuleType], tell: Tell, last: Last) -> None:
    """Compile the kernels of the modules, and do what comes last; what cannot be kept ends it.

    `tell` hears of every kernel, and last that all is ready, or what the trouble was.
    """
    meter = _Meter(modules, tell, last.work)
    book.after_compiling = meter.tell
    meter.tell()
    for module in modules:
        if book.trouble:
            return
        module.warm()
        meter.finish(module)
    if not book.trouble:
        try:
            last.do()
        except OSError as error:
            book.trouble = reason(error)
    meter.finish_all()


def _build_table() -> None:
    """Build the table, keep it, and stamp all."""
    folder = user_files.cache_folder()
    if hash_table_file.load(folder) is None:
        *_, table = build()
        assert isinstance(table, HandTable)
        hash_table_file.keep(table, folder)
    kernel_cache.write_stamp(hash_table_file.files(folder))


LAST = {
    Part.PLAY: Last(TABLE_WORK, _build_table),
    Part.TRAINING: Last(0.0, lambda: None),
    Part.ALIKE: Last(1.0, partial(kernel_cache.note, Part.ALIKE)),
}


class _Meter:
    """Which kernels are wanted, and which of them are ready."""

    def __init__(self, modules: Sequence[ModuleType], tell: Tell, last: float) -> None:
        names = {module.__name__ for module in modules}
        self._work = {kernel: _work(kernel) for kernel in book.kernels if kernel.__module__ in names}
        self._ready: set[Callable[..., Any]] = set()
        self._tell = tell
        self._last = last

    def tell(self) -> None:
        """Report how far it is."""
        ready = self._ready | (book.compiled & self._work.keys())
        share = sum(self._work[kernel] for kernel in ready) / (sum(self._work.values()) + self._last)
        self._tell(Report(len(ready), len(self._work) + 1, share, book.trouble))

    def finish(self, module: ModuleType) -> None:
        """Take note that all kernels of a module are ready, those as well that were kept before."""
        self._ready |= {kernel for kernel in self._work if kernel.__module__ == module.__name__}
        self.tell()

    def finish_all(self) -> None:
        """Report that all is ready, the table too, or what the trouble was."""
        steps = len(self._work) + 1
        self._tell(Report(steps, steps, 1.0, book.trouble))


def _work(kernel: Callable[..., Any]) -> float:
    """Return about how long a kernel takes to compile: the longer its code is."""
    return 100.0 + len(kernel.__code__.co_code)


if __name__ == "__main__":
    main(sys.argv[1:])
