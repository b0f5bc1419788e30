"""What the window asks about the archive, answered where large files may be read: in the other process.

Every answer is a generator that yields `Progress` between pieces of work of a few hundredths of a second, and its
value last; what cannot be done is `BadInput`, one sentence.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from game import locks, user_files
from game.archive import store
from game.archive.export import Format, pieces
from game.archive.hands import PlayedHand
from game.archive.lines import Row
from game.archive.statistics import Statistics, statistics_in_steps
from game.archive.store import EVERYTHING, HistoryPage, Reader
from game.archive.text_id import from_id
from game.core import BadInput, Progress

Payload = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Written:
    """How many hands an export wrote, and what was left out, in sentences."""

    hands: int
    warnings: tuple[str, ...] = ()


WRITTEN_AT_ONCE = 25
"""Hands that are written between two reports; each is played again for its cards."""


def history(payload: Payload) -> Iterator[Progress | HistoryPage]:
    """Return some hands, newest first: {filter, offset, limit}."""
    wanted = payload.get("filter") or EVERYTHING
    return store.page_in_steps(user_files.home(), wanted, payload.get("offset", 0), payload.get("limit", 100))


def statistics(payload: Payload) -> Iterator[Progress | Statistics]:
    """Return the player's results over the hands of a filter: {filter}."""
    return statistics_in_steps(user_files.home(), payload.get("filter") or EVERYTHING)


def export(payload: Payload) -> Iterator[Progress | Written]:
    """Write hands to a file, oldest first: {format, file, and filter or ids}.

    A hand that cannot be read or played is left out and said; where nothing else was wanted, that is BadInput.
    """
    form: Format = payload["format"]
    file = _writable(user_files.typed_path(payload["file"]))
    reader = Reader(user_files.home())
    hands: list[PlayedHand] = []
    for item in _wanted_hands(payload, reader):
        if isinstance(item, Progress):
            yield item
        else:
            hands.append(item)
    began = time.monotonic()
    text = []
    left_out: list[str] = []
    for number, piece in enumerate(pieces(_playable(reversed(hands), left_out), form), 1):
        text.append(piece)
        if number % WRITTEN_AT_ONCE == 0:
            yield Progress(number, len(hands), time.monotonic() - began)
    written = len(hands) - len(left_out)
    if left_out and not written:
        raise BadInput(f"There is nothing to save: {left_out[0]}.")
    locks.write_alone(file, "".join(text).encode())
    yield Written(written, (*reader.warnings, *_said(left_out)))


def erase_history(payload: Payload) -> Iterator[int]:
    """Delete the history and the records; return how many files went."""
    yield store.erase(user_files.home())


ANSWERS: Mapping[str, Callable[[Payload], Iterator[Any]]] = {
    "history": history,
    "statistics": statistics,
    "export": export,
    "erase_history": erase_history,
}


def _wanted_hands(payload: Payload, reader: Reader) -> Iterator[Progress | PlayedHand]:
    """Yield the hands that the filter lets through, newest first; or those of the ids, also of pasted ones."""
    ids = payload.get("ids")
    missing = set(ids or ())
    for row in reader.rows(payload.get("filter") or EVERYTHING):
        if row is None:
            yield reader.progress
        elif ids is not None and not missing:
            return
        elif (hand := reader.taken(row, Row.hand)) is not None and (ids is None or hand.id in missing):
            missing -= {hand.id}
            yield hand
    for pasted in missing:
        yield from_id(pasted)


def _playable(hands: Iterable[PlayedHand], left_out: list[str]) -> Iterator[PlayedHand]:
    """Yield the hands that the rules allow; why another one is none goes to `left_out`."""
    for hand in hands:
        try:
            hand.session()
        except BadInput as reason:
            left_out.append(str(reason))
        else:
            yield hand


def _said(left_out: Sequence[str]) -> tuple[str, ...]:
    if not left_out:
        return ()
    count = "One hand" if len(left_out) == 1 else f"{len(left_out):,} hands"
    return (f"{count} could not be played again and {'is' if len(left_out) == 1 else 'are'} left out.",)


def _writable(file: Path) -> Path:
    """Return `file` if it can be one; what the disk says is found when it is written."""
    if not file.name or file.is_dir():
        raise BadInput(f"{file} is a folder: name a file in it.")
    if not file.parent.is_dir():
        raise BadInput(f"There is no folder {file.parent}: choose an existing folder.")
    return file
