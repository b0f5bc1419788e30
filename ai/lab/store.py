"""Stores the tracked series of all runs of the lab in one SQLite file of the user's folder.

A run is a row of `runs`. Its series is stored in parts, rows of `parts`: the points as arrays, and the solver's
state at the end of the part. A part is one transaction, so a crash loses only the current part. Two processes may
write: a part that does not start where the stored run ends is skipped, because the other process has written the
same points.

A damaged file, or one of another version, is moved aside, and the next answer says so.
"""

from __future__ import annotations

import sqlite3
import time
import zlib
from array import array
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ai.lab.settings import from_identity, identity
from ai.lab.tracked_run import TrackedSegment
from game.archive.hands import moment
from game.core import BadInput
from game.files import damage, user_files
from game.files.private_files import make_private
from game.messages.lab_answers import START, LabPart, LabRun, LabRuns, LabSettings
from game.quoting import quoted

VERSION = 1
FILE = "series.sqlite"
BUSY_SECONDS = 0.1
"""How long SQLite waits for another program's write: at most one step of the worker."""
BESIDE = ("-wal", "-shm")
"""Suffixes of SQLite's companion files, which are moved together with the file."""

_WRITE, _READ = "BEGIN IMMEDIATE", "BEGIN DEFERRED"
"""One program writes at a time; readers never wait."""

_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT)
_SERIES = ("iterations", "current", "average", "regret", "nash_conv", "visited")
_TABLES = (
    """CREATE TABLE runs (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        settings TEXT NOT NULL UNIQUE,
        length INTEGER NOT NULL,
        changed REAL NOT NULL
    )""",
    """CREATE TABLE parts (
        run INTEGER NOT NULL REFERENCES runs ON DELETE CASCADE,
        after INTEGER NOT NULL,
        upto INTEGER NOT NULL,
        iterations BLOB NOT NULL,
        current BLOB NOT NULL,
        average BLOB NOT NULL,
        regret BLOB NOT NULL,
        nash_conv BLOB NOT NULL,
        visited BLOB NOT NULL,
        totals BLOB NOT NULL,
        check_sum INTEGER NOT NULL,
        PRIMARY KEY (run, after)
    )""",
)
"""The blobs hold the arrays of a `LabPart`; `check_sum` is the CRC-32 over them."""


@dataclass(frozen=True, slots=True)
class End:
    """The last iteration of a stored part, and the solver's state there."""

    iteration: int
    totals: bytes


class StoreBusy(BadInput):
    """Another program is writing; try again."""


class _DamagedError(ValueError):
    """The content of the file does not match its checksum."""


class SeriesStore:
    """The SQLite file in `folder`, opened on first use.

    Every method that reads or writes raises `BadInput` if the file cannot be used, and `StoreBusy` if another
    program is writing.
    """

    def __init__(self, folder: Path) -> None:
        self.file = folder / FILE
        self._connection: sqlite3.Connection | None = None
        self._opened: tuple[int, int] | None = None
        self._warnings: list[str] = []

    def warnings(self) -> tuple[str, ...]:
        """Return the warnings since the last call."""
        warnings, self._warnings = tuple(self._warnings), []
        return warnings

    def append(self, settings: LabSettings, part: TrackedSegment) -> bool:
        """Store a part of a run; return False if it does not follow the stored parts."""
        tracked = part.tracked
        blobs: list[bytes | array[Any]] = [*(getattr(tracked, name) for name in _SERIES), part.totals]
        with self._transaction() as database:
            run = _run(database, settings)
            if _end(database, run) != tracked.after:
                return False
            values = (run, tracked.after, tracked.upto, *blobs, _check_sum(blobs))
            database.execute(f"INSERT INTO parts VALUES ({', '.join('?' * len(values))})", values)
            database.execute(
                "UPDATE runs SET length = max(length, ?), changed = ? WHERE id = ?",
                (settings.iterations, time.time(), run),
            )
        return True

    def end(self, settings: LabSettings, before: int | None = None) -> End | None:
        """Return the end of the last stored part of a run, or of the last one that ends before `before`."""
        query = "WHERE settings = ? AND upto < ? ORDER BY after DESC LIMIT 1"
        parts = self._parts(query, (identity(settings), 2**62 if before is None else before))
        return End(parts[0].tracked.upto, parts[0].totals) if parts else None

    def parts(self, settings: LabSettings, after: int, upto: int) -> list[LabPart]:
        """Return the stored parts that overlap (after, upto], in order."""
        query = "WHERE settings = ? AND upto > ? AND after < ? ORDER BY after"
        return [part.tracked for part in self._parts(query, (identity(settings), after, upto))]

    def runs(self) -> LabRuns:
        """Return a summary of every stored run, the latest first."""
        query = """SELECT runs.id, changed, settings, length, max(upto), sum(length(iterations)) / 8, nash_conv
            FROM runs JOIN parts ON run = runs.id GROUP BY runs.id HAVING max(upto) > 0
            ORDER BY changed DESC, runs.id"""
        with self._transaction(_READ) as database:
            rows = database.execute(query).fetchall()
        found = []
        for row in rows:
            try:
                found.append(_lab_run(row))
            except BadInput as sentence:
                self._warnings.append(str(sentence))
            except damage.PARTS:
                self._warnings.append(f"The stored run {quoted(row[0])} cannot be read: delete it.")
        return LabRuns(tuple(found), self.warnings())

    def settings(self, number: int) -> LabSettings:
        """Return the settings of a stored run; `BadInput` if there is none of this number."""
        with self._transaction(_READ) as database:
            row = database.execute("SELECT settings, length FROM runs WHERE id = ?", (number,)).fetchone()
        if row is None:
            raise BadInput(f"There is no stored run {number}: it was deleted.")
        return from_identity(*row)

    def forget(self, number: int | None = None) -> None:
        """Delete a run, or all, and shrink the file."""
        with self._transaction() as database:
            if number is None:
                database.execute("DELETE FROM runs")
            else:
                database.execute("DELETE FROM runs WHERE id = ?", (number,))
        with self._sqlite_errors() as database:
            database.execute("VACUUM")
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def close(self) -> None:
        """Close the file."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    # ---- the file -------------------------------------------------------------------------------------------
    @contextmanager
    def _transaction(self, begin: str = _WRITE) -> Iterator[sqlite3.Connection]:
        """Run the block in a transaction: a write is atomic, and a read sees one state of the file."""
        with self._sqlite_errors() as database:
            database.execute(begin)
            try:
                yield database
            except BaseException:
                if database.in_transaction:
                    database.execute("ROLLBACK")
                raise
            database.execute("COMMIT")

    @contextmanager
    def _sqlite_errors(self) -> Iterator[sqlite3.Connection]:
        """Raise `BadInput` for errors of SQLite; a damaged file is moved aside first."""
        try:
            yield self._open()
        except (sqlite3.Error, OSError, UnicodeDecodeError, _DamagedError) as error:
            if _is_damage(error):
                raise BadInput(self._set_aside(error)) from error
            self.close()
            kind = StoreBusy if _is_busy(error) else BadInput
            raise kind(f"The series of the lab cannot be kept in {self.file}: {_reason(error)}.") from error

    def _open(self) -> sqlite3.Connection:
        """Return the connection; reconnect if somebody has moved or deleted the file.

        A damaged file, or one of another version, is moved aside, and the next answer says so.
        """
        if self._connection is not None and self._opened == _place_on_disk(self.file):
            return self._connection
        self.close()
        self.file.parent.mkdir(parents=True, exist_ok=True)
        try:
            self._connect()
        except (sqlite3.DatabaseError, UnicodeDecodeError, _DamagedError) as error:
            if not _is_damage(error):
                raise
            self._warnings.append(self._set_aside(error))
            self._connect()
        assert self._connection is not None
        return self._connection

    def _connect(self) -> None:
        make_private(self.file)  # SQLite gives its companion files the same mode
        self._connection = sqlite3.connect(self.file, timeout=BUSY_SECONDS, isolation_level=None)
        for setting in (
            "page_size = 16384",
            "journal_mode = WAL",
            "synchronous = NORMAL",
            "foreign_keys = ON",
        ):
            self._connection.execute(f"PRAGMA {setting}")
        _prepare(self._connection)
        self._opened = _place_on_disk(self.file)

    def _set_aside(self, error: Exception) -> str:
        """Rename the file and its companions, and return a sentence that says so."""
        self.close()
        said = f"{self.file.name}, which keeps the series of the lab, could not be read ({_reason(error)}); "
        said += user_files.set_aside(self.file)
        for suffix in BESIDE:
            if (beside := self.file.with_name(self.file.name + suffix)).exists():
                user_files.set_aside(beside)
        return f"{said}."

    def _parts(self, where: str, values: tuple[object, ...]) -> list[TrackedSegment]:
        """Return the stored parts that match the SQL condition, each with its checksum verified."""
        columns = ", ".join(("after", "upto", *_SERIES, "totals", "check_sum"))
        with self._transaction(_READ) as database:
            rows = database.execute(f"SELECT {columns} FROM parts JOIN runs ON run = runs.id {where}", values)
            return [_part(row) for row in rows]


def _prepare(database: sqlite3.Connection) -> None:
    """Create the tables if there are none; two processes may do so at the same time."""
    if database.execute("PRAGMA user_version").fetchone() == (VERSION,):
        return
    database.execute(_WRITE)
    (version,) = database.execute("PRAGMA user_version").fetchone()
    if version == 0:
        for table in _TABLES:
            database.execute(table)
        database.execute(f"PRAGMA user_version = {VERSION}")
    database.execute("COMMIT")
    if version not in (0, VERSION):
        raise _DamagedError(f"it has the version {version}, and this program reads {VERSION}")


def _run(database: sqlite3.Connection, settings: LabSettings) -> int:
    """Return the number of a run; insert it if it is new."""
    name = identity(settings)
    row = database.execute("SELECT id FROM runs WHERE settings = ?", (name,)).fetchone()
    if row is not None:
        return int(row[0])
    new = "INSERT INTO runs (settings, length, changed) VALUES (?, ?, ?) RETURNING id"
    return int(database.execute(new, (name, settings.iterations, time.time())).fetchone()[0])


def _end(database: sqlite3.Connection, run: int) -> int:
    (upto,) = database.execute("SELECT max(upto) FROM parts WHERE run = ?", (run,)).fetchone()
    if not isinstance(upto, int | None):
        raise _DamagedError("a part of it ends nowhere")
    return START if upto is None else upto


def _lab_run(row: Sequence[Any]) -> LabRun:
    """Return the summary of a run from its row."""
    number, changed, settings, length, iteration, points, nash_conv = row
    last = array("d", nash_conv)
    run = from_identity(settings, length)
    counts = int(number), int(iteration), int(points)
    return LabRun(counts[0], run, *counts[1:], last[-1] if last else None, moment(changed))


def _part(row: Sequence[Any]) -> TrackedSegment:
    """Return a part from its row; raise `_DamagedError` if it does not match its checksum."""
    try:
        after, upto, *blobs, check_sum = row
        whole = _check_sum(blobs) == check_sum
        part = LabPart(int(after), int(upto))
        for name, blob in zip(_SERIES, blobs, strict=False):
            getattr(part, name).frombytes(blob)
    except damage.PARTS as error:
        raise _DamagedError("a part of it is not what was written") from error
    if not whole:
        raise _DamagedError("a part of it is not what was written")
    return TrackedSegment(part, blobs[-1])


def _check_sum(blobs: Sequence[bytes | array[Any]]) -> int:
    found = 0
    for blob in blobs:
        found = zlib.crc32(blob, found)
    return found


def _place_on_disk(file: Path) -> tuple[int, int] | None:
    """Return device and inode of the file, which change if it is replaced; None if it does not exist."""
    try:
        found = file.stat()
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino


def _is_damage(error: Exception) -> bool:
    # UnicodeDecodeError: SQLite's message quotes bytes that are not text
    torn = isinstance(error, _DamagedError | UnicodeDecodeError)
    return torn or getattr(error, "sqlite_errorcode", 0) & 0xFF in _DAMAGED


def _is_busy(error: Exception) -> bool:
    return getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY


def _reason(error: Exception) -> str:
    if _is_busy(error):
        return "another program holds it, try again when that has finished"
    if isinstance(error, UnicodeDecodeError):
        return "it holds something that is not text"
    return error.strerror if isinstance(error, OSError) and error.strerror else str(error)
