"""The cross-table of a league as a control, and the formats of its results."""

from __future__ import annotations

import math
from typing import ClassVar

from game.features.arena.model import COLUMN, ArenaModel, ArenaRow
from game.match.series import MIN_CERTAIN_SAMPLES, UNITS
from game.rules import games
from game.study.league import League, LeaguePair, get_digits
from game.texts import join_label, number, signed, text
from game.window.frame.page import Page
from game.window.ui.canvas.painter import Painter, Rect
from game.window.ui.input import ENTER, STEPS, Key
from game.window.ui.layout import Box
from game.window.ui.leaves import Filled
from game.window.ui.theme import RGB
from game.window.ui.widgets import Act, Widget, WidgetPart, holds
from game.window.views.board import value_tint

NOTHING = 1e-9  # half-widths of intervals below this are rounding errors
SIDE, MIN_TWO_LINES = 4.0, 40.0  # dp: the margin of a cell's text, and the minimum height of two lines


def format_mean(value: float, game: str) -> str:
    return signed(value, get_digits(game))


def format_interval(ci95: float | None, game: str) -> str:
    """Format the half-width of an interval. Return "" if the half-width is unknown or zero."""
    return "" if ci95 is None or ci95 < NOTHING else f"± {number(ci95, get_digits(game))}"


def format_result(pair: LeaguePair, game: str) -> str:
    return f"{format_mean(pair.mean, game)} {format_interval(pair.ci95, game)}".strip()


def get_counted_kind(game: str) -> str:
    """Return the counted unit: "deals", or "games" in tic-tac-toe, which has no deal."""
    return "games" if game == games.TIC_TAC_TOE else "deals"


def get_counted_unit(game: str) -> str:
    return text(f"arena.units.{get_counted_kind(game)}")


def get_unit(game: str) -> str:
    return text(f"watch.units.{UNITS[game].replace('/', '-')}")


def count_games(deals: int, game: str) -> int:
    """Return `deals`, or in tic-tac-toe the number of games, which is two per deal."""
    return 2 * deals if game == games.TIC_TAC_TOE else deals


def all_alike(pair: LeaguePair) -> bool:
    """Return whether all deals so far had the same result.

    The result of a deal is the sum over its two games, which are played with swapped seats.
    """
    return pair.ci95 is not None and pair.ci95 < NOTHING


def is_certain(pair: LeaguePair) -> bool:
    """Return whether the lead is significant: the interval does not contain 0."""
    if pair.exact:
        return pair.mean != 0
    return pair.deals >= MIN_CERTAIN_SAMPLES and pair.ci95 is not None and abs(pair.mean) > pair.ci95


def draw_result(
    painter: Painter, rect: Rect, pair: LeaguePair, league: League, largest_mean: float, *, figures: bool
) -> None:
    """Draw the cell of a pair that has played: a tint, the result, and the share of deals still to play.

    If `figures`, the result is written as a number, otherwise as a sign. A mean of `largest_mean` gets the
    full tint.
    """
    x, y, wide, high = rect
    across, middle = x + wide / 2, y + high / 2
    painter.rect(rect, _tint(painter, pair, largest_mean), 5)
    if not figures:
        sign = ("+" if pair.mean > 0 else "−") if is_certain(pair) else "·"
        painter.text(sign, across, middle, "label_b", al="c")
    else:
        game = league.settings.game
        interval = format_interval(pair.ci95, game)
        fits = high >= MIN_TWO_LINES and painter.width(interval, "small") <= wide - 2 * SIDE
        below = interval != "" and fits
        painter.text(format_mean(pair.mean, game), across, middle - 9 * below, "label_b", al="c")
        if below:
            painter.text(interval, across, middle + 10, "small", al="c")
    if pair.deals < league.deals:
        track = x + SIDE, y + high - 4, wide - 2 * SIDE, 2.0
        painter.rect(track, "line", 1)
        painter.rect((*track[:2], track[2] * pair.deals / league.deals, 2.0), "text", 1)


def _tint(painter: Painter, pair: LeaguePair, largest_mean: float) -> RGB:
    """Return the colour of a cell, on a logarithmic scale from the largest loss to the largest win."""
    if not is_certain(pair):
        return value_tint(painter, 0.5)
    share = math.log1p(9 * abs(pair.mean) / largest_mean) / math.log(10)
    return value_tint(painter, 0.5 + math.copysign(share, pair.mean) / 2)


COLUMN_HEAD = 26.0
GAP = 3.0
MAX_WITH_FIGURES = 12
HIGHEST_ROW = 150.0
NAME_GAP = 12.0
MAX_NAME = 0.4
MIN_COLUMN = 24.0

Cell = tuple[int, int]
HEADS = -1
"""The row index of the column heads."""


class CrossTable(Widget):
    """The cross-table of a league as a control: every agent against every other, with one selected pair.

    Arrows move the selection, and a click on a column head sorts the rows. Cells that are too small for numbers
    show a tint and a sign, and the hint of the cell under the mouse has the numbers. If column heads are too narrow
    for names, they show the numbers of the agents.

    Enter, or a second click on the selected pair, calls the callback `opened`.
    """

    role: ClassVar[str] = "table"

    def __init__(self, standings: ArenaModel, page: Page, opened: Act) -> None:
        super().__init__("table", text("arena.table.title"))
        self._standings, self._game = standings, standings.settings.game
        self._page, self._opened = page, opened
        self._names = ("", "")
        self._under: Cell | None = None
        self._widest = 0.0

    # ---- selection ------------------------------------------------------------------------------------------
    @property
    def selection(self) -> tuple[ArenaRow, ArenaRow, LeaguePair] | None:
        """The selected pair: the agent of the row, the agent of the column, and the result."""
        return self._pair(self._cell)

    @property
    def value(self) -> str:
        return self._words(self._cell)

    @property
    def hint(self) -> str:
        """The result in the cell under the mouse, or the effect of a click on a column head."""
        return self._words(self._under) if self._under is not None else ""

    def hint_rect(self) -> Rect:
        return self.rect if self._under is None else self._cell_rect(self._under)

    @property
    def _cell(self) -> Cell:
        """The cell of the selected pair.

        Before a selection, this is the first row and the first column with another agent.
        """
        rows = [row.agent for row in self._standings.rows]
        columns = [column.agent for column in self._standings.columns]
        if self._names[0] in rows and self._names[1] in columns:
            return rows.index(self._names[0]), columns.index(self._names[1])
        return 0, 1 if rows[:1] == columns[:1] else 0

    def _pair(self, cell: Cell) -> tuple[ArenaRow, ArenaRow, LeaguePair] | None:
        (row, column), rows = cell, self._standings.rows
        if not (0 <= row < len(rows) and 0 <= column < len(rows)):
            return None
        pair = rows[row].pairs[column]
        return None if pair is None else (rows[row], self._standings.columns[column], pair)

    def _words(self, cell: Cell) -> str:
        if cell[0] == HEADS:
            return text("arena.table.sort", name=self._standings.columns[cell[1]].name)
        found = self._pair(cell)
        if found is None:
            return ""
        row, column, pair = found
        who, waits = text("arena.pair.title", a=row.name, b=column.name), self._waits or text("arena.not_met")
        return join_label(who, format_result(pair, self._game) if pair.is_known else waits)

    @property
    def _waits(self) -> str:
        """The text for a pair without results: "queued" while the league runs, else empty."""
        return text("arena.queued") if self._standings.phase == "playing" else ""

    # ---- keys and mouse -------------------------------------------------------------------------------------
    def key(self, event: Key) -> bool:
        """Handle a key: arrows move the selection, and Enter opens the selected pair."""
        if event.name in ENTER:
            if self.selection is not None and not event.repeat:
                self._opened()
            return True
        if event.name not in STEPS or event.ctrl:
            return False
        (row, column), (down, right) = self._cell, STEPS[event.name]
        for steps in (1, 2):  # no agent plays itself, so skip the diagonal
            cell = row + steps * down, column + steps * right
            if self._pair(cell) is not None:
                self._choose(cell)
                break
        return True

    def hover(self, x: float, y: float) -> bool:
        before, self._under = self._under, self._cell_at(x, y)
        return before != self._under

    def release(self, x: float, y: float) -> bool:
        """Handle a click: select a pair, open the selected pair, or sort by a column head."""
        cell = self._cell_at(x, y)
        if cell is None:
            return True
        if cell[0] == HEADS:
            self._standings.sort_against(self._standings.columns[cell[1]].agent)
        elif cell == self._cell:
            self._opened()
        else:
            self._choose(cell)
        return True

    def parts(self) -> list[WidgetPart]:
        """Return the column heads and the cells, for a screen reader."""
        rows, columns = self._standings.rows, self._standings.columns
        parts = []
        for cell in self._cells:
            row, column = cell
            name = f"{'by' if row == HEADS else rows[row].agent}-{columns[column].agent}"
            lit = self._sorts(columns[column]) if row == HEADS else cell == self._cell
            parts.append(WidgetPart(name, self._words(cell), self._cell_rect(cell), lit))
        return parts

    def focus_rect(self) -> Rect:
        return self._cell_rect(self._cell)

    def _choose(self, cell: Cell) -> None:
        self._names = self._standings.rows[cell[0]].agent, self._standings.columns[cell[1]].agent
        self._page.show()

    def _sorts(self, column: ArenaRow) -> bool:
        return self._standings.order == COLUMN and self._standings.against == column.agent

    # ---- geometry -------------------------------------------------------------------------------------------
    def box(self, least: float) -> Box:
        """Return a box that contains the table and is at least `least` dp high.

        The first column is as wide as the current names need. The selected pair is remembered by the names of its
        agents. So the pair stays selected if new results change the order of the rows.
        """
        if (selected := self.selection) is not None:
            self._names = selected[0].agent, selected[1].agent
        painter = self._page.app.painter
        names = (painter.width(_row_name(row), "label_b") for row in self._standings.rows)
        self._widest = max(names, default=0.0) + NAME_GAP
        return Filled(self, least)

    @property
    def _cells(self) -> list[Cell]:
        """Return the indices of the column heads, and of the cells of all pairs."""
        places = range(len(self._standings.rows))
        cells = [(row, column) for row in (HEADS, *places) for column in places]
        return [cell for cell in cells if cell[0] == HEADS or self._pair(cell) is not None]

    @property
    def _left(self) -> float:
        wide = self.rect[2]
        return min(self._widest, max(wide * MAX_NAME, wide - MIN_COLUMN * len(self._standings.rows)))

    def _cell_rect(self, cell: Cell) -> Rect:
        row, column = cell
        x, y, width, height = self.rect
        count = max(1, len(self._standings.rows))
        wide, high = (width - self._left) / count, min(HIGHEST_ROW, (height - COLUMN_HEAD) / count)
        left = x + self._left + column * wide
        if row == HEADS:
            return left, y, wide - GAP, COLUMN_HEAD - GAP
        return left, y + COLUMN_HEAD + row * high, wide - GAP, high - GAP

    def _cell_at(self, x: float, y: float) -> Cell | None:
        return next((cell for cell in self._cells if holds(self._cell_rect(cell), x, y)), None)

    # ---- drawing --------------------------------------------------------------------------------------------
    def draw(self, painter: Painter) -> None:
        """Draw the column heads, the names of the rows, and the cells."""
        self._draw_heads(painter)
        room = self._cell_rect((0, 0))[2] - 2 * SIDE
        pairs, columns = self._standings.league.pairs, len(self._standings.columns)
        tells = len(self._standings.rows) <= MAX_WITH_FIGURES and all(
            painter.width(format_mean(-abs(pair.mean), self._game), "label_b") <= room for pair in pairs
        )
        for index, row in enumerate(self._standings.rows):
            _, y, _, high = self._cell_rect((index, 0))
            fit = self._left - NAME_GAP + 1
            painter.text(_row_name(row), self.rect[0], y + high / 2, "label_b", fit=fit)
            for column in range(columns):
                self._draw_cell(painter, (index, column), figures=tells)
        if self.selection is not None:
            rect = self._cell_rect(self._cell)
            painter.rect(rect, None, 5, "brass", 2)
            if self.focused:
                painter.focus_ring(rect, 5)

    def _draw_heads(self, painter: Painter) -> None:
        """Draw the column heads: names, or numbers if a name is too wide.

        The head of the sort column is brass.
        """
        columns = self._standings.columns
        names = [column.name for column in columns]
        room = self._cell_rect((HEADS, 0))[2] + GAP - 2 * SIDE
        if any(painter.width(name, "label_b") > room for name in names):
            names = [number(column.column_number) for column in columns]
        for index, column in enumerate(columns):
            x, y, wide, high = rect = self._cell_rect((HEADS, index))
            sorts = self._sorts(column)
            if self._under == (HEADS, index):
                painter.rect(rect, "raised", 5)
            ink = "brass" if sorts else "text"
            painter.text(names[index], x + wide / 2, y + high / 2, "label_b", ink, al="c")
            if sorts:
                painter.rect((x + SIDE, y + high - 2, wide - 2 * SIDE, 2.0), "brass", 1)

    def _draw_cell(self, painter: Painter, cell: Cell, *, figures: bool) -> None:
        rect = x, y, wide, high = self._cell_rect(cell)
        if (found := self._pair(cell)) is None:
            painter.line(x + wide / 2 - 6, y + high / 2, x + wide / 2 + 6, y + high / 2)
        elif found[2].is_known:
            league, largest_mean = self._standings.league, self._standings.largest_mean
            draw_result(painter, rect, found[2], league, largest_mean, figures=figures)
        else:
            painter.rect(rect, "sunk", 5)
            if figures and painter.width(self._waits, "small") <= wide - 2 * SIDE:
                painter.text(self._waits, x + wide / 2, y + high / 2, "small", "faint", al="c")


def _row_name(row: ArenaRow) -> str:
    return text("arena.table.row", place=row.column_number, name=row.name)
