"""What the window asks about logs: to import them, to browse them, to forget them.

Every answer is a generator, as the worker wants it: reports on the way, the value last.
"""

from __future__ import annotations

import os
import re
import time
from array import array
from bisect import bisect_left
from collections import OrderedDict
from collections.abc import Generator, Iterator, Sequence
from pathlib import Path
from urllib.parse import unquote, urlsplit

from ai.knowledge import log_store
from ai.knowledge.logs import ASSUMED
from game.archive.hand_page import HandPage
from game.archive.imported import ImportedHand, ImportedLog, ImportedLogs, LogFilter
from game.core import BadInput, Progress
from game.files import user_files
from game.messages.logs import FindLogHand, ForgetLog, ImportLog, ListLogHands, ListLogs

MOST_REMEMBERED = 4
"""Filters whose places are remembered, each of four bytes a hand."""

_QUOTED = re.compile(r"""(["'])(.*)\1""")


@ImportLog.handler
def import_log(request: ImportLog) -> Iterator[Progress | ImportedLog]:
    """Read logs as one."""
    files = files_of(request.paths)
    yield from log_store.import_logs(user_files.home(), files, request.table or ASSUMED)


@ListLogs.handler
def list_logs(request: ListLogs) -> Iterator[ImportedLogs]:
    """Return all imported logs, the latest first."""
    yield log_store.all_logs(user_files.home())


@ListLogHands.handler
def list_log_hands(request: ListLogHands) -> Iterator[Progress | HandPage[ImportedHand]]:
    """Return some hands of a log in their order."""
    wanted, offset = request.filter, request.offset
    places = yield from _places(wanted)
    some = list(places[offset : offset + request.limit])
    yield HandPage(log_store.hands_at(user_files.home(), wanted, some), len(places))


@FindLogHand.handler
def find_log_hand(request: FindLogHand) -> Iterator[Progress | int]:
    """Return where in the filtered list a hand stands, or the next one after it."""
    places = yield from _places(request.filter)
    yield min(bisect_left(places, request.place), max(0, len(places) - 1))


@ForgetLog.handler
def forget_log(request: ForgetLog) -> Iterator[None]:
    """Remove an imported log."""
    log_store.forget(user_files.home(), request.id)
    yield None


def files_of(typed: str) -> list[Path]:
    """Return the files that were typed, dropped or pasted: paths or file:// addresses, quoted or not.

    `BadInput` where there is none.
    >>> [file.name for file in files_of("'/logs/a b.log' ; file:///logs/c%20d.phhs")]
    ['a b.log', 'c d.phhs']
    """
    whole = _file(typed)
    if whole is not None and os.path.exists(whole):
        return [whole]
    files = [file for file in map(_file, typed.split(";")) if file is not None]
    if not files:
        raise BadInput("Type the path of a log, or drop a file onto the window.")
    return files


_remembered: OrderedDict[tuple[Path, LogFilter], Sequence[int]] = OrderedDict()


def _places(wanted: LogFilter) -> Generator[Progress, None, Sequence[int]]:
    """Return the places of the hands that a filter lets through; a log never changes, so they are remembered."""
    key, began = (user_files.home(), wanted), time.monotonic()
    if key not in _remembered:
        found = array("i")
        for some in log_store.matching(*key):
            found.extend(some)
            yield Progress(len(found), None, time.monotonic() - began)
        _remembered[key] = found
    _remembered.move_to_end(key)
    if len(_remembered) > MOST_REMEMBERED:
        _remembered.popitem(last=False)
    return _remembered[key]


def _file(typed: str) -> Path | None:
    """Return one file; None where nothing was typed."""
    words = typed.strip()
    if quoted := _QUOTED.fullmatch(words):
        words = quoted[2]
    if words.lower().startswith("file://"):
        words = unquote(urlsplit(words).path)
    return Path(os.path.expanduser(words)) if words else None
