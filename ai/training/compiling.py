"""Reports of a run whose kernels are not there yet.

A compilation takes seconds where the program has not prepared its kernels before, and cannot be interrupted. So it
runs beside the reports, which say that nothing is done yet; meanwhile others are answered, and the run can be
stopped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from ai.steps import in_thread
from ai.training.run import ModelRun
from game.core import Progress

GETTING_READY = "getting ready"
"""What a run does before its first iteration."""


def reports_while(
    compile_kernels: Callable[[], None], run: ModelRun, metrics: Callable[[], Mapping[str, float]]
) -> Iterator[Progress]:
    """Yield what `run` is until its kernels are compiled; nothing where they are there already."""
    for seconds in in_thread(compile_kernels):
        yield Progress(run.iteration, run.total, seconds, None, metrics(), doing=GETTING_READY)
