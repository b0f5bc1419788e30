"""Imported logs, each an SQLite file in the user's folder, and the log sources that a user can name.

An import is atomic: it writes to a temporary file, and renames this file at the end. The file never changes
afterwards. Lines that are not hands are counted, and the first of these lines are stored with the reasons.

A source with a `!` before its name is held out: networks are evaluated on its deals, but not trained on them.
"""

from __future__ import annotations

import json
import os
import secrets
import sqlite3
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import asdict, dataclass, field, replace
from itertools import chain, islice
from pathlib import Path
from typing import Any, get_args

from ai.knowledge.logs import ASSUMED, WHOLE_FILE, BadLine, LogCounts, file_bytes, read_logs
from game import texts
from game.archive.export import to_record
from game.archive.hands import LARGEST, amount, moment, text, whole
from game.archive.imported import (
    ImportedHand,
    ImportedLog,
    ImportedLogs,
    LeftOut,
    LogFilter,
    LogPlayer,
    Reached,
    reached_by,
)
from game.archive.lines import HistoryRow
from game.archive.store import HistoryFilter, Reader
from game.core import BadInput, Progress
from game.files import damage, user_files
from game.match.phh import HandRecord
from game.quoting import quoted
from game.rules import games
from game.rules.betting import BIG_BLIND, BUTTON, HoldemRules
from game.rules.cards import quote_typed

FOLDER = "imported"
SUFFIX = ".sqlite"
VERSION = 1
ITEMS_A_STEP = 100
STEP_SECONDS = 0.05
"""The seconds of replaying between two reports."""
ROWS_A_STEP = 20_000
MAX_LINES = 500
"""The maximum number of bad lines of a log that are stored with their reasons."""
MAX_PLAYERS = 500

_TABLES = (
    "CREATE TABLE about (content TEXT NOT NULL)",
    "CREATE TABLE names (id INTEGER PRIMARY KEY, name TEXT NOT NULL)",
    "CREATE TABLE rules (id INTEGER PRIMARY KEY, content TEXT NOT NULL)",
    """CREATE TABLE hands (
        place INTEGER PRIMARY KEY,
        number INTEGER NOT NULL,
        rules INTEGER NOT NULL REFERENCES rules,
        big_blind INTEGER NOT NULL REFERENCES names,
        button INTEGER NOT NULL REFERENCES names,
        reached INTEGER NOT NULL,
        pot REAL NOT NULL,
        won INTEGER NOT NULL,
        actions TEXT NOT NULL
    )""",
)
"""`pot` is in big blinds, `won` is the big blind's winnings in chips, `actions` are the actions of `HandRecord`."""
_INSERT = "INSERT INTO hands VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
_SAFE = {ord(":"): "-", ord("|"): "-"}
"""The replacements of characters that are reserved in the ACPC format."""


def import_logs(
    folder: Path, files: Sequence[Path], assumed: HoldemRules = ASSUMED
) -> Iterator[Progress | ImportedLog]:
    """Import files as one log into the user's folder. Yield reports and finally the imported log.

    The metrics of a report are `share`, the part of the files that has been read, and `bad`, the number of skipped
    lines. If the generator is closed early, no file remains.

    Raises:
        BadInput: If no hand can be read. The message gives the first reason.
    """
    file = folder / FOLDER / f"{time.strftime('%Y%m%d-%H%M%S')}-{secrets.token_hex(2)}{SUFFIX}"
    with _file_errors("input_errors.logs.not_kept"), user_files.written_beside(file, b"") as part:
        with closing(sqlite3.connect(part, isolation_level=None)) as database:
            taking = _Taking(database)
            yield from _store_hands(taking, files, assumed)
            taking.write_about(files)
        part.replace(file)
    yield about(file)


def all_logs(folder: Path) -> ImportedLogs:
    """Return every imported log, latest first. A damaged log file is renamed and reported."""
    logs, warnings = [], []
    for file in sorted((folder / FOLDER).glob(f"*{SUFFIX}")):
        try:
            logs.append(about(file))
        except BadInput as reason:
            warnings.append(_set_aside(file, str(reason)))
    return ImportedLogs(tuple(sorted(logs, key=lambda log: log.at, reverse=True)), tuple(warnings))


def about(file: Path) -> ImportedLog:
    """Return the summary of the log in a file.

    Raises:
        BadInput: If the file is not an imported log.
    """
    with _opened(file) as database:
        (content,) = database.execute("SELECT content FROM about").fetchone() or ("",)
    try:
        stored = json.loads(content)
        return ImportedLog(
            id=file.stem,
            files=tuple(text(name) for name in stored["files"]),
            at=moment(stored["at"]),
            hands=_count(stored["hands"]),
            bad=_count(stored["bad"]),
            left_out=tuple(
                LeftOut(text(name), _count(number), text(said)) for name, number, said in stored["left_out"]
            ),
            tables=tuple(map(_rules, stored["tables"])),
            assumed=tuple(text(name) for name in stored["assumed"]),
            players=tuple(
                LogPlayer(text(name), _count(hands), amount(net)) for name, hands, net in stored["players"]
            ),
            everybody=_count(stored["everybody"]),
            bytes=file.stat().st_size,
        )
    except damage.JSON as error:
        raise BadInput(texts.text("input_errors.logs.no_log_in", file=file.name)) from error


def _set_aside(file: Path, reason: str) -> str:
    """Rename a damaged log file, and return the warning about it."""
    try:
        kept = user_files.move_aside(file).name
    except OSError as error:
        why = error.strerror or str(error)
        return texts.text("input_errors.logs.not_set_aside", reason=reason, why=why)
    return texts.text("input_errors.logs.set_aside", reason=reason, kept=kept)


def forget(folder: Path, log: str) -> None:
    """Delete an imported log. The files from which the log was imported stay.

    Raises:
        BadInput: If the log cannot be deleted.
    """
    file = _find_file(folder, log)
    try:
        file.unlink()
    except OSError as error:
        reason = error.strerror or str(error)
        raise BadInput(texts.text("input_errors.logs.not_removed", file=file.name, reason=reason)) from error


def find_matches(folder: Path, wanted: LogFilter) -> Iterator[list[int]]:
    """Yield the row numbers of all hands that match the filter, in order and in batches."""
    where, values = _conditions(wanted)
    with _opened(_find_file(folder, wanted.log)) as database:
        rows = database.execute(f"SELECT place FROM hands WHERE {where} ORDER BY place", values)
        while found := rows.fetchmany(ROWS_A_STEP):
            yield [place for (place,) in found]


def hands_at(folder: Path, wanted: LogFilter, row_numbers: Sequence[int]) -> tuple[ImportedHand, ...]:
    """Return hands by their row numbers.

    Seat 0 is the filter's player. If the filter names no player, seat 0 is the player with more hands in the log.
    """
    marks = ", ".join("?" * len(row_numbers))
    file = _find_file(folder, wanted.log)
    busy = [player.name for player in about(file).players]
    with _opened(file) as database:
        names = dict(database.execute("SELECT id, name FROM names"))
        rules = {key: _rules(json.loads(content)) for key, content in database.execute("SELECT * FROM rules")}
        rows = database.execute(f"SELECT * FROM hands WHERE place IN ({marks}) ORDER BY place", row_numbers)
        return tuple(_hand(row, names, rules, [wanted.player or "", *busy]) for row in rows)


def records(folder: Path, log: str) -> Iterator[HandRecord]:
    return (hand.record for hand in read_hands(folder, LogFilter(log)))


def read_hands(folder: Path, wanted: LogFilter) -> Iterator[ImportedHand]:
    """Yield all hands that match the filter, in the order of the imported files."""
    for row_numbers in find_matches(folder, wanted):
        for start in range(0, len(row_numbers), ITEMS_A_STEP):
            yield from hands_at(folder, wanted, row_numbers[start : start + ITEMS_A_STEP])


# ---- taking hands in --------------------------------------------------------------------------------------
def _store_hands(taking: _Taking, files: Sequence[Path], assumed: HoldemRules) -> Iterator[Progress]:
    """Store all hands of the files, and yield progress after each batch."""
    began = time.monotonic()
    whole = max(1, sum(file_bytes(file) for file in files))
    items = read_logs(files, taking.counts, assumed=assumed)
    while some := _some(items):
        taking.take(some)
        seconds, share = time.monotonic() - began, min(1.0, taking.counts.bytes_read / whole)
        left = seconds / share - seconds if share else None
        yield Progress(taking.counts.hands, None, seconds, left, {"share": share, "bad": taking.counts.bad})
    if not taking.counts.hands:
        raise BadInput(_nothing_read(taking, assumed))


def _some(items: Iterator[HandRecord | BadLine]) -> list[HandRecord | BadLine]:
    """Return the next items: at most `ITEMS_A_STEP`, and only as many as can be read within `STEP_SECONDS`."""
    some: list[HandRecord | BadLine] = []
    end = time.monotonic() + STEP_SECONDS
    for item in islice(items, ITEMS_A_STEP):
        some.append(item)
        if time.monotonic() > end:
            break
    return some


def _nothing_read(taking: _Taking, assumed: HoldemRules) -> str:
    if not taking.left_out:
        return texts.text("input_errors.logs.only_comments")
    first = taking.left_out[0]
    reason = str(BadLine(Path(first.file), first.number, first.sentence))
    if not taking.counts.files_without_rules:
        return texts.text("input_errors.logs.no_hand_read", reason=reason)
    amounts = map(texts.number, (assumed.small_blind, assumed.big_blind, assumed.stacks[0]))
    table = dict(zip(("small", "big", "stack"), amounts, strict=True))
    return texts.text("input_errors.logs.no_table", reason=reason, **table)


@dataclass(slots=True)
class _Taking:
    """The SQLite file of an import, and its counts so far."""

    database: sqlite3.Connection
    counts: LogCounts = field(default_factory=LogCounts)
    left_out: list[LeftOut] = field(default_factory=list)
    names: dict[str, int] = field(default_factory=dict)
    rules: dict[HoldemRules, int] = field(default_factory=dict)
    hands: dict[str, int] = field(default_factory=dict)
    net_bb: dict[str, float] = field(default_factory=dict)
    row_count: int = 0

    def __post_init__(self) -> None:
        for setting in ("journal_mode = OFF", "synchronous = OFF", f"user_version = {VERSION}"):
            self.database.execute(f"PRAGMA {setting}")
        for table in _TABLES:
            self.database.execute(table)

    def take(self, items: Sequence[HandRecord | BadLine]) -> None:
        """Store hands in one transaction, and keep the first `MAX_LINES` bad lines for the summary."""
        room = MAX_LINES - len(self.left_out)
        bad = [item for item in items if isinstance(item, BadLine)]
        self.left_out += [
            LeftOut(safe_name(item.file.name), item.number, item.sentence) for item in bad[:room]
        ]
        rows = [self._row(item) for item in items if isinstance(item, HandRecord)]
        self.database.execute("BEGIN")
        self.database.executemany(_INSERT, rows)
        self.database.execute("COMMIT")

    def write_about(self, files: Sequence[Path]) -> None:
        """Write the names, the rules and the summary of the whole log into the SQLite file."""
        self.database.executemany(
            "INSERT INTO names VALUES (?, ?)", ((at, name) for name, at in self.names.items())
        )
        rules = ((at, json.dumps(asdict(table))) for table, at in self.rules.items())
        self.database.executemany("INSERT INTO rules VALUES (?, ?)", rules)
        busy = sorted(self.hands, key=lambda name: -self.hands[name])[:MAX_PLAYERS]
        content = {
            "files": [safe_name(file.name) for file in files],
            "at": time.time(),
            "hands": self.counts.hands,
            "bad": self.counts.bad,
            "left_out": [(one.file, one.number, one.sentence) for one in self.left_out],
            "tables": [asdict(table) for table in self.rules],
            "assumed": [safe_name(file.name) for file in self.counts.files_without_rules],
            "players": [(name, self.hands[name], self.net_bb[name]) for name in busy],
            "everybody": len(self.names),
        }
        self.database.execute("INSERT INTO about VALUES (?)", (json.dumps(content),))

    def _row(self, record: HandRecord) -> tuple[object, ...]:
        final, rules = record.final_state(), record.rules
        won = final.returns()
        names = [safe_name(name) for name in record.names]
        for name, net in zip(names, won, strict=True):
            self.names.setdefault(name, len(self.names))
            self.hands[name] = self.hands.get(name, 0) + 1
            self.net_bb[name] = self.net_bb.get(name, 0.0) + net / rules.big_blind
        self.row_count += 1
        return (
            self.row_count,
            record.number,
            self.rules.setdefault(rules, len(self.rules)),
            self.names[names[BIG_BLIND]],
            self.names[names[BUTTON]],
            reached_by(final),
            final.pot / rules.big_blind,
            won[BIG_BLIND],
            " ".join(map(str, record.actions)),
        )


# ---- finding them again -----------------------------------------------------------------------------------
def _conditions(wanted: LogFilter) -> tuple[str, list[object]]:
    """Return a filter as an SQL condition with its parameters. An unknown player matches no hand."""
    least, below = wanted.pot
    where, values = ["reached >= ?", "pot >= ?"], [wanted.reached, least]
    values_of: list[object] = [*values]
    if below is not None:
        where.append("pot < ?")
        values_of.append(below)
    if wanted.player is not None:
        where.append("(SELECT id FROM names WHERE name = ?) IN (big_blind, button)")
        values_of.append(wanted.player)
    return " AND ".join(where), values_of


def _hand(
    row: Sequence[Any], names: Mapping[int, str], rules: Mapping[int, HoldemRules], order: Sequence[str]
) -> ImportedHand:
    place, number, table, big_blind, button, reached, _, won, actions = row
    pair = names[big_blind], names[button]
    record = HandRecord(
        rules[table], tuple(map(int, actions.split())), (text(pair[0]), text(pair[1])), _count(number)
    )
    if not record.final_state().is_terminal() or reached not in get_args(Reached):
        raise ValueError("a hand that does not come to its end")
    ranks = [order.index(name) if name in order else len(order) for name in pair]
    first = BUTTON if ranks[BUTTON] < ranks[BIG_BLIND] else BIG_BLIND
    how_far: Reached = reached
    return ImportedHand(place, record, first, won if first == BIG_BLIND else -won, how_far)


def _rules(stored: Mapping[str, Any]) -> HoldemRules:
    small, big, first, second = map(_count, (stored["small_blind"], stored["big_blind"], *stored["stacks"]))
    return HoldemRules(small, big, (first, second), _count(stored.get("ante", 0)))


def _count(value: Any) -> int:
    if not 0 <= whole(value) <= LARGEST:
        raise TypeError(f"{quoted(value)} is no count")
    return int(value)


def safe_name(name: str) -> str:
    return quote_typed(name.strip().translate(_SAFE)) or "?"


def _find_file(folder: Path, log: str) -> Path:
    file = folder / FOLDER / f"{log}{SUFFIX}"
    if file.parent != folder / FOLDER or not os.path.lexists(file):
        raise BadInput(texts.text("input_errors.logs.forgotten"))
    return file


@contextmanager
def _opened(file: Path) -> Iterator[sqlite3.Connection]:
    """Open an imported log for reading."""
    address = f"{file.absolute().as_uri()}?mode=ro"
    with _file_errors("input_errors.logs.no_file", file=file.name):
        user_files.check_file(file)
        file.open("rb").close()  # raises the right error, which SQLite does not, if too many files are open
    with (
        _file_errors("input_errors.logs.no_file", file=file.name),
        closing(sqlite3.connect(address, uri=True)) as database,
    ):
        database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, damage.MAX_CELL_BYTES)
        (version,) = database.execute("PRAGMA user_version").fetchone()
        if version != VERSION:
            fields = {"file": file.name, "version": version, "known": VERSION}
            raise BadInput(texts.text("input_errors.logs.version", **fields))
        yield database


@contextmanager
def _file_errors(key: str, **fields: str) -> Iterator[None]:
    """Turn an error of a file into `BadInput` with the text `key`. The field `reason` describes the error."""
    try:
        yield
    except BadInput:
        raise
    except damage.ROWS as error:
        damage.pass_shortage(error)
        known = isinstance(error, sqlite3.Error | OSError)
        reason = getattr(error, "strerror", None) or (
            str(error) if known else texts.text("input_errors.logs.no_hands_in_file")
        )
        raise BadInput(texts.text(key, reason=reason, **fields)) from error


PLAYED_HERE = "played-here"
"""The name of the log source with the hands in the history of Parlour."""
NOT_LEARNT = "!"
MAX_SEARCHED = 10_000
"""The maximum number of hands and lines that are searched for the first bad line."""


@dataclass(frozen=True, slots=True)
class LogSource:
    """A log with its name. If `held_out` is True, agents do not learn from the log.

    `file` contains the hands. For hands played in Parlour itself, which are in many files, `file` is None.
    """

    name: str
    file: Path | None
    held_out: bool = False

    def hands(self) -> Iterator[HandRecord | BadLine | None]:
        """Yield a record for every hand, a `BadLine` for every other line, and None when the caller may pause."""
        if self.file is None:
            for row in Reader(user_files.home()).rows(HistoryFilter(game=games.HOLDEM)):
                yield None if row is None else _record(row)
        elif self.file.suffix == SUFFIX:
            yield from records(user_files.home(), self.file.stem)
        else:
            yield from read_logs([self.file])


def sources(words: str) -> list[LogSource]:
    """Return the logs in a comma-separated list of files, ids of imported logs and `played-here`.

    Raises:
        BadInput: If a name is unknown.
    """
    names = [word.strip() for word in words.split(",") if word.strip()]
    if not names:
        raise BadInput(texts.text("input_errors.logs.which"))
    return [_mark_files(name) for name in names]


def to_learn_from(words: str) -> list[LogSource]:
    """Return the logs named in a comma-separated list, and check that at least one log is not held out.

    Raises:
        BadInput: If a name is unknown, or all logs are held out.
    """
    found = sources(words)
    if all(log.held_out for log in found):
        raise BadInput(texts.text("input_errors.logs.all_held_out"))
    return found


def imported_logs() -> list[tuple[str, str]]:
    """Return the logs that can be chosen without a file name, as (name, title), latest import first.

    If Hold'em hands have been played in Parlour, the history of these hands is the last log. The title of the
    history is empty, because the window shows its own text for the history.
    """
    imported = [(log.id, ", ".join(log.files)) for log in all_logs(user_files.home()).logs]
    rows = Reader(user_files.home()).rows(HistoryFilter(game=games.HOLDEM))
    return [*imported, *([(PLAYED_HERE, "")] if any(row is not None for row in rows) else [])]


def first_problem(logs: Sequence[LogSource]) -> str:
    items = chain.from_iterable(log.hands() for log in logs)
    return next((item.with_advice for item in islice(items, MAX_SEARCHED) if isinstance(item, BadLine)), "")


def _mark_files(name: str) -> LogSource:
    """Return the log for a name that the user typed. A `!` before the name means that the log is held out."""
    word = name.removeprefix(NOT_LEARNT).strip()
    if not word:
        raise BadInput(texts.text("input_errors.logs.mark_alone", mark=NOT_LEARNT))
    return replace(_source(word), held_out=name.startswith(NOT_LEARNT))


def _source(word: str) -> LogSource:
    if word == PLAYED_HERE:
        return LogSource(word, None)
    with suppress(BadInput, OSError):  # it may not be a path, or not be readable
        file = user_files.typed_path(word)
        if file.is_file():
            return LogSource(file.name, file)
    imported = user_files.home() / FOLDER / f"{word}{SUFFIX}"
    if imported.parent == user_files.home() / FOLDER and imported.is_file():
        return LogSource(", ".join(about(imported).files), imported)
    raise BadInput(texts.text("input_errors.logs.unknown", log=word))


def _record(row: HistoryRow) -> HandRecord | BadLine:
    try:
        return to_record(row.hand())
    except BadInput as reason:
        return BadLine(Path(PLAYED_HERE), WHOLE_FILE, str(reason))
