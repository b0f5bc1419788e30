"""Import hand histories of poker rooms, from files or from a folder to which a room writes.

An import reads and checks hands, stores them in batches, and reports its progress. An import can be interrupted at
any time. The stored hands stay, and the next import of the same files adds the rest.

A file of a watched folder is read only if it has not changed between two successive checks, so that no hand is read
while the room writes it. For each file, the store has the size and the modification time that the file had when it
was read, the line number of the last hand, and the refused hands. If a file grows, reading starts again at the line
of the last hand. Each refusal is reported only once.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path

from game.archive.hands import PlayedHand
from game.archive.imported import ImportedHands, ReadFile, RoomStore, SkippedHands
from game.archive.store import FOLDER
from game.core import BadInput, Progress
from game.histories.conversion import MAX_NAME
from game.histories.files import file_size, list_folder
from game.histories.layout import ReadingState, Refused
from game.histories.reading import read_histories
from game.quoting import escape_controls
from game.texts import find_keys, number, text

HANDS_A_BATCH = 200
STEP_SECONDS = 0.05
"""The seconds of reading between two reports."""
MAX_REASONS = 1_000
FREQUENT = 3
"""The maximum number of names that are offered to a user whose name is in no hand."""


@dataclass(slots=True)
class _Counts:
    read: int = 0
    from_flop: int = 0
    new: int = 0
    claimed: int = 0
    skipped: dict[tuple[str, tuple[str, ...]], SkippedHands] = field(default_factory=dict)
    """By file and kind of reason, the first of the skipped hands with their number."""
    own: dict[str, bool] = field(default_factory=dict)
    players: Mapping[str, Counter[str]] = field(default_factory=dict)
    """For each room, the number of hands of each player."""

    def count(self, hand: PlayedHand) -> None:
        """Count a hand that was read."""
        assert hand.origin is not None
        self.read += 1
        self.from_flop += hand.from_flop
        room = hand.origin.room
        self.own[room] = self.own.get(room, False) or hand.own_seat is not None

    def store(self, store: RoomStore | None, hands: Sequence[PlayedHand]) -> None:
        """Store hands, and count the new hands and the claimed hands.

        A claimed hand was stored before, and is now known to be one of the user's own hands.
        """
        new, claimed = (0, 0) if store is None else store.add(hands)
        self.new += new
        self.claimed += claimed

    def find_spellings(self, names: Mapping[str, str]) -> dict[str, str]:
        """Return the correct spelling of each name that the user has misspelt, by room.

        A name counts as misspelt if no hand has this name, but exactly one player has a name that differs only in
        case.
        """
        found = {}
        for room, name in self._absent(names).items():
            typed = name.casefold()
            spellings = [name for name in self.players.get(room, ()) if name.casefold() == typed]
            if len(spellings) == 1:
                found[room] = spellings[0]
        return found

    def _absent(self, names: Mapping[str, str]) -> dict[str, str]:
        return {room: name for room, name in names.items() if name not in self.players.get(room, ())}

    def skip(self, refused: Refused) -> None:
        reason = refused.reason
        if (refused.file, find_keys(reason)) not in self.skipped and len(self.skipped) >= MAX_REASONS:
            reason = text("histories_errors.more")
        key = refused.file, find_keys(reason)
        first = self.skipped.get(key, SkippedHands(refused.file, refused.line, reason, 0, key[1]))
        self.skipped[key] = replace(first, hands=first.hands + refused.hands)

    def result(self, names: Mapping[str, str]) -> ImportedHands:
        """Return the result of the import. `names` has the user's name in each poker room."""
        nameless = tuple(room for room, is_own in self.own.items() if not is_own)
        absent = self._absent(names)
        frequent = {
            room: tuple(
                escape_controls(name[:MAX_NAME]) for name, _ in self.players[room].most_common(FREQUENT)
            )
            for room in (*nameless, *absent)
            if room in self.players
        }
        return ImportedHands(
            self.read,
            self.from_flop,
            self.new,
            tuple(self.skipped.values()),
            nameless,
            claimed=self.claimed,
            frequent=frequent,
            absent=absent,
        )


def import_histories(
    home: Path,
    files: Sequence[Path],
    names: Mapping[str, str] | None = None,
    reading: ReadingState | None = None,
    *,
    is_dry_run: bool = False,
) -> Iterator[Progress | ImportedHands]:
    """Import files into the history in `home`. Yield reports, and finally the result.

    The metrics of a report are `share`, the part of the files that has been read, and `bad`, the number of skipped
    hands. If no hand has the user's name, but exactly one player has a name that differs only in upper and lower
    case, the files are read again with this player's name.

    Args:
        home: The user's folder.
        files: The files, without folders.
        names: The user's name in each poker room. The names are stored for later imports.
        reading: The state of earlier imports. Hands and refusals in this state are skipped. The object is updated
            in place.
        is_dry_run: Whether the files are only read and checked, and nothing is stored.

    Raises:
        BadInput: If the history cannot be written.
    """
    reading = reading if reading is not None else ReadingState()
    with ExitStack() as stack:
        store = None if is_dry_run else stack.enter_context(RoomStore(home / FOLDER))
        known = {} if store is None else store.names()
        given = dict(names or {})
        _keep_names(store, given)
        counts = yield from _import_once(store, files, known | given, reading)
        if spellings := counts.find_spellings(given):
            _keep_names(store, spellings)
            again = ReadingState(begin_lines=reading.begin_lines)
            before, counts = counts, (yield from _import_once(store, files, known | given | spellings, again))
            counts.new += before.new
            counts.claimed = min(before.claimed + counts.claimed, counts.read - counts.new)
    yield counts.result(given | spellings)


def _keep_names(store: RoomStore | None, names: Mapping[str, str]) -> None:
    for room, name in names.items():
        if store is not None:
            store.keep_name(room, name)


def _import_once(
    store: RoomStore | None, files: Sequence[Path], names: Mapping[str, str], reading: ReadingState
) -> Generator[Progress, None, _Counts]:
    """Read files, and store the hands if there is a store. Yield reports, and return the counts."""
    counts, began = _Counts(players=reading.players), time.monotonic()
    whole = max(1, sum(map(file_size, files)))
    batch: list[PlayedHand] = []
    reported = began
    for found in read_histories(files, names, reading):
        if isinstance(found, Refused):
            counts.skip(found)
        else:
            batch.append(found)
            counts.count(found)
        if len(batch) >= HANDS_A_BATCH:
            counts.store(store, batch)
            batch.clear()
        now = time.monotonic()
        if now - reported >= STEP_SECONDS:
            reported = now
            yield _report(counts, reading, whole, now - began)
    counts.store(store, batch)
    return counts


def _report(counts: _Counts, reading: ReadingState, whole: int, seconds: float) -> Progress:
    share = min(1.0, reading.bytes_read / whole)
    left = seconds / share - seconds if share else None
    bad = sum(one.hands for one in counts.skipped.values())
    return Progress(counts.read, None, seconds, left, {"share": share, "bad": bad})


def name_problem(found: ImportedHands) -> str:
    """Return a sentence about an import that read no hand, with the reason for the first skipped hand."""
    if not found.skipped:
        return text("input_errors.logs.no_hands")
    first = found.skipped[0]
    if not first.line:
        return text("input_errors.logs.no_hand_of_file", file=first.file, reason=first.reason)
    line = number(first.line)
    return text("input_errors.logs.no_hand_of_line", file=first.file, line=line, reason=first.reason)


_looked_at: dict[Path, tuple[int, int]] = {}
"""The size and modification time of each changed file at the last look."""


def look_in_folder(
    home: Path, folder: Path, names: Mapping[str, str] | None = None, *, is_first: bool = False
) -> Iterator[Progress | ImportedHands]:
    """Import the new hands in a folder. Yield reports, and finally the result.

    Args:
        home: The user's folder.
        folder: The folder. Its subfolders are included.
        names: The user's name in each poker room. The names are stored for later imports.
        is_first: Whether to read every changed file without a second check, because the user waits for the result.

    Raises:
        BadInput: If the folder cannot be read, or the history cannot be written.
    """
    began = time.monotonic()
    if not folder.is_dir():
        raise BadInput(text("input_errors.logs.no_folder", folder=folder))
    folder = folder.absolute()
    signs = {file: (status.st_size, status.st_mtime_ns) for file, status in list_folder(folder)}
    with RoomStore(home / FOLDER) as store:
        known = store.read_files(folder)
    changed = {file: sign for file, sign in signs.items() if file not in known or known[file].sign != sign}
    calm = [file for file, sign in changed.items() if is_first or _looked_at.get(file) == sign]
    for file in set(_looked_at) - set(changed):
        del _looked_at[file]
    _looked_at.update(changed)
    if not calm:
        yield ImportedHands(0, 0, 0, (), folder=str(folder), seconds=time.monotonic() - began)
        return
    grown = {file: known[file] for file in calm if file in known and known[file].sign[0] <= signs[file][0]}
    reading = ReadingState(
        begin_lines={file: known.line for file, known in grown.items()},
        refusals={file: set(known.refusals) for file, known in grown.items()},
    )
    for item in import_histories(home, calm, names, reading):
        if isinstance(item, Progress):
            yield item
            continue
        with RoomStore(home / FOLDER) as store:
            store.keep_files(
                {
                    file: ReadFile(
                        signs[file], reading.last_lines.get(file, 0), frozenset(reading.repeatable(file))
                    )
                    for file in calm
                }
            )
        yield replace(item, folder=str(folder), seconds=time.monotonic() - began)
