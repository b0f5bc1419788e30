"""Compile the kernels and compute the river strengths before Hold'em is played.

For each module, `compile_kernels()` calls the module's kernels on tiny inputs of the types used in play, so that
numba compiles and caches the kernels. The work is divided into *needs*. The first need in `MODULES` is a table
against a simple opponent. When a need is met, a stamp file records it. Writes are atomic: if the process is killed,
the next process continues with the rest. ai/preparation.py runs this module as

    python -m ai.first_start

The other sets of kernels (ai/kernel_cache.py) are compiled on demand, for example with `python -m ai.first_start
training`.
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
from typing import NamedTuple

from ai import kernel_cache
from ai.abstraction import isomorphism, strengths
from ai.compiled import book, reason
from ai.kernel_cache import KernelSet
from ai.preparation import Report
from game.core import BadInput
from game.files import user_files
from game.needs import NEEDS, Need
from game.quoting import quoted
from game.texts import as_clause

Tell = Callable[[Report], None]

MODULES: dict[Need, dict[str, Sequence[float]]] = {
    Need.TABLE: {
        "ai.hands.evaluator": (0.42, 0.1, 0.1),
        "ai.hands.hand_against_range": (0.47, 0.1, 0.16, 0.25, 0.14, 0.04, 0.02, 0.38, 0.16),
        "ai.hands.canonical_boards": (0.26, 0.45),
    },
    Need.EXPERT: {
        "ai.hands.boards": (0.17, 0.26, 0.27, 0.08, 0.24, 0.14, 0.16, 0.37, 0.45),
        "ai.hands.equity_walk": (
            0.42,
            0.16,
            0.24,
            0.54,
            0.19,
            0.13,
            0.18,
            0.31,
            0.16,
            0.17,
            0.49,
            0.56,
            0.94,
        ),
    },
    Need.BLUEPRINT: {
        "ai.abstraction.betting_tree": (0.25, 0.29, 0.26, 0.2, 0.18, 0.24, 0.11, 0.35),
        "ai.abstraction.card_abstraction": (0.14, 0.13, 0.15, 0.13, 0.16, 0.2, 0.06, 0.2, 0.23),
        "ai.abstraction.isomorphism": (0.23, 0.29),
        "ai.abstraction.strengths": (0.18, 0.12, 0.15, 0.13, 0.16, 0.2, 0.82),
        "ai.search.answers": (0.17,),
    },
    Need.SEARCH: {
        "ai.knowledge.hand_strength": (0.19, 0.33, 0.4, 0.31, 0.08, 0.42),
        "ai.knowledge.network_strategy": (0.32,),
    },
    Need.SOLVER: {
        "ai.search.flop_solving": (0.24, 0.19),
        "ai.solver.showdowns": (0.95, 0.66, 0.91, 0.65, 0.89, 0.7, 0.79, 0.63, 0.93, 0.84, 1.57),
        "ai.solver.sweeps": (
            0.29,
            0.18,
            0.22,
            0.27,
            0.16,
            0.38,
            1.32,
            1.02,
            1.25,
            0.86,
            1.11,
            0.14,
            0.09,
            2.45,
            0.38,
            0.3,
            0.22,
            0.86,
            0.17,
            0.1,
            2.93,
            2.74,
        ),
    },
    Need.ODDS: {"ai.hands.range_equity": (0.59, 0.41)},
    Need.LAB: {
        "ai.algorithms.dice_kernel": (0.04,),
        "ai.algorithms.cfr_kernels": (0.43, 0.45, 0.33, 0.15, 0.04, 0.17, 0.86, 0.21, 0.16, 1.04),
        "ai.algorithms.td_kernel": (0.14, 0.28),
    },
}
"""The modules of each need, without the modules of earlier needs, in the order of compilation.

The numbers of a module are the seconds of each of its compilations on one machine, in order (`python -m
tests.benchmarks.first_start modules`). A kernel compiles once for each combination of types. The numbers are used
only to estimate the time left, so only their ratios matter.
"""
RIVERS_WORK = 0.7
"""The seconds for computing the strengths on all rivers on the same machine."""
CODE_OFFSET, SECONDS_A_BYTE = 100, 0.0005
"""The estimated seconds to compile a kernel are (bytes of its code + CODE_OFFSET) * SECONDS_A_BYTE."""
HAND_TABLE = ("ai.hands.hash_table", "ai.hands.hash_table_maker")
"""The modules that build, search and count the hash table of hands."""
MCCFR = "ai.algorithms.mccfr"  # has no kernels. Its `compile_kernels` calls those of the modules next to it
ABSTRACTION_KERNELS = "ai.lab.opened_abstraction"  # loaded only for its own set of kernels
TRAINED_ONLY = (
    "ai.abstraction.next_street",
    "ai.abstraction.card_deals",
    "ai.abstraction.emd",
    "ai.abstraction.kmeans_1d",
    "ai.abstraction.kmeans_emd",
    "ai.abstraction.runouts",
    "ai.abstraction.transport",
    "ai.algorithms.mccfr_kernel",
    MCCFR,
)
"""The prefixes of the modules whose kernels only training needs, not play at a table."""


class PreparationStage(NamedTuple):
    """A stage of the preparation: first modules to compile, then further work (`finish`).

    Attributes:
        work: The amount of work in `finish`, in the unit of `MODULES`.
        finish: A generator that finishes the stage. It yields the finished share of `work` and may raise OSError.
    """

    modules: Sequence[ModuleType]
    work: float
    finish: Callable[[], Iterator[float]]


def main(words: Sequence[str]) -> None:
    """Compile the missing kernels of a set, by default the kernels of play. Print the progress to stdout."""
    part = _part_of(words)
    threading.Thread(target=end_with_starter, daemon=True).start()
    kernel_cache.forget_if_damaged()
    make_ready(plan_stages(part), lambda report: print(json.dumps(asdict(report)), flush=True))


def _part_of(words: Sequence[str]) -> KernelSet:
    try:
        return KernelSet(*words or [KernelSet.PLAY])
    except (ValueError, TypeError):
        sys.exit(f"{quoted(' '.join(words))} is not part of the kernels: name one of {', '.join(KernelSet)}.")


def modules_to_compile(part: KernelSet = KernelSet.PLAY) -> list[ModuleType]:
    """Return the modules that call the kernels of a set, in the order of the needs."""
    if part == KernelSet.ABSTRACTION:
        return list(importlib.import_module(ABSTRACTION_KERNELS).KERNEL_MODULES)
    if part == KernelSet.HAND_TABLE:
        return [importlib.import_module(name) for name in HAND_TABLE]
    if part == KernelSet.PLAY:
        return [importlib.import_module(name) for names in MODULES.values() for name in names]
    names = [*kernel_cache.kernel_modules(), MCCFR]
    wanted = [name for name in names if name.startswith(TRAINED_ONLY)]
    return [module for module in map(importlib.import_module, wanted) if hasattr(module, "compile_kernels")]


def plan_stages(part: KernelSet) -> list[PreparationStage]:
    """Return the stages of a set of kernels. The set for play has a stage for each need.

    If a need is already met, its stage is empty.
    """
    if part == KernelSet.TRAINING:
        return [PreparationStage(modules_to_compile(part), 0.0, lambda: iter(()))]
    if part != KernelSet.PLAY:
        return [PreparationStage(modules_to_compile(part), 1.0, partial(_note, part))]
    met = kernel_cache.met_needs()
    return [
        PreparationStage((), 0.0, lambda: iter(())) if need in met else _plan_stage(need) for need in NEEDS
    ]


def _note(part: KernelSet) -> Iterator[float]:
    kernel_cache.note(part)
    yield 1.0


def _plan_stage(need: Need) -> PreparationStage:
    builds_rivers = need == Need.BLUEPRINT

    def finish() -> Iterator[float]:
        if builds_rivers:
            blocks = -(-isomorphism.rows(5) // strengths.ROWS_AT_A_TIME)
            for done, _ in enumerate(strengths.compute_rivers(user_files.cache_folder()), 1):
                yield done / blocks
        kernel_cache.write_stamp(need)

    modules = [importlib.import_module(name) for name in MODULES[need]]
    return PreparationStage(modules, RIVERS_WORK if builds_rivers else 0.0, finish)


def end_with_starter() -> None:
    """End this process when stdin closes.

    Stdin closes when the parent process ends or cancels the preparation.
    """
    sys.stdin.read()
    os._exit(1)


def make_ready(stages: Sequence[PreparationStage], tell: Tell) -> None:
    """Compile the kernels of the stages, and finish each stage. A failed write ends the preparation.

    `tell` receives a report after every kernel and every stage. The last report has the error, if any.
    """
    meter = _Meter(stages, tell)
    book.after_compiling = meter.note_compilation
    meter.tell()
    for stage in stages[meter.done :]:
        for module in stage.modules:
            if book.trouble:
                return
            try:
                module.compile_kernels()
            except BadInput as error:  # a limit leaves too little memory
                book.trouble = as_clause(str(error))
                break
            meter.finish_module()
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


class _Meter:
    """Measures progress by finished compilations and stages. An empty stage counts as finished from the start."""

    def __init__(self, stages: Sequence[PreparationStage], tell: Tell) -> None:
        self._stages = stages
        self._works = [[_works(module) for module in stage.modules] for stage in stages]
        self._total = sum(map(self._work_of_stage, range(len(stages)))) or 1.0
        self._module = self._kernel = 0
        self.done = len(list(takewhile(lambda stage: not (stage.modules or stage.work), stages)))
        self._tell = tell

    def _work_of_stage(self, stage: int) -> float:
        return sum(map(sum, self._works[stage])) + self._stages[stage].work

    def note_compilation(self) -> None:
        """Count a compilation of the current module.

        If there are more compilations than expected, the rest is ignored.
        """
        if self._module < len(self._works[self.done]):
            self._kernel = min(self._kernel + 1, len(self._works[self.done][self._module]))
        self.tell()

    def finish_module(self) -> None:
        """Count all compilations of the current module as done.

        The module was compiled, or its kernels were loaded from the cache.
        """
        self._module += 1
        self._kernel = 0
        self.tell()

    def finish_stage(self) -> None:
        """Count the current stage as done."""
        self.done += 1
        self._module = self._kernel = 0
        self.tell()

    def tell(self, finished: float = 0.0) -> None:
        """Report the progress. `finished` is the finished share of the current stage's further work."""
        ends = list(
            accumulate(self._work_of_stage(stage) / self._total for stage in range(len(self._stages)))
        )
        if self.done == len(self._stages):
            share, step = 1.0, 0.0
        else:
            works = [work for module in self._works[self.done][: self._module] for work in module]
            ahead = [work for module in self._works[self.done][self._module :] for work in module]
            works += ahead[: self._kernel]
            stage = self._stages[self.done]
            step = (ahead[self._kernel :] or [stage.work * (1.0 - finished)])[0] / self._total
            before = ends[self.done - 1] if self.done else 0.0
            share = before + (sum(works) + finished * stage.work) / self._total
        ready = self.done + sum(sum(map(len, works)) for works in self._works[: self.done])
        steps = len(self._stages) + sum(sum(map(len, works)) for works in self._works)
        if self.done < len(self._stages):
            ready += sum(map(len, self._works[self.done][: self._module])) + self._kernel
        self._tell(Report(ready, steps, share, book.trouble, ends, self.done, step))


def _works(module: ModuleType) -> Sequence[float]:
    """Return the amount of work of each compilation of a module, in order, in the unit of `MODULES`.

    If the work of a module was not measured, the work is estimated by the length of each kernel's code.
    """
    measured = {name: works for modules in MODULES.values() for name, works in modules.items()}
    if module.__name__ in measured:
        return measured[module.__name__]
    return [
        SECONDS_A_BYTE * (CODE_OFFSET + len(kernel.__code__.co_code))
        for kernel in book.kernels
        if kernel.__module__ == module.__name__
    ]


if __name__ == "__main__":
    main(sys.argv[1:])
