"""The layouts of hand histories: how a file is recognized, cut into hands, and read.

The module of each parser ends with its layouts, and `reading.LAYOUTS` lists them all. The README of this
folder explains how to add a layout.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path

from game.archive.hands import PlayedHand
from game.core import BadInput
from game.histories.amounts import parse_amount
from game.histories.conversion import to_played
from game.histories.files import FileLine
from game.histories.hand import NOTHING, RoomHand, Unusable, blame, format_amount, refuse
from game.match.table_spec import RESEARCH_FORMATS

MAX_HAND_LINES = 3_000
MAX_HAND_LETTERS = 1 << 18
TOO_LONG = "histories_errors.document.long"
"""The key of the text for a hand that is too long."""
MAX_PLAYERS = 100_000
"""The maximum number of names that are counted per room."""
MAX_SEARCHES = 200
"""The maximum number of hands per import that are searched for a wrong amount. A search takes about 50 ms."""
MAX_SEARCH_LETTERS = 20_000
_PRINTED = re.compile(
    r"(?<![\w#.,:-])(?:[^\w\s]{1,2})?(?P<amount>\d(?:(?:[\d.,]|[ \u00a0\u2009\u202f](?=\d{3}))*\d)?)(?![\w:]*\d)"
)
"""An amount as rooms print it, perhaps after the sign of a currency."""
_COMMA = re.compile(r",\d{1,2}$")
"""The end of an amount with a decimal comma."""

Numbered = list[tuple[int, str]]
"""The lines of a hand with their numbers in the file."""


@dataclass(frozen=True, slots=True)
class Refused:
    """A hand or a file that was refused, and the reason. The line number is 0 for a file."""

    file: str
    line: int
    reason: str
    hands: int = 1


Refusal = tuple[str, int, str]
"""File, line and reason of a refusal. The line is 0 if it concerns the rest of the file."""


@dataclass(slots=True)
class ReadingState:
    """The progress of an import, and the parts of files that are skipped because they were read before.

    Attributes:
        bytes_read: The number of bytes of the files, as they are on the disk, that were read so far.
        names: The user's own names by room.
        heroes: For each room, the player whose cards were marked last as the user's. The formats of research
            are left out, because they do not mark the user's cards.
        begin_lines: For each file that was read before, the line number of the first hand to read now.
        last_lines: The line number of the last hand of each file. The mapping is updated while the files are read.
        refusals: The refusals of each file so far, so that each refusal is yielded only once. If None, every
            refusal is yielded.
        players: For each room, the number of hands of each player.
        searches_left: The number of hands that may still be searched for a wrong amount.
    """

    bytes_read: int = 0
    names: Mapping[str, str] = field(default_factory=dict)
    heroes: dict[str, str] = field(default_factory=dict)
    begin_lines: Mapping[Path, int] = field(default_factory=dict)
    last_lines: dict[Path, int] = field(default_factory=dict)
    refusals: dict[Path, set[Refusal]] | None = None
    players: dict[str, Counter[str]] = field(default_factory=dict)
    searches_left: int = MAX_SEARCHES
    file: Path = Path()

    def wants(self, line: int) -> bool:
        """Store that a hand begins at this line number, and return whether the hand must be read."""
        self.last_lines[self.file] = line
        return self._is_unread(line)

    def find_own_name(self, hand: RoomHand) -> str:
        """Return the user's name at the room: the given name, or else the player whose cards were marked last.

        A hand may lack the line that marks the user's cards. Without a given name, the user is then the last
        marked player of the same import, if there is one.
        """
        if hand.hero is not None and hand.room not in RESEARCH_FORMATS:
            self.heroes[hand.room] = hand.players[hand.hero].name
        return self.names.get(hand.room) or self.heroes.get(hand.room, "")

    def count_players(self, room: str, names: Iterable[str]) -> None:
        found = self.players.setdefault(room, Counter())
        found.update(name for name in names if name in found or len(found) < MAX_PLAYERS)

    def _is_unread(self, line: int) -> bool:
        return line >= self.begin_lines.get(self.file, 0)

    def is_news(self, refused: Refused) -> bool:
        """Return whether a refusal is new, and store it.

        A refusal of the rest of a file counts only once, although its line number changes when the file grows.
        """
        if self.refusals is None:
            return True
        known = self.refusals.setdefault(self.file, set())
        refusal = refused.file, refused.line if refused.hands else 0, refused.reason
        is_new = refusal not in known and (not refused.hands or self._is_unread(refused.line))
        known.add(refusal)
        return is_new

    def repeatable(self, file: Path) -> set[Refusal]:
        """Return the refusals that would occur again if the file grows and is read again."""
        last = self.last_lines.get(file, 0)
        return {one for one in (self.refusals or {}).get(file, ()) if not one[1] or one[1] >= last}


Found = PlayedHand | Refused


@dataclass(frozen=True, slots=True)
class RoomLayout:
    """A layout with its own file format: XML, JSON, TOML or one hand per line.

    Attributes:
        name: The room or the format, one of `ROOMS`.
        fits: A function that returns whether a file has this layout, given the stripped first lines of the file.
        cut: A function that yields the hands of a file, given the name and the lines of the file, and the state.
    """

    name: str
    fits: Callable[[Sequence[str]], bool]
    cut: Callable[[str, Iterator[FileLine], ReadingState], Iterator[Found]]


@dataclass(frozen=True, slots=True)
class TextLayout:
    """A layout in which a hand is a header line and further lines of text.

    A file may mix several such layouts.

    Attributes:
        name: The room, one of `ROOMS`.
        start: A pattern that matches the header line. The group `id` is the id of the hand.
        read: A function that parses the numbered lines of a hand, or raises `Unusable` with the number of the wrong
            line.
        chat: A pattern that matches the start of a chat line. A header inside a chat line does not begin a hand.
    """

    name: str
    start: re.Pattern[str]
    read: Callable[[str, Sequence[tuple[int, str]]], RoomHand]
    chat: re.Pattern[str]


def convert_hand(
    name: str, hand: Numbered, reading: ReadingState, read: Callable[[Numbered], RoomHand]
) -> Iterator[Found]:
    """Yield the converted hand, or its refusal. If the hand was read before, yield nothing.

    `read` parses the numbered lines of a hand. If amounts do not agree and the wrong amount can be found, the
    refusal has the line number of this amount.
    """
    if not reading.wants(hand[0][0]):
        return
    try:
        found = read(hand)
        try:
            played = to_played(found, reading.find_own_name(found))
        except Unusable as problem:
            raise blame(problem, found.unread) from None
        reading.count_players(found.room, (player.name for player in found.players))
        yield played
    except Unusable as problem:
        if problem.gap and reading.searches_left:
            reading.searches_left -= 1
            problem = find_wrong_amount(hand, problem.gap, read) or problem
        yield Refused(name, problem.line or hand[0][0], str(problem))


def find_wrong_amount(hand: Numbered, gap: Decimal, read: Callable[[Numbered], RoomHand]) -> Unusable | None:
    """Return an error about the line with the wrong amount, or None if no line or more than one line fits best.

    Each amount is increased and decreased by `gap`, and the hand with the changed amount is parsed. A line fits if
    a change of one of its amounts makes the hand valid. It fits best if this change leaves the fewest disagreements
    between other amounts.
    """
    found: dict[int, tuple[int, Unusable]] = {}
    if sum(len(text) for _, text in hand) > MAX_SEARCH_LETTERS:
        return None
    for index, (line, text) in enumerate(hand):
        for printed in _PRINTED.finditer(text) if index or len(hand) == 1 else ():  # the first is the header
            for changed in _changed(printed["amount"], gap):
                start, end = printed.span("amount")
                other = [*hand[:index], (line, text[:start] + changed + text[end:]), *hand[index + 1 :]]
                try:
                    hypothesis = read(other)
                    to_played(hypothesis)
                except Unusable:
                    continue
                shown = changed.replace(".", ",") if _COMMA.search(printed["amount"]) else changed
                amounts = {"printed": printed["amount"], "changed": shown}
                if line not in found or hypothesis.doubts < found[line][0]:
                    found[line] = hypothesis.doubts, refuse("histories_errors.amount.wrong", line, **amounts)
    fewest = min((doubts for doubts, _ in found.values()), default=0)
    best = [problem for doubts, problem in found.values() if doubts == fewest]
    return best[0] if len(best) == 1 else None


def _changed(printed: str, gap: Decimal) -> Iterator[str]:
    """Yield the amounts that differ from a printed amount by `gap`."""
    try:
        amount = parse_amount(printed)
    except BadInput:
        return
    for changed in (amount + gap, amount - gap):
        if changed >= NOTHING:
            yield format_amount(changed)


def join_pieces(pieces: Numbered) -> Numbered:
    """Join consecutive pieces of the same line."""
    joined: Numbered = []
    for number, text in pieces:
        if joined and joined[-1][0] == number:
            joined[-1] = (number, joined[-1][1] + text)
        else:
            joined.append((number, text))
    return joined
