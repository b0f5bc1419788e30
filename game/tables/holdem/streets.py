"""A hand of Hold'em street by street: the decisions that were shown, and the odds of two open hands.

Decisions that were taken back stay listed. The worker is asked for the odds: it counts every board that may come.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from game.core import CHANCE, Seat
from game.match.session import Session, Step
from game.rules.cards import Card
from game.rules.holdem import BOARD_CARDS, HOLE_CARDS, HoldemState, Street
from game.study.holdem import AskDuel, HandEquity
from game.tables.game_view import Seen
from game.window.frame.answers import Answers
from game.window.frame.requests import Requests

Hands = tuple[tuple[Card, ...], tuple[Card, ...]]
Board = tuple[Card, ...]


class PastDecision(NamedTuple):
    """A decision: who made it, in which state, and what was done."""

    seat: Seat
    before: HoldemState
    step: Step


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
    def board(self) -> Board:
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


class Odds:
    """What share of the pot each side of this hand would win on average, by the board."""

    def __init__(self, session: Session, requests: Requests) -> None:
        self._session = session
        self._answers: Answers[tuple[Hands, Board], HandEquity] = Answers(requests)
        self._hands: Hands | None = None

    def follow(self) -> None:
        """Ask once for every street that the hand on the table has reached."""
        state = self._state
        if len(state.dealt) < HOLE_CARDS:
            return
        if state.hole != self._hands:
            self._answers.forget()
            self._hands = state.hole
        for board in reached(state.board):
            self._answers.ask((state.hole, board), AskDuel(state.hole, board))

    def forget(self) -> None:
        """Take no more interest in this hand."""
        self._answers.forget()

    def of(self, seat: Seat, board: Board) -> float | None:
        """Return the equity of a seat; None until it is known."""
        answer = self._answers.get((self._state.hole, board))
        if answer is None:
            return None
        return answer.equity if self._session.player_of(seat) == 0 else 1 - answer.equity

    @property
    def _state(self) -> HoldemState:
        state = self._session.state
        assert isinstance(state, HoldemState)
        return state


def reached(board: Board) -> list[Board]:
    """Return the boards of the streets up to this one.

    >>> reached((7, 8, 9, 10))
    [(), (7, 8, 9), (7, 8, 9, 10)]
    """
    return [board_of(street, board) for street in streets_of(board)]


def streets_of(board: Board) -> list[Street]:
    """Return the streets that lie open on a board."""
    return [street for street in Street if BOARD_CARDS[street] <= len(board)]


def _done(steps: Sequence[Step]) -> list[tuple[int, int]]:
    return [(step.player, step.action) for step in steps]


def board_of(street: Street, board: Board) -> Board:
    """Return the board of a street."""
    return board[: BOARD_CARDS[street]]
