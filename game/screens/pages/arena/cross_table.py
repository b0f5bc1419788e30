"""The cross-table as a control: every agent against every other, one cell chosen, arrows inside, heads that sort.

Where cells are too small for figures they keep their tint and a sign, and tell the figures under the mouse; where
heads are too narrow for names, they are the numbers of the rows.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from game.messages.league_answers import LeaguePair
from game.screens.pages.arena.figures import interval_of, is_certain, mean_of, tint
from game.screens.pages.arena.model import COLUMN, ArenaModel, Row
from game.screens.ui.canvas.painter import Painter
from game.screens.ui.input import ENTER, STEPS, Key
from game.screens.ui.texts import number, text
from game.screens.ui.widgets import Act, Rect, Widget, WidgetPart, holds

COLUMN_HEAD = 26.0
GAP = 3.0
MOST_WITH_FIGURES = 12
HIGHEST_ROW, LEAST_TWO_LINES = 76.0, 40.0
NAME_GAP = 12.0
MOST_NAME = 0.4
LEAST_COLUMN = 24.0
SIDE = 4.0


Cell = tuple[int, int]
HEADS = -1
"""The row of the heads."""


class CrossTable(Widget):
    """The table. `changed` comes when another pair is chosen; Enter, or a click on the chosen one, opens it.

    `sort` comes with the agent whose head was clicked.
    """

    role: ClassVar[str] = "table"

    def __init__(self, standings: ArenaModel, changed: Act, opened: Act, sort: Callable[[str], None]) -> None:
        super().__init__("table", text("arena.table.title"))
        self._standings = standings
        self._changed, self._opened, self._sort = changed, opened, sort
        self._names = ("", "")
        self._under: Cell | None = None
        self._widest = 0.0

    # ---- what is chosen -------------------------------------------------------------------------------------
    @property
    def chosen(self) -> tuple[Row, Row, LeaguePair] | None:
        """The chosen pair: whose row, whose column, and how they stand."""
        return self._pair(self._cell)

    @property
    def value(self) -> str:
        """The chosen pair in words."""
        return self._words(self._cell)

    @property
    def hint(self) -> str:
        """The figures of the cell under the mouse, or what a head does."""
        return self._words(self._under) if self._under is not None else ""

    def hint_rect(self) -> Rect:
        """Return the cell under the mouse."""
        return self.rect if self._under is None else self._rect_of(*self._under)

    @property
    def _cell(self) -> Cell:
        """Where the chosen pair stands now; the best against the next one until somebody chooses."""
        rows = [row.agent for row in self._standings.rows]
        columns = [column.agent for column in self._standings.columns]
        if self._names[0] in rows and self._names[1] in columns:
            return rows.index(self._names[0]), columns.index(self._names[1])
        return 0, 1 if rows[:1] == columns[:1] else 0

    def _pair(self, cell: Cell) -> tuple[Row, Row, LeaguePair] | None:
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
        who = text("arena.pair.title", a=row.name, b=column.name)
        game = self._standings.settings.game
        if not pair.is_known:
            return f"{who}: {text('arena.queued' if self._is_playing else 'arena.not_met')}"
        return f"{who}: {mean_of(pair.mean, game)} {interval_of(pair.ci95, game)}".strip()

    @property
    def _is_playing(self) -> bool:
        """Whether who has not met yet is about to: before that, and in a pause, nobody waits in a queue."""
        return self._standings.phase == "playing"

    # ---- keys and mouse -------------------------------------------------------------------------------------
    def key(self, event: Key) -> bool:
        """Arrows walk from pair to pair, Enter opens one."""
        if event.name in ENTER:
            if self.chosen is not None and not event.repeat:
                self._opened()
            return True
        if event.name not in STEPS or event.ctrl:
            return False
        down, right = STEPS[event.name]
        row, column = self._cell[0] + down, self._cell[1] + right
        if self._pair((row, column)) is None:  # nobody meets himself: one step further
            row, column = row + down, column + right
        if self._pair((row, column)) is not None:
            self._choose((row, column))
        return True

    def hover(self, x: float, y: float) -> bool:
        """Remember the cell under the mouse."""
        before, self._under = self._under, self._cell_at(x, y)
        return before != self._under

    def release(self, x: float, y: float) -> bool:
        """Choose the pair that was hit, hit once more it opens; or sort by the head."""
        cell = self._cell_at(x, y)
        if cell is None:
            return True
        if cell[0] == HEADS:
            self._sort(self._standings.columns[cell[1]].agent)
        elif cell == self._cell:
            self._opened()
        else:
            self._choose(cell)
        return True

    def parts(self) -> list[WidgetPart]:
        """Return every head and every cell."""
        rows, columns = self._standings.rows, self._standings.columns
        heads = [
            WidgetPart(f"by-{one.agent}", self._words(cell), self._rect_of(*cell), self._sorts(one))
            for place, one in enumerate(columns)
            if (cell := (HEADS, place))
        ]
        return heads + [
            WidgetPart(f"{a.agent}-{b.agent}", self._words(cell), self._rect_of(*cell), cell == self._cell)
            for row, a in enumerate(rows)
            for column, b in enumerate(columns)
            if self._pair(cell := (row, column)) is not None
        ]

    def focus_rect(self) -> Rect:
        """Return the chosen cell."""
        return self._rect_of(*self._cell)

    def _choose(self, cell: Cell) -> None:
        self._names = self._standings.rows[cell[0]].agent, self._standings.columns[cell[1]].agent
        self._changed()

    def _sorts(self, column: Row) -> bool:
        """Return whether the rows stand by this column."""
        return self._standings.order == COLUMN and self._standings.against == column.agent

    # ---- where it lies --------------------------------------------------------------------------------------
    def follow(self, painter: Painter) -> None:
        """Take note of how wide the names are that stand at the left."""
        names = (painter.width(self._row_name(row), "label_b") for row in self._standings.rows)
        self._widest = max(names, default=0.0) + NAME_GAP

    @property
    def _left(self) -> float:
        wide = self.rect[2]
        return min(self._widest, max(wide * MOST_NAME, wide - LEAST_COLUMN * len(self._standings.rows)))

    def _size(self) -> tuple[float, float]:
        count = max(1, len(self._standings.rows))
        _, _, width, height = self.rect
        return (width - self._left) / count, min(HIGHEST_ROW, (height - COLUMN_HEAD) / count)

    def _rect_of(self, row: int, column: int) -> Rect:
        wide, high = self._size()
        x, y, _, _ = self.rect
        left = x + self._left + column * wide
        if row == HEADS:
            return left, y, wide - GAP, COLUMN_HEAD - GAP
        return left, y + COLUMN_HEAD + row * high, wide - GAP, high - GAP

    def _cell_at(self, x: float, y: float) -> Cell | None:
        places = range(len(self._standings.rows))
        cells = [(row, column) for row in (HEADS, *places) for column in places]
        hit = next((cell for cell in cells if holds(self._rect_of(*cell), x, y)), None)
        return None if hit is None or (hit[0] != HEADS and self._pair(hit) is None) else hit

    # ---- what is drawn --------------------------------------------------------------------------------------
    def draw(self, painter: Painter) -> None:
        """Draw names, heads and cells."""
        self._draw_heads(painter)
        tells = self._tells_figures(painter)
        for row, agent in enumerate(self._standings.rows):
            _, y, _, high = self._rect_of(row, 0)
            painter.text(
                self._row_name(agent), self.rect[0], y + high / 2, "label_b", fit=self._left - NAME_GAP + 1
            )
            for column in range(len(self._standings.columns)):
                self._draw_cell(painter, (row, column), figures=tells)
        if self.chosen is not None:
            rect = self._rect_of(*self._cell)
            painter.rect(rect, None, 5, "brass", 2)
            if self.focused:
                painter.focus_ring(rect, 5)

    def _draw_heads(self, painter: Painter) -> None:
        """Draw the heads; the one that the rows stand by in brass, with an arrow."""
        for place, words in enumerate(self._heads(painter)):
            x, y, wide, high = self._rect_of(HEADS, place)
            sorts = self._sorts(self._standings.columns[place])
            if self._under == (HEADS, place):
                painter.rect((x, y, wide, high), "raised", 5)
            painter.text(words, x + wide / 2, y + high / 2, "label_b", "brass" if sorts else "text", al="c")
            if sorts:
                painter.rect((x + SIDE, y + high - 2, wide - 2 * SIDE, 2.0), "brass", 1)

    def _row_name(self, row: Row) -> str:
        return text("arena.table.row", place=row.place, name=row.name)

    def _heads(self, painter: Painter) -> list[str]:
        """Return the names, or where one of them is too wide for its column their numbers."""
        names = [column.name for column in self._standings.columns]
        wide = self._size()[0] - 2 * SIDE
        if all(painter.width(name, "label_b") <= wide for name in names):
            return names
        return [number(place + 1) for place in range(len(names))]

    def _tells_figures(self, painter: Painter) -> bool:
        """Whether every mean fits into its cell."""
        if len(self._standings.rows) > MOST_WITH_FIGURES:
            return False
        game, (wide, _) = self._standings.settings.game, self._size()
        pairs = self._standings.league.pairs if self._standings.league is not None else ()
        return all(
            painter.width(mean_of(-abs(pair.mean), game), "label_b") <= wide - GAP - 2 * SIDE
            for pair in pairs
        )

    def _draw_cell(self, painter: Painter, cell: Cell, *, figures: bool) -> None:
        rect = x, y, wide, high = self._rect_of(*cell)
        middle, game, found = x + wide / 2, self._standings.settings.game, self._pair(cell)
        if found is None:
            painter.line(middle - 6, y + high / 2, middle + 6, y + high / 2)
            return
        _, _, pair = found
        if not pair.is_known:
            painter.rect(rect, "sunk", 5)
            words = text("arena.queued") if self._is_playing else ""
            if figures and painter.width(words, "small") <= wide - 2 * SIDE:
                painter.text(words, middle, y + high / 2, "small", "faint", al="c")
            return
        painter.rect(rect, tint(painter, pair, self._standings.longest), 5)
        if not figures:
            sign = ("+" if pair.mean > 0 else "−") if is_certain(pair) else "·"
            painter.text(sign, middle, y + high / 2, "label_b", al="c")
        else:
            interval = interval_of(pair.ci95, game)
            below = (
                interval != ""
                and high >= LEAST_TWO_LINES
                and painter.width(interval, "small") <= wide - 2 * SIDE
            )
            painter.text(mean_of(pair.mean, game), middle, y + high / 2 - 9 * below, "label_b", al="c")
            if below:
                painter.text(interval, middle, y + high / 2 + 10, "small", al="c")
        self._draw_share(painter, rect, pair)

    def _draw_share(self, painter: Painter, rect: Rect, pair: LeaguePair) -> None:
        """Draw the thin line of a pair that is still to play."""
        league = self._standings.league
        if league is None or pair.deals >= league.deals:
            return
        x, y, wide, high = rect
        track = x + SIDE, y + high - 4, wide - 2 * SIDE, 2.0
        painter.rect(track, "line", 1)
        painter.rect((*track[:2], track[2] * pair.deals / league.deals, 2.0), "text", 1)
