"""Stored hands and imported logs: the requests, and the running import.

The worker reads the files and reports its progress. The import dialog and the page of logs redraw when `version`
increases. Unreadable files are listed here, as the user typed them, until the user has seen the reason.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from game.archive.hands import PlayedHand
from game.archive.imported import ImportedLog
from game.archive.statistics import ErrorRate, HandLuck, Luck, Statistics
from game.archive.store import EVERYTHING, HistoryFilter
from game.core import Progress
from game.request import Refusal, Request
from game.rules.betting import HoldemRules
from game.texts import number, percent, plural, text

if TYPE_CHECKING:
    from game.study.background import AskingAloud


@dataclass(frozen=True, slots=True)
class CountResults(Request[Statistics]):
    """The player's results over the hands of a filter."""

    filter: HistoryFilter = EVERYTHING


@dataclass(frozen=True, slots=True)
class EraseHistory(Request[int]):
    """Delete the history and the records. Return the number of deleted files."""


@dataclass(frozen=True, slots=True)
class AskLuck(Request[tuple[HandLuck, ...]]):
    """Return the luck of each of some finished hands."""

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
    """Import files as one log. `paths` is as typed, separated by `;`. `table` is for logs without a table."""

    paths: str
    table: HoldemRules | None = None


BETWEEN = "; "
FEW_SECONDS, MINUTE = 10, 60

_FOLDERS = re.compile(r".*[/\\]")


@dataclass(slots=True)
class Importing:
    """The running import: the typed text, the table, and its last report."""

    typed: str
    table: HoldemRules
    ticket: int = 0
    report: Progress | None = None

    @property
    def title(self) -> str:
        first, *more = [_name(part) for part in self.typed.split(BETWEEN.strip()) if part.strip()] or [""]
        return text("logs.and_more", file=first, count=number(len(more))) if more else first

    @property
    def share(self) -> float:
        return self.report.metrics["share"] if self.report is not None else 0.0

    @property
    def how_far(self) -> str:
        """The number of hands and bad lines so far, and the remaining time."""
        report = self.report
        if report is None:
            return text("logs.importing.opening")
        said = [text("logs.importing.so_far", count=number(report.iteration), share=percent(self.share))]
        if bad := round(report.metrics["bad"]):
            said.append(text("logs.importing.bad_so_far", count=number(bad)))
        return " ".join([*said, _time_left(report.seconds_left)])


@dataclass(frozen=True, slots=True)
class Failure:
    """The typed text of a failed import, and the reason."""

    importing: Importing
    sentence: str


class ImportModel:
    """The imports of this window, one at a time.

    `latest` is the last imported log, `finished` the number of imports.
    """

    def __init__(self, app: AskingAloud) -> None:
        self._app = app
        self.at_work: Importing | None = None
        self.failed: Failure | None = None
        self.latest: ImportedLog | None = None
        self.finished = self.version = 0

    @property
    def badge(self) -> str:
        return "" if self.at_work is None else percent(self.at_work.share)

    def begin(self, typed: str, table: HoldemRules) -> None:
        """Import the typed files in the worker process, unless another import is running."""
        if self.at_work is None:
            work = Importing(typed, table)
            work.ticket = self._app.worker.ask(
                ImportLog(typed, table), partial(self._take, work), partial(self._report, work)
            )
            self.failed, self.at_work = None, work

    def cancel(self) -> None:
        """Cancel the import. No part of it is stored."""
        if self.at_work is not None:
            self._app.worker.drop(self.at_work.ticket)
            self.at_work = None
            self.version += 1

    def forgive(self) -> None:
        self.failed = None

    def _report(self, work: Importing, report: Progress) -> None:
        work.report = report
        self.version += 1

    def _take(self, work: Importing, answer: ImportedLog | Refusal) -> None:
        self.at_work = None
        self.version += 1
        if isinstance(answer, Refusal):
            self.failed = Failure(work, answer.sentence)
            self._app.say(text("logs.importing.failed", title=work.title, sentence=answer.sentence))
        else:
            self.latest = answer
            self.finished += 1
            self._app.say(_summary(answer))


def _name(path: str) -> str:
    """Return the file name in a typed path.

    >>> _name(' "/logs/evening.log" ')
    'evening.log'
    """
    return _FOLDERS.sub("", path.strip(" \"'"))


def _time_left(seconds: float | None) -> str:
    """Format the approximate time left."""
    if seconds is None or seconds < FEW_SECONDS:
        return text("logs.importing.moments_left")
    if seconds < MINUTE:
        return text("logs.importing.seconds_left", seconds=number(10 * round(seconds / 10)))
    return text("logs.importing.minutes_left", minutes=number(max(1, round(seconds / MINUTE))))


def _summary(log: ImportedLog) -> str:
    """Return the result of an import as text."""
    said = [text("logs.importing.done", count=number(log.hands))]
    if log.bad:
        said.append(plural("logs.importing.left_out", log.bad))
    if log.assumed:
        said.append(text("logs.importing.assumed"))
    return " ".join(said)
