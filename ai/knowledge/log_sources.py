"""The sources of logged hands: files, logs imported in the window, and the hands played here.

A source with a `!` before it is held out whole: a network is evaluated on its deals but not trained on them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain, islice
from pathlib import Path

from ai.knowledge import log_store
from ai.knowledge.log_files import WHOLE_FILE, BadLine
from ai.knowledge.logs import read_logs
from game.archive.export import to_record
from game.archive.lines import HistoryRow
from game.archive.store import HistoryFilter, Reader
from game.core import BadInput
from game.files import user_files
from game.match.history import HandRecord
from game.rules import games

PLAYED_HERE = "played-here"
"""The name of the hands in the history."""
NOT_LEARNT = "!"
MAX_SEARCHED = 10_000
"""Hands and lines that are searched for the first bad line."""


@dataclass(frozen=True, slots=True)
class LogSource:
    """A log by its name; `file` contains its hands, None for the history, which is many files."""

    name: str
    file: Path | None
    held_out: bool = False

    def hands(self) -> Iterator[HandRecord | BadLine | None]:
        """Yield a record for every hand, a `BadLine` for every line that is not a hand, and None to pause."""
        if self.file is None:
            yield from _played_here()
        elif self.file.suffix == log_store.SUFFIX:
            yield from log_store.records(user_files.home(), self.file.stem)
        else:
            yield from read_logs([self.file])


def sources(words: str) -> list[LogSource]:
    """Return the logs in a comma list: files, ids of imported logs, `played-here`; `BadInput` for anything else."""
    names = [word.strip() for word in words.split(",") if word.strip()]
    if not names:
        raise BadInput("Which logs? Name files or imported logs, several with commas.")
    return [_marked(name) for name in names]


def to_learn_from(words: str) -> list[LogSource]:
    """Return the logs in a comma list; `BadInput` if all of them are held out."""
    found = sources(words)
    if all(log.held_out for log in found):
        raise BadInput("Every log is held out: name one without a ! before it to learn from.")
    return found


def offered() -> list[tuple[str, str]]:
    """Return the logs that can be chosen without naming a file, as (name, title), the latest import first.

    Hands played here come last, if there are any. Their title is empty, since it is in the text file.
    """
    imported = [(log.id, ", ".join(log.files)) for log in log_store.all_logs(user_files.home()).logs]
    rows = Reader(user_files.home()).rows(HistoryFilter(game=games.HOLDEM))
    return [*imported, *([(PLAYED_HERE, "")] if any(row is not None for row in rows) else [])]


def first_problem(logs: Sequence[LogSource]) -> str:
    """Return why a log cannot be read: its first bad line with the reason, empty if there is none."""
    items = chain.from_iterable(log.hands() for log in logs)
    return next((str(item) for item in islice(items, MAX_SEARCHED) if isinstance(item, BadLine)), "")


def _marked(name: str) -> LogSource:
    """Return the log of a name, with or without a `!`."""
    word = name.removeprefix(NOT_LEARNT).strip()
    if not word:
        raise BadInput(f'"{NOT_LEARNT}" has no log after it: write it before the log to hold out.')
    return replace(_source(word), held_out=name.startswith(NOT_LEARNT))


def _source(word: str) -> LogSource:
    if word == PLAYED_HERE:
        return LogSource(word, None)
    with suppress(BadInput, OSError):  # it may be no path, or lie where nobody may look
        file = user_files.typed_path(word)
        if file.is_file():
            return LogSource(file.name, file)
    imported = user_files.home() / log_store.FOLDER / f"{word}{log_store.SUFFIX}"
    if imported.parent == user_files.home() / log_store.FOLDER and imported.is_file():
        return LogSource(", ".join(log_store.about(imported).files), imported)
    raise BadInput(f"There is no log {word}: name files, imported logs or played-here, several with commas.")


def _played_here() -> Iterator[HandRecord | BadLine | None]:
    """Yield the hands of Hold'em in the history, the latest first."""
    for row in Reader(user_files.home()).rows(HistoryFilter(game=games.HOLDEM)):
        yield None if row is None else _record(row)


def _record(row: HistoryRow) -> HandRecord | BadLine:
    try:
        return to_record(row.hand())
    except BadInput as reason:
        return BadLine(Path(PLAYED_HERE), WHOLE_FILE, str(reason))
