"""Parsed ranges, equities of ranges, and the table of hands."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, get_args

from game.core import Progress
from game.request import Request
from game.rules.cards import Card
from game.study.play import Board

COMPILING = "compiling"
"""The value of `doing` while the kernels of the table are compiled."""


@dataclass(frozen=True, slots=True)
class HandTableStatistics:
    """Statistics of the table of hands.

    `probes` has the number of hands found in the first slot, in the second, and so on.
    """

    rows: int
    load: float
    displaced: int
    """The number of hands outside their home slot."""
    mean_probes: float
    probes: tuple[int, ...]
    farthest: tuple[Card, ...]
    """A hand with the longest probe sequence."""

    @property
    def hands(self) -> int:
        return sum(self.probes)

    @property
    def longest_probe(self) -> int:
        return len(self.probes)


@dataclass(frozen=True, slots=True)
class Slot:
    """A slot that a lookup has read: its number, and the code in it (None if the slot is empty)."""

    number: int
    code: int | None


@dataclass(frozen=True, slots=True)
class HandRow:
    """The row of a hand in the table of hands.

    Hands of equal strength have the same rank. `rank` counts from 1 among all ranks. `index` is the position of the
    rank in its category, counted from 0. `size` is the number of different ranks in the category.
    """

    category: int
    index: int
    size: int
    rank: int


@dataclass(frozen=True, slots=True)
class LookedUp:
    """The lookup of a set of cards, which are given as `indices` into the requested cards.

    `row` is None if the set is not a hand.
    """

    indices: tuple[int, ...]
    code: int
    address: int
    slots: tuple[Slot, ...]
    row: HandRow | None

    @property
    def home(self) -> int:
        return self.slots[0].number


@dataclass(frozen=True, slots=True)
class CardLookup:
    """The lookup of some cards: 64-bit and 32-bit keys, all five-card subsets, and the index of the best subset."""

    cards: tuple[Card, ...]
    numbers: tuple[tuple[int, int], ...]
    sets: tuple[LookedUp, ...]
    best: int | None


Span = tuple[int, int]
NO_FILTERS = ("", "")


RangeForm = Literal["pio", "gto-plus", "wasm-postflop", "weights"]
RANGE_FORMS: tuple[RangeForm, ...] = get_args(RangeForm)
"""The notations of other programs in which a range is written."""


@dataclass(frozen=True, slots=True)
class ReadRange:
    """A parsed range: the mean weight and the notation of each class, and the whole range in short notation.

    `hands` is the number of hands that neither the board nor the other range blocks. If the text cannot be
    parsed, `problem` is the reason and `span` is the position of the error in the text.
    """

    weights: Mapping[str, float] = field(default_factory=dict)
    parts: Mapping[str, str] = field(default_factory=dict)
    text: str = ""
    hands: int = 0
    problem: str = ""
    span: Span | None = None


def paint_classes(read: ReadRange, weights: Mapping[str, float]) -> ReadRange:
    """Return a range in which `weights` replace the weights of some classes. The weight 0 removes a class.

    >>> paint_classes(ReadRange(parts={"AA": "AA", "KK": "KhKd"}), {"KK": 0.5, "QQ": 1.0, "AA": 0.0}).text
    'KK:0.5,QQ'
    """
    parts = dict(read.parts)
    for name, weight in weights.items():
        parts.pop(name, None)
        if weight:
            parts[name] = name if weight == 1 else f"{name}:{weight:g}"
    return replace(read, weights={**read.weights, **weights}, parts=parts, text=",".join(parts.values()))


@dataclass(frozen=True, slots=True)
class ReadRanges:
    """Both ranges, and the reason why they cannot be dealt together, or ""."""

    sides: Sequence[ReadRange]
    problem: str = ""


@dataclass(frozen=True, slots=True)
class ReadTexts(Request[ReadRanges]):
    """Parse the texts of two ranges for a board.

    `filters` limit the hands of each range, in the notation of the command `solve --hands`.
    """

    texts: tuple[str, str]
    board: Board
    filters: tuple[str, str] = NO_FILTERS


@dataclass(frozen=True, slots=True)
class RangeEquity:
    """The equity and the share of deals won, for the first side and then the second.

    `ci95` is the half-width of the 95% interval of the equity. It is 0 if all possible deals were counted.
    """

    equity: tuple[float, float]
    win: tuple[float, float]
    tie: float
    ci95: float
    exact: bool
    deals: int

    @staticmethod
    def of_samples(report: Progress) -> RangeEquity:
        """Return the estimate from a report."""
        share, win, tie, ci95 = (report.metrics[name] for name in ("equity", "win", "tie", "ci95"))
        return RangeEquity(
            (share, 1 - share), (win, max(0.0, 1 - win - tie)), tie, ci95, False, report.iteration
        )

    def exchanged(self) -> RangeEquity:
        return replace(self, equity=self.equity[::-1], win=self.win[::-1])


@dataclass(frozen=True, slots=True)
class EquityParts:
    """Both sides' equity by class, the first side's equity by next card, and both sides' shares of made hands.

    Made hands are in ascending order from high card to straight flush. `exact` has the names of the parts that were
    counted instead of sampled.

    Attributes:
        curves: The equity of each side at evenly spaced percentiles of its range, from the weakest hands to the
            strongest. Empty if not computed.
        spread: A histogram of equity for each side: the shares of its range with an equity of 0 to 20 %, 20 to 40
            %, and so on. Empty if not computed.
    """

    classes: Sequence[Mapping[str, float]]
    next: Mapping[str, float]
    made: Sequence[Sequence[float]] = ()
    exact: Collection[str] = ()
    curves: Sequence[tuple[float, ...]] = ()
    spread: Sequence[tuple[float, ...]] = ()


@dataclass(frozen=True, slots=True)
class ThreeWayEquity:
    """The equities of three players, with half-widths of 95% intervals (0 if all deals were counted)."""

    equity: tuple[float, ...]
    ci95: tuple[float, ...]
    deals: int
    is_exact: bool

    @staticmethod
    def of_samples(report: Progress) -> ThreeWayEquity:
        """Return the estimate from a report."""
        sides = range(3)
        equity, ci95 = (
            tuple(report.metrics[f"{name}{side}"] for side in sides) for name in ("equity", "ci95")
        )
        return ThreeWayEquity(equity, ci95, report.iteration, is_exact=False)
