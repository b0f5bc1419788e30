"""The lines of the history files. Each line is a hand with a checksum.

A line is JSON, so that other programs can read it: `["<CRC-32 of the hand>", <version>, {the hand}]`. A new
line is written after the last complete line. Reading a line does not replay the hand.

A hand that was rewound and played again has a second line. The field `rewound` of the second line is the
CRC-32 of the first line, which is then ignored.
"""

from __future__ import annotations

import errno
import json
import os
import re
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from game import texts
from game.archive.hands import Origin, PlayedHand, Stake, amount, moment, text, whole
from game.core import BadInput
from game.files import damage, user_files
from game.files.private_files import private
from game.match.table_spec import TableSpec

VERSION = 1
LONGEST = 1 << 18  # bytes in which the last line is looked for

_LINE = re.compile(rb'\["(?P<check>[0-9a-f]{8})",(?P<version>\d{1,9}),(?P<hand>\{.*\})\]', re.DOTALL)


@dataclass(frozen=True, slots=True)
class HistoryRow:
    """A line of the history. Its hand is only parsed in part."""

    stored: Mapping[str, Any]
    at: float
    returns: tuple[float, float]
    """The winnings by seat, of an imported hand after the rake."""
    session: tuple[int, str, str]
    """The seed and the seats, which the hands of a session have in common."""
    number: int
    """The number of the hand in its session.

    Two lines have the same number if the hand was finished twice.
    """

    @property
    def seats(self) -> tuple[str, str]:
        return self.session[1:]

    @property
    def spec(self) -> TableSpec:
        return TableSpec.from_dict(self.stored["table"])

    @property
    def stake(self) -> Stake | None:
        """The stakes of an imported hand. None for a hand that was played in this program.

        Raises:
            BadInput: If the row is damaged.
        """
        if "origin" not in self.stored:
            return None
        spec = self.spec
        try:
            return Origin.from_dict(self.stored["origin"]).stake(spec.small_blind, spec.big_blind)
        except damage.JSON as error:
            raise BadInput(texts.text("input_errors.history.no_origin", reason=error)) from error

    def hand(self) -> PlayedHand:
        return PlayedHand.from_dict(self.stored)


def format_line(hand: PlayedHand, rewound: str = "") -> bytes:
    """Return a hand as a line, including its newline.

    `rewound` is the CRC-32 of the earlier line that this line replaces.
    """
    return checked_line(hand.to_dict() | ({"rewound": rewound} if rewound else {}))


def checked_line(content: Mapping[str, Any]) -> bytes:
    """Return JSON values as a line with a checksum, including its newline."""
    stored = json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()
    return b'["%08x",%d,%s]\n' % (zlib.crc32(stored), VERSION, stored)


def parse_content(line: bytes) -> dict[str, Any] | None:
    """Return the object in a line (without newline). Return None if the line is damaged or of another version."""
    found = _LINE.fullmatch(line)
    if (
        found is None
        or int(found["version"]) != VERSION
        or zlib.crc32(found["hand"]) != int(found["check"], 16)
    ):
        return None
    try:
        stored: dict[str, Any] = json.loads(found["hand"])
    except damage.JSON:
        return None
    return stored


def parse_row(line: bytes) -> HistoryRow | None:
    """Parse a line (without its newline). Return None if the line is damaged or of another version."""
    stored = parse_content(line)
    if stored is None:
        return None
    try:
        table = stored["table"]
        first, second = table["seats"]
        won, lost = map(amount, stored["returns"])
        session = whole(table.get("seed", 0)), text(first), text(second)
        return HistoryRow(stored, moment(stored["at"]), (won, lost), session, whole(table.get("skip", 0)) + 1)
    except damage.JSON:
        return None


def earlier_version(path: Path, hand: PlayedHand) -> str:
    """Return the CRC-32 of the last complete line if it is an earlier version of `hand`, else ""."""
    try:
        with path.open("rb") as file:
            file.seek(max(0, os.fstat(file.fileno()).st_size - LONGEST))
            *whole, _torn = file.read().split(b"\n")
    except FileNotFoundError:
        return ""
    row = parse_row(whole[-1]) if whole else None
    same = row is not None and (*row.session, row.number) == (hand.spec.seed, *hand.spec.seats, hand.number)
    found = _LINE.fullmatch(whole[-1]) if same else None
    return found["check"].decode() if found is not None else ""


def add_line(path: Path, line: bytes) -> None:
    """Add a line after the last complete line.

    The complete lines before the new line are kept, even if the write raises OSError.
    """
    user_files.make_folder(path.parent)
    with open(path, "r+b" if path.exists() else "w+b", buffering=0, opener=private) as file:
        end = _end_of_last_line(file.fileno(), path)
        file.truncate(end)
        file.seek(end)
        try:
            written = file.write(line)
        except OSError:
            file.truncate(end)
            raise
        if written != len(line):  # there was room for a part of it
            file.truncate(end)
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def _end_of_last_line(file: int, path: Path) -> int:
    """Return the position of the next line: the end of the file, or the start of an incomplete line."""
    size = os.fstat(file).st_size
    if size == 0:
        return 0
    with path.open("rb") as reading:
        reading.seek(size - 1)
        if reading.read(1) == b"\n":
            return size
        reading.seek(0)
        return reading.read().rfind(b"\n") + 1
