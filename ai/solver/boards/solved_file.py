"""The file of the boards that are solved, a line of JSON each: it is only added to, so that work can be resumed."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from game.core import BadInput
from game.files import damage, user_files

MOST_BYTES = 4_000_000_000
Write = Callable[[str], None]


def digest_of(document: object, target: float | None, seconds: float | None) -> str:
    """Return what tells a spot and its target from others, whatever the board."""
    spot = (
        {key: value for key, value in document.items() if key != "board"}
        if isinstance(document, dict)
        else {}
    )
    written = json.dumps([spot, target, seconds], sort_keys=True, default=str)
    return hashlib.sha256(written.encode()).hexdigest()[:12]


def keep_done(file: Path, digest: str, *, resume: bool) -> set[str]:
    """Return the boards of a file that are done, and drop its other lines; all where it is not resumed.

    Whoever calls this is the only writer of the file. `BadInput` where they were solved for another spot.
    """
    done = _done(file, digest) if resume and file.exists() else {}
    try:
        user_files.atomic_write(file, "".join(f"{line}\n" for line in done.values()).encode())
    except OSError as error:
        raise BadInput(f"{file} cannot be written: {error.strerror or error}.") from error
    return set(done)


def documents(file: Path) -> Iterator[dict[str, Any]]:
    """Yield what the lines of a file say; what was cut off is left out. `BadInput` where it cannot be read."""
    for _, document in _lines(file):
        yield document


@contextmanager
def appended(file: Path) -> Iterator[Write]:
    """Lend what adds a line to the end of a file, at once."""
    with file.open("a", encoding="utf-8") as lines:

        def write(line: str) -> None:
            lines.write(line + "\n")
            lines.flush()

        yield write


def _done(file: Path, digest: str) -> dict[str, str]:
    """Return the lines of boards that are done."""
    done: dict[str, str] = {}
    for line, document in _lines(file):
        if document["spot"] != digest:
            raise BadInput(f"{file.name} was solved for another spot or target: name another file.")
        if "error" not in document:
            done[document["board"]] = line
    return done


def _lines(file: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the lines of boards, and what they say."""
    try:
        lines = user_files.read_bytes(file, MOST_BYTES).decode("utf-8", "replace").splitlines()
    except OSError as error:
        raise BadInput(f"{file.name} cannot be read: {error.strerror or error}.") from error
    for line in lines:
        try:
            document = json.loads(line)
            document["board"], document["spot"] = str(document["board"]), str(document["spot"])
        except damage.JSON:
            continue  # cut off when the work ended
        yield line, document
