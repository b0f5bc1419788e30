"""Reports of a run whose kernels are not there yet.

A compilation takes seconds where the program has not prepared its kernels before, and cannot be interrupted. So it
runs beside the reports, which say that nothing is done yet; meanwhile others are answered, and the run can be
stopped.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping

from ai.training.run import CHUNK_SECONDS, ModelRun
from game.core import Progress


def reports_while(
    warm: Callable[[], None], run: ModelRun, metrics: Callable[[], Mapping[str, float]]
) -> Iterator[Progress]:
    """Yield what `run` is until `warm` has compiled its kernels; nothing where they are there already."""
    start = time.monotonic()
    compiling = threading.Thread(target=warm, daemon=True)
    compiling.start()
    compiling.join(CHUNK_SECONDS)
    while compiling.is_alive():
        yield Progress(run.iteration, run.total, time.monotonic() - start, None, metrics())
        compiling.join(CHUNK_SECONDS)
