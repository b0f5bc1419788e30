"""What the opponent had in mind at each move of a game of tic-tac-toe that is over.

A learner tells the value of every square it took, asked of the worker once the game has ended; who has learnt no
values tells how often it plays the move.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from game.core import Player
from game.match.session import Session, Step
from game.messages.play import AgentKey, AskValues, Mix
from game.rules.tic_tac_toe import TicTacToeState
from game.screens.frame.answers import Answers
from game.screens.frame.requests import Requests
from game.screens.models.die import in_percent
from game.screens.ui.canvas.painter import Painter, Rect
from game.screens.ui.layout import Box, Column, grow
from game.screens.ui.leaves import Line, Picture
from game.screens.ui.leaves.bands import caps
from game.screens.ui.texts import text
from game.screens.views import value_row
from game.screens.views.value_row import ValueRow, valued

ABOVE_CAPTION, BELOW_CAPTION, LEGEND = 18.0, 22.0, 26.0
ROW, LEAST_ROW = 30.0, 21.0
MOST_MOVES = 5  # of one side in a game
NEEDS = ABOVE_CAPTION + BELOW_CAPTION + MOST_MOVES * LEAST_ROW + LEGEND


def needs(moves: int) -> float:
    """Return the least height of so many moves."""
    return NEEDS - (MOST_MOVES - moves) * LEAST_ROW


Made = tuple[TicTacToeState, Step]


def made_by(session: Session, player: Player) -> list[Made]:
    """Return the moves of a player in the game on the board, with the position before each."""
    states = [TicTacToeState(), *(step.state for step in session.steps)]
    return [
        (before, step)
        for (before, _), step in zip(pairwise(states), session.steps, strict=True)
        if isinstance(before, TicTacToeState) and step.player == player
    ]


class MadeMoves:
    """The values of the moves of a learner; `learnt` says whether the one across the table is one."""

    def __init__(self, requests: Requests, *, learnt: bool) -> None:
        self._values: Answers[int, Mix] = Answers(requests)
        self._learnt = learnt

    @property
    def are_valued(self) -> bool:
        """Whether the moves have values, as far as is known."""
        return self._learnt and not self._values.failed

    def forget(self) -> None:
        """Forget the game: it goes on, or another one begins."""
        self._values.forget()

    def ask(self, made: Sequence[Made], agent: AgentKey) -> None:
        """Ask once what every move was worth to an agent."""
        if self.are_valued:
            for place, (before, step) in enumerate(made):
                self._values.ask(place, AskValues(agent, before.information_state(step.player)))

    def rows(self, made: Sequence[Made], squares: Sequence[str]) -> list[ValueRow]:
        """Return a row for each move, in the order in which they were made."""
        return [self._row(place, step, squares[step.action]) for place, (_, step) in enumerate(made)]

    def _row(self, place: int, step: Step, name: str) -> ValueRow:
        if self.are_valued:
            values = self._values.get(place)
            return valued(name, values[step.action]) if values is not None else ValueRow(name, None, "")
        if step.decision is None:
            return ValueRow(name, None, "")
        share = step.decision.strategy.get(step.action, 0.0)
        return ValueRow(name, share, in_percent(step.decision, step.action))


def made_box(rows: Sequence[ValueRow], name: str, *, are_valued: bool) -> Box:
    """Return a caption and the rows, and below values what they mean."""
    key = "thought_of_moves" if are_valued else "chance_of_moves"
    lines = (value_box(row, least=LEAST_ROW, most=ROW) for row in rows)
    caption = caps(text(f"tic_tac_toe.{key}", name=name), above=ABOVE_CAPTION, below=BELOW_CAPTION)
    return Column(caption, *lines, scale() if are_valued else Box())


def value_box(row: ValueRow, *, least: float, most: float, bar: bool = True) -> Box:
    """Return one square with its value."""

    def draw(painter: Painter, rect: Rect) -> None:
        x, y, w, h = rect
        value_row.draw(painter, (x, y + h / 2, w, 0), row, bar=bar)

    return Picture(draw).sized(grow(1, least=least, most=most))


def scale() -> Line:
    """Return what the values mean."""
    return Line(text("tic_tac_toe.scale"), "small", "faint", height=LEGEND)
