"""The side panel of tic-tac-toe: the opponent, the values of squares, and the moves made."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise

from game.core import Player
from game.match.session import Session, Step
from game.rules.tic_tac_toe import TicTacToeState
from game.study.judgements import AskJudgement, question_at
from game.study.opponents import Opponent, Portrait, stage_names
from game.study.play import AskValues, Mix, in_percent
from game.tables.parts import TablePart
from game.tables.play import PlayScreen
from game.tables.tic_tac_toe.view import View, are_equal, best_squares, verdict
from game.texts import number, text
from game.window.frame.requests import Answers
from game.window.ui.canvas.painter import Painter, Rect
from game.window.ui.layout import Box, Column, Either, Row, Space, grow
from game.window.ui.leaves import Control, Ink, Line, Pair, Paragraph, Picture, Rule, Words
from game.window.ui.leaves.bands import caps, padded, thirds
from game.window.ui.widgets import Button, Option, Segmented
from game.window.views import board
from game.window.views.board import ValueRow, value_row

ABOVE_CAPTION, BELOW_CAPTION, ABOVE_VALUES, BELOW_VALUES, COLUMN_GAP = 24.0, 17.5, 10.0, 12.0, 16.0
ROW, MIN_ROW, LEGEND = 32.0, 22.0, 26.0
ABOVE_MADE, BELOW_MADE = 18.0, 22.0
MADE_ROW, MIN_MADE_ROW = 30.0, 21.0
MAX_MOVES = 5  # maximum moves of one side in a game
CAPTIONS: Mapping[View, str] = {"theirs": "what_they_think", "truth": "what_is_true", "off": "values_caption"}

Made = tuple[TicTacToeState, Step]


@dataclass(frozen=True, slots=True)
class Thoughts:
    """The content of the value panel: `squares` with their values (best first), or else the text `words`.

    After the game, the panel also has the agent's moves (`made_rows`). If `equal`, all squares have the same value,
    and `words` says so. If `has_values`, the agent's moves have values of a learner, otherwise probabilities.
    """

    caption: str
    words: str = ""
    squares: Sequence[ValueRow] = ()
    equal: bool = False
    made_rows: Sequence[ValueRow] = ()
    made_caption: str = ""
    has_values: bool = False


def needs(moves: int = MAX_MOVES) -> float:
    """Return the minimum height in dp for rows of `moves` moves."""
    return ABOVE_MADE + BELOW_MADE + moves * MIN_MADE_ROW + LEGEND


class SquareValues(TablePart):
    """The values of the squares when it is a person's turn, and the view that selects which values are shown."""

    def __init__(self, table: PlayScreen, views: tuple[View, ...]) -> None:
        self._table, self._judgements = table, table.app.models.judgements
        self._beliefs: Answers[int, Mix] = Answers(table.requests)
        self._views = views
        self._number = -1
        self._truth: AskJudgement | None = None
        self.view: View = views[0]

    @property
    def visible_values(self) -> Mapping[int, float] | None:
        """The values of the selected view when it is a person's turn. None if they are not known."""
        if self._table.phase != "yours":
            return None
        if self.view == "theirs":
            return self._beliefs.get(self._number)
        known = self._judgements.of(self._truth) if self._truth and self.view == "truth" else None
        return known.values if known is not None else None

    @property
    def missing(self) -> bool:
        """Whether the request for the values of the view has failed."""
        if self.view == "theirs":
            return bool(self._beliefs.failed)
        asked = self._truth if self.view == "truth" else None
        return asked is not None and bool(self._judgements.problem(asked))

    def turn(self) -> None:
        self.view = self._views[(self._views.index(self.view) + 1) % len(self._views)]

    def on_change(self) -> None:
        self._beliefs.forget()
        self._truth = None

    def update(self, dt: float) -> bool:
        """When it is a person's turn, request the values of the position once, unless values are hidden."""
        table = self._table
        seat, state = table.session.seat_to_act, table.session.state
        if self.view == "off" or table.phase != "yours" or seat is None:
            return False
        assert isinstance(state, TicTacToeState)
        info = table.session.info(seat)
        self._number, self._truth = state.number, question_at(table.game, info)
        if "theirs" in self._views:
            self._beliefs.ask(self._number, AskValues(table.agent_at(table.other_seat), info))
        self._judgements.ask(self._truth)
        return False


class MadeMoves(TablePart):
    """An agent's moves in a finished game, each with the learner's value or the agent's probability."""

    def __init__(self, table: PlayScreen, *, learnt: bool) -> None:
        self._table, self._is_learner = table, learnt
        self._values: Answers[int, Mix] = Answers(table.requests)

    @property
    def are_valued(self) -> bool:
        return self._is_learner and not self._values.failed

    @property
    def moves(self) -> list[Made]:
        """The moves, each with the position before it.

        Empty before the end of the game or if no agent plays.
        """
        table = self._table
        ended = table.phase == "over" and not table.session.is_person(table.other_seat)
        return made_by(table.session, 1 - table.own_player) if ended else []

    def on_change(self) -> None:
        self._values.forget()

    def update(self, dt: float) -> bool:
        """Request the values that the agent gives to its moves, unless they were requested before."""
        if self.are_valued:
            agent = self._table.agent_at(self._table.other_seat)
            for index, (before, step) in enumerate(self.moves):
                self._values.ask(index, AskValues(agent, before.information_state(step.player)))
        return False

    def thoughts(self, record: str, name: str, squares: Sequence[str]) -> Thoughts:
        """Return the content of the panel after a game: the record, and the moves of the agent `name`.

        Each move has the value that the agent gave to it, or its probability if the agent has no values.
        """
        rows = [self._row(index, step, squares[step.action]) for index, (_, step) in enumerate(self.moves)]
        key = "thought_of_moves" if self.are_valued else "chance_of_moves"
        caption, made_caption = text("tic_tac_toe.record_caption"), text(f"tic_tac_toe.{key}", name=name)
        return Thoughts(
            caption, record, made_rows=rows, made_caption=made_caption, has_values=self.are_valued
        )

    def _row(self, index: int, step: Step, name: str) -> ValueRow:
        values = self._values.get(index) if self.are_valued else None
        if values is not None:
            return value_row(name, values[step.action])
        if self.are_valued or step.decision is None or step.decision.is_replacement:
            return ValueRow(name, None, "")
        share = step.decision.strategy.get(step.action, 0.0)
        return ValueRow(name, share, in_percent(step.decision, step.action))


def made_by(session: Session, player: Player) -> list[Made]:
    """Return the moves of a player in the current game, each with the position before it."""
    states = [TicTacToeState(), *(step.state for step in session.steps)]
    return [
        (before, step)
        for (before, _), step in zip(pairwise(states), session.steps, strict=True)
        if isinstance(before, TicTacToeState) and step.player == player
    ]


def view_thoughts(values: Mapping[int, float], view: View, name: str, squares: Sequence[str]) -> Thoughts:
    """Return the content of the panel for a view: the values of all squares, or a sentence if all are equal."""
    if are_equal(values):
        found = verdict(next(iter(values.values())))
        key = "all_equal" if view == "theirs" else f"squares_{found}.every"
        return Thoughts(_caption(view, name), text(f"tic_tac_toe.{key}", name=name), equal=True)
    best, ranked = best_squares(values), sorted(values.items(), key=lambda item: (-item[1], item[0]))
    rows = [value_row(squares[cell], value, best=cell in best) for cell, value in ranked]
    return Thoughts(_caption(view, name), squares=rows)


def instead_of_thoughts(values: SquareValues, name: str, *, teaching: bool) -> Thoughts:
    """Return the content of the panel while no values are shown: the reason, or a hint on how to see them."""
    if not teaching:
        return Thoughts(text("tic_tac_toe.serious_caption"), text("tic_tac_toe.values_in_teaching"))
    key = "no_values" if values.missing else "values_on_your_move"
    hidden = values.view == "off"
    return Thoughts(_caption(values.view, name), text(f"tic_tac_toe.{'values_hidden' if hidden else key}"))


def _caption(view: View, name: str) -> str:
    return text(f"tic_tac_toe.{CAPTIONS[view]}", name=name)


# ---- drawing -------------------------------------------------------------------------------------------------
def thoughts_box(thoughts: Thoughts) -> Box:
    """Return a box with the values as bars (best first), or with the hint.

    The box also has the agent's moves.
    """
    if thoughts.squares:
        heading = caps(thoughts.caption, above=ABOVE_CAPTION, below=ABOVE_VALUES)
        return Column(heading, _values(thoughts.squares).sized(grow()))
    ink, limit = ("text", 3) if thoughts.equal else ("dim", 2 if thoughts.made_rows else 4)
    heading = caps(thoughts.caption, above=ABOVE_CAPTION, below=BELOW_CAPTION)
    told = Column(heading, Words(thoughts.words, "label", ink, 10.5, limit)).when(thoughts.caption)
    if thoughts.equal:
        return Column(told, _scale())
    lines = (_value(row, least=MIN_MADE_ROW, most=MADE_ROW) for row in thoughts.made_rows)
    caption = caps(thoughts.made_caption, above=ABOVE_MADE, below=BELOW_MADE)
    made = Column(caption, *lines, _scale().when(thoughts.has_values))
    return Column(told, made.when(thoughts.made_rows).sized(grow()))


def _values(rows: Sequence[ValueRow]) -> Box:
    """Return a row for every square. If there are many squares, they are in two columns without bars."""

    def column(some: Sequence[ValueRow], *, bar: bool) -> Box:
        return Column(*(_value(row, least=MIN_ROW, most=ROW, bar=bar) for row in some))

    half = math.ceil(len(rows) / 2)
    two = Row(*(column(part, bar=False).sized(grow()) for part in (rows[:half], rows[half:])), gap=COLUMN_GAP)
    one = column(rows, bar=True).sized(grow(1, most=len(rows) * ROW))
    high, low = (
        Column(listed, _scale(), Space(BELOW_VALUES)) for listed in (one, two.sized(grow(1, most=half * ROW)))
    )
    return Either(high, low, least=len(rows) * MIN_ROW + LEGEND + BELOW_VALUES)


def _value(row: ValueRow, *, least: float, most: float, bar: bool = True) -> Box:
    """Return the row of one square with its value."""

    def draw(painter: Painter, rect: Rect) -> None:
        x, y, w, h = rect
        board.draw_value_row(painter, (x, y + h / 2, w, 0), row, bar=bar)

    return Picture(draw).sized(grow(1, least=least, most=most))


def _scale() -> Line:
    return Line(text("tic_tac_toe.scale"), "small", "faint", height=LEGEND)


PADDING, BAND_GAP = 24.0, 20.0
OPPONENT = 72.0
BUTTON, STAGES = 44.0, 38.0
ABOVE_BUTTONS, BELOW_STAGES, BUTTON_GAP = 20.0, 24.0, 12.0
LINE = 21.0
STRENGTH, RECORD, CHARACTER = 108.0, 92.0, 66.0
STRENGTH_LINES = 3


@dataclass(frozen=True, slots=True)
class PanelContent:
    """The content of the panel: the opponent, with a text on its character and its strength.

    After a game, the text is about the person's own moves. For two people, or if the `strength` is unknown
    and therefore empty, the panel shows the `score` instead. The controls are the training stages of a
    learner, the `buttons` for the next game, and the button to retry a mistake.
    """

    opponent: Portrait
    character: str
    strength: str
    score: Sequence[tuple[str, int]]
    thoughts: Thoughts
    stages: Segmented | None
    buttons: Sequence[Button]
    retry: Button | None


def panel_column(shown: PanelContent) -> Box:
    """Return the panel as a column."""
    thoughts = shown.thoughts
    told: Box = Column(thoughts_box(thoughts).sized(grow()), _strength(shown, ruled=True))
    if thoughts.made_rows:
        told = Either(told, thoughts_box(thoughts), least=RECORD + needs() + STRENGTH)
    middle: Box = Column(_character(shown), told.sized(grow()))
    if thoughts.made_rows and shown.character:
        without_record = thoughts_box(replace(thoughts, caption="", words=""))
        lean = Column(_character(shown), without_record.sized(grow()))
        middle = Either(middle, lean, least=CHARACTER + RECORD + needs(len(thoughts.made_rows)))
    foot = (*_stages(shown), Rule(height=0), Space(ABOVE_BUTTONS), _buttons(shown))
    return padded(_opponent(shown), middle.sized(grow()), *foot, side=PADDING, top=PADDING, bottom=PADDING)


def panel_band(shown: PanelContent) -> Box:
    """Return the panel as a wide band with three columns."""
    strength = Paragraph(shown.strength, limit=4)
    about = (Space(10), strength) if shown.strength else (Space(), _strength(shown, ruled=False))
    first = Column(Space(BAND_GAP), _opponent(shown), *about, Space(BAND_GAP).when(not shown.strength))
    second = Column(Space(4), thoughts_box(shown.thoughts).sized(grow()), Space(8))
    third = Column(Space(), *_stages(shown), Space(ABOVE_BUTTONS), _buttons(shown), Space(PADDING))
    return thirds(first, second, third, side=PADDING, gap=BAND_GAP)


# ---- the opponent --------------------------------------------------------------------------------------------
def _opponent(shown: PanelContent) -> Box:
    return Column(Picture(partial(_draw_opponent, shown.opponent), OPPONENT), Rule(height=0))


def _draw_opponent(portrait: Portrait, painter: Painter, rect: Rect) -> None:
    x, y, w, _ = rect
    painter.medallion(x + 26, y + 28, 26, portrait.device)
    painter.text(painter.short_name(portrait.name, w - 68, "h2"), x + 68, y + 18, "h2")
    painter.text(portrait.kind, x + 68, y + 41, "label", "dim", fit=w - 68)


def _character(shown: PanelContent) -> Box:
    """Return the text on the opponent's character, unless the values need the room."""
    words = Paragraph(shown.character, "label", "text", limit=3)
    shows_values = shown.thoughts.squares or shown.thoughts.equal
    return Column(Space(12), words, Rule(height=0)).when(shown.character and not shows_values)


class Lead(Words):
    """A paragraph whose first line is brighter than the others."""

    def draw(self, painter: Painter, rect: Rect) -> None:
        """Draw the lines."""
        x, y, width, _ = rect
        for index, line in enumerate(painter.wrap(self.words, width, self.style)[: self.limit]):
            ink = "dim" if index else "text"
            painter.text(line, x, y + (index + 0.5) * self.step, self.style, ink)


def _strength(shown: PanelContent, *, ruled: bool) -> Box:
    """Return the opponent's strength, or the score between two people."""
    name = shown.opponent.name
    caption = text("tic_tac_toe.how_good", name=name) if shown.strength else text("tic_tac_toe.score_caption")
    heading = caps(caption, above=20.0, below=15.5)
    inks = (Ink("label", "text"), Ink("label_b", "text"))
    rows = (Pair(who, number(count), height=LINE, inks=inks) for who, count in shown.score)
    lead = (Lead(shown.strength, after=0.0, limit=STRENGTH_LINES),) if shown.strength else rows
    return Column(Rule(height=0).when(ruled), heading, *lead, Space(8.5))


# ---- buttons -------------------------------------------------------------------------------------------------
def _stages(shown: PanelContent) -> list[Box]:
    if shown.stages is None:
        return []
    caption = caps(text("tic_tac_toe.stages"), above=24.0, below=18.0)
    return [caption, Control(shown.stages, STAGES), Space(BELOW_STAGES)]


def _buttons(shown: PanelContent) -> Box:
    beside = Row(*(Control(button, BUTTON).sized(grow()) for button in shown.buttons), gap=BUTTON_GAP)
    if shown.retry is None:
        return beside
    return Column(Control(shown.retry, BUTTON, after=BUTTON_GAP), beside)


def stage_options(opponent: Opponent | None) -> tuple[Option, ...]:
    """Return the stages of a learner as options. Empty if there is only one stage."""
    if opponent is None or len(opponent.entries) < 2:
        return ()
    names, _ = stage_names(opponent.entries)
    short = (name.replace(",000,000", " M") for name in names)
    return tuple(Option(entry.name, name) for entry, name in zip(opponent.entries, short, strict=True))
