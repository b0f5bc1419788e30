"""Requests about stored hands and imported logs: lists, results, exports, luck and errors."""

from __future__ import annotations

from dataclasses import dataclass

from game.archive.export import Format
from game.archive.hand_page import HandPage
from game.archive.hands import PlayedHand
from game.archive.imported import ImportedHand, ImportedLog, ImportedLogs, LogFilter
from game.archive.statistics import ErrorRate, HandLuck, Luck, Statistics
from game.archive.store import EVERYTHING, HistoryFilter
from game.request import Request
from game.rules.betting import HoldemRules


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
    """Delete the history and the records. Return the number of deleted files."""


@dataclass(frozen=True, slots=True)
class AskLuck(Request[tuple[HandLuck, ...]]):
    """The luck of hands that the player has finished, each for itself."""

    hands: tuple[PlayedHand, ...]


@dataclass(frozen=True, slots=True)
class CountLuck(Request[Luck]):
    """Return the luck of all hands of the history that pass a filter. The filter must name a game."""

    filter: HistoryFilter


@dataclass(frozen=True, slots=True)
class CountErrors(Request[ErrorRate]):
    """Return the costs of the decisions in the newest hands that pass a filter. The filter must name a game."""

    filter: HistoryFilter
    hands: int


@dataclass(frozen=True, slots=True)
class ImportLog(Request[ImportedLog]):
    """Import files as one log: `paths` as typed, separated by `;`. `table` applies to logs that name none."""

    paths: str
    table: HoldemRules | None = None


@dataclass(frozen=True, slots=True)
class ListLogs(Request[ImportedLogs]):
    """All imported logs, the latest first."""


@dataclass(frozen=True, slots=True)
class ListLogHands(Request[HandPage[ImportedHand]]):
    """Some hands of a log in their order."""

    filter: LogFilter
    offset: int = 0
    limit: int = 100


@dataclass(frozen=True, slots=True)
class FindLogHand(Request[int]):
    """The place of a hand in the filtered list, or of the next one that matches."""

    filter: LogFilter
    place: int


@dataclass(frozen=True, slots=True)
class ForgetLog(Request[None]):
    """Remove an imported log."""

    id: str
