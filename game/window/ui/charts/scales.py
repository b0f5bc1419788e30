"""Upright axes that hold 0 and many powers of ten, and one that reaches as far up as down."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SignedLog:
    """sign(x) log10(1 + |x|), to the power of ten `power` on both sides.

    >>> SignedLog(2).shares([-99, 0, 99]), SignedLog(4).ticks(5)
    ([0.0, 0.5, 1.0], [-10000.0, -100.0, 0.0, 100.0, 10000.0])
    """

    power: int

    def shares(self, values: Iterable[float]) -> list[float]:
        """Return where values lie."""
        log10 = math.log10
        return [
            min(1.0, max(0.0, 0.5 + math.copysign(log10(1 + abs(value)), value) / self.power / 2))
            for value in values
        ]

    def ticks(self, most: int) -> list[float]:
        """Return 0, the outer powers of ten, and some between."""
        each_side = max(1, (most - 1) // 2)
        every = max(1, math.ceil(self.power / each_side))
        above = [10.0**power for power in range(self.power, 0, -every)]
        return [*(-value for value in above), 0.0, *reversed(above)]


@dataclass(frozen=True, slots=True)
class FromNothing:
    """log10(1 + x) up to the power of ten `power`: counts over many powers of ten, and 0, which is the goal.

    >>> FromNothing(2).shares([0, 99]), FromNothing(4).ticks(4)
    ([0.0, 1.0], [0.0, 10.0, 1000.0])
    """

    power: int

    def shares(self, values: Iterable[float]) -> list[float]:
        """Return where values lie."""
        return [min(1.0, math.log10(1 + max(0.0, value)) / self.power) for value in values]

    def ticks(self, most: int) -> list[float]:
        """Return 0 and powers of ten."""
        every = max(1, math.ceil(self.power / max(1, most - 1)))
        return [0.0, *(10.0**power for power in range(1, self.power + 1, every))]


@dataclass(frozen=True, slots=True)
class Mirrored:
    """From `-reach` to `reach`, with ticks at both ends, and at 0 where there is room.

    >>> Mirrored(5).shares([-5, 0, 2.5]), Mirrored(5).ticks(2)
    ([0.0, 0.5, 0.75], [-5, 5])
    """

    reach: float

    def shares(self, values: Iterable[float]) -> list[float]:
        """Return where values lie."""
        return [min(1.0, max(0.0, 0.5 + value / self.reach / 2)) for value in values]

    def ticks(self, most: int) -> list[float]:
        """Return both ends, and 0."""
        return [-self.reach, 0.0, self.reach] if most > 2 else [-self.reach, self.reach]


def around(values: Iterable[float]) -> SignedLog:
    """Return the signed scale that holds all values.

    >>> around([-1530, 12])
    SignedLog(power=4)
    """
    most = max((abs(value) for value in values), default=0.0)
    return SignedLog(max(2, math.ceil(math.log10(1 + most))))
