"""The boards of a report as a table: sorted by its heads, filtered, read row by row."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.features.reports.labels import SIDES, codes, draw_mark, share, texture_name
from game.features.reports.view import BETS, BOARD, EQUITY, HIGH, IP, OOP, TEXTURE, ReportView
from game.rules.cards import Card
from game.study.reports import BoardRow
from game.texts import number, text
from game.window.ui.canvas.painter import Painter, Rect
from game.window.ui.layout import Box, Row, Space, grow
from game.window.ui.leaves import Control, Listed, Panel, Paragraph
from game.window.ui.widgets import Act, Option, Rows, Segmented, options
from game.window.ui.widgets.column_heads import ColumnHead, ColumnHeads, placed

ROW, HEADS, CHOICE, GAP = 36.0, 26.0, 34.0, 8.0
INSET, RIGHT, TOKEN, MARK_ROOM = 14.0, 24.0, 15.0, 16.0
LEAST_ROWS = 5 * ROW
FIGURE, FIGURE_DIGITS = 74.0, 2


class BoardTable:
    """The boards: sorted by their heads, filtered by the highest card; Enter opens one in the solver.

    arrange: gets what else is to be shown, by the names of a `ReportView`. changed: is called when another board is
    chosen. opened: opens the chosen board.
    """

    def __init__(self, arrange: Callable[..., None], changed: Act, opened: Act) -> None:
        self._arrange, self._changed = arrange, changed
        self._view = ReportView()
        self._board: Sequence[Card] | None = None
        heads = [
            ColumnHead(BOARD, text("reports.columns.board"), 108, right=False),
            ColumnHead(TEXTURE, text("reports.columns.texture"), 172, right=False, optional=True),
            *(ColumnHead(name, text(f"reports.columns.{name}"), FIGURE) for name in (BETS, OOP, IP, EQUITY)),
        ]
        self.heads = ColumnHeads("sort", text("reports.sort"), heads, self._sort)
        self.heads.insets = (INSET, RIGHT)
        self.rows = Rows(
            "boards-found",
            text("reports.table.title"),
            self._draw_row,
            lambda place: self._words(self._view.rows[place]),
            changed=changed,
            opened=opened,
        )
        high = [Option("", text("reports.high.all")), *options("reports.high.{}", HIGH)]
        self.high = Segmented("high", text("reports.high.label"), high, "", self._filter)
        sides = options("reports.players.{}", SIDES)
        self.player = Segmented("player", text("reports.player"), sides, SIDES[0], self._turn)

    @property
    def chosen(self) -> BoardRow | None:
        """The chosen board."""
        return self._view.rows[self.rows.chosen] if self._view.rows else None

    def _sort(self, order: str, descending: bool) -> None:
        self._begin(order=order, descending=descending)

    def _filter(self, high: str) -> None:
        self._begin(high=high)

    def _turn(self, side: str) -> None:
        self._begin(player=SIDES.index(side))

    def _begin(self, **changes: object) -> None:
        """Show the boards in another order, from the first on."""
        self._board = None
        self.rows.chosen, self.rows.scroll.offset = 0, 0.0
        self._arrange(**changes)
        self._changed()

    def follow(self, view: ReportView) -> None:
        """Show other boards; the one that was chosen stays so, wherever it stands."""
        rows, kept = view.rows, self.rows.chosen
        if view is not self._view:
            kept = next((place for place, row in enumerate(rows) if row.board == self._board), kept)
        self._view, self.rows.count = view, len(rows)
        self.rows.chosen = max(0, min(kept, len(rows) - 1))
        self._board = rows[self.rows.chosen].board if rows else self._board

    def panel(self, empty: str) -> Panel:
        """Return the table, or the words for an `empty` one."""
        count = len(self._view.rows)
        listed: Box = Listed(self.rows, ROW).sized(grow(least=LEAST_ROWS))
        if not count:
            listed = Paragraph(empty, limit=4).sized(grow(least=ROW))
        high, player = Control(self.high, CHOICE), Control(self.player, CHOICE)
        return Panel(
            Row(high.sized(grow(62)), player.sized(grow(38)), gap=GAP),
            Space(4),
            Control(self.heads, HEADS),
            listed,
            title=text("reports.table.title"),
            note=text("reports.table.note"),
            corner=text(f"reports.table.count.{'one' if count == 1 else 'many'}", count=number(count)),
        )

    def _figures(self, row: BoardRow) -> dict[str, str]:
        if row.problem:
            return dict.fromkeys((BETS, OOP, IP, EQUITY), "–")
        oop, ip = (number(one, FIGURE_DIGITS) for one in row.ev)
        return {BETS: share(row.bets[self._view.player]), OOP: oop, IP: ip, EQUITY: share(row.equity)}

    def _words(self, row: BoardRow) -> str:
        cards, texture = "".join(codes(row)), texture_name(row.texture)
        words = text("reports.table.words", board=cards, texture=texture, **self._figures(row))
        return f"{cards}: {row.problem}" if row.problem else words

    def _draw_row(self, painter: Painter, rect: Rect, place: int) -> bool:
        row = self._view.rows[place]
        x, y, _, height = rect
        figures, middle = self._figures(row), y + height / 2
        shown = placed(self.heads.heads, self.heads.rect[2] - INSET - RIGHT)
        names_texture = any(head.value == TEXTURE for head, _, _ in shown)
        for head, left, wide in shown:
            begin = x + INSET + left
            if head.value == BOARD:
                used = painter.inline_cards(codes(row), begin, middle, TOKEN)
                if not names_texture:
                    draw_mark(painter, row.texture, begin + used + MARK_ROOM, middle)
            elif row.problem:
                left_over = rect[0] + rect[2] - begin - RIGHT
                painter.text(row.problem, begin, middle, "small", "bad", fit=left_over)
                break
            elif head.value == TEXTURE:
                draw_mark(painter, row.texture, begin + MARK_ROOM / 2 - 3, middle)
                at, name = begin + MARK_ROOM, texture_name(row.texture)
                painter.text(name, at, middle, "small", "dim", fit=wide - MARK_ROOM - 6)
            else:
                ink = "text" if head.value == self.heads.sorted_by else "dim"
                painter.text(figures[head.value], begin + wide, middle, "label", ink, al="r")
        return True
