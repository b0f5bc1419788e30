"""The axis of a chart: maps values to 0 .. 1, and chooses and formats round ticks.

A linear axis ends at a round value, so that it does not move with every new point; a logarithmic one ends at powers
of ten. Values of 0 or less, which a logarithmic axis cannot show, are drawn at its low end.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Protocol

MOST_TICKS = 6
FEWEST_POWERS = 3  # with this many powers of ten, no ticks between them are needed
LEAST_SPAN = 1e-9
LEAST_POWER = -9  # smaller values are noise, and are drawn at the low end
STEPS = (1, 2, 2.5, 5, 10)


class Scale(Protocol):
    """What a chart asks of its upright axis."""

    def shares(self, values: Iterable[float]) -> list[float]:
        """Return where values lie, 0 at the lower end and 1 at the upper one."""

    def ticks(self, most: int) -> list[float]:
        """Return at most so many values to be ruled and named, in ascending order."""

    def __hash__(self) -> int:
        """A scale is a value: what was computed from it can be kept."""


@dataclass(frozen=True, slots=True)
class Axis:
    """From `low` to `high`; on a logarithmic axis both are above 0. A `whole` one has whole ticks only."""

    low: float
    high: float
    log: bool = False
    whole: bool = field(default=False, repr=False)

    def share(self, value: float) -> float:
        """Return the position of a value, from 0 at the low end to 1 at the high end, clamped.

        >>> Axis(1, 10_000, log=True).share(100)
        0.5
        """
        if self.log:
            value = math.log10(max(value, self.low))
            low, high = math.log10(self.low), math.log10(self.high)
        else:
            low, high = self.low, self.high
        return min(1.0, max(0.0, (value - low) / (high - low)))

    def value(self, share: float) -> float:
        """Return the value at a position between 0 and 1.

        >>> Axis(1, 10_000, log=True).value(0.5), Axis(0, 400).value(0.25)
        (100.0, 100.0)
        """
        if self.log:
            return float(self.low * (self.high / self.low) ** share)
        return self.low + (self.high - self.low) * share

    def shares(self, values: Iterable[float]) -> list[float]:
        """Return `share` of many values, in less time."""
        if not self.log:
            low, per_unit = self.low, 1 / (self.high - self.low)
            return [min(1.0, max(0.0, (value - low) * per_unit)) for value in values]
        low = math.log10(self.low)
        per_power = 1 / (math.log10(self.high) - low)
        log10, least = math.log10, self.low
        return [min(1.0, (log10(value) - low) * per_power) if value > least else 0.0 for value in values]

    def ticks(self, most: int = MOST_TICKS) -> list[float]:
        """Return at most `most` round values, in ascending order.

        >>> Axis(0, 400).ticks(), Axis(1, 1e6, log=True).ticks(4), Axis(1, 8, log=True).ticks()
        ([0.0, 100.0, 200.0, 300.0, 400.0], [1, 100, 10000, 1000000], [1, 2, 5])
        """
        if self.log:
            return _powers(self.low, self.high, most)
        return [tick for tick in _steps(self.low, self.high, most) if not self.whole or tick.is_integer()]


def linear(values: Iterable[float]) -> Axis:
    """Return the axis from 0 (or a round value below all values) to a round value above them.

    >>> linear([3, 333]), linear([-0.0555, 0.02])
    (Axis(low=0.0, high=400.0, log=False), Axis(low=-0.06, high=0.02, log=False))
    """
    found = [*values]
    low, high = min([0.0, *found]), max([0.0, *found])
    if high - low < LEAST_SPAN:
        return Axis(0.0, 1.0)
    step = _round_step(high - low, MOST_TICKS)
    return Axis(_rounded(math.floor(low / step), step), _rounded(math.ceil(high / step), step))


def logarithmic(values: Iterable[float]) -> Axis:
    """Return the axis between the powers of ten around all values above 0.

    >>> logarithmic([0.25, 0.0042, 0])
    Axis(low=0.001, high=1.0, log=True)
    """
    found = [value for value in values if value > 0]
    low = max(LEAST_POWER, math.floor(math.log10(min(found)))) if found else 0
    high = math.ceil(math.log10(max(found))) if found else 0
    return Axis(10.0**low, 10.0 ** max(high, low + 1), log=True)


def counted(total: int, *, log: bool, first: int = 1) -> Axis:
    """Return the axis of iterations or hands up to `total`; a logarithmic one begins just below `first`.

    >>> counted(2, log=False).ticks(), counted(5_000_000, log=True, first=20_480)
    ([0.0, 1.0, 2.0], Axis(low=20000, high=5000000, log=True))
    >>> counted(600, log=True, first=90).low
    50
    """
    if not log:
        return Axis(0, max(1, total), whole=True)
    power = 10 ** int(math.log10(max(1, first)))
    low = max(step * power for step in (1, 2, 5) if step * power <= max(1, first))
    return Axis(low, max(2 * low, total), log=True)


def _round_step(span: float, most: int) -> float:
    """Return the smallest round step that needs at most so many ticks."""
    least = span / (most - 1)
    power = 10.0 ** math.floor(math.log10(least))
    return float(next(step * power for step in (*STEPS, 20) if step * power >= least * (1 - 1e-9)))


def _steps(low: float, high: float, most: int) -> list[float]:
    step = _round_step(high - low, most)
    first = math.ceil(low / step - 1e-9)
    last = math.floor(high / step + 1e-9)
    return [_rounded(place, step) for place in range(first, last + 1)]


def _rounded(place: int, step: float) -> float:
    """Return a multiple of the step, without binary rounding errors."""
    return round(place * step, 12)


def _powers(low: float, high: float, most: int) -> list[float]:
    """Return powers of ten; where they are few, also 2 and 5 times these, if at most `most` result."""
    first, last = math.ceil(math.log10(low) - 1e-9), math.floor(math.log10(high) + 1e-9)
    if last - first < FEWEST_POWERS - 1:
        between = [
            step * _power(power)
            for power in range(first - 1, last + 1)
            for step in (1, 2, 5)
            if low * (1 - 1e-9) <= step * _power(power) <= high * (1 + 1e-9)
        ]
        if len(between) <= most:
            return between
    every = max(1, math.ceil((last - first + 1) / most))
    return [_power(power) for power in range(first, last + 1, every)]


def _power(power: int) -> float:
    return 10**power if power >= 0 else 10.0**power


def round_up(value: float) -> float:
    """Return the least of ..., 0.5, 1, 2, 5, 10, 20, ... that is not below a value; 1 for 0.

    >>> round_up(3.2), round_up(0.15)
    (5.0, 0.2)
    """
    if value <= 0:
        return 1.0
    power = 10.0 ** math.floor(math.log10(value))
    return next(step * power for step in (1, 2, 5, 10) if step * power >= value)
