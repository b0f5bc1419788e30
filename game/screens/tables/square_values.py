"""What is thought of the empty squares: by the learner across the table, or in truth by perfect play.

Both come from the worker, for the position at hand and on demand only.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from game.screens.play_tic_tac_toe import PlayTicTacToe

Verdict = Literal["wins", "holds", "loses"]

WINS, HOLDS = 0.75, 0.25  # a value above the first wins, above the second holds


class SquareValues:
    """The values of one position; `believed` are the opponent's (at a board of two people the true ones)."""

    def __init__(self, table: PlayTicTacToe) -> None:
        self._table = table
        self._number: int | None = None
        self._tickets: list[int] = []
        self.believed: Mapping[int, float] | None = None
        self.true: Mapping[int, float] | None = None
        self.missing = False

    def forget(self) -> None:
        """Forget the position."""
        for ticket in self._tickets:
            self._table.requests.drop(ticket)
        self._tickets.clear()
        self._number, self.believed, self.true, self.missing = None, None, None, False

    def ask(self) -> None:
        """Ask about the position at hand, unless that was done."""
        table = self._table
        seat = table.session.seat_to_act
        if self._number == table.state.number or seat is None:
            return
        self._number = table.state.number
        info = table.session.info(seat)
        if table.against_agent:
            payload = {**table.agent_payload(table.other_seat), "info": info}
            self._tickets.append(table.ask("values", payload, self._got_believed))
        advice = {"game": table.game, "blinds": table.session.spec.blinds, "info": info}
        self._tickets.append(table.ask("advice", advice, self._got_true))

    def _got_believed(self, value: Any, sentence: str) -> None:
        self.believed = None if sentence else value
        self.missing = self.believed is None

    def _got_true(self, value: Any, sentence: str) -> None:
        self.true = None if sentence else value["values"]
        if not self._table.against_agent:
            self.believed, self.missing = self.true, self.true is None


def verdict(value: float) -> Verdict:
    """Return what a value means.

    >>> verdict(0.52), verdict(0.03)
    ('holds', 'loses')
    """
    return "wins" if value > WINS else "holds" if value > HOLDS else "loses"
