"""Requests about logs: to import, browse and remove them."""

from __future__ import annotations

from dataclasses import dataclass

from game.archive.hand_page import HandPage
from game.archive.imported import ImportedHand, ImportedLog, ImportedLogs, LogFilter
from game.request import Request
from game.rules.betting import HoldemRules


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
