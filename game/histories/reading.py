"""Cut files of hand histories into hands, and read each with the reader of its layout.

    for found in read_histories([Path("month.zip")]):
        ...  # a PlayedHand, or a Refused with file, line and reason

The first lines of a file decide its layout: text of a room, XML, JSON, PHH or ACPC. A file of text may hold the
hands of several rooms. Only the hand that is being read is in memory.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import chain, islice
from pathlib import Path

from game.archive.hands import PlayedHand
from game.core import BadInput
from game.histories import action_lines, dealing_lines, ipoker
from game.histories.action_lines import read_action_lines
from game.histories.conversion import record_to_played, to_played
from game.histories.dealing_lines import read_dealing_lines
from game.histories.files import BadFile, FileLine, file_size, numbered_lines
from game.histories.hand import RoomHand, Unusable
from game.histories.ipoker import IPOKER, SessionHead, read_ipoker
from game.histories.open_history import OHH, read_open_history
from game.histories.phh_hands import PHH, read_phh
from game.match.acpc import from_acpc, rules_from_header
from game.quoting import escape_controls
from game.rules.betting import HoldemRules

ACPC = "acpc"
MAX_HAND_LINES = 3_000
MAX_HAND_LETTERS = 1 << 18
SNIFFED_LINES = 200
MAX_CUT_LETTERS = 2_000
"""The longest line in whose middle a hand is looked for."""

_STARTS = (*action_lines.STARTS.items(), *dealing_lines.STARTS.items())
_FIRST_LETTERS = tuple("P*W\ufeff")
_PHH_LINE = re.compile(r"\s*(?:\[[^\[\]]+\]\s*(?:#.*)?|[\w.-]+\s*=.*)")
_PHH_TITLE = re.compile(r"\s*\[[^\[\]]+\]\s*(?:#.*)?")
_GAME = re.compile(r"<game\b(?=[^>]*\bgamecode=)", re.IGNORECASE)
_HEADER = re.compile(
    r"(?:PokerStars|Poker|Winamax Poker -) [^\"]*?Hand(?:Id:)? ?#\w.*\d{4}/\d\d/\d\d"
    r"|\*{5}[ \w.]*Hand History [Ff]or Game"
)
_CHAT = re.compile(r'.* said, "')
_UNQUOTED_CHAT = re.compile(r"(?![Ss]eat \d)[^:*]*[^:*\s]: ")
_NO_HANDS = "The file has the head of a hand history, but holds no hands."
_NOT_HANDS = "The file holds no hands of a layout that Parlour reads."


@dataclass(frozen=True, slots=True)
class Refused:
    """A hand, or a file with the line 0, that cannot be used, and the reason."""

    file: str
    line: int
    reason: str
    hands: int = 1


Refusal = tuple[str, int, str]
"""File, line and reason of a refusal. The line is 0 if it concerns the rest of the file."""


@dataclass(slots=True)
class ReadingState:
    """The progress, and the parts of files that are left out because they were read before.

    Attributes:
        bytes_read: The progress in bytes on the disk.
        names: The player's own names by room.
        begin_lines: For files that were read before, the line of the first hand that is read again.
        last_lines: The line of the last hand of each file. It is updated while the files are read.
        refused: The refusals of each file, which are yielded only once. They are added while the files are read.
            If None, every refusal is yielded.
    """

    bytes_read: int = 0
    names: Mapping[str, str] = field(default_factory=dict)
    begin_lines: Mapping[Path, int] = field(default_factory=dict)
    last_lines: dict[Path, int] = field(default_factory=dict)
    refused: dict[Path, set[Refusal]] | None = None
    file: Path = Path()

    def wants(self, line: int) -> bool:
        """Return whether the hand that begins in this line is read, and note the line."""
        self.last_lines[self.file] = line
        return self._is_unread(line)

    def _is_unread(self, line: int) -> bool:
        return line >= self.begin_lines.get(self.file, 0)

    def is_news(self, refused: Refused) -> bool:
        """Return whether a refusal is new, and note it. Of the rest of a file, whose line changes, only one is."""
        if self.refused is None:
            return True
        known = self.refused.setdefault(self.file, set())
        refusal = refused.file, refused.line if refused.hands else 0, refused.reason
        is_new = refusal not in known and (not refused.hands or self._is_unread(refused.line))
        known.add(refusal)
        return is_new

    def repeatable(self, file: Path) -> set[Refusal]:
        """Return the refusals that another reading of the file meets again when the file has grown."""
        last = self.last_lines.get(file, 0)
        return {one for one in (self.refused or {}).get(file, ()) if not one[1] or one[1] >= last}


Numbered = list[tuple[int, str]]
Found = PlayedHand | Refused


def read_histories(
    files: Sequence[Path], names: Mapping[str, str] | None = None, reading: ReadingState | None = None
) -> Iterator[Found]:
    """Yield every hand of some files, or why it cannot be used, in order.

    Args:
        files: The files, without folders.
        names: The player's own names by room. Rooms that print whose cards they dealt need none.
        reading: It is updated while the files are read.
    """
    reading = reading if reading is not None else ReadingState()
    reading.names = names or {}
    for file in files:
        before, reading.file = reading.bytes_read, file
        for found in _read_members(file, reading, before):
            if not isinstance(found, Refused) or reading.is_news(found):
                yield found
        reading.bytes_read = before + file_size(file)


def _read_members(file: Path, reading: ReadingState, before: int) -> Iterator[Found]:
    try:
        for number, (name, lines) in enumerate(numbered_lines(file)):
            yield from _read_file(escape_controls(name), lines, reading, before)
            if number:
                reading.last_lines[file] = 0  # of an archive all files are read again
    except BadFile as error:
        yield Refused(escape_controls(file.name), error.line, str(error), 0)


def _read_file(name: str, lines: Iterator[FileLine], reading: ReadingState, before: int) -> Iterator[Found]:
    is_empty = True
    try:
        counted = _count(lines, reading, before)
        head = list(islice(counted, SNIFFED_LINES))
        rest = chain(head, counted)
        kind = _recognize(head)
        if not kind:
            yield Refused(
                name, 0, _NOT_HANDS if any(line.text.strip() for line in head) else "The file is empty.", 0
            )
            return
        for found in _CUTTERS[kind](name, rest, reading):
            is_empty = False
            yield found
        if is_empty and reading.file not in reading.last_lines:
            yield Refused(name, 0, _NO_HANDS, 0)
    except BadFile as error:
        yield Refused(name, error.line, str(error), 0)


def _count(lines: Iterator[FileLine], reading: ReadingState, before: int) -> Iterator[FileLine]:
    for line in lines:
        reading.bytes_read = before + line.position
        yield line


def _recognize(head: Sequence[FileLine]) -> str:
    """Return the layout of a file by its first lines, empty if it has none."""
    if any(_find_room(line.text) for line in head):
        return "text"
    words = [line.text.strip().lstrip("\ufeff") for line in head]
    first = next((word for word in words if word and not word.startswith("#")), "")
    if first.startswith("<") and any("<session" in word or _GAME.search(word) for word in words):
        return IPOKER
    if first.startswith(("{", "[{")) or (first == "[" and any(word.startswith("{") for word in words)):
        return OHH if any('"ohh"' in word or '"rounds"' in word for word in words) else ""
    if first.startswith(("STATE:", "SCORE:")):
        return ACPC
    if any(word.startswith("STATE:") for word in words):
        return ACPC
    return PHH if _PHH_LINE.fullmatch(first) else ""


def _find_room(text: str) -> str:
    """Return the room whose hands begin with a line, empty for any other line."""
    if not text.startswith(_FIRST_LETTERS):
        return ""
    return next((room for room, pattern in _STARTS if pattern.match(text)), "")


# ---- text of rooms ----------------------------------------------------------------------------------------
def _cut_text(name: str, lines: Iterator[FileLine], reading: ReadingState) -> Iterator[Found]:
    room, hand, letters = "", list[tuple[int, str]](), 0
    for line in lines:
        for text in _cut_line(line.text, room):
            if begins := _find_room(text):
                yield from _finish_text(name, room, hand, letters, reading)
                room, hand, letters = begins, [], 0
            letters += len(text)
            is_in_bounds = len(hand) <= MAX_HAND_LINES and letters <= MAX_HAND_LETTERS
            if room and (not hand or (is_in_bounds and text.strip())):
                hand.append((line.number, text))
    yield from _finish_text(name, room, hand, letters, reading)


def _cut_line(text: str, room: str) -> tuple[str, ...]:
    """Return a line, or its two parts if a hand begins in the middle because the one before was cut off.

    A header in the chat begins no hand. `room` is the room of the hand before.
    """
    may_hold = "Hand" in text and len(text) < MAX_CUT_LETTERS and not _find_room(text)
    begin = _HEADER.search(text) if may_hold else None
    chat = _CHAT if room in action_lines.STARTS else _UNQUOTED_CHAT
    if begin is None or chat.match(text, 0, begin.start()):
        return (text,)
    return text[: begin.start()], text[begin.start() :]


def _finish_text(
    name: str, room: str, hand: Numbered, letters: int, reading: ReadingState
) -> Iterator[Found]:
    if not room:
        return
    if len(hand) > MAX_HAND_LINES or letters > MAX_HAND_LETTERS:
        yield Refused(name, hand[0][0], "The hand is longer than any.")
    elif len(hand) < 2:
        yield Refused(name, hand[0][0], "The hand ends after its first line.")
    else:
        read = read_action_lines if room in action_lines.STARTS else read_dealing_lines
        yield from _converted(name, hand, reading, partial(read, room, hand))


def _converted(
    name: str, hand: Numbered, reading: ReadingState, read: Callable[[], RoomHand]
) -> Iterator[Found]:
    if not reading.wants(hand[0][0]):
        return
    try:
        found = read()
        yield to_played(found, reading.names.get(found.room, ""))
    except Unusable as problem:
        yield Refused(name, problem.line or hand[0][0], str(problem))


# ---- XML --------------------------------------------------------------------------------------------------
def _cut_xml(name: str, lines: Iterator[FileLine], reading: ReadingState) -> Iterator[Found]:
    session, game, letters, is_open = SessionHead(), list[tuple[int, str]](), 0, False
    for line in lines:
        if ipoker.FORBIDDEN.search(line.text):
            raise BadFile("The XML declares a document type or entities, which are not read.", line.number)
        text = line.text
        while text:
            if not is_open:
                if "<session" in text:
                    session = SessionHead()
                begin = _GAME.search(text)
                if ipoker.GAME_END in text[: begin.start() if begin else None].lower():
                    yield Refused(name, line.number, "The beginning of this hand is damaged.")
                session.hear(text[: begin.start()] if begin else text)
                if begin is None:
                    break
                text, game, letters, is_open = text[begin.start() :], [], 0, True
            end = text.lower().find(ipoker.GAME_END)
            piece = text if end < 0 else text[: end + len(ipoker.GAME_END)]
            letters += len(piece)
            if letters <= MAX_HAND_LETTERS:
                game.append((line.number, piece))
            if end < 0:
                break
            text, is_open = text[end + len(ipoker.GAME_END) :], False
            if letters > MAX_HAND_LETTERS:
                yield Refused(name, line.number, "The hand is longer than any.")
            else:
                whole = _join(game)
                yield from _converted(name, whole, reading, partial(read_ipoker, session, whole))
    if is_open and game:
        yield Refused(name, game[0][0], "The file ends in the middle of this hand.")


def _join(pieces: Numbered) -> Numbered:
    """Join pieces of the same line."""
    joined: Numbered = []
    for number, text in pieces:
        if joined and joined[-1][0] == number:
            joined[-1] = (number, joined[-1][1] + text)
        else:
            joined.append((number, text))
    return joined


# ---- JSON -------------------------------------------------------------------------------------------------
_JSON_STRING = re.compile(r'"(?:[^"\\]|\\.)*(?:"|$)')
_JSON_MARK = re.compile(r'["{}]')


@dataclass(slots=True)
class _Objects:
    """Cuts JSON into its outermost objects, by the braces outside of strings. A string never spans lines."""

    depth: int = 0
    letters: int = 0
    pieces: Numbered = field(default_factory=list)

    def add(self, number: int, text: str) -> Iterator[Numbered]:
        """Take a line. Yield every object that ends in it, empty if it is too long."""
        start, at = 0, 0
        while mark := _JSON_MARK.search(text, at):
            at = mark.end()
            if mark[0] == '"':
                string = _JSON_STRING.match(text, mark.start())
                at = string.end() if string is not None else len(text)
            elif mark[0] == "{":
                if not self.depth:
                    start, self.pieces, self.letters = mark.start(), [], 0
                self.depth += 1
            elif self.depth:
                self.depth -= 1
                if not self.depth:
                    self._keep(number, text[start:at])
                    yield _join(self.pieces) if self.letters <= MAX_HAND_LETTERS else []
        if self.depth:
            self._keep(number, text[start:])

    def _keep(self, number: int, text: str) -> None:
        self.letters += len(text)
        if self.letters <= MAX_HAND_LETTERS:
            self.pieces.append((number, text))


def _cut_json(name: str, lines: Iterator[FileLine], reading: ReadingState) -> Iterator[Found]:
    objects = _Objects()
    for line in lines:
        for hand in objects.add(line.number, line.text):
            if not hand:
                yield Refused(name, line.number, "The hand is longer than any.")
            else:
                yield from _converted(name, hand, reading, partial(read_open_history, hand))
    if objects.depth and objects.pieces:
        yield Refused(name, objects.pieces[0][0], "The file ends in the middle of this hand.")


# ---- PHH and ACPC -----------------------------------------------------------------------------------------
def _cut_phh(name: str, lines: Iterator[FileLine], reading: ReadingState) -> Iterator[Found]:
    section: Numbered = []
    letters = 0
    for line in lines:
        if _PHH_TITLE.fullmatch(line.text):
            yield from _finish_phh(name, section, letters, reading)
            section, letters = [], 0
        else:
            letters += len(line.text)
            if letters <= MAX_HAND_LETTERS:
                section.append((line.number, line.text))
    yield from _finish_phh(name, section, letters, reading)


def _finish_phh(name: str, section: Numbered, letters: int, reading: ReadingState) -> Iterator[Found]:
    if letters > MAX_HAND_LETTERS:
        yield Refused(name, section[0][0], "The hand is longer than any.")
    elif any(text.strip() and not text.lstrip().startswith("#") for _, text in section):
        yield from _converted(name, section, reading, partial(read_phh, section))


def _cut_acpc(name: str, lines: Iterator[FileLine], reading: ReadingState) -> Iterator[Found]:
    rules = HoldemRules()
    for line in lines:
        text = line.text.strip()
        try:
            if text.startswith("#"):
                rules = rules_from_header(text) or rules
            elif text and not text.startswith("SCORE:") and reading.wants(line.number):
                table = f"{rules.small_blind}/{rules.big_blind}/{rules.stacks}"
                number = hashlib.sha256(f"{table}/{text}".encode()).hexdigest()[:24]
                yield record_to_played(from_acpc(text, rules), ACPC, number, reading.names.get(ACPC, ""))
        except BadInput as error:
            sentence = str(error)
            yield Refused(name, line.number, f"{sentence[:1].upper()}{sentence[1:].rstrip('.')}.")


_CUTTERS = {"text": _cut_text, IPOKER: _cut_xml, OHH: _cut_json, PHH: _cut_phh, ACPC: _cut_acpc}
