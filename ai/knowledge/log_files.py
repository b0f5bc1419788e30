"""The lines of a log, with their numbers, whatever it is packed in (plain, gzip, xz) and however it is broken.

A file is a stream: one line is in memory at a time, and a line without end is not read to its end. What cannot be
read is a `BadLine` in its place, so that everything else of the file is not lost.
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
"""The number of a `BadLine` that speaks of the file and not of one line."""

LONGEST_LINE = 1 << 16
"""Bytes of a line that are looked at; the longest hand that was ever logged takes a tenth."""
ENDLESS_LINE = 1 << 24
"""Bytes without a line break after which a file is no log."""
GLANCE = 1024
"""Bytes by which text is told from what is none."""

_GZIP, _XZ = b"\x1f\x8b", b"\xfd7zXZ\x00"
_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_NO_FILE = "This is a folder: name a log in it."
_NO_ORDINARY_FILE = "This is not an ordinary file, as a log must be."
_BROKEN = (OSError, EOFError, lzma.LZMAError, zlib.error)


@dataclass(frozen=True, slots=True)
class BadLine:
    """What could not be read: the file, the number of the line (from 1; `WHOLE_FILE`), and why, in one sentence."""

    file: Path
    number: int
    sentence: str


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line of a log without its line break; `bytes_read` is how far the file on the disk is read."""

    number: int
    text: str
    bytes_read: int


def numbered_lines(file: Path) -> Iterator[LogLine | BadLine]:
    """Yield every line of a file; where it breaks off or is none, the last thing is a `BadLine` that says so."""
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
    """Return the bytes of a file on the disk, 0 where it cannot be told."""
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
    """Return the stream of a file by its first bytes; its name may say anything."""
    beginning = packed.read(len(_XZ))
    packed.seek(0)
    if beginning.startswith(_GZIP):
        return gzip.open(packed)
    if beginning.startswith(_XZ):
        return lzma.open(packed)
    return packed


def _no_log(stream: BufferedIOBase) -> str:
    """Say why a file is none by how it begins, and go back there; nothing where it may be one."""
    beginning = stream.read(GLANCE)
    stream.seek(0)
    if not beginning:
        return "The file is empty."
    if beginning.startswith(_UTF_16):
        return "The file is written in UTF-16: save it as UTF-8."
    if b"\0" in beginning:
        return "The file is not text: a log is ACPC lines or PHH, plain or compressed with gzip or xz."
    return ""


def _skip_line(stream: BufferedIOBase) -> bool:
    """Pass over the rest of a line; return whether it ended before it had to be given up."""
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
