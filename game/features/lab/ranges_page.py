"""The range page: an agent's strategy for all hole cards, at any decision in Hold'em.

The user moves along the betting with the path strip, a typed line, or the digit keys. The grid shows all 169
classes of the player to act, with their mixed actions and their weight in the range. Another panel lists the
hands of one class.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from typing import Any, ClassVar

import pygame

from game.core import Action
from game.features.lab.base import BETWEEN, BETWEEN_ROWS, CHOICE, GAMES_WIDTH, GAP, RANGES, LabPage
from game.features.lab.ranges_grids import GridPair
from game.features.lab.ranges_model import RangeModel, ShownNode
from game.match.betting_line import write_line
from game.rules import games
from game.rules.betting import Street
from game.rules.cards import Card
from game.study.opponents import portrait
from game.study.ranges import ExportRange, RangeAgent
from game.texts import text
from game.window.dialogs.pickers import pick_cards
from game.window.dialogs.stored_data import HANDS_CSV
from game.window.frame.actions import ActionOwner, action, control_keys, focus_key
from game.window.frame.page import Page
from game.window.frame.requests import Asked
from game.window.frame.screen import Services
from game.window.frame.spoken import name_hands
from game.window.ui.canvas.painter import Painter
from game.window.ui.layout import Box, Breakpoint, Column, Rect, Row, Space, Stack, fixed, grow, natural
from game.window.ui.leaves import Control, Filled, Panel, Picture
from game.window.ui.leaves.panels import PADDING
from game.window.ui.widgets import Act, Button, Cycle, Option, ReadEntry, Segmented
from game.window.views.betting_path import (
    HEAD_ROW,
    ROW,
    ActionInk,
    Path,
    agent_in_full,
    likeliest,
    list_columns,
    with_depth,
)
from game.window.views.cards import CardSlots, cards_width
from game.window.views.mix_grid import WIDEST as RANGE_PAIR_WIDEST
from game.window.views.mix_grid import MixPicture, paint_cell

AGENT_WIDTH, WIDE_AGENT, EXPORT_WIDTH = 272.0, 312.0, 108.0
MIN_LINE, ROOMY_LINE = 200.0, 320.0
LONGEST = 300
BOARD, CAPS, SLOT, BUTTON = 5, 22.0, 46.0, 34.0
MIN_ROWS, MAX_ROWS = 6, 9
LEGEND_NAME = "AKs"
SHARES = (0.3, 0.45, 0.25)
INKS = (ActionInk("act_small"), ActionInk("act_call", pattern="dots"), ActionInk("act_fold"))
LEGEND_HEIGHT = 0.65
CELL, AFTER_CELL, AFTER_WAY = 72.0, 20.0, 24.0
MIN_WORDS, WIDEST = 230.0, 620.0
LEGEND_HEAD, LINE, APART = 26.0, 19.0, 4.0
PARTS = ("width", "height", "reach")


class RangeSetup:
    """The row of settings: the agent, the typed line, and the error in this line."""

    def __init__(self, page: Page, model: RangeModel, game: Segmented) -> None:
        self._app, self._model, self._game = page.app, model, game
        self.agent = Cycle("agent", text("lab.ranges.agent"), [], "", model.choose)
        self.line = ReadEntry("line", text("lab.ranges.line"), model.type, page.show, longest=LONGEST)
        self.line.shows_end = True
        self.line.placeholder = text("lab.ranges.placeholder")
        self.line.tooltip = text("lab.ranges.line_tip")

    @property
    def description(self) -> str:
        agent = self._model.agent
        return text("lab.ranges.subtitle") if agent is None else agent_in_full(self._app.agents, agent)

    def box(self, width: float, export_button: Button) -> Box:
        """Return the controls for the agent and the line, in as many rows as they need at `width` dp."""
        model = self._model
        short = [agent_name(self._app, agent) for agent in model.agents]
        self.agent.options = tuple(
            Option(agent.name, name if short.count(name) == 1 else agent_in_full(self._app.agents, agent))
            for agent, name in zip(model.agents, short, strict=True)
        )
        self.agent.tooltip = self.description
        self.agent.chosen = model.chosen
        self.agent.disabled = "" if model.agents else text("lab.waiting")
        self.line.follow(write_line(model.line))
        fixed_part = GAMES_WIDTH + AGENT_WIDTH + EXPORT_WIDTH + 3 * BETWEEN
        game = Control(self._game, CHOICE, width=GAMES_WIDTH)
        more = max(0.0, min(WIDE_AGENT - AGENT_WIDTH, width - fixed_part - ROOMY_LINE))
        agent = Filled(self.agent, CHOICE).sized(fixed(min(width, AGENT_WIDTH + more)))
        export = Filled(export_button, CHOICE).sized(fixed(EXPORT_WIDTH))
        line = Filled(self.line, CHOICE).sized(grow()), export
        if width - fixed_part >= MIN_LINE:
            return Row(game, agent, *line, gap=BETWEEN)
        if width >= GAMES_WIDTH + BETWEEN + AGENT_WIDTH:
            return Column(Row(game, agent, gap=BETWEEN), Row(*line, gap=BETWEEN), gap=BETWEEN_ROWS)
        return Column(Row(game), Row(agent), Row(*line, gap=BETWEEN), gap=BETWEEN_ROWS)


def agent_name(app: Services, agent: RangeAgent) -> str:
    name = portrait(app.agents, agent.name).name
    return with_depth(name, agent) if agent.is_blueprint else name


class RangeControls(ActionOwner):
    """The panel with the board and the path."""

    keys: ClassVar[str] = "ranges"
    forward = control_keys("return")

    def __init__(self, page: Page, model: RangeModel, path: Path, grids: GridPair) -> None:
        self._page, self._model, self._path, self.grids = page, model, path, grids
        self.board = CardSlots("board", text("lab.ranges.board"), BOARD, self.lay, self.pick)
        self.board.tooltip = text("lab.ranges.board_tip")

    def lay(self, cards: Sequence[Card]) -> None:
        self.change(partial(self._model.lay, cards))

    def change(self, act: Act) -> None:
        """Change the board by calling `act`.

        When the board has all cards of the street, focus the betting again.
        """
        lacked = self._model.line.missing
        act()
        if lacked and not self._model.line.missing and self._page.app.screen is self._page:
            self._page.controls.focus("path")

    def pick(self) -> None:
        board, app = self._model.line.board, self._page.app
        pick_cards(app, "odds.pick.board", "lab.ranges.board_note", board, self.lay, most=BOARD)

    @action("r", control="random", kind="outline", style="label", hinted=False)
    def deal(self) -> None:
        self.change(self._model.deal)

    @deal.reason
    def _why_not_deal(self) -> str:
        return text("lab.ranges.no_board") if self._model.line.betting.street == Street.PREFLOP else ""

    @action("backspace", repeats=True, kind="outline", style="label", icon="undo", capped=False)
    def up(self) -> None:
        self._model.back()

    @up.reason
    def _why_not_up(self) -> str:
        return "" if self._model.line.actions else text("lab.ranges.at_start")

    def box(self, busy: float | None, *, narrow: bool) -> Panel:
        """Return the panel with the board, and the path beside or below it.

        `busy` is the progress of the pending answer, or None.
        """
        rows = max((len(column.rows) for column in self._path.columns), default=0)
        high = HEAD_ROW + max(MIN_ROWS, min(MAX_ROWS, rows)) * ROW
        way = Stack(Filled(self._path, high), Picture(self._draw_legend))
        line, wide = self._model.line, cards_width(BOARD, SLOT)
        self.board.cards, self.board.veiled = line.board, range(len(line.dealt_board), len(line.board))
        shown = self.deal.button, self.up.button
        buttons = Row(*(Control(button, BUTTON).sized(grow()) for button in shown), gap=8)
        caps = Row(Picture(_caps, CAPS).sized(fixed(wide)))
        slots = Control(self.board, SLOT, width=wide, scales=True)
        if narrow:
            return Panel(caps, slots, Space(10), buttons, Space(14), way, busy=busy)
        board = Column(caps, slots, Space(10), buttons)
        row = Row(board.sized(fixed(wide)), Space(24), way.sized(grow()))
        return Panel(row, head=12, foot=12, busy=busy)

    def _draw_legend(self, painter: Painter, rect: Rect) -> None:
        _draw_legend(painter, self._path.free, patterned=self.grids.patterned)


def _caps(painter: Painter, rect: Rect) -> None:
    x, y, width, _ = rect
    painter.caps(text("lab.ranges.board"), x, y + 7)
    painter.keycap(x + width, y + 7, "B")


def _draw_legend(painter: Painter, rect: Rect, *, patterned: bool) -> None:
    """Draw a sample cell of the grid with the meaning of its parts, if there is room for the whole legend."""
    x, y, width, height = rect
    left = x + AFTER_WAY
    words = left + CELL + AFTER_CELL
    room = min(WIDEST, x + width - words)
    if room < MIN_WORDS:
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


TALL = 880.0  # dp: the minimum height of a small window's body at which both grids are shown
MIN_HAND, MIN_BODY, NARROW_HAND, HINTS = 340.0, 376.0, 420.0, 30.0
OTHER = "O"  # the key that shows the range of the other player


class RangesScreen(LabPage):
    """The range page."""

    name: ClassVar[str] = "ranges"
    keys: ClassVar[str] = "ranges"
    game: ClassVar[str] = games.HOLDEM
    page = RANGES
    between = 4.0

    def __init__(self, app: Services) -> None:
        super().__init__(app)
        self._head = self.head(RANGES, lambda page: app.open("lab_holdem", page))
        self.model = RangeModel(app, self.show, app.models.lab.agent, app.models.lab.line)
        self._setup = RangeSetup(self, self.model, self._game)
        self._setup.line.entered = lambda: self.controls.focus("path")
        self._path = Path(
            text("lab.ranges.path"),
            self._act,
            lambda decision: self.model.go(self.model.node_line.upto(decision)),
        )
        self.grids = GridPair()
        self._strip = RangeControls(self, self.model, self._path, self.grids)
        self._wants_patterns = False
        self.controls.focus("path")

    # ---- what is done ---------------------------------------------------------------------------------------
    def _act(self, decision: int, action: Action) -> None:
        self.model.act(decision, action)
        if self.model.line.missing:
            self.controls.focus("board")

    # ---- actions --------------------------------------------------------------------------------------------
    @action(*"123456789", cap="1 – 9")
    def act(self, index: int) -> None:
        """Take an action at the current decision.

        If no action belongs to the pressed digit, show a message that lists the digits with an action.
        """
        if why := self._path.explain_digit(index):
            self.app.say(why)
            return
        shown = self.shown
        if shown is not None and shown.acting is not None and shown.line == self.model.line:
            actions = shown.acting.actions
            if index < len(actions):
                self._act(len(self.model.line.actions), actions[index])

    walk = control_keys("← ↑ ↓ →")

    type = focus_key("t", "line")

    @action("a")
    def agent(self) -> None:
        self._setup.agent.step(1)

    @action("o")
    def other(self) -> None:
        self.grids.turned = not self.grids.turned
        self.show()

    @other.hint
    def _other_words(self) -> str:
        return text("ranges.actions.other.hint") if self.grids.single else ""

    @action("x")
    def patterns(self) -> None:
        self._wants_patterns = not self._wants_patterns
        self.show()

    board = focus_key("b", "board", hinted=False)
    grid = focus_key("g", "grid", hinted=False)

    @property
    def action_parts(self) -> Sequence[ActionOwner]:
        return (self._strip,)

    other_page = control_keys("Ctrl+1 … 3", hinted=False)

    @action("e", style="label_b", hinted=False)
    def _export(self) -> None:
        """Export a picture of the page, or the strategy of all hands as CSV."""
        model = self.model
        if model.agent is None:
            return
        line = model.node_line
        agent, way = agent_in_full(self.app.agents, model.agent), write_line(line) or text("lab.ranges.start")
        stamp = text("lab.ranges.stamp", agent=agent, line=way)
        kinds = () if line.player is None else (HANDS_CSV,)
        name = model.agent.name
        self.export(stamp, kinds, lambda _, file: ExportRange(name, line, file), "ranges")

    @_export.reason
    def _why_not_export(self) -> str:
        return "" if self.model.node is not None else text("lab.waiting")

    # ---- what comes back ------------------------------------------------------------------------------------
    @property
    def questions(self) -> Sequence[Asked[Any]]:
        return self.model.questions

    def enter(self) -> None:
        """Repeat the requests that were dropped when the user left this screen or opened another screen."""
        self.model.look()
        if not self.model.line.missing and self.controls.focused is self._strip.board:
            self.controls.focus("path")
        self.show()

    def leave(self) -> None:
        super().leave()
        self.app.models.lab.agent, self.app.models.lab.line = self.model.chosen, self.model.line

    @property
    def shown(self) -> ShownNode | None:
        node = self.model.node
        return None if node is None else ShownNode.of(node, self.model.node_line)

    # ---- the layout -----------------------------------------------------------------------------------------
    @property
    def subtitle(self) -> str:
        return self._setup.description

    def settings(self, window: Breakpoint) -> Box:
        return self._setup.box(window.width - 2 * self.margin_at(window), self._export.button)

    @property
    def problem(self) -> str:
        return self._setup.line.problem or self.model.problem

    @property
    def remark(self) -> str:
        """The note above the panels.

        The note says that no trained agent is available, or explains the units and the resolution of the blueprint.
        """
        said = "no_blueprint" if self.model.lacks_blueprints else "units"
        notice = text(f"lab.ranges.{'off_menu' if self.model.leaves_the_menu else said}")
        agent = self.model.agent
        return f"{notice} {text('lab.ranges.grain')}" if agent is not None and agent.is_blueprint else notice

    def body(self, window: Breakpoint) -> Box:
        """Return the path strip above the two grids and the panel of a class.

        A small window has only one grid, and a narrow window has one column.
        """
        node = self.model.node
        columns = () if node is None else list_columns(node.decisions, self.model.node_line)
        if columns != self._path.columns:
            first = 0 if node is None else likeliest(node.decisions[-1])
            self.app.tell(name_hands(self._path.show(columns, first)))
        self.grids.shown = self.shown
        self.grids.patterned = self._wants_patterns or self.app.settings.theme == "contrast"
        painter, inner = self.app.painter, window.width - 2 * self.margin_at(window)
        free = self.room - self.above - self.top(window).measure(painter, inner) - HINTS
        busy = self.model.done if self.model.waiting and self.model.done else None
        draw = partial(self.grids.draw_hand, self.model.waiting)
        hand = Panel(Picture(draw).sized(grow()), head=0, foot=0, side=0)
        strip = self._strip.box(busy, narrow=window.narrow)
        if window.narrow:
            (grid,) = self.grids.boxes(single=True)
            return Column(strip, grid.sized(natural()), hand.sized(fixed(NARROW_HAND)), gap=GAP)
        if window.small and free <= TALL:
            (grid,) = self.grids.boxes(single=True, most=inner * 0.46 - 2 * PADDING)
            beside = Column(strip, hand.sized(grow(least=MIN_BODY * 0.8)), gap=GAP).sized(grow())
            return Row(grid.focused_last(), beside, gap=GAP).sized(grow())
        if window.small:
            both = Row(*(grid.sized(grow()) for grid in self.grids.boxes(single=False)), gap=GAP)
            return Column(strip, both, hand.sized(grow(least=MIN_BODY)), gap=GAP).sized(grow())
        most = (inner - MIN_HAND - 2 * GAP) / 2 - 2 * PADDING
        highest = (
            math.inf if most > RANGE_PAIR_WIDEST else max(MIN_BODY, most + GridPair.head + GridPair.foot)
        )
        row = Row(*self.grids.boxes(single=False, most=most), hand.sized(grow()), gap=GAP)
        body = Column(strip, row.sized(grow(least=MIN_BODY, most=highest)), gap=GAP)
        return body.sized(grow(most=strip.height_at(painter, inner) + GAP + highest))
