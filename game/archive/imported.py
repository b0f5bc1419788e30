"""Imported logs: hands that others have played elsewhere, kept apart from everything played here.

The worker reads and stores them. These are the types of the window's requests and of the answers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from game.core import Player, Seat
from game.match.acpc import to_acpc
from game.match.history import HandRecord
from game.match.session import Session
from game.match.table_spec import TableSpec
from game.rules import games
from game.rules.betting import BUTTON, HoldemRules
from game.rules.holdem import HoldemState

Reached = Literal[0, 1, 2, 3, 4]
"""The last street of a hand, on which a player folded, or `SHOWDOWN`."""
SHOWDOWN: Reached = 4


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A part of a file that is not a usable hand: the line (0 for the whole file), and the reason."""

    file: str
    number: int
    sentence: str


@dataclass(frozen=True, slots=True)
class LogPlayer:
    """A player in a log: the number of hands, and the net result in big blinds."""

    name: str
    hands: int
    net_bb: float


@dataclass(frozen=True, slots=True)
class ImportedLog:
    """A log in the user's folder.

    Attributes:
        bad: The number of lines left out.
        left_out: The first lines that were left out.
        assumed: The files that name no blinds and stacks. They are replayed at the table given at the import.
        players: The players with the most hands, in descending order.
        everybody: The number of all players.
    """

    id: str
    files: tuple[str, ...]
    at: float
    hands: int
    bad: int
    left_out: tuple[LeftOut, ...]
    tables: tuple[HoldemRules, ...]
    assumed: tuple[str, ...]
    players: tuple[LogPlayer, ...]
    everybody: int
    bytes: int = 0


@dataclass(frozen=True, slots=True)
class ImportedLogs:
    """All imported logs, latest first, and sentences about unreadable ones."""

    logs: tuple[ImportedLog, ...]
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LogFilter:
    """Selects hands of a log by player, by the minimum street reached, and by pot.

    `pot` is (minimum, end) in big blinds.
    """

    log: str
    player: str | None = None
    reached: Reached = 0
    pot: tuple[float, float | None] = (0, None)

    @property
    def is_open(self) -> bool:
        return self == LogFilter(self.log)


@dataclass(frozen=True, slots=True)
class ImportedHand:
    """A hand of a log. `place` is its number in the log, from 1. Seat 0 is player `first` and is shown first."""

    place: int
    record: HandRecord
    first: Player
    net: int
    """Chips that seat 0 has won."""
    reached: Reached

    @property
    def game(self) -> str:
        return games.HOLDEM

    @property
    def number(self) -> int:
        return self.place

    @property
    def own_seat(self) -> Seat | None:
        return None

    @property
    def returns(self) -> tuple[float, float]:
        return self.net, -self.net

    @property
    def id(self) -> str:
        """Return the hand as a line of an ACPC log, which other programs read."""
        return to_acpc(self.record)

    @property
    def spec(self) -> TableSpec:
        """Return the table, with the button where it was."""
        rules, names = self.record.rules, self.record.names
        return TableSpec(
            games.HOLDEM,
            (names[self.first], names[1 - self.first]),
            first="seat-0" if self.first == BUTTON else "seat-1",
            small_blind=rules.small_blind,
            big_blind=rules.big_blind,
            stacks=(rules.stacks[self.first], rules.stacks[1 - self.first]),
            ante=rules.ante,
        )

    @property
    def cards(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        final = self.record.final_state()
        return final.hole[self.first], final.board

    def session(self) -> Session:
        """Return the table at the end of the hand, with the cards that the log contains."""
        states = list(self.record.states())
        moves = [
            action
            for state, action in zip(states, self.record.actions, strict=False)
            if state.current_player() >= 0
        ]
        session = Session(self.spec, cards=states[-1].dealt)
        for action in moves:
            session.act(action)
        return session


def reached_by(final: HoldemState) -> Reached:
    """Return the furthest street, or showdown, of a finished hand."""
    if final.betting.folded is None:
        return SHOWDOWN
    streets: tuple[Reached, ...] = (0, 1, 2, 3)
    return streets[final.betting.street]
