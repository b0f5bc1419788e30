"""Read hand histories: ACPC and PHH logs, plain or compressed, as a stream that tolerates bad lines.

    counts = LogCounts()
    for item in read_logs([Path("match.log.xz"), Path("evening.phhs")], counts):
        ...  # a HandRecord, or a BadLine with the number of the skipped line and the reason

An ACPC log has lines `STATE:...`, and a `#` comment may give blinds and stacks. A PHH file has one hand, or one
hand per section. The first line of a file determines the format. If the line fits neither format, the file name
decides. `game.match.acpc` and `game.match.phh` parse single hands. This module opens the files, splits them into
hands and counts the hands. Hands are yielded in the order of the files.

If a file has the format of another program, the sentence of its `BadLine` names that format.

Files are read line by line. If a line is too long, the part beyond the limit is skipped. An unreadable part becomes
a `BadLine`, and reading continues after it.
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

from game import texts
from game.core import BadInput
from game.histories.conversion import to_played
from game.histories.files import CHUNK, MAX_XZ_BYTES, XzStream
from game.histories.hand import Unusable
from game.histories.research_logs import read_phh
from game.match.acpc import from_acpc, rules_from_header
from game.match.phh import HandRecord, from_phh
from game.quoting import escape_controls
from game.rules.betting import HoldemRules

SNIFFED_BYTES = 4096
"""The number of bytes at the beginning of a file that determine its format."""


class LogFormat(StrEnum):
    """The readable formats."""

    ACPC = "ACPC"
    PHH = "PHH"


_BINARY = (
    (b"\x89PNG", "png"),
    (b"\xff\xd8\xff", "jpeg"),
    (b"GIF8", "gif"),
    (b"%PDF", "pdf"),
    (b"PK\x03\x04", "zip"),
    (b"PK\x05\x06", "zip"),
    (b"7z\xbc\xaf\x27\x1c", "7z"),
    (b"Rar!", "rar"),
    (b"BZh", "bzip2"),
    (b"\x28\xb5\x2f\xfd", "zstandard"),
    (b"SQLite format 3\0", "database"),
    (b"\x7fELF", "program"),
    *((bytes((0x80, protocol)), "pickle") for protocol in range(2, 6)),
    (b"MZ", "program"),
)
_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_ROOM_HISTORIES = (
    (
        re.compile(r"^PokerStars (?:Zoom |Home Game )?(?:Hand|Game) #", re.MULTILINE),
        "pokerstars",
    ),
    (re.compile(r"^Poker Hand #[A-Z]{1,4}\d", re.MULTILINE), "ggpoker"),
    (re.compile(r"^Winamax Poker - ", re.MULTILINE), "winamax"),
    (
        re.compile(r"^\*{5} (?:Hand History [Ff]or Game|Hand Histories for)", re.MULTILINE),
        "partypoker",
    ),
    (
        re.compile(r"^(?:888poker|Cassava|888\.\w+|\*{5} [\w.-]+(?: \w+)*? Hand History for)", re.MULTILINE),
        "888poker",
    ),
    (re.compile(r"^\s*(?:<\?xml[^>]*>\s*)?<session\b", re.IGNORECASE), "ipoker"),
    (re.compile(r"^\s*\{\s*\"ohh\""), "ohh"),
)
"""The hand histories of poker rooms, which the command `import` reads instead."""
_OTHERS = (
    (re.compile(r"^\s*\{\s*\"kind\"\s*:\s*\"parlour hands\""), "export"),
    (re.compile(r"^\s*<(?:!DOCTYPE )?html", re.IGNORECASE), "html"),
    (re.compile(r"^\s*(?:<\?xml|<[a-z]+>)", re.IGNORECASE), "xml"),
    (re.compile(r"^\s*[\[{]\s*[\"{]"), "json"),
)
_PHH_LINE = re.compile(r"\s*(?:\[[^\[\]]+\]|[\w.-]+\s*=)")


def name_foreign_format(beginning: bytes) -> str:
    """Return a sentence that names the format of a file that is not a log.

    If the file may be a log, return an empty string.
    """
    named = [name for start, name in _BINARY if beginning.startswith(start)]
    if not beginning or beginning.startswith(_UTF_16):
        return texts.text("histories_errors.log.utf_16" if beginning else "histories_errors.file.empty")
    if named:
        return _tell_kind(named[0], "other")
    if b"\0" in beginning:
        return texts.text("histories_errors.log.no_text")
    text = beginning.decode("utf-8-sig", "replace").replace("\r\n", "\n")
    for pattern, name in (*_ROOM_HISTORIES, *_OTHERS):
        if pattern.search(text) and recognize_log(text.split("\n")) is None:
            is_history = any(name == known for _, known in _ROOM_HISTORIES)
            return _tell_kind(name, "history" if is_history else "other")
    return ""


def _tell_kind(name: str, advice: str) -> str:
    kind = texts.text(f"histories_errors.log.kinds.{name}")
    return texts.text(f"histories_errors.log.{advice}", kind=kind)


def recognize_log(lines: list[str]) -> LogFormat | None:
    """Return the format of a log, or None for an unknown format.

    The first line that is not a comment determines the format.
    """
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
_BROKEN = (OSError, EOFError, lzma.LZMAError, zlib.error)


@dataclass(frozen=True, slots=True)
class BadLine:
    """An unreadable line: file, line number (from 1, or `WHOLE_FILE`), and the reason in one sentence.

    `is_for_import` is True if the line begins a hand in PHH that only the command `import` reads.
    """

    file: Path
    number: int
    sentence: str
    is_for_import: bool = False

    def __str__(self) -> str:
        """Return the file, the line number and the reason as a sentence."""
        fields = {"file": escape_controls(self.file.name), "reason": self.sentence}
        if not self.number:
            return texts.text("histories_errors.log.whole_file", **fields)
        return texts.text("histories_errors.log.line", line=texts.number(self.number), **fields)

    @property
    def with_advice(self) -> str:
        """The text of the error, with the advice to use the command `import` if this command can read the hand."""
        advice = texts.text("histories_errors.log.more_phh") if self.is_for_import else ""
        return texts.join_sentences(str(self), advice)


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line of a log without its line break.

    `bytes_read` is the position in the (possibly compressed) file on the disk after the line was read.
    """

    number: int
    text: str
    bytes_read: int


def numbered_lines(file: Path) -> Iterator[LogLine | BadLine]:
    """Yield every line of a file. If the file is damaged or not a log, the last item is a `BadLine`."""
    number = WHOLE_FILE
    try:
        if not stat.S_ISREG(kind := file.stat().st_mode):
            key = "folder" if stat.S_ISDIR(kind) else "special"
            yield BadLine(file, WHOLE_FILE, texts.text(f"histories_errors.log.{key}"))
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
                key = f"histories_errors.log.{'long_line' if goes_on else 'endless_line'}"
                yield BadLine(file, number, texts.text(key, most=texts.number(MAX_LINE_BYTES)))
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
    """Skip the rest of a line. If the rest is longer than `MAX_SKIPPED_BYTES`, stop and return False."""
    for _ in range(MAX_SKIPPED_BYTES // MAX_LINE_BYTES):
        piece = stream.readline(MAX_LINE_BYTES)
        if len(piece) < MAX_LINE_BYTES or piece.endswith(b"\n"):
            return True
    return False


def _decode_line(file: Path, number: int, piece: bytes, bytes_read: int) -> LogLine | BadLine:
    try:
        text = piece.decode("utf-8-sig" if number == 1 else "utf-8")
    except UnicodeDecodeError:
        return BadLine(file, number, texts.text("histories_errors.log.no_utf_8"))
    return LogLine(number, text.rstrip("\r\n"), bytes_read)


def _what_broke(error: Exception) -> str:
    if isinstance(error, lzma.LZMAError) and "memory" in str(error).lower():
        return texts.text("histories_errors.log.memory", most=MAX_XZ_BYTES >> 20)
    if isinstance(error, EOFError):
        return texts.text("histories_errors.log.middle")
    if isinstance(error, OSError) and error.strerror:
        return texts.text("histories_errors.file.unreadable", reason=error.strerror)
    return texts.text("histories_errors.log.damaged")


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
    """Counts of hands, lines and bytes. `files_without_rules` lists the files without blinds and stacks."""

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
    """The text of a hand.

    Attributes:
        number: The number of the line with the hand or, in a file with sections, of the line with the section's
            title.
        rules: The blinds and stacks. None if the text itself contains the blinds and stacks (PHH).
        first: The number of the line at which the text begins.
    """

    file: Path
    number: int
    text: str
    rules: HoldemRules | None
    first: int = 0


_Item = _Hand | BadLine


def _replay(item: _Item) -> HandRecord | BadLine:
    if isinstance(item, BadLine):
        return item
    try:
        return from_phh(item.text) if item.rules is None else from_acpc(item.text, item.rules)
    except BadInput as error:
        reason = _sentence(str(error))
    if item.rules is not None:
        return BadLine(item.file, item.number, reason)
    try:
        to_played(read_phh(list(enumerate(item.text.split("\n"), item.first))))
    except Unusable as problem:
        return BadLine(item.file, problem.line, _sentence(str(problem)))
    return BadLine(item.file, item.number, reason, is_for_import=True)


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
            section = _Section(file, line.number, line.number + 1)
        else:
            yield from section.add(line.text)
    yield from section.hand()


@dataclass(slots=True)
class _Section:
    """The lines of one hand of a PHH file.

    `number` is the line number of the title, if the hand has a title. `first` is the number of the line after the
    title.
    """

    file: Path
    number: int = 1
    first: int = 1
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
                texts.text("histories_errors.log.long_hand", most=texts.number(MAX_HAND_LENGTH)),
            )

    def hand(self) -> Iterator[_Hand]:
        """Yield the hand of the section. If the section is empty or has a bad line, yield nothing."""
        if not self.spoiled and any(
            line.strip() and not line.lstrip().startswith("#") for line in self.lines
        ):
            yield _Hand(self.file, self.number, "\n".join(self.lines), None, self.first)


@texts.retellable
def _sentence(reason: str) -> str:
    """Return the reason for a bad line as one sentence. Long quotations are shortened."""
    seen = escape_controls(reason)
    cut = seen if len(seen) <= MAX_SENTENCE_LENGTH else f"{seen[:MAX_SENTENCE_LENGTH]}..."
    return texts.text("histories_errors.sentence", reason=texts.capitalize(texts.as_clause(cut)))
