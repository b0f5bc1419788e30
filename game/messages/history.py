"""What the window asks of the hands played here: to list, count, write and erase them."""

from __future__ import annotations

from dataclasses import dataclass

from game.archive.export import Format
from game.archive.hand_page import HandPage
from game.archive.hands import PlayedHand
from game.archive.statistics import Statistics
from game.archive.store import EVERYTHING, HistoryFilter
from game.request import Request


@dataclass(frozen=True, slots=True)
class ListHands(Request[HandPage[PlayedHand]]):
    """Some of the hands that a filter lets through, newest first."""

    filter: HistoryFilter = EVERYTHING
    offset: int = 0
    limit: int = 100


@dataclass(frozen=True, slots=True)
class CountResults(Request[Statistics]):
    """The player's results over the hands of a filter."""

    filter: HistoryFilter = EVERYTHING


@dataclass(frozen=True, slots=True)
class WrittenHands:
    """How many hands an export wrote, and what it left out, in sentences."""

    hands: int
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ExportHands(Request[WrittenHands]):
    """Write hands to a file, oldest first: those of some ids, or where none are named those of a filter."""

    format: Format
    file: str
    filter: HistoryFilter = EVERYTHING
    ids: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class EraseHistory(Request[int]):
    """Delete the history and the records; the answer is how many files went."""
