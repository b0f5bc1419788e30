"""Opens files of hand histories: folders, archives, compressed files, and every encoding that rooms write.

A file is read as a stream of numbered lines, so a large file needs little memory. The decompressed size of a
compressed file is limited.
"""

from __future__ import annotations

import bz2
import codecs
import gzip
import io
import lzma
import os
import stat
import zipfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from importlib import import_module
from io import BufferedReader, RawIOBase
from itertools import islice
from pathlib import Path
from typing import Any, TypeAlias

from game import texts
from game.core import BadInput

MAX_UNPACKED_BYTES = 1 << 32
"""The maximum unpacked size of one packed file, in bytes."""
MAX_XZ_BYTES = 1 << 27
"""The maximum memory for unpacking xz. `xz -9` needs half of it, and a crafted file could ask for gigabytes."""
MAX_LINE_BYTES = 1 << 20
"""A longer line is yielded in pieces with the same number."""
MAX_FILES = 100_000
CHUNK, ZSTD_CHUNK = 1 << 16, 1 << 10
_SNIFFED = 4096
_GZIP, _XZ, _BZIP2, _ZIP = b"\x1f\x8b", b"\xfd7zXZ\x00", b"BZh", b"PK\x03\x04"
_ZSTD = b"\x28\xb5\x2f\xfd"
_REFUSED = (
    (_ZIP, "nested"),
    (b"7z\xbc\xaf\x27\x1c", "7z"),
    (b"Rar!", "rar"),
    (b"SQLite format 3\0", "database"),
    (b"\x89PNG", "picture"),
    (b"\xff\xd8\xff", "picture"),
    (b"%PDF", "pdf"),
)
Stream: TypeAlias = "BufferedReader[Any]"
_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
DAMAGE = (
    OSError,
    EOFError,
    lzma.LZMAError,
    zlib.error,
    zipfile.BadZipFile,
    RuntimeError,
    NotImplementedError,
)
"""The errors that reading a damaged packed file may raise."""


class BadFile(BadInput):
    """A file, or the rest of a file, that cannot be read.

    `line` is the number of the last line before the error, or 0.
    """

    def __init__(self, sentence: str, line: int = 0) -> None:
        super().__init__(sentence)
        self.line = line


@dataclass(frozen=True, slots=True)
class FileLine:
    """A line without its line break.

    `position` is the number of bytes of the file, as it is on the disk, that were read before the line was
    complete.
    """

    number: int
    text: str
    position: int


def find_files(paths: Sequence[Path]) -> list[Path]:
    """Return the files at some paths, in order. A folder is replaced by the files in and below the folder.

    Raises:
        BadInput: If a path does not exist or cannot be read, or if there are no files or too many.
    """
    found: list[Path] = []
    for path in paths:
        try:
            inside = [file for file, _ in list_folder(path)] if path.is_dir() else [path]
            if inside == [path] and not path.exists():
                raise BadInput(texts.text("histories_errors.file.missing", path=path))
        except (OSError, ValueError) as error:
            if isinstance(error, BadInput):
                raise
            reason = getattr(error, "strerror", None) or str(error)
            raise BadInput(texts.text("input_errors.files.unreadable", file=path, reason=reason)) from error
        found += inside
    if not found:
        raise BadInput(texts.text("histories_errors.file.empty_folder"))
    return found


def list_folder(folder: Path) -> list[tuple[Path, os.stat_result]]:
    """Return the sorted files in and below a folder, each with its `os.stat` result.

    Hidden and empty files are left out.

    Raises:
        BadInput: If there are too many files.
    """
    found = sorted(islice(_files_in(folder), MAX_FILES + 1))
    if len(found) > MAX_FILES:
        raise BadInput(texts.text("histories_errors.file.many", most=texts.number(MAX_FILES), folder=folder))
    return found


def _files_in(folder: Path) -> Iterator[tuple[Path, os.stat_result]]:
    """Yield the regular files in and below a folder that are neither hidden nor empty."""
    for parent, _, names in os.walk(folder):
        for name in names:
            file = Path(parent, name)
            if not name.startswith("."):
                with suppress(OSError):
                    status = file.stat()
                    if stat.S_ISREG(status.st_mode) and status.st_size:
                        yield file, status


def file_size(file: Path) -> int:
    """Return the size of a file in bytes, or 0 if it is unknown."""
    try:
        return file.stat().st_size
    except OSError:
        return 0


def numbered_lines(file: Path) -> Iterator[tuple[str, Iterator[FileLine]]]:
    """Yield the name and the lines of a file, or of each file in a zip archive.

    The lines of a file must be consumed before the next file is requested.

    Raises:
        BadFile: If the file cannot be read. The iterator of lines also raises BadFile, if the rest of the file
            cannot be read.
    """
    try:
        kind = file.stat().st_mode
        if not stat.S_ISREG(kind):
            raise BadFile(texts.text("histories_errors.file.special"))
        with ExitStack() as stack:
            packed = stack.enter_context(file.open("rb"))
            beginning = packed.peek(_SNIFFED)[:_SNIFFED]
            if beginning.startswith(_ZIP):
                archive = stack.enter_context(zipfile.ZipFile(packed))
                for member in archive.infolist():
                    if not member.is_dir():
                        yield f"{file.name}/{member.filename}", _member_lines(archive, member, packed)
                return
            yield file.name, _lines(packed, packed)
    except DAMAGE as error:
        raise BadFile(_name_damage(error)) from None


def _member_lines(
    archive: zipfile.ZipFile, member: zipfile.ZipInfo, packed: BufferedReader
) -> Iterator[FileLine]:
    """Yield the lines of a file in an archive. If this file is damaged, the other files can still be read."""
    try:
        with archive.open(member) as inside:
            yield from _lines(BufferedReader(_Unpacking(inside), CHUNK), packed)
    except DAMAGE as error:
        raise BadFile(_name_damage(error)) from None


def _unpack(packed: Stream) -> Stream:
    """Return the decompressed stream. The first bytes, not the file name, tell how the stream is compressed."""
    beginning = packed.peek(_SNIFFED)[:_SNIFFED]
    for start, kind in _REFUSED:
        if beginning.startswith(start):
            raise BadFile(texts.text(f"histories_errors.file.kinds.{kind}"))
    if beginning.startswith(_GZIP):
        return BufferedReader(_Unpacking(gzip.GzipFile(fileobj=packed)), CHUNK)
    if beginning.startswith(_BZIP2):
        return BufferedReader(_Unpacking(bz2.BZ2File(packed)), CHUNK)
    if beginning.startswith(_XZ):
        return BufferedReader(_Unpacking(XzStream(packed)), CHUNK)
    if beginning.startswith(_ZSTD):
        return _open_zstd(packed)
    return packed


class _Unpacking(RawIOBase):
    """A stream of decompressed bytes that raises an error after `MAX_UNPACKED_BYTES`.

    Errors of the decompressor are raised as `lzma.LZMAError`, which the caller handles as damage (`DAMAGE`).
    """

    def __init__(self, source: Any, error: type[Exception] = lzma.LZMAError) -> None:
        self._source, self._error = source, error
        self._count = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        """Fill the buffer and return the number of bytes, 0 at the end."""
        try:
            data = self._source.read(len(buffer))
        except self._error as error:
            raise lzma.LZMAError(str(error)) from None
        self._count += len(data)
        if self._count > MAX_UNPACKED_BYTES:
            raise OSError(texts.text("histories_errors.packed.large", most=MAX_UNPACKED_BYTES >> 30))
        buffer[: len(data)] = data
        return len(data)


class XzStream(RawIOBase):
    """Decompresses xz within a memory limit of `MAX_XZ_BYTES`. `lzma.open` has no memory limit.

    A file may hold several xz streams.
    """

    def __init__(self, packed: Stream) -> None:
        self._source = packed
        self._rest = b""
        self._decoder = lzma.LZMADecompressor(memlimit=MAX_XZ_BYTES)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        """Fill the buffer with decompressed bytes and return their number, 0 at the end."""
        while True:
            if self._decoder.eof:
                self._rest = (self._decoder.unused_data or self._source.read(CHUNK)).lstrip(b"\0")
                if not self._rest:
                    return 0
                self._decoder = lzma.LZMADecompressor(memlimit=MAX_XZ_BYTES)
            elif self._decoder.needs_input:
                self._rest = self._source.read(CHUNK)
                if not self._rest:
                    raise EOFError
            data = self._decoder.decompress(self._rest, len(buffer))
            self._rest = b""
            if data:
                buffer[: len(data)] = data
                return len(data)


def _open_zstd(packed: Stream) -> Stream:
    """Return a Zstandard stream, decompressed by Python itself (from 3.14) or by the package zstandard.

    Raises:
        BadFile: If neither is available.
    """
    with suppress(ImportError):
        zstd = import_module("compression.zstd")
        window = {zstd.DecompressionParameter.window_log_max: MAX_XZ_BYTES.bit_length() - 1}
        return BufferedReader(_Unpacking(zstd.ZstdFile(packed, options=window), zstd.ZstdError), CHUNK)
    try:
        zstd = import_module("zstandard")
    except ImportError:
        raise BadFile(texts.text("histories_errors.file.zstandard")) from None
    make_decoder = zstd.ZstdDecompressor(max_window_size=MAX_XZ_BYTES).decompressobj
    return BufferedReader(_Unpacking(_ZstdStream(packed, make_decoder), zstd.ZstdError), CHUNK)


class _ZstdStream:
    """Decompresses with the package zstandard.

    The package's own reader would accept a truncated file as complete. Only `ZSTD_CHUNK` bytes are read at
    once, because the package does not limit their decompressed size.
    """

    def __init__(self, packed: Stream, make_decoder: Callable[[], Any]) -> None:
        self._source, self._make_decoder = packed, make_decoder
        self._decoder = make_decoder()
        self._pending = b""

    def read(self, size: int) -> bytes:
        """Return at most `size` decompressed bytes, or none at the end.

        Raises:
            EOFError: If the file is truncated.
        """
        while not self._pending:
            data = self._decoder.unused_data or self._source.read(ZSTD_CHUNK)
            if self._decoder.eof:
                if not data:
                    return b""
                self._decoder = self._make_decoder()
            elif not data:
                raise EOFError
            self._pending = self._decoder.decompress(data)
        data, self._pending = self._pending[:size], self._pending[size:]
        return data


def _lines(stream: Stream, packed: BufferedReader) -> Iterator[FileLine]:
    """Yield the lines of a stream in any encoding."""
    number = 0
    try:
        stream = _unpack(stream)
        beginning = stream.peek(_SNIFFED)[:_SNIFFED]
        if encoding := _wide_encoding(beginning):
            text = io.TextIOWrapper(stream, encoding, errors="replace", newline=None)
            is_whole = True
            while piece := text.readline(MAX_LINE_BYTES):
                number += is_whole
                is_whole = piece.endswith("\n")
                yield FileLine(number, piece.rstrip("\r\n").lstrip("\ufeff"), packed.tell())
            return
        if beginning.count(0) * 20 > len(beginning):
            raise BadFile(texts.text("histories_errors.file.no_text"))
        is_whole = True
        while data := stream.readline(MAX_LINE_BYTES):
            number += is_whole
            is_whole = data.endswith(b"\n") or len(data) < MAX_LINE_BYTES
            for part in data.split(b"\r") if b"\r" in data.rstrip(b"\r\n") else (data,):
                yield FileLine(number, _decode(part, is_first=number == 1), packed.tell())
    except DAMAGE as error:
        raise BadFile(_name_damage(error), number) from None


def _wide_encoding(beginning: bytes) -> str:
    """Return the name of a UTF-16 or UTF-32 encoding, or "" for any other encoding.

    Windows also writes these encodings without a byte order mark.
    """
    if beginning.startswith((codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)):
        return "utf-32"
    if beginning.startswith(_UTF_16):
        return "utf-16"
    pairs = beginning[:64]
    if len(pairs) >= 4 and not any(pairs[1::2]) and all(pairs[::2]):
        return "utf-16-le"
    if len(pairs) >= 4 and not any(pairs[::2]) and all(pairs[1::2]):
        return "utf-16-be"
    return ""


def _decode(data: bytes, *, is_first: bool) -> str:
    """Decode a line as UTF-8, or else as cp1252, the western code page of Windows."""
    try:
        text = data.decode("utf-8-sig" if is_first else "utf-8")
    except UnicodeDecodeError:
        text = data.decode("cp1252", "replace")
    return text.rstrip("\r\n").replace("\0", "")


def _name_damage(error: Exception) -> str:
    if isinstance(error, EOFError):
        return texts.text("histories_errors.packed.middle")
    if isinstance(error, lzma.LZMAError) and "memory" in str(error).lower():
        return texts.text("histories_errors.packed.memory", most=MAX_XZ_BYTES >> 20)
    if isinstance(error, RuntimeError) and not isinstance(error, NotImplementedError):
        return texts.text("histories_errors.packed.password")
    if isinstance(error, OSError) and not isinstance(error, gzip.BadGzipFile):
        return texts.text("histories_errors.file.unreadable", reason=error.strerror or str(error))
    return texts.text("histories_errors.packed.damaged")
