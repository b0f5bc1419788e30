"""The decisions of a watched hand by street, those that were taken back too; choosing one goes there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from game.core import CHANCE, Seat
from game.match.session import Step
from game.rules.betting import Street
from game.rules.cards import Card
from game.rules.holdem import BOARD_CARDS, HoldemState
from game.screens.tables.game_view import Seen


@dataclass(frozen=True, slots=True)
class PastDecision:
    """A decision: who made it, in which state, and what was done."""

    seat: Seat
    before: HoldemState
    step: Step

    @property
    def street(self) -> Street:
        """The street on which it was made."""
        return self.before.street


class DecisionList:
    """The decisions of the hand on the table as far as it was ever shown; going back removes none."""

    def __init__(self, table: Seen) -> None:
        self._table = table
        self._hand = 0
        self._steps: tuple[Step, ...] = ()

    def follow(self) -> None:
        """Take in what the table has shown since."""
        shown, hand = self._table.shown_steps, self._table.session.hand_number
        if hand != self._hand or _done(self._steps[: len(shown)]) != _done(shown):
            self._hand, self._steps = hand, shown
        elif len(shown) > len(self._steps):
            self._steps = shown

    @property
    def made(self) -> int:
        """How many of the decisions lie before the moment that the table shows."""
        return sum(step.player != CHANCE for step in self._table.shown_steps)

    @property
    def board(self) -> tuple[Card, ...]:
        """The board as far as it was ever shown."""
        state = self._steps[-1].state if self._steps else None
        return state.board if isinstance(state, HoldemState) else ()

    def all(self) -> list[PastDecision]:
        """Return all decisions."""
        session = self._table.session
        return [
            PastDecision(session.seat_of(step.player), before.state, step)
            for before, step in pairwise(self._steps)
            if step.player != CHANCE and isinstance(before.state, HoldemState)
        ]


def _done(steps: Sequence[Step]) -> list[tuple[int, int]]:
    return [(step.player, step.action) for step in steps]


def board_of(street: Street, board: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return the board of a street."""
    return board[: BOARD_CARDS[street]]
