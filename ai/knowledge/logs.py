"""Read hand histories: ACPC and PHH logs, plain or compressed, as a stream that tolerates bad lines.

    counts = LogCounts()
    for item in read_logs([Path("match.log.xz"), Path("evening.phhs")], counts):
        ...  # a HandRecord, or a BadLine with the number of the skipped line and the reason

An ACPC log has lines `STATE:...`, and a `#` comment may give blinds and stacks. A PHH file has one hand, or one
hand per section. The first line of a file determines the format. If the line fits neither format, the file name
decides. `game.match.acpc` and `game.match.phh` parse single hands. This module opens the files, splits them into
hands and counts the hands. Hands are yielded in the order of the files.

If a file has the format of another program, the sentence of its `BadLine` names that format.

Files are read line by line. The rest of a line that is too long is skipped. An unreadable part becomes a `BadLine`,
and reading continues after it.
"""

from __future__ import annotations

import codecs
import gzip
import lzma
import re
import stat
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from io import BufferedReader
from itertools import chain, islice
from pathlib import Path

from game.core import BadInput
from game.histories.files import CHUNK, MAX_XZ_BYTES, XzStream
from game.match.acpc import from_acpc, rules_from_header
from game.match.phh import HandRecord, from_phh
from game.quoting import escape_controls
from game.rules.betting import HoldemRules

SNIFFED_BYTES = 4096
"""The number of bytes at the beginning of a file that determine its format."""
READ_HERE = "Parlour reads PHH and ACPC logs"
IMPORT_INSTEAD = "Bring it into your history: Import hands in Look back, or the command import."


class LogFormat(StrEnum):
    """The readable formats."""

    ACPC = "ACPC"
    PHH = "PHH"


_BINARY = (
    (b"\x89PNG", "a picture (PNG)"),
    (b"\xff\xd8\xff", "a picture (JPEG)"),
    (b"GIF8", "a picture (GIF)"),
    (b"%PDF", "a PDF document"),
    (b"PK\x03\x04", "a zip archive: unpack it"),
    (b"PK\x05\x06", "a zip archive: unpack it"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive: unpack it"),
    (b"Rar!", "a RAR archive: unpack it"),
    (b"BZh", "packed with bzip2: unpack it"),
    (b"\x28\xb5\x2f\xfd", "packed with Zstandard: unpack it"),
    (b"SQLite format 3\0", "a database (SQLite)"),
    (b"\x7fELF", "a program"),
    *((bytes((0x80, protocol)), "a pickle of Python") for protocol in range(2, 6)),
    (b"MZ", "a program"),
)
_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_ROOM_HISTORIES = (
    (
        re.compile(r"^PokerStars (?:Zoom |Home Game )?(?:Hand|Game) #", re.MULTILINE),
        "a PokerStars hand history",
    ),
    (re.compile(r"^Poker Hand #[A-Z]{1,4}\d", re.MULTILINE), "a GGPoker hand history"),
    (re.compile(r"^Winamax Poker - ", re.MULTILINE), "a Winamax hand history"),
    (
        re.compile(r"^\*{5} (?:Hand History [Ff]or Game|Hand Histories for)", re.MULTILINE),
        "a partypoker hand history",
    ),
    (
        re.compile(r"^(?:\*{5} |#Game No ?: ?\d+\n\*{5} )?(?:888poker|Cassava|888\.\w+)", re.MULTILINE),
        "an 888poker hand history",
    ),
    (re.compile(r"^\s*(?:<\?xml[^>]*>\s*)?<session\b", re.IGNORECASE), "an iPoker hand history (XML)"),
    (re.compile(r"^\s*\{\s*\"ohh\""), "an Open Hand History (JSON)"),
)
"""The hand histories of poker rooms, which the command `import` reads instead."""
_OTHERS = (
    (re.compile(r"^\s*\{\s*\"kind\"\s*:\s*\"parlour hands\""), "an export of Parlour's own history (JSON)"),
    (re.compile(r"^\s*<(?:!DOCTYPE )?html", re.IGNORECASE), "a web page"),
    (re.compile(r"^\s*(?:<\?xml|<[a-z]+>)", re.IGNORECASE), "an XML document"),
    (re.compile(r"^\s*[\[{]\s*[\"{]"), "a JSON document"),
)
_PHH_LINE = re.compile(r"\s*(?:\[[^\[\]]+\]|[\w.-]+\s*=)")


def name_foreign_format(beginning: bytes) -> str:
    """Return a sentence that names the format of a file that is not a log. If the file may be a log, return ""."""
    named = [name for start, name in _BINARY if beginning.startswith(start)]
    if not beginning or beginning.startswith(_UTF_16):
        return "The file is written in UTF-16: save it as UTF-8." if beginning else "The file is empty."
    if named:
        return f"This is {named[0]}. {READ_HERE}."
    if b"\0" in beginning:
        return f"The file is not text. {READ_HERE}, plain or compressed with gzip or xz."
    text = beginning.decode("utf-8-sig", "replace").replace("\r\n", "\n")
    for pattern, name in (*_ROOM_HISTORIES, *_OTHERS):
        if pattern.search(text) and recognize_log(text.split("\n")) is None:
            is_history = any(name == known for _, known in _ROOM_HISTORIES)
            return f"This is {name}. {IMPORT_INSTEAD if is_history else f'{READ_HERE}.'}"
    return ""


def recognize_log(lines: list[str]) -> LogFormat | None:
    """Return the format of a log, given by the first line that is not a comment, or None for an unknown format."""
    first = next((line for line in lines if line.strip() and not line.lstrip().startswith("#")), "")
    if first.startswith(("STATE:", "SCORE:")):
        return LogFormat.ACPC
    return LogFormat.PHH if _PHH_LINE.match(first) else None


WHOLE_FILE = 0
"""The line number of a `BadLine` about the whole file."""

MAX_LINE_BYTES = 1 << 16
"""The maximum bytes of a line. The longest hand in known logs takes a tenth of this."""
MAX_SKIPPED_BYTES = 1 << 24
"""The maximum bytes of a line that is skipped. A file with a longer line is not a log."""

_GZIP, _XZ = b"\x1f\x8b", b"\xfd7zXZ\x00"
_NO_FILE = "This is a folder: name a log in it."
_NO_ORDINARY_FILE = "This is not an ordinary file, as a log must be."
_BROKEN = (OSError, EOFError, lzma.LZMAError, zlib.error)


@dataclass(frozen=True, slots=True)
class BadLine:
    """An unreadable line: file, line number (from 1, or `WHOLE_FILE`), and the reason in one sentence."""

    file: Path
    number: int
    sentence: str

    def __str__(self) -> str:
        """Return the file, the line number and the reason as a sentence."""
        name = escape_controls(self.file.name)
        return (
            f"Line {self.number:,} of {name}: {self.sentence}" if self.number else f"{name}: {self.sentence}"
        )


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line of a log without its line break.

    `bytes_read` is the position after the line in the file on the disk.
    """

    number: int
    text: str
    bytes_read: int


def numbered_lines(file: Path) -> Iterator[LogLine | BadLine]:
    """Yield every line of a file. If the file is damaged or not a log, the last item is a `BadLine`."""
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


def file_bytes(file: Path) -> int:
    """Return the size of a file in bytes, 0 if it is unknown."""
    try:
        return file.stat().st_size
    except OSError:
        return 0


def _lines(file: Path, packed: BufferedReader) -> Iterator[LogLine | BadLine]:
    with _open_unpacked(packed) as stream:
        if problem := name_foreign_format(stream.peek(SNIFFED_BYTES)[:SNIFFED_BYTES]):
            yield BadLine(file, WHOLE_FILE, problem)
            return
        number = WHOLE_FILE
        while piece := stream.readline(MAX_LINE_BYTES):
            number += 1
            if len(piece) == MAX_LINE_BYTES and not piece.endswith(b"\n"):
                goes_on = _skip_line(stream)
                rest = "" if goes_on else " It does not end, so the rest of the file is left out."
                limit = f"{MAX_LINE_BYTES:,} letters"
                yield BadLine(file, number, f"The line is longer than {limit}: a hand is not.{rest}")
                if not goes_on:
                    return
            else:
                yield _decode_line(file, number, piece, packed.tell())


def _open_unpacked(packed: BufferedReader) -> BufferedReader | gzip.GzipFile:
    """Return the decompressed stream of a file.

    The kind of compression is recognised by the first bytes, not by the name.
    """
    beginning = packed.peek(len(_XZ))
    if beginning.startswith(_GZIP):
        return gzip.GzipFile(fileobj=packed)
    if beginning.startswith(_XZ):
        return BufferedReader(XzStream(packed), CHUNK)
    return packed


def _skip_line(stream: BufferedReader | gzip.GzipFile) -> bool:
    """Skip the rest of a line. If it is longer than `MAX_SKIPPED_BYTES`, stop and return False."""
    for _ in range(MAX_SKIPPED_BYTES // MAX_LINE_BYTES):
        piece = stream.readline(MAX_LINE_BYTES)
        if len(piece) < MAX_LINE_BYTES or piece.endswith(b"\n"):
            return True
    return False


def _decode_line(file: Path, number: int, piece: bytes, bytes_read: int) -> LogLine | BadLine:
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


__all__ = ["ASSUMED", "BadLine", "LogCounts", "read_logs"]

ASSUMED = HoldemRules()
"""The table assumed for ACPC logs that name none: blinds 50/100, 20,000 chips each."""

MAX_HAND_LENGTH = 1 << 16
"""The maximum characters of a hand. A longer section of a PHH file is not a hand."""
MAX_SENTENCE_LENGTH = 160
MAX_COMMENTS = 200
"""The maximum number of comment lines before the line that determines the format."""

_PHH = re.compile(r".*\.phhs?(\.gz|\.xz)?", re.IGNORECASE)
_SECTION = re.compile(r"\s*\[[^\[\]]+\]\s*(#.*)?")
_A_HAND = "STATE:"
_NO_HAND = ("#", "SCORE:")
"""The prefixes of lines in an ACPC log that are not hands."""


@dataclass(slots=True)
class LogCounts:
    """Counts of hands, lines and bytes. `files_without_rules` lists the files that give no blinds and stacks."""

    files: int = 0
    hands: int = 0
    bad: int = 0
    bytes_read: int = 0
    files_without_rules: list[Path] = field(default_factory=list)


def read_logs(
    files: Sequence[Path], counts: LogCounts | None = None, *, assumed: HoldemRules = ASSUMED
) -> Iterator[HandRecord | BadLine]:
    """Yield a replayed record for every hand of some logs, and a `BadLine` for every other line. Update `counts`.

    `assumed` has the blinds and stacks for the lines of an ACPC log that precede the first comment with blinds and
    stacks. `counts.bytes_read` is the position in the compressed files.
    """
    counts = counts if counts is not None else LogCounts()
    found = (item for file in files for item in _file_hands(file, counts, assumed))
    for item in map(_replay, found):
        if isinstance(item, BadLine):
            counts.bad += 1
        else:
            counts.hands += 1
        yield item


@dataclass(frozen=True, slots=True)
class _Hand:
    """The text of a hand. `rules` is None if the text itself contains the blinds and stacks (PHH)."""

    file: Path
    number: int
    text: str
    rules: HoldemRules | None


_Item = _Hand | BadLine


def _replay(item: _Item) -> HandRecord | BadLine:
    if isinstance(item, BadLine):
        return item
    try:
        return from_phh(item.text) if item.rules is None else from_acpc(item.text, item.rules)
    except BadInput as error:
        return BadLine(item.file, item.number, _sentence(str(error)))


# ---- a file cut into hands --------------------------------------------------------------------------------
def _file_hands(file: Path, counts: LogCounts, assumed: HoldemRules) -> Iterator[_Item]:
    counts.files += 1
    before = counts.bytes_read
    lines = _count_bytes(numbered_lines(file), counts)
    head, found = _recognize(lines)
    lines = chain(head, lines)
    if found is LogFormat.PHH or (found is None and _PHH.fullmatch(file.name)):
        yield from _phh_hands(file, lines)
    else:
        yield from _acpc_hands(file, lines, counts, assumed)
    counts.bytes_read = before + file_bytes(file)


def _recognize(lines: Iterator[LogLine | BadLine]) -> tuple[list[LogLine | BadLine], LogFormat | None]:
    """Return the lines read so far, and the format.

    The format is determined by the first line that is not a comment. If this line fits no format, the result is
    None.
    """
    head: list[LogLine | BadLine] = []
    for line in islice(lines, MAX_COMMENTS):
        head.append(line)
        if isinstance(line, LogLine) and line.text.strip() and not line.text.startswith("#"):
            return head, recognize_log([line.text])
    return head, None


def _count_bytes(lines: Iterator[LogLine | BadLine], counts: LogCounts) -> Iterator[LogLine | BadLine]:
    """Yield the lines, and update `counts`."""
    before = counts.bytes_read
    for line in lines:
        if isinstance(line, LogLine):
            counts.bytes_read = before + line.bytes_read
        yield line


def _acpc_hands(
    file: Path, lines: Iterator[LogLine | BadLine], counts: LogCounts, assumed: HoldemRules
) -> Iterator[_Item]:
    """Yield a hand for each line. Comments may change blinds and stacks.

    The line with the score at the end of a log is skipped.
    """
    named: HoldemRules | None = None
    for line in lines:
        if isinstance(line, BadLine):
            yield line
        elif line.text.startswith(_NO_HAND):
            try:
                named = rules_from_header(line.text) or named
            except BadInput as error:
                yield BadLine(file, line.number, _sentence(str(error)))
        elif line.text.strip():
            if named is None and line.text.startswith(_A_HAND) and file not in counts.files_without_rules:
                counts.files_without_rules.append(file)
            yield _Hand(file, line.number, line.text, named or assumed)


def _phh_hands(file: Path, lines: Iterator[LogLine | BadLine]) -> Iterator[_Item]:
    """Yield a hand for each section. A section with an unreadable line is skipped."""
    section = _Section(file)
    for line in lines:
        if isinstance(line, BadLine):
            yield line
            section.spoiled = True
        elif _SECTION.fullmatch(line.text):
            yield from section.hand()
            section = _Section(file, line.number)
        else:
            yield from section.add(line.text)
    yield from section.hand()


@dataclass(slots=True)
class _Section:
    """The lines of one hand of a PHH file. `number` is the line number of the first line."""

    file: Path
    number: int = 1
    spoiled: bool = False
    lines: list[str] = field(default_factory=list)
    length: int = 0

    def add(self, text: str) -> Iterator[BadLine]:
        """Add a line. If the section gets too long, yield one `BadLine`."""
        if self.spoiled:
            return
        self.lines.append(text)
        self.length += len(text) + 1
        if self.length > MAX_HAND_LENGTH:
            self.spoiled = True
            self.lines.clear()
            yield BadLine(
                self.file,
                self.number,
                f"More than {MAX_HAND_LENGTH:,} letters begin here: a hand is shorter.",
            )

    def hand(self) -> Iterator[_Hand]:
        """Yield the hand, unless the section is empty or bad."""
        if not self.spoiled and any(
            line.strip() and not line.lstrip().startswith("#") for line in self.lines
        ):
            yield _Hand(self.file, self.number, "\n".join(self.lines), None)


def _sentence(reason: str) -> str:
    """Return the reason for a bad line as one sentence. Long quotations are shortened."""
    seen = escape_controls(reason)
    cut = seen if len(seen) <= MAX_SENTENCE_LENGTH else f"{seen[:MAX_SENTENCE_LENGTH]}..."
    return f"{cut[:1].upper()}{cut[1:]}{'' if cut.endswith('.') else '.'}"
