"""The saved games and the player's records in the user's folder, and the texts of records."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from game.archive.hands import LATEST
from game.archive.ladder import RungResult
from game.archive.statistics import Luck, Tally
from game.core import Action, BadInput
from game.files import user_files
from game.match.series import MIN_CERTAIN_SAMPLES
from game.match.session import Session
from game.match.table_spec import TableSpec
from game.rules import games
from game.study.amounts import net_chips
from game.texts import join_sentences, number, plural, signed, text, with_interval

TABLES: dict[str, tuple[str, ...]] = {
    games.TIC_TAC_TOE: (games.TIC_TAC_TOE,),
    games.KUHN_POKER: games.KUHN_GAMES,
    games.HOLDEM: (games.HOLDEM,),
}
"""The games of each table in the menu."""
PER_HUNDRED = 100
DIGITS = {games.TIC_TAC_TOE: 2, games.HOLDEM: 1}
OTHER_DIGITS = 3


@dataclass(frozen=True, slots=True)
class Record:
    """The player's results at one table: hands, wins, draws, losses, and the sum of the net results.

    `net` is in the table's unit. `squares` is the sum of the squared results. `squares` is None if the record
    was stored by a version of the program without this sum. `left_out` counts the hands without a result, in
    which the opponent made no valid decision.
    """

    hands: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    net: float = 0.0
    squares: float | None = 0.0
    left_out: int = 0

    def plus(self, net: float | None) -> Record:
        return self._with_result(net, 1)

    def minus(self, net: float | None) -> Record:
        return self._with_result(net, -1)

    def _with_result(self, net: float | None, hands: int) -> Record:
        if net is None:
            return replace(self, left_out=self.left_out + hands)
        return Record(
            self.hands + hands,
            self.wins + hands * (net > 0),
            self.draws + hands * (net == 0),
            self.losses + hands * (net < 0),
            self.net + hands * net,
            None if self.squares is None else self.squares + hands * net * net,
            self.left_out,
        )


def total(records: Iterable[Record]) -> Record:
    """Add up several records."""
    rows = list(records)
    squares = [row.squares for row in rows]
    return Record(
        sum(row.hands for row in rows),
        sum(row.wins for row in rows),
        sum(row.draws for row in rows),
        sum(row.losses for row in rows),
        sum(row.net for row in rows),
        None if None in squares else sum(filter(None, squares)),
        sum(row.left_out for row in rows),
    )


def format_record(table: str, record: Record) -> str:
    """Return the record at a table as text: the mean with its interval, or the sum after few hands."""
    if not record.hands:
        return text("menu.never")
    ends = {"wins": record.wins, "draws": record.draws, "losses": record.losses, "hands": record.hands}
    fields = {name: number(count) for name, count in ends.items()}
    if record.hands < MIN_CERTAIN_SAMPLES or record.squares is None:
        total = signed(record.net, 0 if record.net == int(record.net) else 1)
        won = net_chips(record.net) if table == games.KUHN_POKER else total
        return plural(f"menu.sums.{table}", record.hands, sum=won, **fields)
    tally = Tally(record.hands, record.wins, record.draws, record.losses, record.net, record.squares)
    return text(f"menu.records.{table}", mean=format_mean(table, tally), **fields)


def scaled(game: str, value: float) -> float:
    return value * PER_HUNDRED if game == games.HOLDEM else value


def write_mean(game: str, value: float, ci95: float | None) -> str:
    """Format a mean in the unit of the game, without decimals if its interval `ci95` is wide."""
    return signed(scaled(game, value), _count_digits(game, ci95))


def format_mean(game: str, found: Tally | RungResult) -> str:
    """Format a mean with its 95% interval, if any: "+12.3 ± 8.1"."""
    ci95 = None if found.ci95 is None else scaled(game, found.ci95)
    mean = write_mean(game, found.mean, found.ci95)
    return with_interval(mean, ci95, _count_digits(game, found.ci95))


def _count_digits(game: str, ci95: float | None) -> int:
    is_wide = ci95 is not None and scaled(game, ci95) >= PER_HUNDRED
    return 0 if is_wide else DIGITS.get(game, OTHER_DIGITS)


def mean_of_cards(game: str, luck: Luck) -> str:
    hands = max(1, luck.results.hands)
    return signed(scaled(game, luck.cards / hands), DIGITS.get(game, OTHER_DIGITS))


SAVE_KIND = "saved game"
RECORD_KIND = "records"
VERSION = 1
LARGEST = 10**15
MAX_OPEN = 8  # tables of one game

Hand = tuple[int, int]
"""The seed of a session and the number of a hand."""


@dataclass(frozen=True, slots=True)
class Counted:
    """The last hand of a game in the records: its opponent and its result.

    The result is None if the hand was left out of the results.
    """

    hand: Hand
    opponent: str
    net: float | None


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A game that can be resumed, and the Unix time of its last change."""

    session: Session
    saved_at: float


TableKey = tuple[TableSpec, tuple[Action, ...]]
"""The identity of a table: its spec, and the cards that were set instead of dealt."""


def _table_key(session: Session) -> TableKey:
    return session.spec, session.cards


class Saves:
    """The open games and the player's records, stored in the user's folder.

    Each table of the menu can have several open games.

    A game is saved after every action, so it is not lost if the window is killed. An unreadable save or record is
    renamed. The message about it is in `warnings` until the menu has shown it. If a file cannot be written, its old
    content stays, and `trouble` has the reason until a write succeeds.
    """

    def __init__(self, folder: Path, now: Callable[[], float] = time.time) -> None:
        self._folder = folder
        self._now = now
        self.warnings: list[str] = []
        self._warnings: set[str] = set()
        self._unwritten_files: dict[Path, str] = {}
        self._tables: dict[str, dict[Path, TableKey]] = {}  # the tables in the files of each game
        loaded = user_files.read_versioned(self._records_path, RECORD_KIND, VERSION, _records)
        self._warn(loaded.warning)
        self._records, self._counted_hands, self._notes = loaded.content or ({}, {}, {})

    @property
    def trouble(self) -> str:
        return join_sentences(*self._unwritten_files.values())

    def is_unwritten(self, session: Session) -> bool:
        return self._find_path(session) in self._unwritten_files

    # ---- open tables ----------------------------------------------------------------------------------------
    def keep(self, session: Session) -> None:
        """Save a game in the file of its table. A new table gets an unused file.

        If `MAX_OPEN` tables of the game are open, the least recently used table is replaced. Tables with a
        hand in play are replaced last.
        """
        game, path = session.spec.game, self._find_path(session)
        if path is None:
            free = (one for one in self._save_paths(game) if one not in self._list_tables(game))
            path = next(free, None) or self._table_to_replace(game)
        self._list_tables(game)[path] = _table_key(session)
        self._write(path, SAVE_KIND, {"saved_at": self._now(), "session": session.to_dict()})

    def forget(self, session: Session) -> None:
        """Delete the saved game of this table, because it has ended."""
        path = self._find_path(session)
        if path is None:
            return
        del self._list_tables(session.spec.game)[path]
        try:
            user_files.remove_versioned(path)
        except OSError as error:
            told = {"file": path.name, "reason": error.strerror or str(error)}
            self._unwritten_files[path] = text("input_errors.logs.not_removed", **told)
        else:
            self._unwritten_files.pop(path, None)

    def open_tables(self, *played: str) -> list[Unfinished]:
        read = [self._read_save(path) for game in played or games.NAMES for path in self._save_paths(game)]
        return sorted(filter(None, read), key=lambda one: -one.saved_at)

    def unfinished(self, game: str) -> Unfinished | None:
        return next(iter(self.open_tables(game)), None)

    def list_seated(self) -> tuple[str, ...]:
        return tuple(seat for one in self.open_tables() for seat in one.session.spec.seats)

    def latest(self) -> Unfinished | None:
        return next(iter(self.open_tables()), None)

    # ---- records --------------------------------------------------------------------------------------------
    def record(self, *tables: str) -> Record:
        return total(record for (game, _), record in self._records.items() if game in tables)

    def record_against(self, game: str, *opponents: str) -> Record:
        return total(self._records.get((game, opponent), Record()) for opponent in opponents)

    def scores(self, game: str) -> dict[str, tuple[int, float]]:
        found = {opponent: record for (played, opponent), record in self._records.items() if played == game}
        return {opponent: (record.hands, record.net) for opponent, record in found.items() if record.hands}

    def add_result(self, game: str, opponent: str, net: float | None, hand: Hand) -> None:
        """Count a finished hand. `net` is in points, chips, S (half-street Kuhn) or big blinds (Hold'em).

        If `net` is None, the hand is counted as left out.
        `hand` is the seed of the session and the number of the hand. If a hand is undone and finished again,
        even after a restart, only its last result counts.
        """
        record, former = self.record_against(game, opponent), self._counted_hands.get(game)
        if former is not None and (former.hand, former.opponent) == (hand, opponent):
            record = record.minus(former.net)
        self._counted_hands[game] = Counted(hand, opponent, net)
        self._records[game, opponent] = record.plus(net)
        self._keep_records()

    def note_on(self, game: str, opponent: str) -> str:
        return self._notes.get((game, opponent), "")

    def set_note(self, game: str, opponent: str, words: str) -> None:
        """Store a note on an opponent. An empty note is removed."""
        self._notes.pop((game, opponent), None)
        if words:
            self._notes[game, opponent] = words
        self._keep_records()

    def forget_records(self) -> None:
        """Forget all results and notes, after the worker has deleted the files. Unfinished games are kept."""
        self._records.clear()
        self._counted_hands.clear()
        self._notes.clear()
        self._unwritten_files.pop(self._records_path, None)

    # ---- within ---------------------------------------------------------------------------------------------
    def _save_paths(self, game: str) -> list[Path]:
        """Return the possible files of open tables of a game.

        Earlier versions used only the first of these files.
        """
        names = (game, *(f"{game}-{index}" for index in range(2, MAX_OPEN + 1)))
        return [self._folder / "saves" / f"{name}.json" for name in names]

    def _read_save(self, path: Path) -> Unfinished | None:
        loaded = user_files.read_versioned(path, SAVE_KIND, VERSION, _unfinished)
        self._warn(loaded.warning)
        return loaded.content

    def _list_tables(self, game: str) -> dict[Path, TableKey]:
        """Return the saved tables of a game by file. The files are read only the first time."""
        if game not in self._tables:
            read = ((path, self._read_save(path)) for path in self._save_paths(game))
            self._tables[game] = {path: _table_key(one.session) for path, one in read if one is not None}
        return self._tables[game]

    def _find_path(self, session: Session) -> Path | None:
        tables, key = self._list_tables(session.spec.game), _table_key(session)
        return next((path for path, known in tables.items() if known == key), None)

    def _table_to_replace(self, game: str) -> Path:
        """Return the file of the table that a new table replaces."""
        read = {path: self._read_save(path) for path in self._save_paths(game)}
        order = {
            path: (one.session.is_under_way, one.saved_at) for path, one in read.items() if one is not None
        }
        return min(order, key=order.__getitem__, default=self._save_paths(game)[0])

    def _keep_records(self) -> None:
        rows = [
            {"game": key[0], "opponent": key[1], **asdict(record)} for key, record in self._records.items()
        ]
        counted = {game: [*last.hand, last.opponent, last.net] for game, last in self._counted_hands.items()}
        notes = [[*key, words] for key, words in self._notes.items()]
        content = {"rows": rows, "counted": counted} | ({"notes": notes} if notes else {})
        self._write(self._records_path, RECORD_KIND, content)

    def _warn(self, sentence: str | None) -> None:
        """Add a message to the warnings, unless it was added before.

        A broken file that stays in its place gives the same message at every read.
        """
        if sentence is not None and sentence not in self._warnings:
            self._warnings.add(sentence)
            self.warnings.append(sentence)

    def _write(self, path: Path, kind: str, content: dict[str, Any]) -> None:
        try:
            user_files.write_versioned(path, kind, VERSION, content, durable=False)
        except OSError as error:
            reason = error.strerror or str(error)
            self._unwritten_files[path] = text("input_errors.files.not_kept", file=path.name, reason=reason)
        else:
            self._unwritten_files.pop(path, None)

    @property
    def _records_path(self) -> Path:
        return self._folder / "records.json"


def _unfinished(content: Mapping[str, Any]) -> Unfinished:
    saved_at = _part(content, "saved_at", float)
    if not 0 <= saved_at <= LATEST:
        raise BadInput(text("input_errors.saves.time"))
    return Unfinished(Session.from_dict(_part(content, "session", dict)), saved_at)


Notes = dict[tuple[str, str], str]
"""The player's notes by game and opponent."""


def _records(content: Mapping[str, Any]) -> tuple[dict[tuple[str, str], Record], dict[str, Counted], Notes]:
    rows = dict(_record_row(row) for row in _part(content, "rows", list))
    counted = {game: _parse_counted(entry) for game, entry in _part(content, "counted", dict).items()}
    notes = dict(map(_parse_note, _part(content, "notes", list) if "notes" in content else ()))
    return rows, {game: last for game, last in counted.items() if last is not None}, notes


def _parse_note(entry: Any) -> tuple[tuple[str, str], str]:
    match entry:
        case [str(game), str(opponent), str(words)]:
            return (game, opponent), words
    raise BadInput(text("input_errors.saves.note"))


def _parse_counted(entry: Any) -> Counted | None:
    """Parse the last counted hand. None if the entry lacks its result."""
    match entry:
        case [int(seed), int(number)]:
            return None
        case [int(seed), int(number), str(opponent), int(net) | float(net)] if abs(net) < LARGEST:
            return Counted((seed, number), opponent, float(net))
        case [int(seed), int(number), str(opponent), None]:
            return Counted((seed, number), opponent, None)
    raise BadInput(text("input_errors.saves.counted"))


def _part(content: Any, name: str, kind: type) -> Any:
    value = content.get(name) if isinstance(content, dict) else None
    if kind is float and type(value) is int and abs(value) < LARGEST:
        return float(value)
    if not isinstance(value, kind) or isinstance(value, bool):
        raise BadInput(text("input_errors.saves.part", name=name))
    if isinstance(value, float) and not math.isfinite(value):
        raise BadInput(text("input_errors.saves.number", name=name))
    return value


def _record_row(row: Any) -> tuple[tuple[str, str], Record]:
    key = _part(row, "game", str), _part(row, "opponent", str)
    hands, wins, draws, losses = (_part(row, name, int) for name in ("hands", "wins", "draws", "losses"))
    left_out = _part(row, "left_out", int) if "left_out" in row else 0
    if min(wins, draws, losses, left_out) < 0 or hands != wins + draws + losses:
        raise BadInput(text("input_errors.saves.counts"))
    squares = _part(row, "squares", float) if row.get("squares") is not None else None
    return key, Record(hands, wins, draws, losses, _part(row, "net", float), squares, left_out)
