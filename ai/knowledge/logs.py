"""Logs of heads-up no-limit Hold'em as streams of hands, every one replayed by the rules.

    counts = LogCounts()
    for item in read_logs([Path("match.log.xz"), Path("evening.phhs")], counts):
        ...  # a HandRecord, or a BadLine that says which line was skipped, and why

A log is ACPC lines (`STATE:...`, and a `#` comment may tell blinds and stacks) or PHH: one hand, or one a section.
Its first line tells the format, or else its name.
`game.match.acpc` and `game.match.phh` read the one hand. Here files are
opened, cut into hands and counted, and bad lines are skipped. Hands come in the order of the files.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice
from pathlib import Path

from ai.knowledge.log_files import BadLine, LogFormat, LogLine, file_bytes, numbered_lines, recognize_log
from game.core import BadInput
from game.match.acpc import from_acpc, rules_from_header
from game.match.history import HandRecord
from game.match.phh import from_phh
from game.quoting import escape_controls
from game.rules.betting import HoldemRules

__all__ = ["ASSUMED", "BadLine", "LogCounts", "read_logs"]

ASSUMED = HoldemRules()
"""The table assumed for ACPC logs that name none: blinds 50/100, 20,000 chips each."""

LONGEST_HAND = 1 << 16
"""Characters. A longer section of a PHH file is not a hand."""
LONGEST_SENTENCE = 160
MAX_COMMENTS = 200
"""Lines of comments at the start of a log that are read to recognize its format."""

_PHH = re.compile(r".*\.phhs?(\.gz|\.xz)?", re.IGNORECASE)
_SECTION = re.compile(r"\s*\[[^\[\]]+\]\s*(#.*)?")
_A_HAND = "STATE:"
_NO_HAND = ("#", "SCORE:")
"""Prefixes of lines of an ACPC log that are not hands."""


@dataclass(slots=True)
class LogCounts:
    """Counts of what has been read; `assumed` lists the files that do not name their table."""

    files: int = 0
    hands: int = 0
    bad: int = 0
    bytes_read: int = 0
    assumed: list[Path] = field(default_factory=list)


def read_logs(
    files: Sequence[Path],
    counts: LogCounts | None = None,
    *,
    assumed: HoldemRules = ASSUMED,
) -> Iterator[HandRecord | BadLine]:
    """Yield a record for every hand of some logs, replayed, and a `BadLine` for every other line. Update `counts`.

    `assumed` is the table of ACPC lines before the first comment with blinds and stacks. `counts.bytes_read` is the
    position in the files on the disk.
    """
    counts = counts if counts is not None else LogCounts()
    found = (item for file in files for item in _hands_of(file, counts, assumed))
    for item in map(_replayed, found):
        if isinstance(item, BadLine):
            counts.bad += 1
        else:
            counts.hands += 1
        yield item


@dataclass(frozen=True, slots=True)
class _Hand:
    """The text of a hand; `rules` is None if the text names its table (PHH)."""

    file: Path
    number: int
    text: str
    rules: HoldemRules | None


_Item = _Hand | BadLine


def _replayed(item: _Item) -> HandRecord | BadLine:
    if isinstance(item, BadLine):
        return item
    try:
        return from_phh(item.text) if item.rules is None else from_acpc(item.text, item.rules)
    except BadInput as error:
        return BadLine(item.file, item.number, _sentence(str(error)))


# ---- a file cut into hands --------------------------------------------------------------------------------
def _hands_of(file: Path, counts: LogCounts, assumed: HoldemRules) -> Iterator[_Item]:
    counts.files += 1
    before = counts.bytes_read
    lines = _followed(numbered_lines(file), counts)
    head, found = _recognized(lines)
    lines = chain(head, lines)
    if found is LogFormat.PHH or (found is None and _PHH.fullmatch(file.name)):
        yield from _phh_hands(file, lines)
    else:
        yield from _acpc_hands(file, lines, counts, assumed)
    counts.bytes_read = before + file_bytes(file)


def _recognized(lines: Iterator[LogLine | BadLine]) -> tuple[list[LogLine | BadLine], LogFormat | None]:
    """Return the first lines, and the format by the first line that is no comment."""
    head: list[LogLine | BadLine] = []
    for line in islice(lines, MAX_COMMENTS):
        head.append(line)
        if isinstance(line, LogLine) and line.text.strip() and not line.text.startswith("#"):
            return head, recognize_log([line.text])
    return head, None


def _followed(lines: Iterator[LogLine | BadLine], counts: LogCounts) -> Iterator[LogLine | BadLine]:
    """Yield the lines, and update `counts`."""
    before = counts.bytes_read
    for line in lines:
        if isinstance(line, LogLine):
            counts.bytes_read = before + line.bytes_read
        yield line


def _acpc_hands(
    file: Path, lines: Iterator[LogLine | BadLine], counts: LogCounts, assumed: HoldemRules
) -> Iterator[_Item]:
    """Yield a hand for each line; comments may change the table, the score at the end is skipped."""
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
            if named is None and line.text.startswith(_A_HAND) and file not in counts.assumed:
                counts.assumed.append(file)
            yield _Hand(file, line.number, line.text, named or assumed)


def _phh_hands(file: Path, lines: Iterator[LogLine | BadLine]) -> Iterator[_Item]:
    """Yield a hand for each section; a section with an unreadable line is skipped."""
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
    """The lines of one hand of a PHH file; `number` is the line that begins it."""

    file: Path
    number: int = 1
    spoiled: bool = False
    lines: list[str] = field(default_factory=list)
    length: int = 0

    def add(self, text: str) -> Iterator[BadLine]:
        """Add a line; yield a `BadLine`, once, if the section gets too long."""
        if self.spoiled:
            return
        self.lines.append(text)
        self.length += len(text) + 1
        if self.length > LONGEST_HAND:
            self.spoiled = True
            self.lines.clear()
            yield BadLine(
                self.file, self.number, f"More than {LONGEST_HAND:,} letters begin here: a hand is shorter."
            )

    def hand(self) -> Iterator[_Hand]:
        """Yield the hand, unless the section is empty or bad."""
        if not self.spoiled and any(
            line.strip() and not line.lstrip().startswith("#") for line in self.lines
        ):
            yield _Hand(self.file, self.number, "\n".join(self.lines), None)


def _sentence(reason: str) -> str:
    """Return the reason why a line is bad as one sentence, cut if it quotes too much."""
    seen = escape_controls(reason)
    cut = seen if len(seen) <= LONGEST_SENTENCE else f"{seen[:LONGEST_SENTENCE]}..."
    return f"{cut[:1].upper()}{cut[1:]}{'' if cut.endswith('.') else '.'}"
