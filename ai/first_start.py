"""Compiles the kernels and builds two tables, need by need, so that they are there when Hold'em is played.

It calls the kernels of every module that holds some, on tiny inputs of the types in play, so that numba compiles
and keeps them (`compile_kernels()` of each module; one without it is left out). What a table against a simple
opponent needs comes first (`MODULES`), and a need that is met is stamped. Killed at any moment it leaves nothing
half-written, and the next one goes on with what is left. ai/preparation.py runs it as

    python -m ai.first_start

What only a part of the program needs is left to it. `python -m ai.first_start training` compiles what training
needs, `python -m ai.first_start abstraction` what tells which hands share a bucket, and nothing else.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from functools import partial
from itertools import accumulate, takewhile
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from ai import kernel_cache
from ai.abstraction import rivers
from ai.compiled import book, reason
from ai.hands import hash_table_file
from ai.hands.hash_table import HandTable
from ai.hands.hash_table_maker import build
from ai.kernel_cache import KernelSet
from ai.preparation import Report
from game.files import user_files
from game.needs import NEEDS, Need
from game.quoting import quoted

Tell = Callable[[Report], None]

MODULES = {
    Need.TABLE: ("ai.hands.evaluator", "ai.hands.hand_against_range", "ai.hands.canonical_boards"),
    Need.EXPERT: ("ai.hands.boards", "ai.hands.equity_walk"),
    Need.BLUEPRINT: (
        "ai.abstraction.betting_tree",
        "ai.abstraction.card_abstraction",
        "ai.abstraction.isomorphism",
        "ai.abstraction.strengths",
        "ai.search.outcomes",
    ),
    Need.SEARCH: ("ai.knowledge.hand_strength", "ai.knowledge.network_strategy"),
    Need.ODDS: (
        "ai.hands.range_equity",
        "ai.hands.made_hands",
        "ai.hands.hash_table",
        "ai.hands.hash_table_maker",
        "ai.hands.hash_table_statistics",
    ),
    Need.LAB: (
        "ai.algorithms.dice_kernel",
        "ai.algorithms.exact",
        "ai.algorithms.full_width",
        "ai.algorithms.sampled",
        "ai.algorithms.td_kernel",
        "ai.algorithms.trace",
    ),
    Need.SOLVER: ("ai.search.flop_ends", "ai.solver.showdowns", "ai.solver.sweeps"),
}
"""The modules whose kernels each need calls first, in the order in which they are compiled."""
HASH_TABLE_WORK, RIVERS_WORK = 2_000.0, 2_000.0
"""What it costs to build a table, in the unit of `_work`."""
MCCFR = "ai.algorithms.mccfr"  # holds no kernels, and knows how those beside it are called
ABSTRACTION_KERNELS = "ai.lab.abstraction.opened_abstraction"  # loaded for its own part alone
TRAINED_ONLY = (
    "ai.abstraction.average_strengths",
    "ai.abstraction.card_deals",
    "ai.abstraction.emd",
    "ai.abstraction.histograms",
    "ai.abstraction.kmeans_1d",
    "ai.abstraction.next_cards",
    "ai.abstraction.kmeans_1d_emd",
    "ai.abstraction.kmeans_emd",
    "ai.abstraction.runouts",
    "ai.abstraction.transport",
    "ai.algorithms.average_strategy",
    MCCFR,
)
"""What the names of modules begin with whose kernels no table needs."""


class PreparationStage(NamedTuple):
    """Modules to compile, and what comes after them: its work, and the call, which may raise OSError."""

    modules: Sequence[ModuleType]
    work: float
    finish: Callable[[], None]


def main(words: Sequence[str]) -> None:
    """Prepare what is missing of a part, that of play where none is named, and report on stdout."""
    part = _part_of(words)
    threading.Thread(target=end_with_starter, daemon=True).start()
    kernel_cache.forget_if_damaged()
    make_ready(stages_of(part), lambda report: print(json.dumps(asdict(report)), flush=True))


def _part_of(words: Sequence[str]) -> KernelSet:
    try:
        return KernelSet(*words or [KernelSet.PLAY])
    except (ValueError, TypeError):
        sys.exit(f"{quoted(' '.join(words))} is not part of the kernels: name one of {', '.join(KernelSet)}.")


def modules_to_compile(part: KernelSet = KernelSet.PLAY) -> list[ModuleType]:
    """Return the modules that can call the kernels of a part, in the order of the needs."""
    if part == KernelSet.ABSTRACTION:
        return list(importlib.import_module(ABSTRACTION_KERNELS).COMPILED)
    if part == KernelSet.PLAY:
        return [importlib.import_module(name) for names in MODULES.values() for name in names]
    names = [*kernel_cache.kernel_modules(), MCCFR]
    wanted = [name for name in names if name.startswith(TRAINED_ONLY)]
    return [module for module in map(importlib.import_module, wanted) if hasattr(module, "compile_kernels")]


def stages_of(part: KernelSet) -> list[PreparationStage]:
    """Return what a part is made of: that of play is a stage for each need, an empty one where it is met."""
    if part == KernelSet.TRAINING:
        return [PreparationStage(modules_to_compile(part), 0.0, lambda: None)]
    if part == KernelSet.ABSTRACTION:
        return [PreparationStage(modules_to_compile(part), 1.0, partial(kernel_cache.note, part))]
    met = kernel_cache.met()
    return [PreparationStage((), 0.0, lambda: None) if need in met else _stage_of(need) for need in NEEDS]


def _stage_of(need: Need) -> PreparationStage:
    work, build_tables = TABLES.get(need, (0.0, list))

    def finish() -> None:
        kernel_cache.write_stamp(need, build_tables())

    return PreparationStage([importlib.import_module(name) for name in MODULES[need]], work, finish)


def end_with_starter() -> None:
    """End this process when whoever started it has ended, or wants no more of it."""
    sys.stdin.read()
    os._exit(1)


def make_ready(stages: Sequence[PreparationStage], tell: Tell) -> None:
    """Compile the kernels of the stages, and do what comes after each; what cannot be kept ends it.

    `tell` hears of every kernel and of every stage that is done, or what the trouble was.
    """
    meter = _Meter(stages, tell)
    book.after_compiling = meter.tell
    meter.tell()
    for stage in stages[meter.done :]:
        for module in stage.modules:
            if book.trouble:
                return
            module.compile_kernels()
            meter.finish(module)
        if not book.trouble:
            try:
                stage.finish()
            except OSError as error:
                book.trouble = reason(error)
        if book.trouble:
            meter.tell()
            return
        meter.finish_stage()


def _build_hash_table() -> list[Path]:
    """Build the hash table of all hands where it is missing, and return its files."""
    folder = user_files.cache_folder()
    if hash_table_file.load(folder) is None:
        *_, table = build()
        assert isinstance(table, HandTable)
        hash_table_file.keep(table, folder)
    return hash_table_file.files(folder)


def _build_rivers() -> list[Path]:
    """Work out the strengths on all rivers where they are missing; they look after their own files."""
    rivers.ready(user_files.cache_folder())
    return []


TABLES: Mapping[Need, tuple[float, Callable[[], list[Path]]]] = {
    Need.BLUEPRINT: (RIVERS_WORK, _build_rivers),
    Need.ODDS: (HASH_TABLE_WORK, _build_hash_table),
}
"""What a need has built after its kernels: the work, and what builds it and returns the files to be stamped."""


class _Meter:
    """Which kernels are wanted, which of them are ready, and how many stages are done: empty ones at once."""

    def __init__(self, stages: Sequence[PreparationStage], tell: Tell) -> None:
        self._works = [_works(stage) for stage in stages]
        self._stages = stages
        self._work = {kernel: work for works in self._works for kernel, work in works.items()}
        self._total = sum(self._work.values()) + sum(stage.work for stage in stages) or 1.0
        self._ready: set[Callable[..., Any]] = set()
        self.done = len(list(takewhile(lambda stage: not (stage.modules or stage.work), stages)))
        self._tell = tell

    def tell(self) -> None:
        """Report how far it is."""
        ready = self._ready | (book.compiled & self._work.keys())
        done = sum(self._work[kernel] for kernel in ready) + sum(
            stage.work for stage in self._stages[: self.done]
        )
        steps = len(self._work) + len(self._stages)
        share = 1.0 if self.done == len(self._stages) else done / self._total
        self._tell(Report(len(ready) + self.done, steps, share, book.trouble, self._ends(), self.done))

    def _ends(self) -> list[float]:
        """Return the share of the work that is done when each stage is."""
        works = [
            sum(works.values()) + stage.work for works, stage in zip(self._works, self._stages, strict=True)
        ]
        return [end / self._total for end in accumulate(works)]

    def finish(self, module: ModuleType) -> None:
        """Take note that all kernels of a module are ready, those as well that were kept before."""
        self._ready |= {kernel for kernel in self._work if kernel.__module__ == module.__name__}
        self.tell()

    def finish_stage(self) -> None:
        """Take note that a stage is done, its tables too."""
        self.done += 1
        self.tell()


def _works(stage: PreparationStage) -> dict[Callable[..., Any], float]:
    names = {module.__name__ for module in stage.modules}
    return {kernel: _work(kernel) for kernel in book.kernels if kernel.__module__ in names}


def _work(kernel: Callable[..., Any]) -> float:
    """Return about how long a kernel takes to compile: the longer its code is."""
    return 100.0 + len(kernel.__code__.co_code)


if __name__ == "__main__":
    main(sys.argv[1:])
