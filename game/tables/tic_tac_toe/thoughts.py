"""The panel's part about the squares: their values, why there are none, or the opponent's thoughts at each move.

After a game, the worker is asked for the opponent's values of the squares it took. For an opponent without values,
the panel shows how often it plays each of these moves.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from game.core import Player
from game.match.session import Session, Step
from game.rules.tic_tac_toe import TicTacToeState
from game.study.play import AgentKey, AskValues, Mix
from game.study.words import in_percent
from game.tables.tic_tac_toe.square_values import SquareValues, View, are_equal, best_squares, verdict
from game.texts import text
from game.window.frame.answers import Answers
from game.window.frame.requests import Requests
from game.window.ui.canvas.painter import Painter, Rect
from game.window.ui.layout import Box, Column, Either, Row, Space, grow
from game.window.ui.leaves import Line, Picture, Words
from game.window.ui.leaves.bands import caps
from game.window.views import value_row
from game.window.views.value_row import ValueRow, valued

ABOVE_CAPTION, BELOW_CAPTION, ABOVE_VALUES, BELOW_VALUES, COLUMN_GAP = 24.0, 17.5, 10.0, 12.0, 16.0
ROW, LEAST_ROW, LEGEND = 32.0, 22.0, 26.0
ABOVE_MADE, BELOW_MADE = 18.0, 22.0
MADE_ROW, LEAST_MADE_ROW = 30.0, 21.0
MOST_MOVES = 5  # of one side in a game
CAPTIONS: Mapping[View, str] = {"theirs": "what_they_think", "truth": "what_is_true", "off": "values_caption"}

Made = tuple[TicTacToeState, Step]


@dataclass(frozen=True, slots=True)
class Thoughts:
    """The content: `words`; `squares` with their values, the best first; or the moves that were `made`.

    `equal`: the words say that all squares are worth the same. `valued`: the moves made have values.
    """

    caption: str
    words: str = ""
    squares: Sequence[ValueRow] = ()
    equal: bool = False
    made: Sequence[ValueRow] = ()
    made_caption: str = ""
    valued: bool = False


def needs(moves: int = MOST_MOVES) -> float:
    """Return the least height of so many moves."""
    return ABOVE_MADE + BELOW_MADE + moves * LEAST_MADE_ROW + LEGEND


class MadeMoves:
    """The moves of the opponent in a game that is over; of a learner with their values."""

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

    def thoughts(self, made: Sequence[Made], record: str, name: str, squares: Sequence[str]) -> Thoughts:
        """Return the record in words, and what `name` had in mind at each move."""
        rows = [self._row(place, step, squares[step.action]) for place, (_, step) in enumerate(made)]
        key = "thought_of_moves" if self.are_valued else "chance_of_moves"
        caption, made_caption = text("tic_tac_toe.record_caption"), text(f"tic_tac_toe.{key}", name=name)
        return Thoughts(caption, record, made=rows, made_caption=made_caption, valued=self.are_valued)

    def _row(self, place: int, step: Step, name: str) -> ValueRow:
        values = self._values.get(place) if self.are_valued else None
        if values is not None:
            return valued(name, values[step.action])
        if self.are_valued or step.decision is None:
            return ValueRow(name, None, "")
        share = step.decision.strategy.get(step.action, 0.0)
        return ValueRow(name, share, in_percent(step.decision, step.action))


def made_by(session: Session, player: Player) -> list[Made]:
    """Return the moves of a player in the game on the board, with the position before each."""
    states = [TicTacToeState(), *(step.state for step in session.steps)]
    return [
        (before, step)
        for (before, _), step in zip(pairwise(states), session.steps, strict=True)
        if isinstance(before, TicTacToeState) and step.player == player
    ]


def thoughts_of(values: Mapping[int, float], view: View, name: str, squares: Sequence[str]) -> Thoughts:
    """Return the values of a view, or that all squares are worth the same: to `name`, or in truth."""
    if are_equal(values):
        found = verdict(next(iter(values.values())))
        key = "all_equal" if view == "theirs" else f"squares_{found}.every"
        return Thoughts(_caption(view, name), text(f"tic_tac_toe.{key}", name=name), equal=True)
    best, ranked = best_squares(values), sorted(values.items(), key=lambda item: (-item[1], item[0]))
    rows = [valued(squares[cell], value, best=cell in best) for cell, value in ranked]
    return Thoughts(_caption(view, name), squares=rows)


def instead_of_thoughts(values: SquareValues, name: str, *, teaching: bool) -> Thoughts:
    """Return how to see the values, while none show."""
    if not teaching:
        return Thoughts(text("tic_tac_toe.serious_caption"), text("tic_tac_toe.values_in_teaching"))
    key = "no_values" if values.missing else "values_on_your_move"
    hidden = values.view == "off"
    return Thoughts(_caption(values.view, name), text(f"tic_tac_toe.{'values_hidden' if hidden else key}"))


def _caption(view: View, name: str) -> str:
    """Say whose values are shown."""
    return text(f"tic_tac_toe.{CAPTIONS[view]}", name=name)


# ---- how they look -------------------------------------------------------------------------------------------
def thoughts_box(thoughts: Thoughts) -> Box:
    """Return the values as bars, the best first; or how to see them, and the moves that were made."""
    if thoughts.squares:
        heading = caps(thoughts.caption, above=ABOVE_CAPTION, below=ABOVE_VALUES)
        return Column(heading, _values(thoughts.squares).sized(grow()))
    ink, limit = ("text", 3) if thoughts.equal else ("dim", 2 if thoughts.made else 4)
    heading = caps(thoughts.caption, above=ABOVE_CAPTION, below=BELOW_CAPTION)
    told = Column(heading, Words(thoughts.words, "label", ink, 10.5, limit)).when(thoughts.caption)
    if thoughts.equal:
        return Column(told, _scale())
    lines = (_value(row, least=LEAST_MADE_ROW, most=MADE_ROW) for row in thoughts.made)
    caption = caps(thoughts.made_caption, above=ABOVE_MADE, below=BELOW_MADE)
    made = Column(caption, *lines, _scale().when(thoughts.valued))
    return Column(told, made.when(thoughts.made).sized(grow()))


def _values(rows: Sequence[ValueRow]) -> Box:
    """Return every square; in two columns without bars where they are too many."""

    def column(some: Sequence[ValueRow], *, bar: bool) -> Box:
        return Column(*(_value(row, least=LEAST_ROW, most=ROW, bar=bar) for row in some))

    half = math.ceil(len(rows) / 2)
    two = Row(*(column(part, bar=False).sized(grow()) for part in (rows[:half], rows[half:])), gap=COLUMN_GAP)
    one = column(rows, bar=True).sized(grow(1, most=len(rows) * ROW))
    high, low = (
        Column(listed, _scale(), Space(BELOW_VALUES)) for listed in (one, two.sized(grow(1, most=half * ROW)))
    )
    return Either(high, low, least=len(rows) * LEAST_ROW + LEGEND + BELOW_VALUES)


def _value(row: ValueRow, *, least: float, most: float, bar: bool = True) -> Box:
    """Return one square with its value."""

    def draw(painter: Painter, rect: Rect) -> None:
        x, y, w, h = rect
        value_row.draw(painter, (x, y + h / 2, w, 0), row, bar=bar)

    return Picture(draw).sized(grow(1, least=least, most=most))


def _scale() -> Line:
    """Return what the values mean."""
    return Line(text("tic_tac_toe.scale"), "small", "faint", height=LEGEND)
