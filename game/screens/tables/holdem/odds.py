"""The odds of two open hands, street by street: asked of the worker, which counts every board that may come."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from game.core import Seat
from game.rules.cards import Card
from game.rules.holdem import BOARD_CARDS, HOLE_CARDS, HoldemState, Street

if TYPE_CHECKING:
    from game.screens.tables.screen import TableScreen

Hands = tuple[tuple[Card, ...], tuple[Card, ...]]
Board = tuple[Card, ...]


class Odds:
    """What share of the pot each side of this hand would win on average, by the board."""

    def __init__(self, screen: TableScreen[Any]) -> None:
        self._screen = screen
        self._hands: Hands | None = None
        self._found: dict[Board, float] = {}
        self._tickets: dict[Board, int] = {}

    def follow(self) -> None:
        """Ask once for every street that the hand on the table has reached."""
        state = self._screen.session.state
        assert isinstance(state, HoldemState)
        if len(state.dealt) < HOLE_CARDS:
            return
        if state.hole != self._hands:
            self.forget()
            self._hands = state.hole
        for board in reached(state.board):
            if board not in self._tickets:
                payload = {"hands": state.hole, "board": board}
                self._tickets[board] = self._screen.requests.ask("duel", payload, partial(self._take, board))

    def forget(self) -> None:
        """Take no more interest in another hand."""
        for ticket in self._tickets.values():
            self._screen.requests.drop(ticket)
        self._found, self._tickets, self._hands = {}, {}, None

    def of(self, seat: Seat, board: Board) -> float | None:
        """Return the equity of a seat; None until it is known."""
        state = self._screen.session.state
        assert isinstance(state, HoldemState)
        if board not in self._found or state.hole != self._hands:
            return None
        first = self._found[board]
        return first if self._screen.session.player_of(seat) == 0 else 1 - first

    def _take(self, board: Board, value: Any, sentence: str) -> None:
        if not sentence:
            self._found[board] = value["equity"]


def reached(board: Board) -> list[Board]:
    """Return the boards of the streets up to this one.

    >>> reached((7, 8, 9, 10))
    [(), (7, 8, 9), (7, 8, 9, 10)]
    """
    return [board[: BOARD_CARDS[street]] for street in Street if BOARD_CARDS[street] <= len(board)]
