"""Sizes: the length of a box in its row or column, and the window sizes at which a page changes its layout."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

Kind = Literal["fixed", "share", "grow", "natural"]


@dataclass(frozen=True, slots=True)
class Size:
    """A length in dp between `least` and `most`, and at most `max_share` of the whole.

    `amount` is the length itself for "fixed", a fraction of the whole for "share", and the weight of a "grow"
    box in sharing the remaining length. A "natural" box is as long as its content.
    """

    kind: Kind = "natural"
    amount: float = 0.0
    least: float = 0.0
    most: float = math.inf
    max_share: float = math.inf

    def clamp(self, length: float, whole: float = math.inf) -> float:
        """Return the length closest to `length` within the limits, in a row or column of `whole` dp."""
        most = self.most if self.max_share == math.inf else min(self.most, self.max_share * whole)
        shortened = most if length > most else length
        return self.least if shortened < self.least else shortened


def fixed(length: float) -> Size:
    return Size("fixed", length)


def share(fraction: float, least: float = 0.0, most: float = math.inf) -> Size:
    return Size("share", fraction, least, most)


def grow(weight: float = 1.0, least: float = 0.0, most: float = math.inf) -> Size:
    """Return a size that takes the remaining length. Several such boxes share it by weight."""
    return Size("grow", weight, least, most)


def natural(least: float = 0.0, most: float = math.inf, *, max_share: float = math.inf) -> Size:
    return Size("natural", 0.0, least, most, max_share)


def divide(whole: float, gap: float, sizes: Sequence[Size], naturals: Sequence[float]) -> list[float]:
    """Return the length of each of `sizes` in a row or column `whole` dp long, with gaps between them.

    `naturals` are the lengths of the contents. Boxes that grow share the free length by weight. A box that
    meets a limit keeps it, and the rest is shared again. If there is too little room, the boxes overflow at
    the end.

    >>> divide(100, 10, [fixed(30), grow()], [0, 0])
    [30, 60.0]
    >>> divide(100, 0, [grow(1, least=60), grow(3)], [0, 0])
    [60, 40.0]
    """
    lengths = [_basis(whole, size, own) for size, own in zip(sizes, naturals, strict=True)]
    free = whole - gap * max(0, len(sizes) - 1)
    growing = [index for index, size in enumerate(sizes) if size.kind == "grow"]
    while growing:
        left = free - sum(length for index, length in enumerate(lengths) if index not in growing)
        weights = sum(sizes[index].amount for index in growing) or 1.0
        wanted = {index: max(0.0, left) * sizes[index].amount / weights for index in growing}
        limited = {index: sizes[index].clamp(length, whole) for index, length in wanted.items()}
        if limited == wanted:
            lengths = [wanted.get(index, length) for index, length in enumerate(lengths)]
            break
        excess = sum(limited.values()) - sum(wanted.values())
        settled = [
            index
            for index in growing
            if (limited[index] > wanted[index] and excess >= 0)
            or (limited[index] < wanted[index] and excess <= 0)
        ]
        for index in settled or growing:
            lengths[index] = limited[index]
        growing = [index for index in growing if index not in settled] if settled else []
    return lengths


def least(size: Size, own: float) -> float:
    """Return the minimum length of a box with content of length `own`. Its container measures it by this length."""
    return size.amount if size.kind == "fixed" else size.clamp(own)


def _basis(whole: float, size: Size, own: float) -> float:
    if size.kind == "fixed":
        return size.amount
    return size.clamp(whole * size.amount if size.kind == "share" else own, whole)


NARROW, SMALL, LARGE = 800.0, 1150.0, 1400.0
LOW = 690.0


@dataclass(frozen=True, slots=True)
class Breakpoint:
    """The layout classes of a window `width` by `height` dp."""

    width: float
    height: float

    @property
    def narrow(self) -> bool:
        return self.width < NARROW

    @property
    def small(self) -> bool:
        return self.width < SMALL

    @property
    def low(self) -> bool:
        return self.height < LOW

    @property
    def large(self) -> bool:
        return self.width >= LARGE

    @property
    def margin(self) -> float:
        return 16.0 if self.small else 24.0
