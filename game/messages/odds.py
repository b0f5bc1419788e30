"""Requests of the odds pages: two ranges, their equity and its parts, and the table of all hands."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from game.core import Progress
from game.messages.odds_answers import CardLookup, HandTableStatistics
from game.request import Request
from game.rules.cards import Card

Board = tuple[Card, ...]
Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class ReadRange:
    """A range as it was read: by class the mean weight of its hands and its notation, and the whole in short.

    `hands` is the number that the board leaves, and the other side where that can be read. Where the text cannot
    be read, `problem` says why, and `span` where in the text.
    """

    weights: Mapping[str, float] = field(default_factory=dict)
    parts: Mapping[str, str] = field(default_factory=dict)
    text: str = ""
    hands: int = 0
    problem: str = ""
    span: Span | None = None


def repainted(read: ReadRange, weights: Mapping[str, float]) -> ReadRange:
    """Return a range in which all hands of some classes have one weight each; 0 takes them out of it.

    >>> repainted(ReadRange(parts={"AA": "AA", "KK": "KhKd"}), {"KK": 0.5, "QQ": 1.0, "AA": 0.0}).text
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
    """Both ranges, and what is wrong with the two together; empty if they can be dealt."""

    sides: Sequence[ReadRange]
    problem: str = ""


@dataclass(frozen=True, slots=True)
class ReadTexts(Request[ReadRanges]):
    """What the texts of two ranges say on a board."""

    texts: tuple[str, str]
    board: Board


@dataclass(frozen=True, slots=True)
class RangeEquity:
    """Shares of the pot and of deals won, those of the first side first.

    `ci95` is the half-width of the 95% interval of the share, 0 if all `deals` were counted.
    """

    equity: tuple[float, float]
    win: tuple[float, float]
    tie: float
    ci95: float
    exact: bool
    deals: int

    @staticmethod
    def of_samples(report: Progress) -> RangeEquity:
        """Return the estimate in a report."""
        share, win, tie, ci95 = (report.metrics[name] for name in ("equity", "win", "tie", "ci95"))
        return RangeEquity(
            (share, 1 - share), (win, max(0.0, 1 - win - tie)), tie, ci95, False, report.iteration
        )

    def exchanged(self) -> RangeEquity:
        """Return the same from the other side."""
        return replace(self, equity=self.equity[::-1], win=self.win[::-1])


@dataclass(frozen=True, slots=True)
class AskOdds(Request[RangeEquity]):
    """The equity of two ranges: reports with `metrics` are samples, one without them is progress of the count."""

    texts: tuple[str, str]
    board: Board


@dataclass(frozen=True, slots=True)
class EquityParts:
    """Equity by class of each side, the first side's after each next card, and both sides' shares of made hands.

    Made hands go from high card to straight flush. `exact` names the parts that were counted, not sampled.
    """

    classes: Sequence[Mapping[str, float]]
    next: Mapping[str, float]
    made: Sequence[Sequence[float]] = ()
    exact: Collection[str] = ()


@dataclass(frozen=True, slots=True)
class AskParts(Request[EquityParts]):
    """The parts of an equity; with `quick` all are sampled, at once."""

    texts: tuple[str, str]
    board: Board
    quick: bool = False


@dataclass(frozen=True, slots=True)
class CountHandTable(Request[HandTableStatistics]):
    """Statistics of the hash table of all hands."""


@dataclass(frozen=True, slots=True)
class LookUpHand(Request[CardLookup]):
    """The lookup of one to seven cards in the hash table, step by step."""

    cards: tuple[Card, ...]
