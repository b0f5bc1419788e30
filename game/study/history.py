"""Requests about stored hands, hands of poker rooms and imported logs, and the models of running imports.

The worker reads the files and reports its progress. The dialogs and the page of logs redraw when `version`
increases. Paths that cannot be read are stored here as the user typed them, until the user has seen the
reason.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Generic, TypeVar

from game.archive.hands import PlayedHand
from game.archive.imported import ImportedHands, ImportedLog, SkippedHands
from game.archive.statistics import ErrorRate, HandLuck, Luck, Statistics
from game.archive.store import EVERYTHING, HistoryFilter
from game.core import Progress
from game.request import Refusal, Request
from game.rules.betting import HoldemRules
from game.texts import join_list, join_sentences, number, percent, plural, text

if TYPE_CHECKING:
    from game.study.background import AskingAloud, KeepingSettings


ResultT = TypeVar("ResultT")


@dataclass(frozen=True, slots=True)
class CountResults(Request[Statistics]):
    """Compute the player's results over the hands that match a filter."""

    filter: HistoryFilter = EVERYTHING


@dataclass(frozen=True, slots=True)
class EraseHistory(Request[int]):
    """Delete the history and the records. Return the number of deleted files."""


@dataclass(frozen=True, slots=True)
class AskLuck(Request[tuple[HandLuck, ...]]):
    """Compute the luck in each of these finished hands."""

    hands: tuple[PlayedHand, ...]


@dataclass(frozen=True, slots=True)
class CountLuck(Request[Luck]):
    """Compute the luck in all hands of the history that match a filter. The filter must have a game."""

    filter: HistoryFilter


@dataclass(frozen=True, slots=True)
class CountErrors(Request[ErrorRate]):
    """Compute the costs of the decisions in the newest hands that match a filter.

    At most `hands` hands are graded. The filter must have a game.
    """

    filter: HistoryFilter
    hands: int


@dataclass(frozen=True, slots=True)
class ImportLog(Request[ImportedLog]):
    """Import files as one log.

    `paths` is the typed text, in which `;` separates the paths. `table` is used for logs that state no blinds and
    stacks.
    """

    paths: str
    table: HoldemRules | None = None


@dataclass(frozen=True, slots=True)
class ImportHands(Request[ImportedHands]):
    """Import files and folders of poker rooms into the history.

    `paths` is the typed text, in which `;` separates the paths. `names` has the user's name in each room that does
    not mark the user's cards.
    """

    paths: str
    names: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class WatchFolder(Request[ImportedHands]):
    """Import the new hands of a folder.

    The first scan reads all files. Later scans only read files that have stopped changing.
    """

    folder: str
    is_first: bool = False


BETWEEN = "; "
LOOK_SECONDS = 5.0
"""The time between two scans of the watched folder."""
LOOK_SHARE = 0.01
"""The largest share of the time that scans may take. A slow folder is scanned less often."""
FEW_SECONDS, MINUTE = 10, 60
MIN_SECONDS, MIN_SHARE = 2.0, 0.02
"""The seconds and the finished share from which on the remaining time of an import is estimated."""
MAX_FILES = 5
"""The maximum number of skipped files that a reason names."""

_FOLDERS = re.compile(r".*[/\\]")


@dataclass(slots=True)
class Importing:
    """An import in progress: the typed paths, the table for logs without blinds and stacks, and the last report."""

    typed: str
    table: HoldemRules = field(default_factory=HoldemRules)
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
        """The number of hands and of invalid lines so far, and the remaining time, as text."""
        report = self.report
        if report is None:
            return text("logs.importing.opening")
        said = [text("logs.importing.so_far", count=number(report.iteration), share=percent(self.share))]
        if bad := round(report.metrics["bad"]):
            said.append(text("logs.importing.bad_so_far", count=number(bad)))
        if min(report.seconds / MIN_SECONDS, self.share / MIN_SHARE) >= 1:
            said.append(_time_left(report.seconds_left))
        return join_sentences(*said)


@dataclass(frozen=True, slots=True)
class Failure:
    """The typed text of a failed import, and the reason for the failure."""

    importing: Importing
    sentence: str


class _Imports(Generic[ResultT]):
    """A model that runs at most one import at a time.

    `latest` is the last result. `typed` has the paths of the last import as the user typed them. `finished` counts
    the results. `is_unseen` is true until a dialog has shown the last result.
    """

    def __init__(self, app: AskingAloud, summarize: Callable[[ResultT], str]) -> None:
        self._app, self._summarize = app, summarize
        self.at_work: Importing | None = None
        self.failed: Failure | None = None
        self.latest: ResultT | None = None
        self.finished = self.version = 0
        self.typed, self.is_unseen = "", False

    @property
    def badge(self) -> str:
        return "" if self.at_work is None else percent(self.at_work.share)

    def _begin(self, work: Importing, request: Request[ResultT]) -> None:
        """Start an import in the worker process, unless another import is running."""
        if self.at_work is None:
            work.ticket = self._app.worker.ask(
                request, partial(self._take, work), partial(self._report, work)
            )
            self.failed, self.at_work = None, work

    def cancel(self) -> None:
        """Cancel the import."""
        if self.at_work is not None:
            self._app.worker.drop(self.at_work.ticket)
            self.at_work = None
            self.version += 1

    def forgive(self) -> None:
        """Forget the failure or the result that a dialog has shown."""
        self.failed, self.is_unseen = None, False

    def _report(self, work: Importing, report: Progress) -> None:
        work.report = report
        self.version += 1

    def _take(self, work: Importing, answer: ResultT | Refusal) -> None:
        self.at_work = None
        self.version += 1
        if isinstance(answer, Refusal):
            self.failed = Failure(work, answer.sentence)
            self._app.say(text("logs.importing.failed", title=work.title, sentence=answer.sentence))
        else:
            self.latest, self.typed, self.is_unseen = answer, work.typed, True
            self.finished += 1
            self._app.say(self._summarize(answer))


class ImportModel(_Imports[ImportedLog]):
    """The import of logs. A cancelled import stores nothing."""

    def __init__(self, app: AskingAloud) -> None:
        super().__init__(app, _summary)

    def begin(self, typed: str, table: HoldemRules) -> None:
        self._begin(Importing(typed, table), ImportLog(typed, table))


class HandImportModel(_Imports[ImportedHands]):
    """The import of hands of poker rooms. A cancelled import keeps the hands that it has already stored."""

    def __init__(self, app: KeepingSettings) -> None:
        super().__init__(app, summarize_hands)
        self._keeper = app

    def begin(self, typed: str, names: Mapping[str, str]) -> None:
        self._begin(Importing(typed), ImportHands(typed, tuple(names.items())))

    def begin_to_watch(self, typed: str) -> None:
        """Import a folder, and start watching it as soon as the import has ended."""
        self._begin(Importing(typed), WatchFolder(typed, is_first=True))

    def _take(self, work: Importing, answer: ImportedHands | Refusal) -> None:
        super()._take(work, answer)
        if isinstance(answer, ImportedHands) and answer.folder:
            self._keeper.change(watched_folder=answer.folder)


class FolderWatch:
    """The import of the hands that a poker room adds to a folder while the program runs.

    `finished` is the number of scans that found new hands. `new_hands` is the number of these hands. `problem` is
    the reason why the last scan failed, or "".
    """

    def __init__(self, app: AskingAloud, imports: HandImportModel) -> None:
        self._app, self._imports = app, imports
        self._folder, self._due = "", 0.0
        self._is_looking = False
        self.problem = ""
        self.finished = self.version = self.new_hands = 0

    def advance(self, folder: str, now: float) -> None:
        """Scan the folder if the next scan is due.

        `now` is in seconds. If `folder` is empty, do nothing.
        """
        if folder != self._folder:
            self._folder, self._due, self.problem = folder, now + LOOK_SECONDS, ""
        if folder and now >= self._due and not self._is_looking and self._imports.at_work is None:
            self._is_looking = True
            self._app.worker.ask(WatchFolder(folder), partial(self._take, folder, now))

    def _take(self, folder: str, asked: float, answer: ImportedHands | Refusal) -> None:
        self._is_looking = False
        seconds = answer.seconds if isinstance(answer, ImportedHands) and not answer.new else 0.0
        self._due = asked + max(LOOK_SECONDS, seconds / LOOK_SHARE)
        if folder != self._folder:
            return
        before, self.problem = self.problem, answer.sentence if isinstance(answer, Refusal) else ""
        if self.problem and not before:
            self._app.say(text("history.watching.failed", sentence=self.problem))
        if isinstance(answer, ImportedHands) and answer.new:
            self.finished += 1
            self.version += 1
            self.new_hands += answer.new
            self._app.say(plural("history.watching.found", answer.new))


def summarize_hands(found: ImportedHands) -> str:
    """Describe the result of an import of hands.

    Hands that were in the history before are counted apart from the new hands.
    """
    said = [plural("history.importing.done", found.new)]
    known, skipped = found.read - found.new, sum(one.hands for one in found.skipped)
    for key, count in (
        ("known", known),
        ("claimed", found.claimed),
        ("from_flop", found.from_flop),
        ("skipped", skipped),
    ):
        if count:
            said.append(plural(f"history.importing.{key}", count))
    return join_sentences(*said)


def group_reasons(skipped: Iterable[SkippedHands]) -> list[SkippedHands]:
    """Return one entry for each kind of reason, the kind with the most hands first.

    An entry has the number of hands, and the file and the line number of the first hand. For files that were
    skipped as a whole, the entry names several files instead of a line number.
    """
    found: dict[tuple[tuple[str, ...], bool], list[SkippedHands]] = {}
    for one in skipped:
        found.setdefault((one.kind or (one.reason,), bool(one.line)), []).append(one)
    return sorted(map(_merge, found.values()), key=lambda one: -one.hands)


def _merge(skipped: Sequence[SkippedHands]) -> SkippedHands:
    """Return one entry for hands or for whole files that were skipped for the same reason."""
    first = skipped[0]
    if first.line:
        return replace(first, hands=sum(one.hands for one in skipped))
    files = join_list(*(one.file for one in skipped[:MAX_FILES]))
    more = len(skipped) - MAX_FILES
    if more > 0:
        files = text("logs.and_more", file=files, count=number(more))
    return replace(first, file=files)


def format_reason(one: SkippedHands) -> str:
    """Return a reason as text, with the number of skipped hands.

    The text also has the file and the line number of the first skipped hand.

    If whole files were skipped, the text has only the reason and the names of the files.
    """
    if not one.line:
        return text("history.importing.file", file=one.file, reason=one.reason)
    line = number(one.line)
    return plural("history.importing.reason", one.hands, file=one.file, line=line, reason=one.reason)


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
    """Describe the result of an import of a log."""
    said = [text("logs.importing.done", count=number(log.hands))]
    if log.bad:
        said.append(plural("logs.importing.left_out", log.bad))
    if log.assumed:
        said.append(text("logs.importing.assumed"))
    return join_sentences(*said)


@dataclass(frozen=True, slots=True)
class WrittenHands:
    """The number of hands that an export has written, and messages about the hands that were left out."""

    hands: int
    warnings: tuple[str, ...] = ()
