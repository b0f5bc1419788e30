"""Reads hand histories of any room: finds the layout of each file, cuts it into hands, and parses each hand.

    for found in read_histories([Path("month.zip")]):
        ...  # a PlayedHand, or a Refused with file, line and reason

The first lines of a file show its layout. A text file may have hands of several rooms. Only one hand is in
memory at a time.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, islice
from pathlib import Path

from game import texts
from game.histories import action_lines, dealing_lines, ipoker, ohh_hands, research_logs
from game.histories.files import BadFile, FileLine, file_size, numbered_lines
from game.histories.layout import (
    MAX_HAND_LETTERS,
    MAX_HAND_LINES,
    TOO_LONG,
    Found,
    Numbered,
    ReadingState,
    Refused,
    RoomLayout,
    TextLayout,
    convert_hand,
)
from game.quoting import escape_controls

TEXT_LAYOUTS: Sequence[TextLayout] = (*action_lines.LAYOUTS, *dealing_lines.LAYOUTS)
LAYOUTS: Sequence[RoomLayout] = (
    ipoker.LAYOUT,
    ohh_hands.LAYOUT,
    research_logs.ACPC_LAYOUT,
    research_logs.PHH_LAYOUT,
)
"""All other layouts. The first one that fits a file reads it."""

SNIFFED_LINES = 200
MAX_CUT_LETTERS = 2_000
"""Longer lines are not searched for a hand that begins in the middle."""

_FIRST_LETTERS = tuple("P*W\ufeff")
_HEADER = re.compile(
    r"(?:PokerStars|Poker|Winamax Poker -) [^\"]*?Hand(?:Id:)? ?#\w.*\d{4}/\d\d/\d\d"
    r"|\*{5}[ \w.]*Hand History [Ff]or Game"
)

_FOREIGN = re.compile(
    r'(?=[^<>{}"]*$)(?!#|.*(?:hand|game) ?#|.*hand history)(?=.*(?:poker|winamax))(?=.*\d{7})'
    r"(?=.*\b(?:\d{4}[/.-]\d\d[/.-]\d\d|\d\d[/.-]\d\d[/.-]\d{4})\b)"
    r"(?:.*\b(?P<other>omaha|омаха|stud|стад|razz|разз|draw|дро|badugi|бадуги|courchevel|6\+ hold'?em)\b"
    r"|.*(?:hold|холд))",
    re.IGNORECASE,
)
"""Matches the header of a hand in another language: room, number, date and game, but no "Hand #".

The group `other` is the name of a game that is not Hold'em.
"""


def read_histories(
    files: Sequence[Path], names: Mapping[str, str] | None = None, reading: ReadingState | None = None
) -> Iterator[Found]:
    """Yield every hand of some files in order, or a `Refused` with the reason.

    Args:
        files: The files. Folders are not allowed.
        names: The user's own names by room. Rooms that mark the user's cards need no name.
        reading: The state of the reading, which is updated while the files are read.
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
        layout = _find_layout([line.text for line in head])
        if layout is None:
            key = "other" if any(line.text.strip() for line in head) else "empty"
            yield Refused(name, 0, texts.text(f"histories_errors.file.{key}"), 0)
            return
        for found in layout.cut(name, rest, reading):
            is_empty = False
            yield found
        if is_empty and reading.file not in reading.last_lines:
            yield Refused(name, 0, texts.text("histories_errors.file.no_hands"), 0)
    except BadFile as error:
        yield Refused(name, error.line, str(error), 0)


def _count(lines: Iterator[FileLine], reading: ReadingState, before: int) -> Iterator[FileLine]:
    for line in lines:
        reading.bytes_read = before + line.position
        yield line


def _find_layout(head: Sequence[str]) -> RoomLayout | None:
    """Return the layout that fits the first lines of a file, or None."""
    if any(map(_find_room, head)):
        return _TEXT
    words = [text.strip().lstrip("\ufeff") for text in head]
    is_text = any(_find_foreign(text) or _HEADER.search(text[:MAX_CUT_LETTERS]) for text in head)
    return next((layout for layout in LAYOUTS if layout.fits(words)), _TEXT if is_text else None)


# ---- text of rooms ----------------------------------------------------------------------------------------
def _find_room(text: str) -> TextLayout | None:
    """Return the layout for which this line is a header, or None for any other line."""
    if not text.startswith(_FIRST_LETTERS):
        return None
    return next((layout for layout in TEXT_LAYOUTS if layout.start.match(text)), None)


def _find_foreign(text: str) -> re.Match[str] | None:
    """Return the match of a header in another language, or None for any other line."""
    if len(text) >= MAX_CUT_LETTERS or _find_room(text) or _HEADER.search(text):
        return None
    return _FOREIGN.match(text)


def _cut_text(name: str, lines: Iterator[FileLine], reading: ReadingState) -> Iterator[Found]:
    room: TextLayout | None = None
    hand, letters = Numbered(), 0
    after_blank = True
    for line in lines:
        if after_blank and (foreign := _find_foreign(line.text)):
            yield from _finish_text(name, room, hand, letters, reading)
            room, hand, letters = None, [], 0
            if reading.wants(line.number):
                other, unread = "histories_errors.special.game", "histories_errors.document.language"
                yield Refused(name, line.number, texts.text(other if foreign["other"] else unread))
        after_blank = not line.text.strip()
        for text in _cut_line(line.text, room):
            if begins := _find_room(text):
                yield from _finish_text(name, room, hand, letters, reading)
                room, hand, letters = begins, [], 0
            letters += len(text)
            is_in_bounds = len(hand) <= MAX_HAND_LINES and letters <= MAX_HAND_LETTERS
            if room and (not hand or (is_in_bounds and text.strip())):
                hand.append((line.number, text))
    yield from _finish_text(name, room, hand, letters, reading)


def _cut_line(text: str, room: TextLayout | None) -> tuple[str, ...]:
    """Return a line as one part, or as two parts if the next hand begins within the line.

    The next hand begins within the line if the text of the previous hand breaks off there. A header in a chat line
    does not begin a hand. `room` is the layout of the previous hand.
    """
    may_hold = "Hand" in text and len(text) < MAX_CUT_LETTERS and not _find_room(text)
    begin = _HEADER.search(text) if may_hold else None
    if begin is None or (room is not None and room.chat.match(text, 0, begin.start())):
        return (text,)
    return text[: begin.start()], text[begin.start() :]


def _finish_text(
    name: str, room: TextLayout | None, hand: Numbered, letters: int, reading: ReadingState
) -> Iterator[Found]:
    if room is None:
        return
    if len(hand) > MAX_HAND_LINES or letters > MAX_HAND_LETTERS:
        yield Refused(name, hand[0][0], texts.text(TOO_LONG))
    elif len(hand) < 2:
        yield Refused(name, hand[0][0], texts.text("histories_errors.end.first_line"))
    else:
        yield from convert_hand(name, hand, reading, partial(room.read, room.name))


_TEXT = RoomLayout("text", lambda _: False, _cut_text)
