"""What the window asks of logs: to import them, to browse them, to forget them."""

from __future__ import annotations

from dataclasses import dataclass

from game.archive.hand_page import HandPage
from game.archive.imported import ImportedHand, ImportedLog, ImportedLogs, LogFilter
from game.request import Request
from game.rules.betting import HoldemRules


@dataclass(frozen=True, slots=True)
class ImportLog(Request[ImportedLog]):
    """Read logs as one: `paths` as typed, parted by ; where there are several. `table`: what a log leaves out."""

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
    """Where in the filtered list a hand of the log stands, or the next one after it."""

    filter: LogFilter
    place: int


@dataclass(frozen=True, slots=True)
class ForgetLog(Request[None]):
    """Remove an imported log."""

    id: str
