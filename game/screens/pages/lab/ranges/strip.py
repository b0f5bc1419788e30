"""The strip of the page: the board with its buttons, the way to the decision, and how a cell is read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pygame

from game.rules.betting import Street
from game.rules.cards import Card
from game.screens.pages.lab.ranges.grids import GridPair
from game.screens.pages.lab.ranges.model import RangeModel
from game.screens.ui.canvas.painter import Painter
from game.screens.ui.layout import Box, Column, Rect, Space, Stack, fixed, grow
from game.screens.ui.layout import Row as Beside
from game.screens.ui.leaves import Control, Filled, Panel, Picture
from game.screens.ui.texts import text
from game.screens.ui.widgets import Act, Button
from game.screens.views.action_style import Ink
from game.screens.views.betting_path import HEAD_ROW, ROW, Path
from game.screens.views.card_slots import CardSlots, width_of
from game.screens.views.mix_grid import MixPicture, paint_cell

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


class Strip:
    """The panel; `change` does what changes the board, `pick` opens all cards to choose from."""

    def __init__(
        self, model: RangeModel, path: Path, grids: GridPair, change: Callable[[Act], None], pick: Act
    ) -> None:
        self._model, self._path, self._grids, self._change = model, path, grids, change
        self.board = CardSlots("board", text("lab.ranges.board"), BOARD, self.lay, pick)
        self.board.tooltip = text("lab.ranges.board_tip")
        self._random = Button(
            "random", text("lab.ranges.random"), self.deal, kind="outline", style="label", keycap="R"
        )
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
        buttons = Beside(*(Control(one, BUTTON).sized(grow()) for one in (self._random, self._up)), gap=8)
        caps = Beside(Picture(_caps, CAPS).sized(fixed(wide)))
        slots = Control(self.board, SLOT, width=wide, scales=True)
        if narrow:
            return Panel(caps, slots, Space(10), buttons, Space(14), way, busy=busy)
        board = Column(caps, slots, Space(10), buttons)
        row = Beside(board.sized(fixed(wide)), Space(24), way.sized(grow()))
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
    picture = MixPicture(
        {LEGEND_NAME: SHARES}, inks=INKS, heights={LEGEND_NAME: LEGEND_HEIGHT}, patterned=patterned
    )
    paint_cell(painter, pygame.Rect(painter.box((left, y + LEGEND_HEAD, CELL, CELL))), LEGEND_NAME, picture)
    at = y + LEGEND_HEAD
    for lines in parts:
        for line in lines:
            painter.text(line, words, at + LINE / 2, "small", "dim")
            at += LINE
        at += APART
