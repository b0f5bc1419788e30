"""Imported hands: logs of other players, and the imported hands of the history.

Logs hold hands that other players played elsewhere. Logs are stored separately from the history. The worker reads
and stores the logs. The types of this module are used in the window's requests and in the worker's answers.

The imported hands of the history are in an SQLite file next to the monthly files of the history. The room and
the id of a hand are unique, so a hand is stored only once, even if several files contain it. Hands are stored
in batches, each in one transaction. If the program is killed, the finished batches are kept, and a second
import adds the rest.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from game import texts
from game.archive.hands import Origin, PlayedHand, Stake, amount, moment, text
from game.archive.lines import HistoryRow
from game.core import BadInput, Player, Seat
from game.files import damage, user_files
from game.match.acpc import to_acpc
from game.match.phh import HandRecord
from game.match.session import Session
from game.match.table_spec import TableSpec, find_room
from game.rules import games
from game.rules.betting import BUTTON, HoldemRules
from game.rules.holdem import HoldemState

Reached = Literal[0, 1, 2, 3, 4]
"""The last street of a hand, on which a player folded, or `SHOWDOWN`."""
SHOWDOWN: Reached = 4


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A part of a file that was left out because it is not a usable hand.

    `number` is the line number, or 0 for the whole file.
    """

    file: str
    number: int
    sentence: str


@dataclass(frozen=True, slots=True)
class LogPlayer:
    """A player in a log, with the number of hands and the net result in big blinds."""

    name: str
    hands: int
    net_bb: float


@dataclass(frozen=True, slots=True)
class ImportedLog:
    """A log in the user's folder.

    Attributes:
        bad: The number of lines left out.
        left_out: The first few of these lines.
        assumed: The files that do not state blinds and stacks. For these files, the blinds and stacks chosen
            at the import are used.
        players: The players with the most hands, in descending order.
        everybody: The total number of players.
    """

    id: str
    files: tuple[str, ...]
    at: float
    hands: int
    bad: int
    left_out: tuple[LeftOut, ...]
    tables: tuple[HoldemRules, ...]
    assumed: tuple[str, ...]
    players: tuple[LogPlayer, ...]
    everybody: int
    bytes: int = 0


@dataclass(frozen=True, slots=True)
class ImportedLogs:
    """All imported logs, latest first, and messages about unreadable logs."""

    logs: tuple[ImportedLog, ...]
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LogFilter:
    """Selects hands of a log by player, by the minimum street reached, and by the size of the pot.

    `pot` is the pair (minimum, exclusive maximum) in big blinds.
    """

    log: str
    player: str | None = None
    reached: Reached = 0
    pot: tuple[float, float | None] = (0, None)

    @property
    def is_open(self) -> bool:
        return self == LogFilter(self.log)


@dataclass(frozen=True, slots=True)
class ImportedHand:
    """A hand of a log.

    `number` counts the hands of the log from 1. Seat 0 belongs to player `first` and is displayed first.
    """

    number: int
    record: HandRecord
    first: Player
    net: int
    """Chips that seat 0 has won."""
    reached: Reached

    @property
    def game(self) -> str:
        return games.HOLDEM

    @property
    def own_seat(self) -> Seat | None:
        return None

    @property
    def returns(self) -> tuple[float, float]:
        return self.net, -self.net

    @property
    def results(self) -> tuple[float, float]:
        return self.returns

    @property
    def id(self) -> str:
        """Return the hand as a line of an ACPC log, a format that other programs can parse."""
        return to_acpc(self.record)

    @property
    def spec(self) -> TableSpec:
        """Return the table, with the button in its original seat."""
        rules, names = self.record.rules, self.record.names
        return TableSpec(
            games.HOLDEM,
            (names[self.first], names[1 - self.first]),
            first="seat-0" if self.first == BUTTON else "seat-1",
            small_blind=rules.small_blind,
            big_blind=rules.big_blind,
            stacks=(rules.stacks[self.first], rules.stacks[1 - self.first]),
            ante=rules.ante,
        )

    @property
    def cards(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        final = self.record.final_state()
        return final.hole[self.first], final.board

    def session(self) -> Session:
        """Return the table at the end of the hand, with the cards that the log contains."""
        states = list(self.record.states())
        moves = [
            action
            for state, action in zip(states, self.record.actions, strict=False)
            if state.current_player() >= 0
        ]
        session = Session(self.spec, cards=states[-1].dealt)
        for action in moves:
            session.act(action)
        return session


def reached_by(final: HoldemState) -> Reached:
    """Return the furthest street, or showdown, of a finished hand."""
    if final.betting.folded is None:
        return SHOWDOWN
    streets: tuple[Reached, ...] = (0, 1, 2, 3)
    return streets[final.betting.street]


NAME = "imported.sqlite"
VERSION = 1
WAIT_SECONDS = 20.0
"""The maximum seconds for which a writer waits for another writer."""

_TABLES = (
    """CREATE TABLE IF NOT EXISTS hands (
        room TEXT NOT NULL,
        id TEXT NOT NULL,
        at REAL NOT NULL,
        own INTEGER NOT NULL,
        content TEXT NOT NULL,
        graded INTEGER NOT NULL DEFAULT 0,
        PRIMARY KEY (room, id)
    )""",
    "CREATE INDEX IF NOT EXISTS by_time ON hands (at)",
    "CREATE TABLE IF NOT EXISTS names (room TEXT PRIMARY KEY, name TEXT NOT NULL)",
    """CREATE TABLE IF NOT EXISTS files (
        path TEXT PRIMARY KEY, size INTEGER NOT NULL, time INTEGER NOT NULL, line INTEGER NOT NULL
    )""",
    """CREATE TABLE IF NOT EXISTS refusals (
        path TEXT NOT NULL, file TEXT NOT NULL, line INTEGER NOT NULL, reason TEXT NOT NULL,
        PRIMARY KEY (path, file, line, reason)
    )""",
)
_INSERT = """INSERT INTO hands (room, id, at, own, content) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (room, id) DO NOTHING"""
_CLAIM = "UPDATE hands SET own = 1, content = ? WHERE room = ? AND id = ? AND NOT own"
"""A hand that is known already is replaced only if it turns out to be one of the player's own hands."""
_RESULT = """CASE WHEN json_valid(content) THEN abs(json_extract(content, '$.returns[0]')) * 1.0
    / coalesce(json_extract(content, '$.table.big_blind'), 100) END"""
"""The result of one of the player's own hands in big blinds, in SQL."""
DEFAULT_BIG_BLIND = TableSpec(games.HOLDEM, ("", "")).big_blind
"""The big blind in chips of a stored table that does not have it."""
ROWS_AT_ONCE = 500
_NEWEST = "SELECT at, rowid, content FROM hands ORDER BY at DESC, rowid DESC LIMIT ?"
_OLDER = _NEWEST.replace("ORDER", "WHERE (at, rowid) < (?, ?) ORDER")


@dataclass(frozen=True, slots=True)
class SkippedHands:
    """Hands of a file that were skipped for the same kind of reason.

    Attributes:
        file: The name of the file.
        line: The line number of the first of these hands, or 0 if the whole file was skipped.
        reason: The reason for the first of these hands.
        hands: The number of hands.
        kind: The keys of the texts of the reason (`game.texts.find_keys`), which reasons of the same kind share.
    """

    file: str
    line: int
    reason: str
    hands: int
    kind: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ImportedHands:
    """The result of an import.

    Attributes:
        read: The number of usable hands in the files: complete hands, and hands that begin on the flop.
        from_flop: The number of usable hands that begin on the flop.
        new: The number of usable hands that were not in the history before.
        claimed: The number of usable hands that were in the history before, and are now known to be the user's own.
        skipped: The hands that were left out, by file and reason.
        nameless: The rooms for which the user's name is not known.
        absent: The user's name at each room whose imported hands do not contain this name.
        frequent: For each room in `nameless` or `absent`, the names of the players with the most hands.
        folder: The watched folder that was read, empty for other imports.
        seconds: The time that the scan of the watched folder took.
    """

    read: int
    from_flop: int
    new: int
    skipped: tuple[SkippedHands, ...]
    nameless: tuple[str, ...] = ()
    folder: str = ""
    seconds: float = 0.0
    claimed: int = 0
    frequent: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    absent: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ReadFile:
    """A file of the watched folder at the time of its last import.

    Attributes:
        sign: The size and the modification time of the file.
        line: The line number of the last hand in the file.
        refusals: The file, the line number and the reason of each reported hand that would be refused again in the
            next import.
    """

    sign: tuple[int, int]
    line: int
    refusals: frozenset[tuple[str, int, str]] = frozenset()


@dataclass(frozen=True, slots=True)
class RoomHands:
    """The players and the stakes of the imported hands, each with its number of hands, most hands first.

    A player is written as the room and the name, such as "winamax/Ada".
    """

    players: Mapping[str, int] = field(default_factory=dict)
    stakes: Mapping[Stake, int] = field(default_factory=dict)


class RoomStore:
    """Adds imported hands to the history in `folder`. Use it as a context manager.

    Raises:
        BadInput: If the file cannot be opened or written.
    """

    def __init__(self, folder: Path) -> None:
        self._file = folder / NAME
        with _file_errors():
            user_files.make_folder(folder)
            if self._file.exists():
                user_files.check_file(self._file)
            self._database = sqlite3.connect(self._file, timeout=WAIT_SECONDS, isolation_level=None)
            _check_version(self._database)
            for table in _TABLES:
                self._database.execute(table)
            self._database.execute(f"PRAGMA user_version = {VERSION}")

    def __enter__(self) -> RoomStore:
        return self

    def __exit__(self, *_: object) -> None:
        self._database.close()

    def add(self, hands: Sequence[PlayedHand]) -> tuple[int, int]:
        """Store hands in one transaction. Return the numbers of new hands and of claimed hands.

        A claimed hand was stored before, and is now known to be one of the user's own hands.
        """
        rows = []
        for hand in hands:
            assert hand.origin is not None
            content = json.dumps(hand.to_dict(), ensure_ascii=False, separators=(",", ":"))
            own = int(hand.own_seat is not None)
            rows.append((hand.origin.room, hand.origin.id, hand.at, own, content))
        with _file_errors():
            before = self._database.total_changes
            self._database.execute("BEGIN IMMEDIATE")
            try:
                self._database.executemany(_INSERT, rows)
                new = self._database.total_changes - before
                claims = [(content, room, key) for room, key, _, own, content in rows if own]
                self._database.executemany(_CLAIM, claims)
            except BaseException:
                self._database.execute("ROLLBACK")
                raise
            self._database.execute("COMMIT")
            return new, self._database.total_changes - before - new

    def find_ungraded(self, limit: int) -> list[PlayedHand]:
        """Return the player's hands that are not graded for the drills yet, largest results first."""
        where = f"own AND NOT graded ORDER BY {_RESULT} DESC, at DESC LIMIT ?"
        with _file_errors():
            rows = self._database.execute(f"SELECT at, content FROM hands WHERE {where}", (limit,)).fetchall()
        return [row.hand() for row in (_row(*values) for values in rows) if row is not None]

    def count_ungraded(self) -> int:
        """Return the number of the player's hands that are not graded for the drills yet."""
        with _file_errors():
            (count,) = self._database.execute(
                "SELECT count(*) FROM hands WHERE own AND NOT graded"
            ).fetchone()
        return int(count)

    def mark_graded(self, hand: PlayedHand) -> None:
        """Mark a hand as graded for the drills."""
        assert hand.origin is not None
        with _file_errors():
            keys = hand.origin.room, hand.origin.id
            self._database.execute("UPDATE hands SET graded = 1 WHERE room = ? AND id = ?", keys)

    def names(self) -> dict[str, str]:
        """Return the user's name at each room for which the user has entered a name."""
        with _file_errors():
            return dict(self._database.execute("SELECT room, name FROM names"))

    def read_files(self, folder: Path) -> dict[Path, ReadFile]:
        """Return the state of each file of a watched folder at its last import."""
        with _file_errors():
            rows = self._database.execute("SELECT path, size, time, line FROM files").fetchall()
            told = self._database.execute("SELECT path, file, line, reason FROM refusals").fetchall()
        refused: dict[str | bytes, set[tuple[str, int, str]]] = {}
        for path, *refusal in told:
            refused.setdefault(path, set()).add(tuple(refusal))
        found = {
            Path(os.fsdecode(path)): ReadFile((size, at), line, frozenset(refused.get(path, ())))
            for path, size, at, line in rows
        }
        return {file: known for file, known in found.items() if folder in file.parents}

    def keep_files(self, files: Mapping[Path, ReadFile]) -> None:
        """Store the state of files of the watched folder after their import."""
        rows = [(_key(file), *known.sign, known.line) for file, known in files.items()]
        told = [(_key(file), *refusal) for file, known in files.items() for refusal in known.refusals]
        with _file_errors():
            self._database.execute("BEGIN IMMEDIATE")
            self._database.executemany("INSERT OR REPLACE INTO files VALUES (?, ?, ?, ?)", rows)
            self._database.executemany("DELETE FROM refusals WHERE path = ?", [row[:1] for row in rows])
            self._database.executemany("INSERT OR REPLACE INTO refusals VALUES (?, ?, ?, ?)", told)
            self._database.execute("COMMIT")

    def keep_name(self, room: str, name: str) -> None:
        with _file_errors():
            self._database.execute("INSERT OR REPLACE INTO names VALUES (?, ?)", (room, name))


def read_rows(folder: Path) -> Iterator[HistoryRow | None]:
    """Yield the imported hands of a history, newest first, and None for each damaged row.

    The file is never locked while a row is yielded. A lock would block an import in the same process forever.

    Raises:
        BadInput: If the file cannot be read.
    """
    file = folder / NAME
    if not file.exists():
        return
    with _file_errors():
        user_files.check_file(file)
        address = f"{file.absolute().as_uri()}?mode=ro"
        with closing(sqlite3.connect(address, uri=True, timeout=WAIT_SECONDS)) as database:
            database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, damage.MAX_CELL_BYTES)
            _check_version(database)
            rows = database.execute(_NEWEST, (ROWS_AT_ONCE,)).fetchall()
            while rows:
                for at, _, content in rows:
                    yield _row(at, content)
                rows = database.execute(_OLDER, (*rows[-1][:2], ROWS_AT_ONCE)).fetchall()


_GROUPS = """SELECT json_extract(content, '$.table.seats[0]'), json_extract(content, '$.table.seats[1]'),
    coalesce(json_extract(content, '$.table.small_blind'), ?),
    coalesce(json_extract(content, '$.table.big_blind'), ?),
    room, json_extract(content, '$.origin.unit'), json_extract(content, '$.origin.big_blind'), count(*)
    FROM hands WHERE json_valid(content) GROUP BY 1, 2, 3, 4, 5, 6, 7"""


def count_rooms(folder: Path) -> RoomHands:
    """Return the players and the stakes of the imported hands of a history.

    Raises:
        BadInput: If the file cannot be read.
    """
    file = folder / NAME
    if not file.exists():
        return RoomHands()
    players, stakes = Counter[str](), Counter[Stake]()
    usual = TableSpec(games.HOLDEM, ("", ""))
    with _file_errors():
        user_files.check_file(file)
        address = f"{file.absolute().as_uri()}?mode=ro"
        with closing(sqlite3.connect(address, uri=True, timeout=WAIT_SECONDS)) as database:
            _check_version(database)
            rows = database.execute(_GROUPS, (usual.small_blind, usual.big_blind)).fetchall()
    for first, second, small, big, room, unit, blind, count in rows:
        try:
            stakes[Origin(room, "", text(unit), text(blind), "").stake(amount(small), amount(big))] += count
            for seat in (text(first), text(second)):
                if find_room(seat) is not None:
                    players[seat] += count
        except damage.JSON:
            continue
    return RoomHands(dict(players.most_common()), dict(stakes.most_common()))


def _key(file: Path) -> str | bytes:
    """Return a path as SQLite stores it: as text, or as bytes if the path is not Unicode."""
    path = os.fsencode(file)
    try:
        return path.decode()
    except UnicodeDecodeError:
        return path


def _row(at: object, content: object) -> HistoryRow | None:
    try:
        stored = json.loads(text(content))
        first, second = stored["table"]["seats"]
        won, lost = map(amount, stored["returns"])
        number = int(stored["table"].get("skip", 0)) + 1
        session = int(stored["table"].get("seed", 0)), text(first), text(second)
        if stored["table"]["game"] != games.HOLDEM:
            return None
        if "origin" in stored:
            table, from_flop = stored["table"], bool(stored.get("deal", {}).get("from_flop"))
            blind, ante = table.get("big_blind", DEFAULT_BIG_BLIND), amount(table.get("ante", 0))
            origin = Origin.from_dict(stored["origin"])
            won, lost = origin.settle((won, lost), blind, ante, from_flop=from_flop)
        return HistoryRow(stored, moment(at), (won, lost), session, number)
    except damage.JSON:
        return None


def _check_version(database: sqlite3.Connection) -> None:
    (version,) = database.execute("PRAGMA user_version").fetchone()
    if version not in (0, VERSION):
        fields = {"file": NAME, "version": version, "known": VERSION}
        raise BadInput(texts.text("input_errors.history.version", **fields))


@contextmanager
def _file_errors() -> Iterator[None]:
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        damage.pass_shortage(error)
        reason = getattr(error, "strerror", None) or str(error)
        raise BadInput(texts.text("input_errors.history.unusable", file=NAME, reason=reason)) from error
