"""Sortable tables of solved decisions, and the names and colours of their actions and hands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import cast

from game.study.amounts import chips
from game.study.solved import ALL_HANDS, HAND_KINDS
from game.texts import join_label, join_list, text
from game.window.ui.canvas.painter import Painter, Rect
from game.window.ui.layout import Box, grow
from game.window.ui.leaves import Control, Listed
from game.window.ui.widgets import Act, Rows
from game.window.ui.widgets.cells import ColumnHead, ColumnHeads, place_columns
from game.window.views.betting_path import ActionInk, ActionLook, Kind, looks_of_kinds
from game.window.views.mix_grid import MixPicture, paint_bar

KINDS = {"raise": "bet"}
HEADS, ROW, HIGH_ROW = 26.0, 32.0, 44.0
INSET, RIGHT, TOKEN, THIN = 8.0, 20.0, 14.0, 3.0
HAND = 56.0
MIN_ROWS = 4
NAME = "hand"


def action_label(action: str) -> str:
    """Return the label of an action, like "Bet 50".

    >>> action_label("all-in 300"), action_label("check")
    ('All-in 300', 'Check')
    """
    kind, _, amount = action.partition(" ")
    return text(f"solver.acts.{kind}", amount=chips(float(amount)) if amount else "")


def get_action_looks(actions: Sequence[str]) -> list[ActionLook]:
    kinds = [action.partition(" ")[0] for action in actions]
    return looks_of_kinds([cast(Kind, KINDS.get(kind, kind)) for kind in kinds])


def get_action_colours(actions: Sequence[str]) -> list[ActionInk]:
    return [look.ink for look in get_action_looks(actions)]


def group_name(name: str) -> str:
    """Return the name of a group of hands: all hands, a kind of hands or a class of hands."""
    if name == ALL_HANDS:
        return text("solver.compare.all")
    return text(f"solver.kinds.{name}") if name in HAND_KINDS else name


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a table: the figure by which rows are sorted, its text, and the text below it."""

    value: float
    words: str
    below: str = ""


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row: its name, the codes of its cards, a cell for each column except the first, and action frequencies."""

    name: str
    cells: Mapping[str, Cell]
    cards: Sequence[str] = ()
    mix: Sequence[float] = ()


@dataclass(frozen=True, slots=True)
class TableContent:
    """The columns, the rows in the default order, and the colours of the action frequencies.

    The first `fixed` rows are not sorted.
    """

    heads: Sequence[ColumnHead]
    rows: Sequence[TableRow]
    inks: Sequence[ActionInk] = field(default_factory=tuple)
    fixed: int = 0


class SortedTable:
    """A list below column heads. A click on a head, or a key of the heads, sorts the rows by a column.

    The argument `changed` is called when the order of the rows has changed, and `picked` when another row has been
    selected. The default of `picked` is `changed`. Initially, the rows are sorted by the column `by`. A column of
    figures begins with the largest figure.
    """

    def __init__(
        self,
        name: str,
        label: str,
        changed: Act,
        opened: Act,
        *,
        picked: Act | None = None,
        by: str = NAME,
        high: bool = False,
    ) -> None:
        self._on_change, self._high = changed, high
        self._content: TableContent | None = None
        self._rows: Sequence[TableRow] = ()
        first = [ColumnHead(NAME, text("solver.table.hand"), HAND, right=False)]
        self.heads = ColumnHeads(
            f"{name}-sort", text("solver.table.sort"), first, lambda by, down: self._sort()
        )
        self.heads.insets = (INSET, RIGHT)
        self.heads.sorted_by, self.heads.descending = by, by != NAME
        self.rows = Rows(
            name,
            label,
            self._draw_row,
            lambda index: self._words(self._rows[index]),
            changed=picked or changed,
            opened=opened,
        )

    @property
    def chosen_row(self) -> TableRow | None:
        return self._rows[self.rows.chosen] if self._rows else None

    @property
    def names(self) -> list[str]:
        return [row.name for row in self._rows]

    def show(self, content: TableContent) -> None:
        """Show other rows, sorted by the current sort column if the new table has this column."""
        if content is not self._content:
            self._content, self.heads.heads = content, tuple(content.heads)
            if self.heads.sorted_by not in [head.value for head in content.heads]:
                self.heads.sorted_by, self.heads.descending = NAME, False
            self._arrange()

    def _sort(self) -> None:
        self._arrange()
        self.rows.chosen, self.rows.scroll.offset = 0, 0.0
        self._on_change()

    def _arrange(self) -> None:
        assert self._content is not None
        content, by = self._content, self.heads.sorted_by
        top, rows = content.rows[: content.fixed], list(content.rows[content.fixed :])
        if by != NAME:
            rows.sort(key=lambda row: row.cells[by].value, reverse=self.heads.descending)
        elif self.heads.descending:
            rows.reverse()
        self._rows = (*top, *rows)
        self.rows.count = len(self._rows)
        self.rows.chosen = max(0, min(self.rows.chosen, self.rows.count - 1))

    def boxes(self) -> list[Box]:
        """Return the column heads and the rows."""
        height = HIGH_ROW if self._high else ROW
        listed = Listed(self.rows, height).sized(grow(least=MIN_ROWS * height))
        return [Control(self.heads, HEADS), listed]

    def _words(self, row: TableRow) -> str:
        heads = [head for head in self.heads.heads if head.value in row.cells]
        said = [f"{head.label} {row.cells[head.value].words}" for head in heads]
        return join_label(row.name, join_list(*said))

    def _draw_row(self, painter: Painter, rect: Rect, index: int) -> bool:
        assert self._content is not None
        row, (x, y, _, height) = self._rows[index], rect
        middle, width = y + height / 2, self.heads.rect[2] - INSET - RIGHT
        for head, left, wide in place_columns(self.heads.heads, width):
            begin = x + INSET + left
            if head.value == NAME and row.cards:
                painter.inline_cards(row.cards, begin, middle, TOKEN)
            elif head.value == NAME:
                style = "label_b" if index < self._content.fixed else "label"
                painter.text(row.name, begin, middle, style, "text", fit=wide - 6)
            else:
                cell = row.cells[head.value]
                ink = "text" if head.value == self.heads.sorted_by else "dim"
                level = middle - 7 if cell.below else middle
                painter.text(cell.words, begin + wide, level, "small", ink, al="r")
                painter.text(cell.below, begin + wide, middle + 9, "small", "faint", al="r", size=12)
        if row.mix:
            bar = (x + INSET, y + height - THIN - 1, width, THIN)
            paint_bar(painter, bar, row.mix, MixPicture(inks=self._content.inks))
        return True
