"""What the opponent had in mind at each move of a game of tic-tac-toe that is over.

A learner tells the value of every square it took, asked of the worker once the game has ended; who has learnt no
values tells how often it plays the move.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from game.match.session import Step
from game.rules.tic_tac_toe import TicTacToeState
from game.screens.pen import Pen, Rect
from game.screens.tables.die import in_percent
from game.screens.views import value_row
from game.screens.views.value_row import ValueRow, valued

if TYPE_CHECKING:
    from game.screens.tables.tic_tac_toe.screen import PlayTicTacToe

CAPTION, LEGEND = 40.0, 26.0
ROW, LEAST_ROW = 30.0, 21.0
MOST_MOVES = 5  # of one side in a game
NEEDS = CAPTION + MOST_MOVES * LEAST_ROW + LEGEND

Made = tuple[TicTacToeState, Step]


class MadeMoves:
    """The moves of the one across the table."""

    def __init__(self, table: PlayTicTacToe) -> None:
        self._table = table
        self._tickets: list[int] = []
        self._values: dict[int, Mapping[int, float]] = {}
        self._missing = False

    @property
    def shown(self) -> bool:
        """Whether the game is over, and an agent has moved in it."""
        return self._table.against_agent and self._table.phase == "over" and bool(self._made())

    @property
    def _are_valued(self) -> bool:
        return self._table.against_learner and not self._missing

    def forget(self) -> None:
        """Forget the game: it goes on, or another one begins."""
        for ticket in self._tickets:
            self._table.requests.drop(ticket)
        self._tickets.clear()
        self._values.clear()
        self._missing = False

    def follow(self) -> None:
        """Ask once what every move was worth to a learner."""
        table = self._table
        if self._tickets or not self.shown or not self._are_valued:
            return
        for place, (before, step) in enumerate(self._made()):
            info = before.information_state(step.player)
            payload = {**table.agent_payload(table.other_seat), "info": info}
            self._tickets.append(table.ask("values", payload, partial(self._take, place)))

    def rows(self) -> Sequence[ValueRow]:
        """Return a row for each move, in the order in which they were made."""
        return [self._row(place, step) for place, (_, step) in enumerate(self._made())]

    def draw(self, pen: Pen, r: Rect) -> None:
        """Draw a caption and the rows in `r`."""
        x, y, w, h = r
        table, rows = self._table, self.rows()
        key = "thought_of_moves" if self._are_valued else "chance_of_moves"
        pen.caps(table.texts(f"tic_tac_toe.{key}", name=table.opponent.name), x, y + 18, fit=w)
        pitch = min(ROW, (h - CAPTION - LEGEND) / len(rows))
        for place, row in enumerate(rows):
            value_row.draw(pen, (x, y + CAPTION + (place + 0.5) * pitch, w, 0), row)
        if self._are_valued:
            below = y + CAPTION + len(rows) * pitch + LEGEND / 2
            pen.text(table.texts("tic_tac_toe.scale"), x, below, "small", "faint", fit=w)

    def _made(self) -> list[Made]:
        table = self._table
        states = [table.first_state(), *(step.state for step in table.session.steps)]
        return [
            (before, step)
            for (before, _), step in zip(pairwise(states), table.session.steps, strict=True)
            if isinstance(before, TicTacToeState) and step.player != table.own_player
        ]

    def _row(self, place: int, step: Step) -> ValueRow:
        name = self._table.board.names[step.action]
        if not self._are_valued:
            if step.decision is None:
                return ValueRow(name, None, "")
            share = step.decision.strategy.get(step.action, 0.0)
            return ValueRow(name, share, in_percent(step.decision, step.action))
        values = self._values.get(place)
        if values is None:
            return ValueRow(name, None, "")
        return valued(name, values[step.action])

    def _take(self, place: int, value: Any, sentence: str) -> None:
        if sentence:
            self._missing = True
        else:
            self._values[place] = value
