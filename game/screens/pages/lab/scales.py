"""Upright scales of the lab's charts: where a value lies, and which levels are ruled and named.

Regrets grow both ways and over many powers of ten, so theirs is logarithmic on both sides of 0.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from game.screens.ui.charts.axis import Axis, written
from game.screens.ui.texts import MINUS, number

Tick = tuple[float, str]


class Scale(Protocol):
    """What a chart asks of its upright axis."""

    def shares(self, values: Iterable[float]) -> list[float]:
        """Return where values lie, 0 at the lower end and 1 at the upper one."""

    def ticks(self, most: int) -> list[Tick]:
        """Return at most so many levels (0 to 1) with what is written beside them."""

    def __hash__(self) -> int:
        """A scale is a value: what was worked out of it can be kept."""


@dataclass(frozen=True, slots=True)
class Straight:
    """An axis as all charts have it, linear or logarithmic."""

    axis: Axis

    def shares(self, values: Iterable[float]) -> list[float]:
        """Return where values lie."""
        return self.axis.shares(values)

    def ticks(self, most: int) -> list[Tick]:
        """Return round values."""
        return [(self.axis.share(tick), written(tick)) for tick in self.axis.ticks(most)]


@dataclass(frozen=True, slots=True)
class SignedLog:
    """sign(x) log10(1 + |x|), to the power of ten `power` on both sides.

    >>> SignedLog(2).shares([-99, 0, 99]), [words for _, words in SignedLog(4).ticks(5)]
    ([0.0, 0.5, 1.0], ['−10k', '−100', '0', '100', '10k'])
    """

    power: int

    def shares(self, values: Iterable[float]) -> list[float]:
        """Return where values lie."""
        reach, log10 = math.log10(1 + 10.0**self.power - 1), math.log10
        return [
            min(1.0, max(0.0, 0.5 + math.copysign(log10(1 + abs(value)), value) / reach / 2))
            for value in values
        ]

    def ticks(self, most: int) -> list[Tick]:
        """Return 0, the outer powers of ten, and some between."""
        each_side = max(1, (most - 1) // 2)
        every = max(1, math.ceil(self.power / each_side))
        powers = range(self.power, 0, -every)
        above = [(self._share(10.0**power), written(10.0**power)) for power in reversed(powers)]
        below = [(1 - share, MINUS + words) for share, words in reversed(above)]
        return [*below, (0.5, number(0)), *above]

    def _share(self, value: float) -> float:
        return self.shares([value])[0]


@dataclass(frozen=True, slots=True)
class FromNothing:
    """log10(1 + x) up to the power of ten `power`: counts over many powers of ten, and 0, which is the goal.

    >>> FromNothing(2).shares([0, 99]), [words for _, words in FromNothing(4).ticks(4)]
    ([0.0, 1.0], ['0', '10', '1k'])
    """

    power: int

    def shares(self, values: Iterable[float]) -> list[float]:
        """Return where values lie."""
        return [min(1.0, math.log10(1 + max(0.0, value)) / self.power) for value in values]

    def ticks(self, most: int) -> list[Tick]:
        """Return 0 and powers of ten."""
        every = max(1, math.ceil(self.power / max(1, most - 1)))
        powers = range(1, self.power + 1, every)
        return [
            (0.0, number(0)),
            *((self.shares([10.0**power])[0], written(10.0**power)) for power in powers),
        ]


def around(values: Iterable[float]) -> SignedLog:
    """Return the signed scale that holds all values.

    >>> around([-1530, 12])
    SignedLog(power=4)
    """
    most = max((abs(value) for value in values), default=0.0)
    return SignedLog(max(2, math.ceil(math.log10(1 + most))))
