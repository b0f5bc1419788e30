"""The numbered lines of a log file, plain or packed by gzip or xz, even of a damaged one.

A file is a stream: one line is in memory at a time, and a line that is too long is not read to its end. A part that
cannot be read becomes a `BadLine`, so that the rest of the file is not lost.
"""

from __future__ import annotations

import codecs
import gzip
import lzma
import stat
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from io import BufferedIOBase, BufferedReader
from pathlib import Path

WHOLE_FILE = 0
"""The line number of a `BadLine` about the whole file."""

LONGEST_LINE = 1 << 16
"""Bytes; longer lines are bad. The longest hand in known logs takes a tenth of this."""
ENDLESS_LINE = 1 << 24
"""Bytes; a file with a longer line is not a log."""
SNIFFED_BYTES = 1024
"""How many of the first bytes decide whether a file is text."""

_GZIP, _XZ = b"\x1f\x8b", b"\xfd7zXZ\x00"
_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_NO_FILE = "This is a folder: name a log in it."
_NO_ORDINARY_FILE = "This is not an ordinary file, as a log must be."
_BROKEN = (OSError, EOFError, lzma.LZMAError, zlib.error)


@dataclass(frozen=True, slots=True)
class BadLine:
    """A line that could not be read: the file, its number (from 1, or `WHOLE_FILE`), and why, in one sentence."""

    file: Path
    number: int
    sentence: str


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line of a log without its line break; `bytes_read` is the position in the file on the disk."""

    number: int
    text: str
    bytes_read: int


def numbered_lines(file: Path) -> Iterator[LogLine | BadLine]:
    """Yield every line of a file; if it is damaged or not a log, a `BadLine` comes last and says so."""
    number = WHOLE_FILE
    try:
        if not stat.S_ISREG(kind := file.stat().st_mode):
            yield BadLine(file, WHOLE_FILE, _NO_FILE if stat.S_ISDIR(kind) else _NO_ORDINARY_FILE)
            return
        with file.open("rb") as packed:
            for item in _lines(file, packed):
                number = item.number
                yield item
    except _BROKEN as error:
        yield BadLine(file, number + 1 if number else WHOLE_FILE, _what_broke(error))


def size_of(file: Path) -> int:
    """Return the size of a file in bytes, 0 if it is unknown."""
    try:
        return file.stat().st_size
    except OSError:
        return 0


def _lines(file: Path, packed: BufferedReader) -> Iterator[LogLine | BadLine]:
    with _unpacked(packed) as stream:
        if problem := _no_log(stream):
            yield BadLine(file, WHOLE_FILE, problem)
            return
        number = WHOLE_FILE
        while piece := stream.readline(LONGEST_LINE):
            number += 1
            if len(piece) == LONGEST_LINE and not piece.endswith(b"\n"):
                goes_on = _skip_line(stream)
                yield BadLine(file, number, _too_long(goes_on))
                if not goes_on:
                    return
            else:
                yield _decoded(file, number, piece, packed.tell())


def _unpacked(packed: BufferedReader) -> BufferedIOBase:
    """Return the unpacked stream of a file; its first bytes decide how it is packed, not its name."""
    beginning = packed.read(len(_XZ))
    packed.seek(0)
    if beginning.startswith(_GZIP):
        return gzip.open(packed)
    if beginning.startswith(_XZ):
        return lzma.open(packed)
    return packed


def _no_log(stream: BufferedIOBase) -> str:
    """Return why the first bytes cannot begin a log, empty if they can; the stream stays at its start."""
    beginning = stream.read(SNIFFED_BYTES)
    stream.seek(0)
    if not beginning:
        return "The file is empty."
    if beginning.startswith(_UTF_16):
        return "The file is written in UTF-16: save it as UTF-8."
    if b"\0" in beginning:
        return "The file is not text: a log is ACPC lines or PHH, plain or compressed with gzip or xz."
    return ""


def _skip_line(stream: BufferedIOBase) -> bool:
    """Skip the rest of a line; return False if it exceeds `ENDLESS_LINE`."""
    for _ in range(ENDLESS_LINE // LONGEST_LINE):
        piece = stream.readline(LONGEST_LINE)
        if len(piece) < LONGEST_LINE or piece.endswith(b"\n"):
            return True
    return False


def _too_long(goes_on: bool) -> str:
    rest = "" if goes_on else " It does not end, so the rest of the file is left out."
    return f"The line is longer than {LONGEST_LINE:,} letters: a hand is not.{rest}"


def _decoded(file: Path, number: int, piece: bytes, bytes_read: int) -> LogLine | BadLine:
    try:
        text = piece.decode("utf-8-sig" if number == 1 else "utf-8")
    except UnicodeDecodeError:
        return BadLine(file, number, "The line holds letters that are not UTF-8.")
    return LogLine(number, text.rstrip("\r\n"), bytes_read)


def _what_broke(error: Exception) -> str:
    if isinstance(error, EOFError):
        return "The packed file ends in the middle: what comes after is missing."
    if isinstance(error, OSError) and error.strerror:
        return f"The file cannot be read: {error.strerror}."
    return "The packed file is damaged here: the rest cannot be unpacked."
