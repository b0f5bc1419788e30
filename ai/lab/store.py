"""Store the tracked series of all runs of the lab in one SQLite file in the user's folder.

A run is a row of `runs`. Its series is stored in parts, which are rows of `parts`. A part contains the points as
arrays, and the solver's state at the end of the part. Each part is written in one transaction, so a crash loses
only the current part. Two processes may write the same run. A part that does not start at the end of the stored
run is skipped, because the other process has already written its points.

The checksum of a row covers every value that is read from the row. The checksum of a part covers the settings of
the run instead of the number of the run. A missing part is noticed, because each part must start at the end of the
previous part. If a checksum is wrong, the file is renamed and the series is computed again. A file of another
version is renamed, too. The answer to the next request reports that the file was renamed.
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

from ai.lab.tracked_run import TrackedSegment, from_identity, identity
from game.archive.hands import moment
from game.core import BadInput
from game.files import damage, user_files
from game.files.private_files import make_private
from game.quoting import quoted
from game.study.lab import START, LabPart, LabRun, LabRuns, LabSettings, tracked_iterations
from game.texts import text

VERSION = 2
FILE = "series.sqlite"
BUSY_SECONDS = 0.1
"""The seconds that SQLite waits for another program's write. A step of the worker takes at most this long."""
BESIDE = ("-wal", "-shm")
"""The suffixes of SQLite's companion files, which are renamed together with the file."""

_WRITE, _READ = "BEGIN IMMEDIATE", "BEGIN DEFERRED"
"""The statements that begin a transaction. One program writes at a time, and readers never wait."""

_DAMAGED = (
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_NOTADB,
    sqlite3.SQLITE_FORMAT,
    sqlite3.SQLITE_ERROR,
    sqlite3.SQLITE_CONSTRAINT,
    sqlite3.SQLITE_MISMATCH,
    sqlite3.SQLITE_SCHEMA,
    sqlite3.SQLITE_TOOBIG,
)
"""The errors that a valid statement raises only if the file is damaged."""
_REFUSALS = {
    sqlite3.SQLITE_BUSY: "busy",
    sqlite3.SQLITE_LOCKED: "busy",
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_READONLY: "read_only",
    sqlite3.SQLITE_CANTOPEN: "closed",
    sqlite3.SQLITE_PERM: "refused",
    sqlite3.SQLITE_IOERR: "disk",
}
"""The last part of the key of a reason, by the error of SQLite."""
_SERIES = ("iterations", "current", "average", "regret", "nash_conv", "visited")
_TABLES = (
    """CREATE TABLE runs (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        settings TEXT NOT NULL UNIQUE,
        length INTEGER NOT NULL,
        changed REAL NOT NULL,
        check_sum INTEGER NOT NULL
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
"""The blobs hold the arrays of a `LabPart`. `check_sum` is the CRC-32 over all other values of the row.

The checksum of a part covers the settings of its run in place of the number.
"""
_PART = ", ".join(("settings", "after", "upto", *_SERIES, "totals", "parts.check_sum"))
_RUN = "id, settings, length, changed, check_sum"


@dataclass(frozen=True, slots=True)
class PartEnd:
    """The last iteration of a stored part, and the solver's state after this iteration."""

    iteration: int
    totals: bytes


class StoreBusy(BadInput):
    """Another program is writing. The call can be repeated."""


class StoreDamaged(BadInput):
    """The file was damaged and has been renamed. The next access creates a new file."""


class _DamagedError(ValueError):
    """The content of the file does not match its checksum."""


class SeriesStore:
    """The SQLite file in a folder, opened on first use.

    Every method that reads or writes raises `BadInput` if the file cannot be used, and `StoreBusy` if another
    program is writing.
    """

    def __init__(self, folder: Path) -> None:
        self.file = folder / FILE
        self._connection: sqlite3.Connection | None = None
        self._opened: tuple[int, int] | None = None
        self._warnings: list[str] = []

    def warnings(self) -> tuple[str, ...]:
        warnings, self._warnings = tuple(self._warnings), []
        return warnings

    def warn(self, sentence: str) -> None:
        self._warnings.append(sentence)

    def append(self, settings: LabSettings, part: TrackedSegment) -> bool:
        """Store a part of a run. Return False if the part does not start at the end of the stored run."""
        tracked = part.tracked
        blobs: list[bytes | array[Any]] = [*(getattr(tracked, name) for name in _SERIES), part.totals]
        with self._transaction() as database:
            last = _last(database, settings)
            if tracked.after != (START if last is None else last.tracked.upto):
                return False
            run = _touched(database, settings)
            check_sum = _check_sum((identity(settings), tracked.after, tracked.upto, *blobs))
            values = (run, tracked.after, tracked.upto, *blobs, check_sum)
            database.execute(f"INSERT INTO parts VALUES ({', '.join('?' * len(values))})", values)
        return True

    def end(self, settings: LabSettings, before: int | None = None) -> PartEnd | None:
        """Return the end of the last stored part of a run.

        If `before` is given, only parts that end before this iteration are considered.
        """
        with self._transaction(_READ) as database:
            last = _last(database, settings, before)
        return None if last is None else PartEnd(last.tracked.upto, last.totals)

    def parts(self, settings: LabSettings, after: int, upto: int) -> list[LabPart]:
        """Return the stored parts with iterations in (after, upto], in order."""
        query = f"SELECT {_PART} FROM parts JOIN runs ON run = id"
        query += " WHERE settings = ? AND upto > ? AND after < ? ORDER BY after"
        with self._transaction(_READ) as database:
            rows = database.execute(query, (identity(settings), after, upto))
            found = [_part(row).tracked for row in rows]
            ends = [max(after, START), *(part.upto for part in found)]
            if any(part.after > end for part, end in zip(found, ends, strict=False)):
                raise _DamagedError(text("agent_errors.lab.reasons.missing_part"))
        return found

    def runs(self) -> LabRuns:
        """Return a summary of every stored run, the latest first."""
        found = []
        with self._transaction(_READ) as database:
            rows = database.execute(f"SELECT {_RUN} FROM runs ORDER BY changed DESC, id").fetchall()
            for row in rows:
                try:
                    run = _lab_run(database, row)
                except BadInput as sentence:
                    self._warnings.append(str(sentence))
                except damage.PARTS:
                    self._warnings.append(text("agent_errors.lab.unreadable_run", number=quoted(row[0])))
                else:
                    found.extend([run] if run.iteration > 0 else [])
        return LabRuns(tuple(found), self.warnings())

    def settings(self, number: int) -> LabSettings:
        """Return the settings of a stored run.

        Raises:
            BadInput: If there is no run of this number.
        """
        with self._transaction(_READ) as database:
            row = database.execute(f"SELECT {_RUN} FROM runs WHERE id = ?", (number,)).fetchone()
            if row is not None:
                _check_run(row)
        if row is None:
            raise BadInput(text("agent_errors.lab.deleted", number=number))
        return from_identity(*row[1:3])

    def forget(self, number: int | None = None) -> None:
        """Delete a run, or all runs, and shrink the file."""
        with self._transaction() as database:
            if number is None:
                database.execute("DELETE FROM runs")
                database.execute("DELETE FROM parts")  # including parts of a run whose number has changed
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
        """Run the `with` block in a transaction that the SQL statement `begin` starts.

        Writes are atomic, and reads see a consistent state of the file.
        """
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
        """Turn errors of SQLite into `BadInput`. A damaged file is renamed first."""
        try:
            yield self._open()
        except (sqlite3.Error, OSError, UnicodeDecodeError, _DamagedError) as error:
            damage.pass_shortage(error)
            if _is_damage(error):
                raise StoreDamaged(self._set_aside(error)) from error
            self.close()
            kind = StoreBusy if (_code(error) == sqlite3.SQLITE_BUSY) else BadInput
            reason = _reason(error)
            raise kind(text("agent_errors.lab.closed", file=str(self.file), reason=reason)) from error

    def _open(self) -> sqlite3.Connection:
        """Return the connection. If the file was moved or deleted, connect to the file that is now at its path.

        A damaged file, or a file of another version, is renamed. The answer to the next request reports this.
        """
        if self._connection is not None and self._opened == _place_on_disk(self.file):
            return self._connection
        self.close()
        user_files.make_folder(self.file.parent)
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
        self._connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, damage.MAX_CELL_BYTES)
        self._connection.text_factory = _decode
        for setting in (
            "page_size = 16384",
            "journal_mode = WAL",
            "synchronous = NORMAL",
            "foreign_keys = ON",
            "trusted_schema = OFF",
            "cell_size_check = ON",
        ):
            self._connection.execute(f"PRAGMA {setting}")
        _prepare(self._connection)
        self._opened = _place_on_disk(self.file)

    def _set_aside(self, error: Exception) -> str:
        """Rename the file and SQLite's auxiliary files, and return a warning about this."""
        self.close()
        fields = {"file": self.file.name, "reason": _reason(error)}
        try:
            said = text("agent_errors.lab.set_aside", kept=user_files.move_aside(self.file).name, **fields)
        except OSError as refusal:
            problem = refusal.strerror or str(refusal)
            said = text("agent_errors.lab.not_set_aside", problem=problem, **fields)
        for suffix in BESIDE:
            if (beside := self.file.with_name(self.file.name + suffix)).exists():
                user_files.set_aside(beside)
        return said


def _prepare(database: sqlite3.Connection) -> None:
    """Create the tables if there are none. Two processes may safely create the tables at the same time."""
    if database.execute("PRAGMA user_version").fetchone() == (VERSION,):
        _check_tables(database)
        return
    database.execute(_WRITE)
    (version,) = database.execute("PRAGMA user_version").fetchone()
    if version == 0:
        for table in _TABLES:
            database.execute(table)
        database.execute(f"PRAGMA user_version = {VERSION}")
    database.execute("COMMIT")
    if version not in (0, VERSION):
        raise _DamagedError(text("agent_errors.lab.reasons.version", found=version, known=VERSION))


def _check_tables(database: sqlite3.Connection) -> None:
    """Check that the file contains only the expected tables.

    In a damaged file, the schema could contain triggers or views that make SQLite run other statements.
    """
    rows = database.execute("SELECT sql FROM sqlite_master WHERE name NOT LIKE 'sqlite%'").fetchall()
    if sorted(str(sql) for (sql,) in rows) != sorted(_TABLES):
        raise _DamagedError(text("agent_errors.lab.reasons.tables"))


def _touched(database: sqlite3.Connection, settings: LabSettings) -> int:
    """Mark a run as the last changed run, and return its number. If the run is new, insert it."""
    name, now = identity(settings), time.time()
    row = database.execute(f"SELECT {_RUN} FROM runs WHERE settings = ?", (name,)).fetchone()
    if row is None:
        new = "INSERT INTO runs (settings, length, changed, check_sum) VALUES (?, ?, ?, ?) RETURNING id"
        length = settings.iterations
        return int(database.execute(new, (name, length, now, _check_sum((name, length, now)))).fetchone()[0])
    _check_run(row)
    number, length = row[0], max(row[2], settings.iterations)
    database.execute(
        "UPDATE runs SET length = ?, changed = ?, check_sum = ? WHERE id = ?",
        (length, now, _check_sum((name, length, now)), number),
    )
    return int(number)


def _check_run(row: Sequence[Any]) -> None:
    if _check_sum(row[1:4]) != row[4]:
        raise _DamagedError(text("agent_errors.lab.reasons.run"))


def _last(
    database: sqlite3.Connection, settings: LabSettings, before: int | None = None
) -> TrackedSegment | None:
    """Return the last stored part of a run.

    If `before` is given, only parts that end before this iteration are considered.
    """
    query = f"SELECT {_PART} FROM parts JOIN runs ON run = id"
    query += " WHERE settings = ? AND upto < ? ORDER BY after DESC LIMIT 1"
    row = database.execute(query, (identity(settings), 2**62 if before is None else before)).fetchone()
    return None if row is None else _part(row)


def _lab_run(database: sqlite3.Connection, row: Sequence[Any]) -> LabRun:
    """Return the summary of a run from its row and its last part."""
    _check_run(row)
    number, settings, length, changed, _ = row
    run = from_identity(settings, length)
    last = _last(database, run)
    if last is None:
        return LabRun(int(number), run, START, 0, None, moment(changed))
    upto, nash_conv = last.tracked.upto, last.tracked.nash_conv
    points = sum(1 for _ in tracked_iterations(START, upto, run.every))
    return LabRun(int(number), run, upto, points, nash_conv[-1] if nash_conv else None, moment(changed))


def _part(row: Sequence[Any]) -> TrackedSegment:
    """Return a part from its row.

    Raises:
        _DamagedError: If the row does not match its checksum.
    """
    try:
        _, after, upto, *blobs, check_sum = row
        whole = _check_sum(row[:-1]) == check_sum
        part = LabPart(int(after), int(upto))
        for name, blob in zip(_SERIES, blobs, strict=False):
            getattr(part, name).frombytes(blob)
    except damage.PARTS as error:
        raise _DamagedError(text("agent_errors.lab.reasons.part")) from error
    if not whole:
        raise _DamagedError(text("agent_errors.lab.reasons.part"))
    return TrackedSegment(part, blobs[-1])


def _decode(written: bytes) -> str:
    """Decode a text from the file. Damaged bytes don't raise an error here, because the checksum detects them."""
    return written.decode("utf-8", "backslashreplace")


def _check_sum(values: Sequence[object]) -> int:
    """Return the CRC-32 over texts, numbers and arrays."""
    found = 0
    for value in values:
        found = zlib.crc32(value if isinstance(value, bytes | array) else f"{value!r};".encode(), found)
    return found


def _place_on_disk(file: Path) -> tuple[int, int] | None:
    """Return device and inode of the file, None if there is no file.

    The two numbers change if the file is replaced.
    """
    try:
        found = file.stat()
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino


def _is_damage(error: Exception) -> bool:
    # UnicodeDecodeError: SQLite's message quotes bytes that are not text
    torn = isinstance(error, _DamagedError | UnicodeDecodeError)
    return torn or _code(error) in _DAMAGED


def _code(error: Exception) -> int:
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF


def _reason(error: Exception) -> str:
    """Return the reason for an error as text.

    Messages of SQLite are not used, because they may quote damaged content.
    """
    if isinstance(error, _DamagedError):
        return str(error)
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return text(f"agent_errors.lab.reasons.{_REFUSALS.get(_code(error), 'damaged')}")
