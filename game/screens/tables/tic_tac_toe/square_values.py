"""What is thought of the empty squares: by the learner across the table, and in truth by perfect play.

V goes round the views: the learner's values where there is a learner, the truth, neither. Both come from the
worker, for the position at hand and on demand only. A table that does not teach has no views.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from game.screens.tables.tic_tac_toe.screen import PlayTicTacToe

Verdict = Literal["wins", "holds", "loses"]
View = Literal["theirs", "truth", "off"]

WINS, HOLDS = 0.75, 0.25  # a value above the first wins, above the second holds
DECIMALS = 2  # that a value is shown with


class SquareValues:
    """The values of one position, and the view that is shown of them."""

    def __init__(self, table: PlayTicTacToe) -> None:
        self._table = table
        self._number: int | None = None
        self._tickets: list[int] = []
        self._believed: Mapping[int, float] | None = None
        self._true: Mapping[int, float] | None = None
        self._failed: set[View] = set()
        self.view: View = self.views[0]

    @property
    def views(self) -> tuple[View, ...]:
        """What V goes round; nothing but "off" where the table does not teach."""
        if not self._table.teaching:
            return ("off",)
        return ("theirs", "truth", "off") if self._table.against_learner else ("truth", "off")

    @property
    def shown(self) -> Mapping[int, float] | None:
        """The values of the view, None until they are known."""
        return {"theirs": self._believed, "truth": self._true, "off": None}[self.view]

    @property
    def missing(self) -> bool:
        """Whether the values of the view were asked for in vain."""
        return self.view in self._failed

    def turn(self) -> None:
        """Go on to the next view."""
        self.view = self.views[(self.views.index(self.view) + 1) % len(self.views)]

    def forget(self) -> None:
        """Forget the position."""
        for ticket in self._tickets:
            self._table.requests.drop(ticket)
        self._tickets.clear()
        self._failed.clear()
        self._number, self._believed, self._true = None, None, None

    def ask(self) -> None:
        """Ask about the position at hand, unless that was done or nothing is shown."""
        table = self._table
        seat = table.session.seat_to_act
        if self.view == "off" or self._number == table.state.number or seat is None:
            return
        self._number = table.state.number
        info = table.session.info(seat)
        if "theirs" in self.views:
            payload = {**table.agent_payload(table.other_seat), "info": info}
            self._tickets.append(table.ask("values", payload, self._got_believed))
        advice = {"game": table.game, "blinds": table.session.spec.blinds, "info": info}
        self._tickets.append(table.ask("advice", advice, self._got_true))

    def _got_believed(self, value: Any, sentence: str) -> None:
        if sentence:
            self._failed.add("theirs")
        else:
            self._believed = value

    def _got_true(self, value: Any, sentence: str) -> None:
        if sentence:
            self._failed.add("truth")
        else:
            self._true = value["values"]


def verdict(value: float) -> Verdict:
    """Return what a value means.

    >>> verdict(0.52), verdict(0.03)
    ('holds', 'loses')
    """
    return "wins" if value > WINS else "holds" if value > HOLDS else "loses"


def are_equal(values: Mapping[int, float]) -> bool:
    """Return whether several squares have one value, as far as the digits shown tell.

    >>> are_equal({0: 0.5, 1: 0.5004}), are_equal({0: 0.5, 1: 0.51}), are_equal({4: 0.5})
    (True, False, False)
    """
    return len(values) > 1 and len({round(value, DECIMALS) for value in values.values()}) == 1


def best_squares(values: Mapping[int, float]) -> frozenset[int]:
    """Return the squares of the highest value shown; none where all are equal.

    >>> sorted(best_squares({0: 0.501, 1: 0.498, 2: 0.1})), best_squares({0: 0.5, 1: 0.5})
    ([0, 1], frozenset())
    """
    if not values or are_equal(values):
        return frozenset()
    shown = {cell: round(value, DECIMALS) for cell, value in values.items()}
    return frozenset(cell for cell, value in shown.items() if value == max(shown.values()))
