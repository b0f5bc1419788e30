"""Answers what the window asks of the hands played here, in the process where large files may be read.

Every answer is a generator that yields `Progress` between pieces of work of a few hundredths of a second, and its
value last; what cannot be done is `BadInput`, one sentence.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from ai.drills.store import FOLDER as DRILLS
from ai.review.results import FOLDER as REVIEWS
from game.archive import store
from game.archive.export import pieces
from game.archive.hand_page import HandPage
from game.archive.hands import PlayedHand
from game.archive.lines import Row
from game.archive.statistics import Statistics, statistics_in_steps
from game.archive.store import Reader
from game.archive.text_id import from_id
from game.core import BadInput, Progress
from game.files import locks, user_files
from game.messages.history import CountResults, EraseHistory, ExportHands, ListHands, WrittenHands

WRITTEN_AT_ONCE = 25
"""Hands that are written between two reports; each is played again for its cards."""


@ListHands.handler
def list_hands(request: ListHands) -> Iterator[Progress | HandPage[PlayedHand]]:
    """Return some hands, newest first."""
    return store.page_in_steps(user_files.home(), request.filter, request.offset, request.limit)


@CountResults.handler
def count_results(request: CountResults) -> Iterator[Progress | Statistics]:
    """Return the player's results over the hands of a filter."""
    return statistics_in_steps(user_files.home(), request.filter)


@ExportHands.handler
def export(request: ExportHands) -> Iterator[Progress | WrittenHands]:
    """Write hands to a file, oldest first.

    A hand that cannot be read or played is left out and said; where nothing else was wanted, that is BadInput.
    """
    file = _writable(user_files.typed_path(request.file))
    reader = Reader(user_files.home())
    hands: list[PlayedHand] = []
    for item in _wanted_hands(request, reader):
        if isinstance(item, Progress):
            yield item
        else:
            hands.append(item)
    began = time.monotonic()
    text = []
    left_out: list[str] = []
    for number, piece in enumerate(pieces(_playable(reversed(hands), left_out), request.format), 1):
        text.append(piece)
        if number % WRITTEN_AT_ONCE == 0:
            yield Progress(number, len(hands), time.monotonic() - began)
    written = len(hands) - len(left_out)
    if left_out and not written:
        raise BadInput(f"There is nothing to save: {left_out[0]}.")
    locks.write_alone(file, "".join(text).encode())
    yield WrittenHands(written, (*reader.warnings, *_said(left_out)))


@EraseHistory.handler
def erase_history(request: EraseHistory) -> Iterator[int]:
    """Delete the history, the records, the drills and the reviews; return how many files went."""
    yield store.erase(user_files.home(), DRILLS, REVIEWS)


def _wanted_hands(request: ExportHands, reader: Reader) -> Iterator[Progress | PlayedHand]:
    """Yield the hands that the filter lets through, newest first; or those of the ids, also of pasted ones."""
    ids = request.ids
    missing = set(ids or ())
    for row in reader.rows(request.filter):
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
