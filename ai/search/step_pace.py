"""Measure how long the steps of a decision take, so that no step starts that cannot end in time.

A step is a call that cannot be interrupted: it plants a tree, values the ends of a flop on one turn card, or runs
an iteration. Its cost is proportional to a size that is known before (its units). The slowest of the last
measurements counts, because a busy machine is slow for some steps only. Old measurements are forgotten: a step that
is skipped is not measured, so one stall would otherwise stop all solves.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

MEASUREMENTS = 4
"""How many measurements of a kind of step count."""
MAX_AGE_SECONDS = 60.0
"""The age from which a measurement no longer counts."""

SECONDS = {
    "continuations": 0.3,
    "ends": 0.08,
    "turn card": 8e-9,
    "tree": 0.1,
    "first iteration": 0.06,
    "answer": 0.05,
}
"""The seconds a unit of each kind of step before it is measured: about twice the time on a quiet machine."""


@dataclass(slots=True)
class StepPace:
    """The pace of the steps in this process. `clock` returns seconds."""

    clock: Callable[[], float] = time.perf_counter
    _measured: dict[tuple[str, str], deque[tuple[float, float]]] = field(default_factory=dict)

    def seconds(self, kind: str, units: float = 1.0, of: str = "") -> float:
        """Return the seconds of a step at the measured pace. `of` tells apart steps of a kind, such as streets."""
        oldest = self.clock() - MAX_AGE_SECONDS
        measured = [seconds for when, seconds in self._measured.get((kind, of), ()) if when >= oldest]
        return units * (max(measured) if measured else SECONDS[kind])

    @contextmanager
    def measure(self, kind: str, units: float = 1.0, of: str = "") -> Iterator[None]:
        """Measure a step."""
        began = self.clock()
        yield
        self.note(kind, (self.clock() - began) / max(units, 1.0), of)

    def note(self, kind: str, seconds: float, of: str = "") -> None:
        """Take note of the seconds that a unit of a step took."""
        measured = self._measured.setdefault((kind, of), deque(maxlen=MEASUREMENTS))
        measured.append((self.clock(), seconds))


step_pace = StepPace()
"""The pace of this process, for all agents."""
