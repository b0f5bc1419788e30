"""The pages that find, describe, replay and export the hands of the history and of imported logs."""

from dataclasses import dataclass

from game.archive.export import Format
from game.archive.hands import HandPage, PlayedHand
from game.archive.imported import ImportedHand, ImportedLogs, LogFilter, RoomHands
from game.archive.store import EVERYTHING, HistoryFilter
from game.request import Request
from game.study.history import WrittenHands


@dataclass(frozen=True, slots=True)
class CountRooms(Request[RoomHands]):
    """Count the imported hands by player and by stakes."""


@dataclass(frozen=True, slots=True)
class ListHands(Request[HandPage[PlayedHand]]):
    """Return a page of the hands that match a filter, newest first."""

    filter: HistoryFilter = EVERYTHING
    offset: int = 0
    limit: int = 100


@dataclass(frozen=True, slots=True)
class ExportHands(Request[WrittenHands]):
    """Write hands to a file, oldest first: the hands `ids`, or if `ids` is None, all hands that match a filter."""

    format: Format
    file: str
    filter: HistoryFilter = EVERYTHING
    ids: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class ListLogs(Request[ImportedLogs]):
    """Return all imported logs, the latest first."""


@dataclass(frozen=True, slots=True)
class ListLogHands(Request[HandPage[ImportedHand]]):
    """Return a page of the hands of a log, in the order of the log."""

    filter: LogFilter
    offset: int = 0
    limit: int = 100


@dataclass(frozen=True, slots=True)
class FindLogHand(Request[int]):
    """Return the index of hand `number` in the filtered list.

    If the filter excludes this hand, return the index of the next hand that matches the filter.
    """

    filter: LogFilter
    number: int


@dataclass(frozen=True, slots=True)
class ForgetLog(Request[None]):
    """Delete an imported log."""

    id: str
