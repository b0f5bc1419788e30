"""Many boards by one name: a file with a board a line, all flops, or a sample of them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from ai.solver.boards.samples import USUAL, all_flops, sample_named
from game.core import BadInput
from game.files import user_files
from game.quoting import quoted
from game.rules.cards import Card, names, parse
from game.study.reports import ALL_FLOPS, SAMPLE

MOST_BYTES = 10_000_000
LONGEST_NAME = 255  # of a file
Board = tuple[Card, ...]


def boards_named(name: str) -> list[tuple[Board, int]]:
    """Return the boards of a file, all flops up to exchanged suits, or a sample, and for how many each stands.

    `BadInput` where the file names no board, or one twice.
    """
    if name == ALL_FLOPS:
        return all_flops()
    file = Path(name)
    if name.startswith(SAMPLE) and (len(name) > LONGEST_NAME or not file.exists()):
        return sample_named(name)
    lines = ((f"{file.name}, line {number}", line) for number, line in enumerate(_lines(file), start=1))
    return _read(lines, f"{file.name} names no board: write one a line, like QsJh2h.")


def boards_typed(words: str) -> list[tuple[Board, int]]:
    """Return the boards of a line, apart by commas or blanks; `BadInput` where there is none, or one twice.

    >>> [times for _, times in boards_typed("QsJh2h, Kd7c2h")]
    [1, 1]
    """
    typed = words.replace(",", " ").split()
    return _read(((one, one) for one in typed), "Name a board, like QsJh2h, or several apart by commas.")


def _read(lines: Iterable[tuple[str, str]], nothing: str) -> list[tuple[Board, int]]:
    """Return the boards of lines, each of which says where it stands; `BadInput` says `nothing` where none is."""
    found: dict[Board, int] = {}
    for where, line in lines:
        if line.strip():
            board = _board(line, where)
            if board in found:
                raise BadInput(f"{where}: {names(board)} is named twice.")
            found[board] = 1
    if not found:
        raise BadInput(nothing)
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
        raise BadInput(
            f"There is no file {quoted(str(file))}: name one of boards, {ALL_FLOPS} or {USUAL}."
        ) from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not text in UTF-8"
        raise BadInput(f"{file.name} cannot be read: {reason}.") from error
