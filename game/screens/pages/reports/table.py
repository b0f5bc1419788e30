"""The boards of a report as a table: sorted by its heads, filtered, read row by row."""

from __future__ import annotations

from collections.abc import Sequence

from game.messages.reports_answers import BoardRow
from game.rules.cards import Card
from game.screens.pages.reports.labels import SIDES, codes, draw_mark, share, texture_name
from game.screens.pages.reports.model import ReportsModel
from game.screens.pages.reports.view import BETS, BOARD, EQUITY, HIGH, IP, OOP, TEXTURE
from game.screens.ui.canvas.painter import Painter, Rect
from game.screens.ui.layout import Box, Row, Space, grow
from game.screens.ui.leaves import Control, Listed, Panel, Paragraph
from game.screens.ui.texts import number, text
from game.screens.ui.widgets import Act, Option, Rows, Segmented, options
from game.screens.ui.widgets.column_heads import ColumnHead, ColumnHeads, placed

ROW, HEADS, CHOICE, GAP = 36.0, 26.0, 34.0, 8.0
INSET, RIGHT, TOKEN, MARK_ROOM = 14.0, 24.0, 15.0, 16.0
LEAST_ROWS = 5 * ROW
FIGURE, FIGURE_DIGITS = 74.0, 2


class BoardTable:
    """The boards: sorted by their heads, filtered by the highest card; Enter opens one in the solver."""

    def __init__(self, model: ReportsModel, changed: Act, opened: Act) -> None:
        self._model = model
        self._listed: Sequence[BoardRow] = ()
        self._board: Sequence[Card] | None = None
        heads = [
            ColumnHead(BOARD, text("reports.columns.board"), 108, right=False),
            ColumnHead(TEXTURE, text("reports.columns.texture"), 172, right=False, optional=True),
            *(ColumnHead(name, text(f"reports.columns.{name}"), FIGURE) for name in (BETS, OOP, IP, EQUITY)),
        ]
        self.heads = ColumnHeads("sort", text("reports.sort"), heads, self._sort)
        self.heads.insets = (INSET, RIGHT)
        self._changed = changed
        self.rows = Rows(
            "boards-found",
            text("reports.table.title"),
            self._draw_row,
            lambda place: self._words(model.view.rows[place]),
            changed=changed,
            opened=opened,
        )
        high = [
            Option("", text("reports.high.all")),
            *(Option(one, text(f"reports.high.{one}")) for one in HIGH),
        ]
        self._high = Segmented("high", text("reports.high.label"), high, "", self._filter)
        self._player = Segmented(
            "player", text("reports.player"), options("reports.players.{}", SIDES), SIDES[0], self._turn
        )

    @property
    def chosen(self) -> BoardRow | None:
        """The chosen board."""
        rows = self._follow()
        return rows[self.rows.chosen] if rows else None

    def next_high(self) -> None:
        """Show the boards of the next highest card."""
        values = [option.value for option in self._high.options]
        self._high.choose(values[(values.index(self._high.chosen) + 1) % len(values)])

    def turn(self) -> None:
        """Show the bets of the other player."""
        self._player.choose(SIDES[1 - self._model.view.player])

    def _sort(self, order: str, descending: bool) -> None:
        self._model.view.sort(order, descending)
        self._begin()

    def _filter(self, high: str) -> None:
        self._model.view.filter(high=high)
        self._begin()

    def _turn(self, side: str) -> None:
        self._model.view.turn(SIDES.index(side))
        self._begin()

    def _begin(self) -> None:
        self._board = None
        self.rows.chosen, self.rows.scroll.offset = 0, 0.0
        self._changed()

    def panel(self) -> Panel:
        """Return the table."""
        rows = self._follow()
        listed: Box = Listed(self.rows, ROW).sized(grow(least=LEAST_ROWS))
        if not rows:
            key = "reports.table.none" if self._model.done else "reports.table.empty"
            listed = Paragraph(text(key), limit=4).sized(grow(least=ROW))
        filters = Row(
            Control(self._high, CHOICE).sized(grow(62)),
            Control(self._player, CHOICE).sized(grow(38)),
            gap=GAP,
        )
        return Panel(
            filters,
            Space(4),
            Control(self.heads, HEADS),
            listed,
            title=text("reports.table.title"),
            note=text("reports.table.note"),
            corner=text(
                f"reports.table.count.{'one' if len(rows) == 1 else 'many'}", count=number(len(rows))
            ),
        )

    def _follow(self) -> Sequence[BoardRow]:
        """Return the rows as they are now; the board that was chosen stays so, wherever it stands."""
        rows, kept = self._model.view.rows, self.rows.chosen
        if rows is not self._listed:
            self._listed = rows
            kept = next((place for place, row in enumerate(rows) if row.board == self._board), kept)
        self.rows.count = len(rows)
        self.rows.chosen = max(0, min(kept, len(rows) - 1))
        self._board = rows[self.rows.chosen].board if rows else self._board
        return rows

    def _figures(self, row: BoardRow) -> dict[str, str]:
        if row.problem:
            return dict.fromkeys((BETS, OOP, IP, EQUITY), "–")
        oop, ip = (number(one, FIGURE_DIGITS) for one in row.ev)
        return {BETS: share(row.bets[self._model.view.player]), OOP: oop, IP: ip, EQUITY: share(row.equity)}

    def _words(self, row: BoardRow) -> str:
        figures = self._figures(row)
        cards = "".join(codes(row))
        words = text("reports.table.words", board=cards, texture=texture_name(row.texture), **figures)
        return f"{cards}: {row.problem}" if row.problem else words

    def _draw_row(self, painter: Painter, rect: Rect, place: int) -> bool:
        row = self._model.view.rows[place]
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
                painter.text(
                    texture_name(row.texture),
                    begin + MARK_ROOM,
                    middle,
                    "small",
                    "dim",
                    fit=wide - MARK_ROOM - 6,
                )
            else:
                ink = "text" if head.value == self.heads.sorted_by else "dim"
                painter.text(figures[head.value], begin + wide, middle, "label", ink, al="r")
        return True
