"""What is chosen above the panels: whose strategy, the line as it is typed, the board, the way to the decision."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pygame

from game.features.lab.page import GAMES_WIDTH
from game.features.lab.parts import BETWEEN, BETWEEN_ROWS, CHOICE
from game.features.lab.ranges.grids import GridPair
from game.features.lab.ranges.model import RangeModel
from game.match.betting_line import write_line
from game.rules.betting import Street
from game.rules.cards import Card
from game.study.opponents import portrait
from game.study.ranges import RangeAgent
from game.texts import number, text
from game.window.frame.screen import Services
from game.window.ui.canvas.painter import Painter
from game.window.ui.layout import Box, Column, Rect, Row, Space, Stack, fixed, grow
from game.window.ui.leaves import Control, Filled, Panel, Picture
from game.window.ui.widgets import Act, Button, Cycle, Option, ReadEntry, Segmented
from game.window.views.action_style import Ink
from game.window.views.betting_path import HEAD_ROW, ROW, Path
from game.window.views.card_slots import CardSlots, width_of
from game.window.views.mix_grid import MixPicture, paint_cell

AGENT_WIDTH, WIDE_AGENT, EXPORT_WIDTH = 272.0, 312.0, 108.0
LEAST_LINE, ROOMY_LINE = 200.0, 320.0
LONGEST = 300
BOARD, CAPS, SLOT, BUTTON = 5, 22.0, 46.0, 34.0
LEAST_ROWS, MOST_ROWS = 6, 9
LEGEND_NAME = "AKs"
SHARES = (0.3, 0.45, 0.25)
INKS = (Ink("act_small"), Ink("act_call", pattern="dots"), Ink("act_fold"))
LEGEND_HEIGHT = 0.65
CELL, AFTER_CELL, AFTER_WAY = 72.0, 20.0, 24.0
LEAST_WORDS, WIDEST = 230.0, 620.0
LEGEND_HEAD, LINE, APART = 26.0, 19.0, 4.0
PARTS = ("width", "height", "reach")


class RangeSetup:
    """The controls of the row, and what is wrong with what was typed."""

    def __init__(
        self, app: Services, model: RangeModel, game: Segmented, *, export: Act, changed: Act
    ) -> None:
        self._app, self._model, self._game = app, model, game
        self.agent = Cycle("agent", text("lab.ranges.agent"), [], "", model.choose)
        self.line = ReadEntry("line", text("lab.ranges.line"), model.type, changed, longest=LONGEST)
        self.line.shows_end = True
        self.line.placeholder = text("lab.ranges.placeholder")
        self.line.tooltip = text("lab.ranges.line_tip")
        self._export = Button("export", text("lab.ranges.export"), export, style="label_b", keycap="E")

    @property
    def description(self) -> str:
        """Whose strategy it is, at which stage."""
        agent = self._model.agent
        return text("lab.ranges.subtitle") if agent is None else agent_in_full(self._app, agent)

    def box(self, width: float) -> Box:
        """Return the controls in as many rows as they take in so many dp: who there is, and the line."""
        model = self._model
        short = [agent_name(self._app, agent) for agent in model.agents]
        self.agent.options = tuple(
            Option(agent.name, name if short.count(name) == 1 else agent_in_full(self._app, agent))
            for agent, name in zip(model.agents, short, strict=True)
        )
        self.agent.tooltip = self.description
        self.agent.chosen = model.chosen
        self.agent.disabled = "" if model.agents else text("lab.waiting")
        self.line.follow(write_line(model.line))
        self._export.disabled = "" if model.node is not None else text("lab.waiting")
        fixed_part = GAMES_WIDTH + AGENT_WIDTH + EXPORT_WIDTH + 3 * BETWEEN
        game = Filled(self._game, CHOICE).sized(fixed(min(width, GAMES_WIDTH)))
        more = max(0.0, min(WIDE_AGENT - AGENT_WIDTH, width - fixed_part - ROOMY_LINE))
        agent = Filled(self.agent, CHOICE).sized(fixed(min(width, AGENT_WIDTH + more)))
        export = Filled(self._export, CHOICE).sized(fixed(EXPORT_WIDTH))
        line = Filled(self.line, CHOICE).sized(grow()), export
        if width - fixed_part >= LEAST_LINE:
            return Row(game, agent, *line, gap=BETWEEN)
        if width >= GAMES_WIDTH + BETWEEN + AGENT_WIDTH:
            return Column(Row(game, agent, gap=BETWEEN), Row(*line, gap=BETWEEN), gap=BETWEEN_ROWS)
        return Column(Row(game), Row(agent), Row(*line, gap=BETWEEN), gap=BETWEEN_ROWS)


def agent_name(app: Services, agent: RangeAgent) -> str:
    """Name an agent, with its depth where it was made for one."""
    name = portrait(app.agents, agent.name).name
    return _of_depth(name, agent) if agent.is_blueprint else name


def agent_in_full(app: Services, agent: RangeAgent) -> str:
    """Name an agent with the depth that it is looked at with, and its stage."""
    shown = portrait(app.agents, agent.name)
    name = _of_depth(shown.name, agent)
    return text("lab.ranges.of_stage", name=name, stage=shown.stage) if shown.stage else name


def _of_depth(name: str, agent: RangeAgent) -> str:
    return text("lab.ranges.of_depth", name=name, depth=number(agent.depth))


class Strip:
    """The panel; `change` does what changes the board, `pick` opens all cards to choose from."""

    def __init__(
        self, model: RangeModel, path: Path, grids: GridPair, change: Callable[[Act], None], pick: Act
    ) -> None:
        self._model, self._path, self._grids, self._change = model, path, grids, change
        self.board = CardSlots("board", text("lab.ranges.board"), BOARD, self.lay, pick)
        self.board.tooltip = text("lab.ranges.board_tip")
        random = text("lab.ranges.random")
        self._random = Button("random", random, self.deal, kind="outline", style="label", keycap="R")
        self._up = Button("up", text("lab.ranges.up"), model.back, kind="outline", style="label", icon="undo")

    def lay(self, cards: Sequence[Card]) -> None:
        """Lay another board."""
        self._change(partial(self._model.lay, cards))

    def deal(self) -> None:
        """Deal the cards that are missing, or those of this street anew."""
        self._change(self._model.deal)

    def box(self, busy: float | None, *, narrow: bool) -> Panel:
        """Return the board, and beside or below it the way; `busy` is the share that is done of what is awaited."""
        line, wide, way = self._model.line, width_of(BOARD, SLOT), self._way()
        self.board.cards, self.board.veiled = line.board, range(len(line.shown), len(line.board))
        preflop = line.betting.street == Street.PREFLOP
        self._random.disabled = text("lab.ranges.no_board") if preflop else ""
        self._up.disabled = "" if line.actions else text("lab.ranges.at_start")
        buttons = Row(*(Control(one, BUTTON).sized(grow()) for one in (self._random, self._up)), gap=8)
        caps = Row(Picture(_caps, CAPS).sized(fixed(wide)))
        slots = Control(self.board, SLOT, width=wide, scales=True)
        if narrow:
            return Panel(caps, slots, Space(10), buttons, Space(14), way, busy=busy)
        board = Column(caps, slots, Space(10), buttons)
        row = Row(board.sized(fixed(wide)), Space(24), way.sized(grow()))
        return Panel(row, head=12, foot=12, busy=busy)

    def _way(self) -> Box:
        """The way to the decision, and where that leaves room how a cell is read."""
        rows = max((len(column.rows) for column in self._path.columns), default=0)
        high = HEAD_ROW + max(LEAST_ROWS, min(MOST_ROWS, rows)) * ROW
        return Stack(Filled(self._path, high), Picture(self._draw_legend))

    def _draw_legend(self, painter: Painter, rect: Rect) -> None:
        _draw_legend(painter, self._path.free, patterned=self._grids.patterned)


def _caps(painter: Painter, rect: Rect) -> None:
    x, y, width, _ = rect
    painter.caps(text("lab.ranges.board"), x, y + 7)
    painter.keycap(x + width, y + 7, "B")


def _draw_legend(painter: Painter, rect: Rect, *, patterned: bool) -> None:
    """Draw a cell and what its parts say, if all of it has room: the way to a decision is short."""
    x, y, width, height = rect
    left = x + AFTER_WAY
    words = left + CELL + AFTER_CELL
    room = min(WIDEST, x + width - words)
    if room < LEAST_WORDS:
        return
    parts = [painter.wrap(text(f"lab.ranges.legend.{part}"), room, "small") for part in PARTS]
    if LEGEND_HEAD + sum(len(lines) * LINE + APART for lines in parts) - APART > height:
        return
    painter.caps(text("lab.ranges.legend.title"), words, y + 12)
    heights = {LEGEND_NAME: LEGEND_HEIGHT}
    picture = MixPicture({LEGEND_NAME: SHARES}, inks=INKS, heights=heights, patterned=patterned)
    paint_cell(painter, pygame.Rect(painter.box((left, y + LEGEND_HEAD, CELL, CELL))), LEGEND_NAME, picture)
    at = y + LEGEND_HEAD
    for lines in parts:
        for line in lines:
            painter.text(line, words, at + LINE / 2, "small", "dim")
            at += LINE
        at += APART
