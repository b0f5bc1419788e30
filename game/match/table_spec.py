"""The settings of a table: seats, game, stakes and seed, and the rule that adapts the level of the opponent.

An adaptive opponent is a series of levels. The results against the current level are checked every `HANDS_STEP`
hands. If their mean is more than `GO_ON` standard errors from zero, the next higher or lower level takes the seat,
and the count starts again. A change in the opposite direction to the last change takes `TURN_BACK` standard errors.
Because of this hysteresis, an evenly matched player sees only a quarter of the changes back and forth that would
occur without it.

The results are not adjusted for luck, so luck often changes the level too. In simulated Hold'em sessions,
half of the players who were exactly as good as their opponent got another level within 200 hands. Later
results reverse such changes. The ladder (`game.archive.ladder`) adjusts for luck and shows whom a player
really beats.
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from functools import lru_cache
from types import NoneType
from typing import Any, Literal, get_args

from game.core import BadInput, Seat
from game.quoting import quoted
from game.rules import games
from game.texts import text

Adaptive = Literal["", "on", "up", "down"]
"""Whether the level adapts: no (""), yes without a change so far ("on"), or yes with this last change."""
ADAPTIVE: tuple[Adaptive, ...] = get_args(Adaptive)

HANDS_STEP = {games.TIC_TAC_TOE: 6, games.HOLDEM: 30}
"""The number of hands before the first check of the results, and between two checks."""
DEFAULT_HANDS_STEP = 20
GO_ON, TURN_BACK = 1.28, 1.96
"""Standard errors from zero: for a first change or one in the same direction, and for a reversal."""


def change_of_level(game: str, nets: Sequence[float], last: Adaptive) -> Literal["", "up", "down"]:
    """Return the change of level after the results `nets` of the player against the current level.

    The result is "" if the level stays.

    The result is "" if the level stays.

        `last` is the previous change, or "on" if there was none.

        >>> change_of_level("tic-tac-toe", [1, 1, 0, 1, 1, 1], "on"), change_of_level("tic-tac-toe", [0] * 48, "on")
        ('up', '')
    """
    count = len(nets)
    if count == 0 or count % HANDS_STEP.get(game, DEFAULT_HANDS_STEP):
        return ""
    mean = sum(nets) / count
    error = math.sqrt(sum((net - mean) ** 2 for net in nets) / (count - 1) / count)
    for direction, ahead in (("up", mean), ("down", -mean)):
        needed = GO_ON if last in ("on", direction) else TURN_BACK
        if ahead > 0 and ahead >= needed * error:
            return direction  # type: ignore[return-value]
    return ""


PEOPLE = ("you", "guest")
ROOMS = (
    "pokerstars",
    "ggpoker",
    "winamax",
    "partypoker",
    "888poker",
    "ipoker",
    "ohh",
    "phh",
    "acpc",
)
"""The rooms and formats of imported hands. `ROOM/NAME` is the seat of somebody who played there."""
RESEARCH_FORMATS = ("phh", "acpc")
"""The formats in which a hand has no number of a room."""


@dataclass(frozen=True, slots=True)
class ChipUnit:
    """The unit in which the amounts of a hand are shown.

    Attributes:
        worth: The amount of a chip of the table in this unit.
        currency: The currency of a poker room, "chips" if the room has no currency, or "" at tables of this
            program.
        digits: The number of decimals to which amounts are rounded.
    """

    worth: float = 1.0
    currency: str = ""
    digits: int = 2

    def convert(self, chips: float) -> float:
        return round(chips * self.worth, self.digits)

    def write(self, *chips: float) -> str:
        """Format amounts in English, with slashes between them.

        >>> ChipUnit().write(1550), ChipUnit(0.01, "USD").write(150), ChipUnit(0.01, "USD").write(50, 100)
        ('1,550', '1.50 USD', '0.50/1 USD')
        """
        amounts = map(self.convert, chips)
        written = "/".join(f"{amount:,.{0 if amount.is_integer() else self.digits}f}" for amount in amounts)
        return f"{written} {self.currency}".rstrip()


MAX_DIGITS = 6
"""The maximum number of decimals of an amount."""
IN_CHIPS = ChipUnit()
"""The unit of hands at tables of this program."""

First = Literal["alternate", "seat-0", "seat-1"]
Form = Literal["cash", "match"]
BlindLevel = tuple[int, int, int]

SEATS: tuple[Seat, Seat] = (0, 1)
DUPLICATE_BLOCK = 10
MAX_SHUFFLED = 1_000
"""The maximum number of deals in a block with shuffled repeats. Each block has its own order."""
MAX_THINK_SECONDS = 60
"""The maximum seconds of a decision. Nobody waits longer for a move."""


@dataclass(frozen=True, slots=True)
class TableSpec:
    """The settings of one table.

    Attributes:
        seats: The players in seats 0 and 1: agents, `PEOPLE`, or `ROOM/NAME` in an imported hand.
        first: The seat that opens every hand, or "alternate" if the seats open in turn, seat 0 first. In Hold'em,
            the seats always open in turn, and `first` is the seat that opens hand 1. The seat that opens plays X in
            tic-tac-toe, acts first in Kuhn poker, and has the button in Hold'em.
        blinds: The chips that each player posts in half-street Kuhn poker.
        form: In Hold'em, "cash" resets the stacks before each hand. In a "match", stacks carry over.
        stacks: The starting chips by seat, in Hold'em.
        schedule: The (small blind, big blind, hands) of each level of a match. The last level lasts until the end
            of the match.
        duplicate: Whether every deal is played twice, the second time with swapped seats. Each block has
            `duplicate_block` deals, which are all played once before the first of these deals is repeated.
        teaching: Whether hints and rewinding are allowed.
        skip: The number of hands to skip. To continue another session from hand 57 on with the same cards and
            random numbers, a session has the same seed and skips 56 hands.
        think: The seconds that a solving agent takes for a decision. If None, the agent decides how long it thinks.
        tutor: Whether a tutor stops costly moves before they are played.
        adaptive: "" if the level of the opponent does not adapt to the results. Otherwise, "on" before the first
            change of level, and then the direction of the last change.
        deals_first: The seat that opens the first duplicate deal. After this deal, the seats alternate.
        ante: The chips that each player posts in Hold'em before the blinds. Only imported hands have an ante.
        shuffled: Whether the duplicate deals of a block are repeated in another order, so that no player
            recognises a deal.
    """

    game: str
    seats: tuple[str, str]
    seed: int = 0
    first: First = "alternate"
    blinds: float = 1
    form: Form = "cash"
    small_blind: int = 50
    big_blind: int = 100
    stacks: tuple[int, int] = (20_000, 20_000)
    schedule: tuple[BlindLevel, ...] = ()
    duplicate: bool = False
    duplicate_block: int = DUPLICATE_BLOCK
    teaching: bool = False
    skip: int = 0
    think: float | None = None
    tutor: bool = False
    adaptive: Adaptive = ""
    deals_first: Seat = 0
    ante: int = 0
    shuffled: bool = False

    def __post_init__(self) -> None:
        games.checked(self.game)
        _require(len(self.seats) == 2, "seats")
        _require(self.first in ("alternate", "seat-0", "seat-1"), "first", first=quoted(self.first))
        _require(self.blinds > 0, "blinds", blinds=f"{self.blinds:g}")
        _require(self.form in ("cash", "match"), "form", form=quoted(self.form))
        _require(1 <= self.small_blind <= self.big_blind, "chips")
        _require(len(self.stacks) == 2 and min(self.stacks) >= 1, "stacks")
        _require(self.duplicate_block >= 1, "block")
        _require(
            not self.shuffled or self.duplicate_block <= MAX_SHUFFLED,
            "shuffled",
            block=self.duplicate_block,
            most=MAX_SHUFFLED,
        )
        _require(self.skip >= 0, "skip", skip=self.skip)
        _require(
            self.think is None or 0 < self.think <= MAX_THINK_SECONDS,
            "think",
            seconds=self.think,
            most=MAX_THINK_SECONDS,
        )
        _require(self.teaching or not self.tutor, "tutor")
        _require(self.adaptive in ADAPTIVE, "adaptive", adaptive=quoted(self.adaptive))
        steady = self.form == "match" or self.duplicate or self.teaching
        _require(not (self.adaptive and steady), "steady")
        _require(not (self.duplicate and self.form == "match"), "duplicate")
        _require(self.deals_first in SEATS, "deals_first", seat=self.deals_first)
        _require(self.form == "cash" or self.game == games.HOLDEM, "match")
        _require(self.ante >= 0, "ante", ante=self.ante)
        for small, big, hands in self.schedule:
            _require(1 <= small <= big and hands >= 1, "level", small=small, big=big, hands=hands)

    def blinds_of_hand(self, number: int) -> tuple[int, int]:
        """Return the small and the big blind of hand `number`, counted from 1."""
        if self.form == "cash" or not self.schedule:
            return self.small_blind, self.big_blind
        last = 0
        for small, big, hands in self.schedule:
            last += hands
            if number <= last:
                return small, big
        return self.schedule[-1][:2]

    def unit_of_hand(self, number: int) -> float:
        """Return the unit of results in chips: the big blind in Hold'em, the ante in half-street Kuhn, else 1."""
        if self.game == games.HOLDEM:
            return self.blinds_of_hand(number)[1]
        return self.blinds if self.game == games.KUHN_HALF_STREET else 1

    def deal_of_hand(self, number: int) -> tuple[int, Seat]:
        """Return the number of the deal (from 0) in hand `number` (from 1), and the seat that opens.

        If `duplicate`, each deal is repeated with swapped seats.
        """
        if not self.duplicate:
            return number - 1, self._opener(number - 1)
        block, index = divmod(number - 1, 2 * self.duplicate_block)
        first_half = index < self.duplicate_block
        index %= self.duplicate_block
        if self.shuffled and not first_half:
            index = _shuffle_repeats(self.seed, block, self.duplicate_block)[index]
        deal = block * self.duplicate_block + index
        opener = (deal + self.deals_first) % 2
        return deal, opener if first_half else 1 - opener

    def fresh_after(self, number: int) -> int:
        """Return the number of the last hand in the block of hand `number`. The next hand has new cards.

        Without duplicate deals, a block is a single hand.
        """
        block = 2 * self.duplicate_block if self.duplicate else 1
        return -(-number // block) * block

    def to_dict(self) -> dict[str, Any]:
        """Return the settings as a dictionary. `ante` is left out if it is 0, and `shuffled` if it is False."""
        stored = asdict(self)
        for name in ("ante", "shuffled"):
            if not stored[name]:
                del stored[name]
        return stored

    @staticmethod
    def from_dict(stored: Mapping[str, Any]) -> TableSpec:
        """Parse the result of `to_dict`.

        Raises:
            BadInput: If an entry is missing, unknown or of the wrong type.
        """
        known = {field.name: field for field in fields(TableSpec)}
        if unknown := sorted(set(stored) - set(known)):
            names = ", ".join(known)
            raise BadInput(text("match_errors.table.unknown", entry=quoted(unknown[0]), known=names))
        if missing := {"game", "seats"} - set(stored):
            raise BadInput(text("match_errors.table.missing", entry=min(missing)))
        try:
            return TableSpec(**{name: _READERS[name](value) for name, value in stored.items()})
        except (TypeError, ValueError, OverflowError) as error:
            raise BadInput(text("match_errors.table.unusable", reason=str(error))) from error

    def _opener(self, deal: int) -> Seat:
        if self.game != games.HOLDEM and self.first != "alternate":
            return 0 if self.first == "seat-0" else 1
        return (deal + (self.first == "seat-1")) % 2


def find_room(seat: str) -> tuple[str, str] | None:
    """Return the room and the name of a player in an imported hand, or None for any other seat.

    >>> find_room("winamax/Ada"), find_room("sound")
    (('winamax', 'Ada'), None)
    """
    room, slash, name = seat.partition("/")
    return (room, name) if slash and room in ROOMS else None


@lru_cache(maxsize=64)
def _shuffle_repeats(seed: int, block: int, deals: int) -> tuple[int, ...]:
    """Return the order in which the deals of a block are repeated, as indices of the deals in their first order.

    The first and the second half of the block are shuffled separately. So at least about half a block of other
    deals is played between a deal and its repetition.
    """
    rng = random.Random(f"{seed}/repeats {block}")
    early, late = list(range(deals // 2)), list(range(deals // 2, deals))
    rng.shuffle(early)
    rng.shuffle(late)
    return (*early, *late)


def _require(condition: bool, key: str, **fields: object) -> None:
    if not condition:
        raise BadInput(text(f"match_errors.table.{key}", **fields))


def _pair(read: type[int] | type[str]) -> Any:
    def reader(value: Any) -> Any:
        first, second = value
        return _exactly(read)(first), _exactly(read)(second)

    return reader


def _exactly(*kinds: type) -> Any:
    def reader(value: Any) -> Any:
        if (isinstance(value, bool) and bool not in kinds) or not isinstance(value, kinds):
            raise TypeError(f"{quoted(value)} is no {kinds[0].__name__}")
        return value

    return reader


def _levels(value: Any) -> tuple[BlindLevel, ...]:
    whole = _exactly(int)
    return tuple((whole(small), whole(big), whole(hands)) for small, big, hands in value)


_READERS = {
    "game": _exactly(str),
    "seats": _pair(str),
    "seed": _exactly(int),
    "first": _exactly(str),
    "blinds": _exactly(float, int),
    "form": _exactly(str),
    "small_blind": _exactly(int),
    "big_blind": _exactly(int),
    "stacks": _pair(int),
    "schedule": _levels,
    "duplicate": _exactly(bool),
    "duplicate_block": _exactly(int),
    "teaching": _exactly(bool),
    "skip": _exactly(int),
    "think": _exactly(float, int, NoneType),
    "tutor": _exactly(bool),
    "adaptive": _exactly(str),
    "deals_first": _exactly(int),
    "ante": _exactly(int),
    "shuffled": _exactly(bool),
}
