"""The files of the history: the window adds hands, the worker reads them.

Hands that were imported from poker rooms are in an SQLite file in the same folder (see `imported`).

Every game and month has a file, `history/<game>-<year>-<month>.jsonl`, with one line per hand (see `lines`). The
window only ever appends complete lines, so if the program is killed, at most the last line is incomplete. An
incomplete line is skipped when the file is read, and the next hand overwrites it. A damaged line is skipped and
counted. A file without any readable line is moved aside.

A hand that was rewound and finished again has a second line. No other hand of the same session is between the two
lines. The last version counts. The later line marks the earlier line as rewound.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from game.archive import imported, lines
from game.archive.hands import HandPage, PlayedHand, Result, Stake, Versions, classify_result, of
from game.archive.lines import HistoryRow
from game.core import BadInput, Progress, shortened
from game.files import user_files
from game.match.session import Session
from game.match.table_spec import PEOPLE
from game.rules import games
from game.texts import plural, text

T = TypeVar("T")

Rows = Iterator[HistoryRow | None]
"""Rows, and sometimes None, so that other requests can run in between."""

FOLDER = "history"
CHUNK = 1000
"""The number of hands between two reports. Reading these hands takes a few hundredths of a second."""

_NAME = re.compile(rf"(?P<game>{'|'.join(games.NAMES)})-(?P<month>\d{{4}}-\d{{2}})\.jsonl")


@dataclass(frozen=True, slots=True)
class HistoryFilter:
    """A filter for hands. A field that is None matches all hands. `since` is inclusive, `until` is exclusive."""

    game: str | None = None
    opponent: str | None = None
    result: Result | None = None
    since: float | None = None
    until: float | None = None
    watched: bool | None = None
    stake: Stake | None = None


EVERYTHING = HistoryFilter()


class Archive:
    """Appends the hands played in the window to the history files, one line per hand.

    While writing fails, the attribute `trouble` has the reason.
    """

    def __init__(self, folder: Path, now: Callable[[], float] = time.time) -> None:
        self._folder = folder / FOLDER
        self._now = now
        self._waiting: list[PlayedHand] = []
        self.trouble = ""

    def record(self, session: Session, versions: Versions) -> None:
        self.append(of(session, self._now(), versions))

    def append(self, played: PlayedHand) -> None:
        """Add a hand. If the hand cannot be written, it is written together with the next hand."""
        self._waiting.append(played)
        try:
            while self._waiting:
                hand = self._waiting[0]
                path = self._folder / f"{hand.game}-{_month(hand.at)}.jsonl"
                lines.add_line(path, lines.format_line(hand, lines.earlier_version(path, hand)))
                del self._waiting[0]
        except OSError as error:
            reason = error.strerror or str(error)
            self.trouble = text("input_errors.history.not_kept", reason=reason)
        else:
            self.trouble = ""

    def forget_waiting(self) -> None:
        """Drop the hands that could not be written, because the user deletes the history."""
        self._waiting.clear()
        self.trouble = ""


def page(
    folder: Path, wanted: HistoryFilter = EVERYTHING, offset: int = 0, limit: int = 100
) -> HandPage[PlayedHand]:
    """Return at most `limit` of the hands that match `wanted`, newest first, beginning at index `offset`."""
    *_, found = page_in_steps(folder, wanted, offset, limit)
    assert isinstance(found, HandPage)
    return found


def page_in_steps(
    folder: Path, wanted: HistoryFilter, offset: int, limit: int
) -> Iterator[Progress | HandPage[PlayedHand]]:
    """Compute `page` in steps: yield progress, and the page last."""
    reader = Reader(folder)
    hands: list[PlayedHand] = []
    total = 0
    for row in reader.rows(wanted):
        if row is None:
            yield reader.progress
            continue
        if not offset <= total < offset + limit:
            total += 1
        elif (hand := reader.take_row(row, HistoryRow.hand)) is not None:
            hands.append(hand)
            total += 1
    yield HandPage(tuple(hands), total, tuple(reader.warnings))


@dataclass(slots=True)
class Reader:
    """Reads the history of a folder. `warnings` holds the problems of the files read so far."""

    folder: Path
    warnings: list[str] = field(default_factory=list)
    _looked_at: int = 0
    _began: float = field(default_factory=time.monotonic)

    @property
    def progress(self) -> Progress:
        return Progress(self._looked_at, None, time.monotonic() - self._began)

    def rows(self, wanted: HistoryFilter) -> Rows:
        """Yield the hands that match `wanted`, newest first."""
        kept = [name for name in games.NAMES if wanted.game in (None, name)]
        streams = [self._read_game(game, wanted) for game in kept]
        if games.HOLDEM in kept and wanted.stake != Stake():
            streams.append(self._read_imported())
        for row in _newest_first(streams):
            if row is None or passes(row, wanted):
                yield row

    def take_row(self, row: HistoryRow, take: Callable[[HistoryRow], T]) -> T | None:
        """Return the result of `take` for a row. If `take` fails, return None and add a warning."""
        try:
            return take(row)
        except BadInput as error:
            self.warnings.append(shortened(text("input_errors.history.no_row", reason=str(error))))
            return None

    def _read_game(self, game: str, wanted: HistoryFilter) -> Rows:
        """Yield the hands of a game, newest first.

        If a hand was finished twice, only the last version is yielded.
        """
        newer: dict[tuple[int, str, str], int] = {}
        for path in self._files(game, wanted):
            for row in self._rows_in(path):
                if row is None:
                    yield None
                elif newer.get(row.session) != row.number:
                    newer[row.session] = row.number
                    yield row

    def _read_imported(self) -> Rows:
        """Yield the imported hands, newest first. A damaged hand is left out with a warning."""
        bad = 0
        try:
            for row in imported.read_rows(self.folder / FOLDER):
                self._looked_at += 1
                if self._looked_at % CHUNK == 0:
                    yield None
                if row is None:
                    bad += 1
                else:
                    yield row
        except BadInput as error:
            self.warnings.append(str(error))
        if bad:
            self.warnings.append(plural("input_errors.history.lines_left_out", bad, file=imported.NAME))

    def _files(self, game: str, wanted: HistoryFilter) -> list[Path]:
        folder = self.folder / FOLDER
        months = {
            path: found["month"]
            for path in (folder.iterdir() if folder.is_dir() else ())
            if (found := _NAME.fullmatch(path.name)) and found["game"] == game
        }
        first = _month(wanted.since) if wanted.since is not None else ""
        last = _month(wanted.until) if wanted.until is not None else "9999-99"
        kept = [path for path, month in months.items() if first <= month <= last]
        return sorted(kept, key=lambda path: months[path], reverse=True)

    def _rows_in(self, path: Path) -> Rows:
        try:
            user_files.check_file(path)
            data = path.read_bytes()
        except OSError as error:
            reason = error.strerror or str(error)
            self.warnings.append(text("input_errors.history.unreadable", file=path.name, reason=reason))
            return
        *whole, _torn = data.split(b"\n")
        good = 0
        for line in reversed(whole):
            self._looked_at += 1
            if self._looked_at % CHUNK == 0:
                yield None
            row = lines.parse_row(line)
            if row is not None:
                good += 1
                yield row
        if whole and not good:
            self._set_aside(path, len(data))
        elif good < len(whole):
            bad = len(whole) - good
            self.warnings.append(plural("input_errors.history.lines_left_out", bad, file=path.name))

    def _set_aside(self, path: Path, size: int) -> None:
        """Move an unreadable file aside, unless a hand was added to it meanwhile."""
        try:
            if path.stat().st_size != size:
                return
            kept = user_files.move_aside(path)
        except OSError as error:
            reason = error.strerror or str(error)
            self.warnings.append(text("input_errors.history.not_set_aside", file=path.name, reason=reason))
            return
        self.warnings.append(text("input_errors.history.set_aside", file=path.name, kept=kept.name))


def erase(folder: Path, *others: str) -> int:
    """Delete the history, then the player's records, with their backups and the files that were moved aside.

    `others` are the names of further folders whose files are deleted. Return the number of deleted files.

    Raises:
        BadInput: If a file cannot be deleted. The message names the first such file.
    """
    doomed = [path for name in (FOLDER, *others) for path in (folder / name).glob("*") if path.is_file()]
    doomed += sorted(folder.glob("records.json*"))
    for path in doomed:
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            reason = error.strerror or str(error)
            raise BadInput(text("input_errors.history.not_deleted", file=path.name, reason=reason)) from error
    return len(doomed)


def _newest_first(streams: Sequence[Rows]) -> Rows:
    """Merge sorted streams into one stream, newest first.

    Each None in a stream is yielded, too, because the caller may then run other requests.
    """
    heads: dict[Rows, HistoryRow] = {}
    for stream in streams:
        yield from _advance(stream, heads)
    while heads:
        newest = max(heads, key=lambda stream: heads[stream].at)
        yield heads.pop(newest)
        yield from _advance(newest, heads)


def _advance(stream: Rows, heads: dict[Rows, HistoryRow]) -> Rows:
    """Store the next row of a stream, if any, in `heads`. Yield each None that precedes this row."""
    for row in stream:
        if row is not None:
            heads[stream] = row
            return
        yield None


def passes(row: HistoryRow, wanted: HistoryFilter) -> bool:
    """Return whether a hand matches the filter. The game of the filter is not checked."""
    seats = row.seats
    watched = not any(seat in PEOPLE for seat in seats)
    return (
        (wanted.since is None or row.at >= wanted.since)
        and (wanted.until is None or row.at < wanted.until)
        and (wanted.opponent is None or wanted.opponent in seats)
        and (wanted.watched is None or wanted.watched == watched)
        and (wanted.result is None or _result(row) == wanted.result)
        and (wanted.stake is None or wanted.stake.covers(_stake(row)))
    )


def _stake(row: HistoryRow) -> Stake | None:
    try:
        return row.stake
    except BadInput:
        return None


def _result(row: HistoryRow) -> Result | None:
    if PEOPLE[0] not in row.seats:
        return None
    return classify_result(row.returns[row.seats.index(PEOPLE[0])])


# ---- files ------------------------------------------------------------------------------------------------


def _month(at: float) -> str:
    return time.strftime("%Y-%m", time.gmtime(at))
