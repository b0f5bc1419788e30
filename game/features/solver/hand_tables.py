"""Tables of hands that are sorted by any column: the hands of a range, and groups of hands in two solves."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from game.core import Player
from game.features.solver.labels import action_label, acts, get_action_colours, player_name
from game.rules.cards import hand_class
from game.study.ranges import HANDS
from game.study.solved import ALL_HANDS, HAND_KINDS, ComparedHands, Comparison, SolvedNode
from game.study.words import UNKNOWN, chips
from game.texts import number, percent, signed, text
from game.window.frame.page import Page
from game.window.frame.screen import Screen
from game.window.ui.canvas.painter import Painter, Rect
from game.window.ui.layout import Box, grow
from game.window.ui.leaves import Control, Listed, Panel, Paragraph
from game.window.ui.widgets import Act, Rows
from game.window.ui.widgets.cells import ColumnHead, ColumnHeads, place_columns
from game.window.views.betting_path import ActionInk
from game.window.views.cards import card_codes
from game.window.views.mix_grid import MixPicture, paint_bar

HEADS, ROW, HIGH_ROW = 26.0, 32.0, 44.0
INSET, RIGHT, TOKEN, THIN = 8.0, 20.0, 14.0, 3.0
HAND, FIGURE, ACTION, GROUP, CHANGE = 56.0, 48.0, 58.0, 118.0, 104.0
MIN_ROWS = 4
NAME, REACH, EQUITY, EV, SHARE, EV_CHANGE = "hand", "reach", "equity", "ev", "share", "change"


@dataclass(frozen=True, slots=True)
class Cell:
    """A figure by which rows are sorted, its words, and the words below them."""

    value: float
    words: str
    below: str = ""


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row: its name, the codes of its cards, a cell for each column but the first, and its mix."""

    name: str
    cells: Mapping[str, Cell]
    cards: Sequence[str] = ()
    mix: Sequence[float] = ()


@dataclass(frozen=True, slots=True)
class TableContent:
    """The columns, the rows in the order of their names, and the colours of the mixes.

    The rows `fixed` at the top are not sorted.
    """

    heads: Sequence[ColumnHead]
    rows: Sequence[TableRow]
    inks: Sequence[ActionInk] = field(default_factory=tuple)
    fixed: int = 0


class SortedTable:
    """A list below column heads. A click on a head, or its keys, sort the rows by that column."""

    def __init__(self, name: str, label: str, screen: Screen, opened: Act, *, high: bool = False) -> None:
        self._screen, self._high = screen, high
        self._content: TableContent | None = None
        self._rows: Sequence[TableRow] = ()
        first = [ColumnHead(NAME, text("solver.table.hand"), HAND, right=False)]
        self.heads = ColumnHeads(
            f"{name}-sort", text("solver.table.sort"), first, lambda by, down: self._sort()
        )
        self.heads.insets = (INSET, RIGHT)
        self.rows = Rows(
            name,
            label,
            self._draw_row,
            lambda index: self._words(self._rows[index]),
            changed=screen.relayout,
            opened=opened,
        )

    @property
    def chosen_row(self) -> TableRow | None:
        return self._rows[self.rows.chosen] if self._rows else None

    @property
    def names(self) -> list[str]:
        """The names of the rows in the order in which they are shown."""
        return [row.name for row in self._rows]

    def show(self, content: TableContent) -> None:
        """Show other rows in the order of the column that was chosen last, if they have it."""
        if content is not self._content:
            self._content, self.heads.heads = content, tuple(content.heads)
            if self.heads.sorted_by not in [head.value for head in content.heads]:
                self.heads.sorted_by, self.heads.descending = NAME, False
            self._arrange()

    def _sort(self) -> None:
        self._arrange()
        self.rows.chosen, self.rows.scroll.offset = 0, 0.0
        self._screen.relayout()

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
        """Return the heads and the rows."""
        height = HIGH_ROW if self._high else ROW
        listed = Listed(self.rows, height).sized(grow(least=MIN_ROWS * height))
        return [Control(self.heads, HEADS), listed]

    def _words(self, row: TableRow) -> str:
        heads = [head for head in self.heads.heads if head.value in row.cells]
        said = [f"{head.label} {row.cells[head.value].words}" for head in heads]
        return f"{row.name}: {', '.join(said)}"

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


def hand_rows(node: SolvedNode, player: Player) -> TableContent:
    """Return a row for each hand of a range, with the frequency and the EV of each action if the player acts."""
    side, count = node.sides[player], len(node.here.actions)
    actions = node.here.actions if acts(node, player) else ()
    heads = [
        ColumnHead(NAME, text("solver.table.hand"), HAND, right=False),
        ColumnHead(REACH, text("solver.hand.reach"), FIGURE, optional=True),
        ColumnHead(EQUITY, text("solver.hand.equity"), FIGURE),
        ColumnHead(EV, text("solver.hand.ev"), FIGURE),
        *(ColumnHead(action, action_label(action), ACTION, optional=True) for action in actions),
    ]
    rows = []
    for hand in sorted(range(len(HANDS)), key=lambda hand: sorted(_high_first(hand)), reverse=True):
        if side.reach[hand] <= 0:
            continue
        equity, ev = side.equity[hand], side.ev[hand]
        cells = {
            REACH: Cell(side.reach[hand], number(side.reach[hand], 2)),
            EQUITY: Cell(-1.0, UNKNOWN) if math.isnan(equity) else Cell(equity, percent(equity)),
            EV: Cell(ev, chips(round(ev, 1))),
        }
        shares = node.shares[hand * count : (hand + 1) * count] if actions else ()
        cells |= {action: Cell(share, percent(share)) for action, share in zip(actions, shares, strict=True)}
        rows.append(TableRow(hand_class(HANDS[hand]), cells, card_codes(HANDS[hand]), tuple(shares)))
    return TableContent(heads, rows, get_action_colours(actions))


def _high_first(hand: int) -> list[int]:
    return sorted((card % 13 for card in HANDS[hand]), reverse=True)


def comparison_rows(found: Comparison) -> TableContent:
    """Return all hands at the top, then kinds and classes of hands, with the changes of each action and its EV."""
    heads = [
        ColumnHead(NAME, text("solver.table.hand"), GROUP, right=False),
        ColumnHead(SHARE, text("solver.compare.share"), FIGURE, optional=True),
        ColumnHead(EV_CHANGE, text("solver.hand.ev"), CHANGE),
        *(ColumnHead(action, action_label(action), CHANGE, optional=True) for action in found.actions),
    ]
    rows = [TableRow(_group_name(one.name), _changes(one, found.actions)) for one in found.hands]
    return TableContent(heads, rows, fixed=1)


def _group_name(name: str) -> str:
    if name == ALL_HANDS:
        return text("solver.compare.all")
    return text(f"solver.kinds.{name}") if name in HAND_KINDS else name


def _changes(one: ComparedHands, actions: Sequence[str]) -> dict[str, Cell]:
    """Return the cells of a group: the frequencies with their changes, and below them the EV with its changes."""
    now, before = one.mixes
    cells = {
        SHARE: Cell(one.share, percent(one.share, 1)),
        EV_CHANGE: Cell(one.ev_change, chips(round(now.ev, 1)), signed(one.ev_change, 2)),
    }
    for index, action in enumerate(actions):
        ev, ev_change = now.action_ev[index], now.action_ev[index] - before.action_ev[index]
        points = signed(100 * one.change(index), 1)
        words = text("solver.compare.cell", figure=percent(now.shares[index]), change=points)
        below = text("solver.compare.cell", figure=chips(round(ev, 1)), change=signed(ev_change, 1))
        cells[action] = Cell(one.change(index), words, below)
    return cells


class RangeTable:
    """All hands of a range that the filter leaves, as a table. Enter shows the class of a hand in the grid."""

    def __init__(self, page: Page, opened: Act) -> None:
        self.table = SortedTable("hands", text("solver.table.title"), page, opened)
        self._content_of: tuple[SolvedNode, Player] | None = None

    def panel(self, node: SolvedNode, player: Player) -> Panel:
        """Return the hands of a player at a state."""
        title = text("solver.table.of", player=player_name(player))
        if (node, player) != self._content_of:
            self._content_of = node, player
            self.table.show(hand_rows(node, player))
        if not self.table.names:
            return Panel(Paragraph(text("solver.filter.nothing"), limit=3), title=title)
        return Panel(*self.table.boxes(), title=title, note=text("solver.table.note"))
