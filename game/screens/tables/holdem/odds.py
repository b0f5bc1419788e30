"""The odds of two open hands, street by street: asked of the worker, which counts every board that may come."""

from __future__ import annotations

from game.core import Seat
from game.match.session import Session
from game.messages.holdem import AskDuel, HandEquity
from game.rules.cards import Card
from game.rules.holdem import BOARD_CARDS, HOLE_CARDS, HoldemState, Street
from game.screens.frame.answers import Answers
from game.screens.frame.requests import Requests

Hands = tuple[tuple[Card, ...], tuple[Card, ...]]
Board = tuple[Card, ...]


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
    return [board[: BOARD_CARDS[street]] for street in Street if BOARD_CARDS[street] <= len(board)]
