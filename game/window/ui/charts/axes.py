"""The axes of charts: scales that map values to 0..1, round ticks, and functions that draw ticks."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Protocol

from game.texts import format_tick, number
from game.window.ui.canvas.painter import Painter, Rect

MAX_TICKS = 6
FEWEST_POWERS = 3  # from this many powers of ten on, no ticks between them are needed
MIN_SPAN = 1e-9
MIN_POWER = -9  # smaller values are noise, drawn at the low end
STEPS = (1, 2, 2.5, 5, 10)


class Scale(Protocol):
    """The interface of a y axis."""

    def shares(self, values: Iterable[float]) -> list[float]:
        """Return the positions of values, 0 at the lower end and 1 at the upper end."""

    def ticks(self, most: int) -> list[float]:
        """Return at most `most` values for grid lines and labels, in ascending order."""

    def __hash__(self) -> int:
        """Return a hash. Scales are value objects, so results computed from a scale can be cached."""


@dataclass(frozen=True, slots=True)
class Axis:
    """A linear or logarithmic axis from `low` to `high`. Both ends of a logarithmic axis are above 0.

    On a logarithmic axis, values of 0 and less are at the low end. If `whole`, all ticks are whole numbers.
    """

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
        """Return `share` of many values. This is faster than single calls."""
        if not self.log:
            low, per_unit = self.low, 1 / (self.high - self.low)
            return [min(1.0, max(0.0, (value - low) * per_unit)) for value in values]
        low = math.log10(self.low)
        per_power = 1 / (math.log10(self.high) - low)
        log10, least = math.log10, self.low
        return [min(1.0, (log10(value) - low) * per_power) if value > least else 0.0 for value in values]

    def ticks(self, most: int = MAX_TICKS) -> list[float]:
        """Return at most `most` round values, in ascending order.

        >>> Axis(0, 400).ticks(), Axis(1, 1e6, log=True).ticks(4), Axis(1, 8, log=True).ticks()
        ([0.0, 100.0, 200.0, 300.0, 400.0], [1, 100, 10000, 1000000], [1, 2, 5])
        """
        if self.log:
            return _powers(self.low, self.high, most)
        step = _round_step(self.high - self.low, most)
        first, last = math.ceil(self.low / step - 1e-9), math.floor(self.high / step + 1e-9)
        steps = [_rounded(count, step) for count in range(first, last + 1)]
        return [tick for tick in steps if not self.whole or tick.is_integer()]


def linear(values: Iterable[float]) -> Axis:
    """Return the axis from 0 (or a round value below the lowest negative value) to a round value above all values.

    Because both ends are round, the axis does not move with every new point.

    >>> linear([3, 333]), linear([-0.0555, 0.02])
    (Axis(low=0.0, high=400.0, log=False), Axis(low=-0.06, high=0.02, log=False))
    """
    found = [*values]
    low, high = min([0.0, *found]), max([0.0, *found])
    if high - low < MIN_SPAN:
        return Axis(0.0, 1.0)
    step = _round_step(high - low, MAX_TICKS)
    return Axis(_rounded(math.floor(low / step), step), _rounded(math.ceil(high / step), step))


def logarithmic(values: Iterable[float]) -> Axis:
    """Return the axis between the powers of ten that enclose all values above 0.

    >>> logarithmic([0.25, 0.0042, 0])
    Axis(low=0.001, high=1.0, log=True)
    """
    found = [value for value in values if value > 0]
    low = max(MIN_POWER, math.floor(math.log10(min(found)))) if found else 0
    high = math.ceil(math.log10(max(found))) if found else 0
    return Axis(10.0**low, 10.0 ** max(high, low + 1), log=True)


def count_axis(total: int, *, log: bool, first: int = 1) -> Axis:
    """Return the axis of a number of iterations or hands up to `total`.

    If `log`, the axis begins just below `first`.

    >>> count_axis(2, log=False).ticks(), count_axis(5_000_000, log=True, first=20_480)
    ([0.0, 1.0, 2.0], Axis(low=20000, high=5000000, log=True))
    >>> count_axis(600, log=True, first=90).low
    50
    """
    if not log:
        return Axis(0, max(1, total), whole=True)
    power = 10 ** int(math.log10(max(1, first)))
    low = max(step * power for step in (1, 2, 5) if step * power <= max(1, first))
    return Axis(low, max(2 * low, total), log=True)


def _round_step(span: float, most: int) -> float:
    """Return the smallest round step that results in at most `most` ticks."""
    least = span / (most - 1)
    power = 10.0 ** math.floor(math.log10(least))
    return float(next(step * power for step in (*STEPS, 20) if step * power >= least * (1 - 1e-9)))


def _rounded(index: int, step: float) -> float:
    return round(index * step, 12)


def _powers(low: float, high: float, most: int) -> list[float]:
    """Return at most `most` powers of ten from `low` to `high`.

    If there are few powers, also return 2 and 5 times each power, unless the values are then more than `most`.
    """
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
    """Return the smallest of ..., 0.5, 1, 2, 5, 10, 20, ... that is not below a value, or 1 for 0.

    >>> round_up(3.2), round_up(0.15)
    (5.0, 0.2)
    """
    if value <= 0:
        return 1.0
    power = 10.0 ** math.floor(math.log10(value))
    return next(step * power for step in (1, 2, 5, 10) if step * power >= value)


@dataclass(frozen=True, slots=True)
class SignedLog:
    """The scale sign(x) log10(1 + |x|), up to 10 ** `power` on both sides of 0.

    >>> SignedLog(2).shares([-99, 0, 99]), SignedLog(4).ticks(5)
    ([0.0, 0.5, 1.0], [-10000.0, -100.0, 0.0, 100.0, 10000.0])
    """

    power: int

    def shares(self, values: Iterable[float]) -> list[float]:
        """Return the positions of values, 0 at the left end and 1 at the right end."""
        log10 = math.log10
        return [
            min(1.0, max(0.0, 0.5 + math.copysign(log10(1 + abs(value)), value) / self.power / 2))
            for value in values
        ]

    def ticks(self, most: int) -> list[float]:
        """Return 0, the outermost powers of ten, and some powers between them."""
        each_side = max(1, (most - 1) // 2)
        every = max(1, math.ceil(self.power / each_side))
        above = [10.0**power for power in range(self.power, 0, -every)]
        return [*(-value for value in above), 0.0, *reversed(above)]


@dataclass(frozen=True, slots=True)
class FromNothing:
    """The scale log10(1 + x), up to 10 ** `power`. This scale suits large counts that should fall to 0.

    >>> FromNothing(2).shares([0, 99]), FromNothing(4).ticks(4)
    ([0.0, 1.0], [0.0, 10.0, 1000.0])
    """

    power: int

    def shares(self, values: Iterable[float]) -> list[float]:
        return [min(1.0, math.log10(1 + max(0.0, value)) / self.power) for value in values]

    def ticks(self, most: int) -> list[float]:
        every = max(1, math.ceil(self.power / max(1, most - 1)))
        return [0.0, *(10.0**power for power in range(1, self.power + 1, every))]


@dataclass(frozen=True, slots=True)
class Mirrored:
    """A linear scale from `-reach` to `reach`, with ticks at both ends, and at 0 if there is room.

    >>> Mirrored(5).shares([-5, 0, 2.5]), Mirrored(5).ticks(2)
    ([0.0, 0.5, 0.75], [-5, 5])
    """

    reach: float

    def shares(self, values: Iterable[float]) -> list[float]:
        return [min(1.0, max(0.0, 0.5 + value / self.reach / 2)) for value in values]

    def ticks(self, most: int) -> list[float]:
        return [-self.reach, 0.0, self.reach] if most > 2 else [-self.reach, self.reach]


def around(values: Iterable[float]) -> SignedLog:
    """Return the smallest signed logarithmic scale that contains all values.

    >>> around([-1530, 12])
    SignedLog(power=4)
    """
    most = max((abs(value) for value in values), default=0.0)
    return SignedLog(max(2, math.ceil(math.log10(1 + most))))


TICK_ROW = 22.0
TICK_GAP = 8.0
MIN_TICK_STEP = 34.0  # dp between two ticks of the y axis
TICK_ROOM = 64.0  # dp for one tick of the x axis
MIN_UPRIGHT_TICKS, MAX_UPRIGHT_TICKS = 2, 6

Write = Callable[[float], str]
Tick = tuple[float, float]
"""A value, and its position on the axis, 0 to 1."""


@lru_cache(maxsize=256)
def upright_ticks(scale: Scale, height: float) -> Sequence[Tick]:
    values = scale.ticks(max(MIN_UPRIGHT_TICKS, min(MAX_UPRIGHT_TICKS, int(height / MIN_TICK_STEP) + 1)))
    return list(zip(values, scale.shares(values), strict=True))


def room_for_ticks(painter: Painter, scale: Scale, height: float, write: Write = format_tick) -> float:
    ticks = upright_ticks(scale, height)
    return max((painter.width(write(value), "small") for value, _ in ticks), default=0.0) + TICK_GAP


def rule(painter: Painter, inner: Rect, scale: Scale) -> None:
    """Draw a thin grid line at every tick of the y axis."""
    x, y, w, h = inner
    for _, share in upright_ticks(scale, h):
        painter.line(x, y + h * (1 - share), x + w, y + h * (1 - share))


def write_upright(painter: Painter, inner: Rect, scale: Scale, write: Write = format_tick) -> None:
    """Write the labels of the y axis to the left of the grid lines."""
    x, y, _, h = inner
    for value, share in upright_ticks(scale, h):
        painter.text(write(value), x - TICK_GAP, y + h * (1 - share), "small", "faint", al="r")


def write_level(
    painter: Painter,
    inner: Rect,
    axis: Axis,
    row: float,
    write: Write = format_tick,
    *,
    probe: float | None = None,
) -> None:
    """Write the labels of the x axis at the y position `row`.

    The value `probe` is also written, and replaces labels that it would touch.
    """
    x, _, w, _ = inner

    def middle(value: float, half: float) -> float:
        return min(max(x + w * axis.share(value), x + half - TICK_GAP), x + w - half)

    taken = (0.0, 0.0)
    if probe is not None:
        words = number(probe)
        half = painter.width(words, "small_b") / 2
        at = middle(probe, half)
        painter.text(words, at, row, "small_b", al="c")
        taken = at - half - TICK_GAP, at + half + TICK_GAP
    for value in axis.ticks(max(MIN_UPRIGHT_TICKS, int(w / TICK_ROOM))):
        half = painter.width(write(value), "small") / 2
        at = middle(value, half)
        if at + half <= taken[0] or at - half >= taken[1]:
            painter.text(write(value), at, row, "small", "faint", al="c")
