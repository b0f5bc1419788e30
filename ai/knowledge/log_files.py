"""The numbered lines of a log file, plain or packed by gzip or xz, even of a damaged one.

A file is a stream: one line is in memory at a time, and a line that is too long is not read to its end. A part that
cannot be read becomes a `BadLine`, so that the rest of the file is not lost.
"""

from __future__ import annotations

import gzip
import lzma
import stat
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from io import BufferedReader, RawIOBase
from pathlib import Path
from typing import Any

from ai.knowledge.log_formats import SNIFFED_BYTES, name_foreign_format
from game.quoting import escape_controls

WHOLE_FILE = 0
"""The line number of a `BadLine` about the whole file."""

LONGEST_LINE = 1 << 16
"""Bytes. Longer lines are bad. The longest hand in known logs takes a tenth of this."""
ENDLESS_LINE = 1 << 24
"""Bytes. A file with a longer line is not a log."""
MAX_XZ_BYTES = 1 << 27
"""The memory that unpacking xz may take; `xz -9` needs half of it, and a crafted file could ask for gigabytes."""
_XZ_CHUNK = 1 << 16

_GZIP, _XZ = b"\x1f\x8b", b"\xfd7zXZ\x00"
_NO_FILE = "This is a folder: name a log in it."
_NO_ORDINARY_FILE = "This is not an ordinary file, as a log must be."
_BROKEN = (OSError, EOFError, lzma.LZMAError, zlib.error)


@dataclass(frozen=True, slots=True)
class BadLine:
    """A line that could not be read: the file, its number (from 1, or `WHOLE_FILE`), and why, in one sentence."""

    file: Path
    number: int
    sentence: str

    def __str__(self) -> str:
        """Return the place and the reason."""
        name = escape_controls(self.file.name)
        return (
            f"Line {self.number:,} of {name}: {self.sentence}" if self.number else f"{name}: {self.sentence}"
        )


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line of a log without its line break; `bytes_read` is the position in the file on the disk."""

    number: int
    text: str
    bytes_read: int


def numbered_lines(file: Path) -> Iterator[LogLine | BadLine]:
    """Yield every line of a file. If it is damaged or not a log, a `BadLine` comes last and says so."""
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
        if problem := name_foreign_format(stream.peek(SNIFFED_BYTES)[:SNIFFED_BYTES]):
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


def _unpacked(packed: BufferedReader) -> BufferedReader | gzip.GzipFile:
    """Return the unpacked stream of a file; its first bytes decide how it is packed, not its name."""
    beginning = packed.peek(len(_XZ))
    if beginning.startswith(_GZIP):
        return gzip.GzipFile(fileobj=packed)
    if beginning.startswith(_XZ):
        return BufferedReader(_XzStream(packed), _XZ_CHUNK)
    return packed


class _XzStream(RawIOBase):
    """Unpacks xz within `MAX_XZ_BYTES`, which `lzma.open` has no bound for; streams may follow each other."""

    def __init__(self, packed: BufferedReader) -> None:
        self._packed = packed
        self._rest = b""
        self._decoder = lzma.LZMADecompressor(memlimit=MAX_XZ_BYTES)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        """Fill the buffer with unpacked bytes and return their number, 0 at the end."""
        while True:
            if self._decoder.eof:
                self._rest = (self._decoder.unused_data or self._packed.read(_XZ_CHUNK)).lstrip(b"\0")
                if not self._rest:
                    return 0
                self._decoder = lzma.LZMADecompressor(memlimit=MAX_XZ_BYTES)
            elif self._decoder.needs_input:
                self._rest = self._packed.read(_XZ_CHUNK)
                if not self._rest:
                    raise EOFError
            data = self._decoder.decompress(self._rest, len(buffer))
            self._rest = b""
            if data:
                buffer[: len(data)] = data
                return len(data)


def _skip_line(stream: BufferedReader | gzip.GzipFile) -> bool:
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
    if isinstance(error, lzma.LZMAError) and "memory" in str(error).lower():
        return f"The file is too large to unpack: it needs more than {MAX_XZ_BYTES >> 20} MB of memory."
    if isinstance(error, EOFError):
        return "The packed file ends in the middle: what comes after is missing."
    if isinstance(error, OSError) and error.strerror:
        return f"The file cannot be read: {error.strerror}."
    return "The packed file is damaged here: the rest cannot be unpacked."
