"""The two files of `solve --boards`: the boards to solve, one a line, and those solved, a line of JSON each."""

from __future__ import annotations

import argparse
import hashlib
import json
from pathlib import Path

from ai.abstraction.isomorphism import boards as boards_with
from ai.commands.output import write_text
from game.core import BadInput
from game.files import damage, user_files
from game.quoting import quoted
from game.rules.cards import Card, names, parse

ALL_FLOPS = "all-flops"
MOST_BYTES = 10_000_000
MOST_SOLVED_BYTES = 4_000_000_000
Board = tuple[Card, ...]


def boards_named(name: str) -> list[tuple[Board, int]]:
    """Return the boards of a file, or all flops up to exchanged suits, and how many boards each stands for.

    `BadInput` where the file names no board, or one twice.
    """
    if name == ALL_FLOPS:
        flops, times = boards_with(3)
        return [(tuple(flop), count) for flop, count in zip(flops.tolist(), times.tolist(), strict=True)]
    file = Path(name)
    found: dict[Board, int] = {}
    for number, line in enumerate(_lines(file), start=1):
        if line.strip():
            board = _board(line, f"{file.name}, line {number}")
            if board in found:
                raise BadInput(f"{file.name}, line {number}: {names(board)} is named twice.")
            found[board] = 1
    if not found:
        raise BadInput(f"{file.name} names no board: write one a line, like QsJh2h.")
    return list(found.items())


def _board(line: str, where: str) -> Board:
    try:
        board = parse(line)
    except BadInput as sentence:
        raise BadInput(f"{where}: {sentence}") from None
    if not 3 <= len(board) <= 5:
        raise BadInput(f"{where}: a board has three, four or five cards.")
    return board


def _lines(file: Path) -> list[str]:
    try:
        return user_files.read_bytes(file, MOST_BYTES).decode("utf-8").splitlines()
    except FileNotFoundError:
        raise BadInput(f"There is no file {quoted(str(file))}: name one of boards, or {ALL_FLOPS}.") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not text in UTF-8"
        raise BadInput(f"{file.name} cannot be read: {reason}.") from error


def digest_of(document: object, options: argparse.Namespace) -> str:
    """Return what tells a spot and its target from others, whatever the board."""
    spot = (
        {key: value for key, value in document.items() if key != "board"}
        if isinstance(document, dict)
        else {}
    )
    written = json.dumps([spot, options.target, options.seconds], sort_keys=True, default=str)
    return hashlib.sha256(written.encode()).hexdigest()[:12]


def keep_done(file: Path, digest: str, *, resume: bool) -> set[str]:
    """Return the boards of a file that are done, and drop its other lines; all where it is not resumed.

    `BadInput` where they were solved for another spot.
    """
    done = _done(file, digest) if resume and file.exists() else {}
    write_text(file, "".join(f"{line}\n" for line in done.values()))
    return set(done)


def _done(file: Path, digest: str) -> dict[str, str]:
    """Return the lines of boards that are done."""
    done: dict[str, str] = {}
    try:
        lines = user_files.read_bytes(file, MOST_SOLVED_BYTES).decode("utf-8", "replace").splitlines()
    except OSError as error:
        raise BadInput(f"{file.name} cannot be read: {error.strerror or error}.") from error
    for line in lines:
        try:
            solved = json.loads(line)
            board, spot, failed = str(solved["board"]), solved["spot"], "error" in solved
        except damage.JSON:
            continue  # cut off when the work ended
        if spot != digest:
            raise BadInput(f"{file.name} was solved for another spot or target: name another file.")
        if not failed:
            done[board] = line
    return done
