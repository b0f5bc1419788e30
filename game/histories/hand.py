"""The common form of a checked hand of any room, for two to ten players. Amounts are exact decimals."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from game.core import BadInput
from game.rules.cards import Card, quote_typed
from game.texts import text

NOTHING = Decimal(0)
OF_PLAY = "action", "end"
"""The groups of reasons that a missing action can cause: the second parts of their keys."""


class Unusable(BadInput):
    """A hand that cannot be used. The error has the number of the wrong line, and the reason in one sentence.

    `gap` is the difference between two amounts that should be equal, or 0 if the hand is refused for another
    reason. `is_of_play` tells whether a missing action can be the cause.
    """

    def __init__(
        self, sentence: str, line: int = 0, gap: Decimal = NOTHING, *, is_of_play: bool = False
    ) -> None:
        super().__init__(sentence)
        self.line = line
        self.gap = gap
        self.is_of_play = is_of_play


Unread = tuple[int, str]
"""The first line of a hand that begins with a player's name and cannot be read: number, and text after the name."""


def blame(problem: Unusable, unread: Unread | None) -> Unusable:
    """Return an error about the line `unread` if this line may be the cause of `problem`, else `problem`."""
    if unread is None or not problem.is_of_play:
        return problem
    line, rest = unread
    return refuse("histories_errors.action.unread", line, problem.gap, rest=quote_typed(rest))


def format_amount(amount: Decimal) -> str:
    """Format an amount without trailing zeros."""
    return f"{amount.normalize():f}"


def refuse(key: str, line: int, gap: Decimal = NOTHING, /, **fields: object) -> Unusable:
    return Unusable(text(key, **fields), line, gap, is_of_play=key.split(".")[1] in OF_PLAY)


class Kind(StrEnum):
    """The kind of an action or a post. Posts come before the cards."""

    ANTE = "ante"
    SMALL = "small blind"
    BIG = "big blind"
    DEAD = "dead blind"
    FOLD = "fold"
    CHECK = "check"
    CALL = "call"
    RAISE = "raise"


POSTS = (Kind.ANTE, Kind.SMALL, Kind.BIG, Kind.DEAD)


@dataclass(frozen=True, slots=True)
class RoomMove:
    """A post or an action.

    `amount` is the number of chips added to the pot. `total` is the player's total on this street after the
    move.
    """

    line: int
    player: int
    street: int
    kind: Kind
    amount: Decimal = NOTHING
    total: Decimal = NOTHING


@dataclass(frozen=True, slots=True)
class RoomPlayer:
    """A player: name, seat number, stack before the hand, and the hole cards if they are known."""

    name: str
    seat: int
    stack: Decimal
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class RoomHand:
    """A checked hand of a room.

    `players` are in the order of seats. `hero` and `button` are indices of players.

    Attributes:
        at: The time in seconds since 1970, or 0 if it is unknown.
        unit: The currency, or "chips".
        winnings: The amount that each player collected, in the order of `players`, without uncalled bets.
        nets: The net result of each player, according to the amounts that the room states.
        rake: The amount that the room took from the pot.
        is_settled: Whether the room states the collected amounts. If not, the cards decide the winner.
        line: The number of the first line of the hand.
        doubts: The number of printed amounts that disagree with the others, but are not needed to read the hand.
        is_cashed_out: Whether a player took a cash-out.
        unread: The first line of a player that could not be read, or None.
        result_line: The number of the last line that states a collected amount, or else the number of the line of
            the last action.
    """

    room: str
    number: str
    at: float
    unit: str
    table: str
    small_blind: Decimal
    big_blind: Decimal
    players: tuple[RoomPlayer, ...]
    button: int
    hero: int | None
    moves: tuple[RoomMove, ...]
    board: tuple[Card, ...]
    winnings: tuple[Decimal, ...]
    nets: tuple[Decimal, ...]
    rake: Decimal
    is_settled: bool
    is_cashed_out: bool
    line: int
    result_line: int
    doubts: int
    unread: Unread | None

    def put_in(self, street: int | None = None) -> list[Decimal]:
        """Return the amount that each player has put into the pot, over the whole hand or on one street."""
        found = [NOTHING] * len(self.players)
        for move in self.moves:
            if street in (None, move.street):
                found[move.player] += move.amount
        return found

    def live_after(self, street: int) -> list[int]:
        folded = {move.player for move in self.moves if move.kind == Kind.FOLD and move.street <= street}
        return [index for index in range(len(self.players)) if index not in folded]
