"""Recognize the format of a file by its first bytes.

Logs are ACPC lines or PHH, plain or compressed. A file in another format is named, so that the user knows why no
hand can be read.
"""

from __future__ import annotations

import codecs
import re
from enum import StrEnum

SNIFFED_BYTES = 4096
"""The first bytes of a file that decide its format."""
READ_HERE = "Parlour reads PHH and ACPC logs"


class LogFormat(StrEnum):
    """The formats that are read."""

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
_HISTORIES = (
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
    (re.compile(r"^\s*\{\s*\"kind\"\s*:\s*\"parlour hands\""), "an export of Parlour's own history (JSON)"),
    (re.compile(r"^\s*<(?:!DOCTYPE )?html", re.IGNORECASE), "a web page"),
    (re.compile(r"^\s*(?:<\?xml|<[a-z]+>)", re.IGNORECASE), "an XML document"),
    (re.compile(r"^\s*[\[{]\s*[\"{]"), "a JSON document"),
)
_PHH_LINE = re.compile(r"\s*(?:\[[^\[\]]+\]|[\w.-]+\s*=)")


def name_foreign_format(beginning: bytes) -> str:
    """Return a sentence on the format of a file that is not a log, empty if its first bytes can begin a log."""
    named = [name for start, name in _BINARY if beginning.startswith(start)]
    if not beginning or beginning.startswith(_UTF_16):
        return "The file is written in UTF-16: save it as UTF-8." if beginning else "The file is empty."
    if named:
        return f"This is {named[0]}. {READ_HERE}."
    if b"\0" in beginning:
        return f"The file is not text. {READ_HERE}, plain or compressed with gzip or xz."
    text = beginning.decode("utf-8-sig", "replace").replace("\r\n", "\n")
    for pattern, name in _HISTORIES:
        if pattern.search(text) and recognize_log(text.split("\n")) is None:
            return f"This is {name}. {READ_HERE}."
    return ""


def recognize_log(lines: list[str]) -> LogFormat | None:
    """Return the format of a log by its first line that is no comment, None if the line fits neither."""
    first = next((line for line in lines if line.strip() and not line.lstrip().startswith("#")), "")
    if first.startswith(("STATE:", "SCORE:")):
        return LogFormat.ACPC
    return LogFormat.PHH if _PHH_LINE.match(first) else None
