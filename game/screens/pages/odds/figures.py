"""What came back: a range as it was read, the equity, its course, and its parts."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from game.core import Progress

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Told:
    """A range as it was read: by class the mean weight of its hands and its notation, and the whole in short."""

    weights: Mapping[str, float] = field(default_factory=dict)
    parts: Mapping[str, str] = field(default_factory=dict)
    text: str = ""
    hands: int = 0


@dataclass(frozen=True, slots=True)
class Equity:
    """Shares of the pot and of deals won, those of the first side first; `ci95` is 0 where all was counted."""

    equity: tuple[float, float]
    win: tuple[float, float]
    tie: float
    ci95: float
    exact: bool
    deals: int

    @staticmethod
    def of_samples(report: Progress) -> Equity:
        """Return the figures of a report on the way."""
        share, win, tie, ci95 = (report.metrics[name] for name in ("equity", "win", "tie", "ci95"))
        return Equity((share, 1 - share), (win, max(0.0, 1 - win - tie)), tie, ci95, False, report.iteration)


@dataclass(frozen=True, slots=True)
class Point:
    """The estimate after some deals, and the half-width of its interval."""

    deals: int
    share: float
    ci95: float


@dataclass(frozen=True, slots=True)
class Parts:
    """Equity by class of each side, that of the first after each next card, and the shares of what both make.

    Made hands go from high card to straight flush. `exact` names what was counted.
    """

    classes: Sequence[Mapping[str, float]]
    next: Mapping[str, float]
    made: Sequence[Sequence[float]]
    exact: Collection[str]
