"""Compile the kernels of play and compute the strengths on all rivers, before Hold'em is played.

The process calls the kernels of each module on tiny inputs of the types in play (`compile_kernels()` of the
module), so that numba compiles and caches them. `MODULES` starts with the needs of a table against a simple
opponent. Every need that is met is stamped. If the process is killed, nothing is half-written, and the next process
continues with what is left. ai/preparation.py runs it as

    python -m ai.first_start

The other sets of kernels (ai/kernel_cache.py) are compiled when they are first needed, for example with
`python -m ai.first_start training`.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from functools import partial
from itertools import accumulate, takewhile
from types import ModuleType
from typing import Any, NamedTuple

from ai import kernel_cache
from ai.abstraction import isomorphism, rivers
from ai.compiled import book, reason
from ai.kernel_cache import KernelSet
from ai.preparation import Report
from game.files import user_files
from game.needs import NEEDS, Need
from game.quoting import quoted

Tell = Callable[[Report], None]

MODULES = {
    Need.TABLE: {
        "ai.hands.evaluator": 0.6,
        "ai.hands.hand_against_range": 1.6,
        "ai.hands.canonical_boards": 0.7,
    },
    Need.EXPERT: {"ai.hands.boards": 1.7, "ai.hands.equity_walk": 3.7},
    Need.BLUEPRINT: {
        "ai.abstraction.betting_tree": 1.6,
        "ai.abstraction.card_abstraction": 1.3,
        "ai.abstraction.isomorphism": 0.5,
        "ai.abstraction.strengths": 1.6,
        "ai.search.outcomes": 0.2,
    },
    Need.SEARCH: {"ai.knowledge.hand_strength": 1.6, "ai.knowledge.network_strategy": 0.3},
    Need.SOLVER: {"ai.search.flop_ends": 0.4, "ai.solver.showdowns": 8.2, "ai.solver.sweeps": 13.2},
    Need.ODDS: {"ai.hands.range_equity": 0.7, "ai.hands.made_hands": 0.5},
    Need.LAB: {
        "ai.algorithms.dice_kernel": 0.1,
        "ai.algorithms.exact": 1.5,
        "ai.algorithms.full_width": 1.1,
        "ai.algorithms.sampled": 1.4,
        "ai.algorithms.td_kernel": 0.5,
        "ai.algorithms.trace": 0.1,
    },
}
"""The modules whose kernels each need is the first to call, in the order in which they are compiled.

The number is the work: the CPU seconds that the module took to compile on one machine
(`python -m tests.benchmarks.first_start modules`). Only ratios matter, for the estimate of the time left.
"""
RIVERS_WORK = 1.2
"""The seconds that the strengths on all rivers took there."""
CODE_OFFSET, SECONDS_A_BYTE = 100, 0.0005
"""The length that counts for every kernel besides its code, and the seconds that a byte takes to compile."""
HAND_TABLE = ("ai.hands.hash_table", "ai.hands.hash_table_maker", "ai.hands.hash_table_statistics")
"""The modules that build, search and count the hash table of hands."""
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
    """Modules to compile, and what follows them.

    Attributes:
        work: the work of `finish`, in the unit of `MODULES`.
        finish: finishes the stage, yielding the share of `work` that is done. It may raise OSError.
    """

    modules: Sequence[ModuleType]
    work: float
    finish: Callable[[], Iterator[float]]


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
    if part == KernelSet.HAND_TABLE:
        return [importlib.import_module(name) for name in HAND_TABLE]
    if part == KernelSet.PLAY:
        return [importlib.import_module(name) for names in MODULES.values() for name in names]
    names = [*kernel_cache.kernel_modules(), MCCFR]
    wanted = [name for name in names if name.startswith(TRAINED_ONLY)]
    return [module for module in map(importlib.import_module, wanted) if hasattr(module, "compile_kernels")]


def stages_of(part: KernelSet) -> list[PreparationStage]:
    """Return the stages of a part. Play has a stage for each need, which is empty if the need is met."""
    if part == KernelSet.TRAINING:
        return [PreparationStage(modules_to_compile(part), 0.0, lambda: iter(()))]
    if part != KernelSet.PLAY:
        return [PreparationStage(modules_to_compile(part), 1.0, partial(_note, part))]
    met = kernel_cache.met()
    return [PreparationStage((), 0.0, lambda: iter(())) if need in met else _stage_of(need) for need in NEEDS]


def _note(part: KernelSet) -> Iterator[float]:
    kernel_cache.note(part)
    yield 1.0


def _stage_of(need: Need) -> PreparationStage:
    builds_rivers = need == Need.BLUEPRINT

    def finish() -> Iterator[float]:
        if builds_rivers:
            yield from _build_rivers()
        kernel_cache.write_stamp(need)

    modules = [importlib.import_module(name) for name in MODULES[need]]
    return PreparationStage(modules, RIVERS_WORK if builds_rivers else 0.0, finish)


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
                for share in stage.finish():
                    meter.tell(share)
            except OSError as error:
                book.trouble = reason(error)
        if book.trouble:
            meter.tell()
            return
        meter.finish_stage()


def _build_rivers() -> Iterator[float]:
    """Compute the strengths on all rivers if they are missing, and yield the share that is done."""
    blocks = -(-isomorphism.rows(5) // rivers.ROWS_AT_A_TIME)
    for done, _ in enumerate(rivers.worked_out(user_files.cache_folder()), 1):
        yield done / blocks


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

    def tell(self, finished: float = 0.0) -> None:
        """Report how far it is. `finished` is the share that is done of what follows the modules of this stage."""
        ready = self._ready | (book.compiled & self._work.keys())
        done = sum(self._work[kernel] for kernel in ready) + sum(
            stage.work for stage in self._stages[: self.done]
        )
        if finished:
            done += finished * self._stages[self.done].work
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
    """Return the work of each kernel of a stage, in the unit of `MODULES`.

    The kernels of a module share its work by the length of their code. A module without a measured work counts by
    the length of its code alone.
    """
    measured = {name: work for works in MODULES.values() for name, work in works.items()}
    found: dict[Callable[..., Any], float] = {}
    for name in {module.__name__: None for module in stage.modules}:
        lengths = {
            kernel: CODE_OFFSET + len(kernel.__code__.co_code)
            for kernel in book.kernels
            if kernel.__module__ == name
        }
        total = sum(lengths.values())
        unit = measured[name] / total if name in measured else SECONDS_A_BYTE
        found |= {kernel: unit * length for kernel, length in lengths.items()}
    return found


if __name__ == "__main__":
    main(sys.argv[1:])
