"""The table of the boards of a report, and its charts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from game.core import Player
from game.features.reports.model import BETS, BOARD, EQUITY, HIGH, IP, OOP, TEXTURE, ReportsModel, ReportView
from game.rules.cards import Card, high_first, names
from game.rules.cards import name as card_name
from game.study.amounts import chips
from game.study.reports import ALL_FLOPS, SAMPLES, TEXTURES, BoardMeans, BoardRow, ReportForm, StoredReport
from game.texts import join_label, number, percent, plural, text
from game.window.frame.page import Page
from game.window.ui.canvas.painter import Painter, Rect
from game.window.ui.charts.axes import Axis
from game.window.ui.charts.chart import Point
from game.window.ui.charts.lines import Dots, Scatter, ScatterChart
from game.window.ui.layout import Box, Row, Space, grow
from game.window.ui.leaves import Control, Listed, Panel, Paragraph, Picture
from game.window.ui.widgets import Option, Rows, Segmented, options
from game.window.ui.widgets.cells import ColumnHead, ColumnHeads, place_columns
from game.window.views.marks import StoredFile

LOOKS: Mapping[str, tuple[str, bool]] = {
    "paired": ("brass", False),
    "monotone": ("info", False),
    "connected-two-tone": ("bad", False),
    "connected-rainbow": ("bad", True),
    "apart-two-tone": ("good", False),
    "apart-rainbow": ("good", True),
}
"""For each texture, its colour and whether its mark is a ring.

Marks of three suits are rings, of two suits discs.
"""
MARK, RING = 4.5, 1.8
SIDES = ("oop", "ip")


def texture_name(texture: str) -> str:
    return text(f"reports.textures.{texture}") if texture else text("reports.textures.all")


def mean_name(model: ReportsModel, texture: str) -> str:
    """Return a name for the boards over which a mean is taken.

    If only some of these are solved, add the number of solved boards.
    """
    report = model.report
    if texture or report is None or report.solved >= report.flops:
        return texture_name(texture)
    return text("reports.textures.solved", solved=number(report.solved), flops=number(report.flops))


def draw_mark(painter: Painter, texture: str, x: float, y: float) -> None:
    """Draw the mark of a texture around a point. The texture "" (all boards) has no mark."""
    if texture:
        colour, hollow = LOOKS[texture]
        if hollow:
            painter.ring(x, y, MARK, colour, RING)
        else:
            painter.disc(x, y, MARK, colour)


def codes(row: BoardRow) -> list[str]:
    return [card_name(card) for card in (*high_first(row.board[:3]), *row.board[3:])]


def share(value: float) -> str:
    return percent(value, 1)


def form_name(form: ReportForm) -> str:
    """Describe the boards of a report, and the pot and stacks of its spot."""
    boards = text("reports.files.turns", flop=form.flop) if form.flop else text("reports.boards.list")
    if form.is_named:
        known = form.boards in (*SAMPLES, ALL_FLOPS)
        boards = text(f"reports.boards.{form.boards}") if known else form.boards
    return text("reports.files.name", boards=boards, pot=form.texts.pot, stack=form.texts.stack)


def file_row(stored: StoredReport) -> StoredFile:
    """Describe a stored report: the boards, the number of solved boards, the bet sizes, and both ranges."""
    form, texts = stored.form, stored.form.texts
    key = "reports.files.done" if stored.done >= stored.total else "reports.files.partly"
    progress = text(key, done=number(stored.done), total=number(stored.total))
    target = number(form.target, 1)
    sizes = text("reports.files.sizes", bets=texts.bets, raises=texts.raises, target=target)
    ranges = [
        text("reports.files.range", player=text(f"solver.players.{side}"), range=words)
        for side, words in zip(SIDES, (texts.oop, texts.ip), strict=True)
    ]
    return StoredFile(form_name(form), progress, sizes, join_label(form_name(form), progress), ranges)


ROW, HEADS, CHOICE, GAP = 36.0, 26.0, 34.0, 8.0
INSET, RIGHT, TOKEN, MARK_ROOM = 14.0, 24.0, 15.0, 16.0
MIN_ROWS = 5 * ROW
FIGURE, FIGURE_DIGITS = 74.0, 2


class BoardTable:
    """The table of boards.

    A click on a column head sorts the boards, a switch filters by the highest card, and Enter opens a board
    in the solver.
    """

    def __init__(self, model: ReportsModel, page: Page) -> None:
        self._model, self._page = model, page
        self._view = ReportView()
        self._board: Sequence[Card] | None = None
        heads = [
            ColumnHead(BOARD, text("reports.columns.board"), 108, right=False),
            ColumnHead(TEXTURE, text("reports.columns.texture"), 172, right=False, optional=True),
            *(ColumnHead(name, text(f"reports.columns.{name}"), FIGURE) for name in (BETS, OOP, IP, EQUITY)),
        ]
        self.heads = ColumnHeads(
            "sort",
            text("reports.sort"),
            heads,
            lambda order, descending: self._begin(order=order, descending=descending),
        )
        self.heads.insets = (INSET, RIGHT)
        self.rows = Rows(
            "boards-found",
            text("reports.table.title"),
            self._draw_row,
            lambda index: self._words(self._view.rows[index]),
            changed=page.show,
            opened=self.solve_board,
        )
        high = [Option("", text("reports.high.all")), *options("reports.high.{}", HIGH)]
        self.high = Segmented(
            "high", text("reports.high.label"), high, "", lambda high: self._begin(high=high)
        )
        self.player = Segmented(
            "player",
            text("reports.player"),
            options("reports.players.{}", SIDES),
            SIDES[0],
            lambda side: self._begin(player=SIDES.index(side)),
        )

    def solve_board(self) -> None:
        """Open the selected board in the solver."""
        row = self.chosen
        if row is not None and self._model.shown_form is not None:
            spot = replace(self._model.shown_form.texts, board=names(row.board))
            self._page.app.open("solver", spot)

    @property
    def chosen(self) -> BoardRow | None:
        return self._view.rows[self.rows.chosen] if self._view.rows else None

    def _begin(self, **changes: object) -> None:
        """Change the filter or the order of the boards, and select the first board."""
        self._board = None
        self.rows.chosen, self.rows.scroll.offset = 0, 0.0
        self._model.arrange(**changes)
        self._take_boards()
        self._page.show()

    def _take_boards(self) -> None:
        """Show the boards of the model's view.

        The selected board stays selected, even if its index changes.
        """
        view = self._model.view
        rows, kept = view.rows, self.rows.chosen
        if view is not self._view:
            kept = next((index for index, row in enumerate(rows) if row.board == self._board), kept)
        self._view, self.rows.count = view, len(rows)
        self.rows.chosen = max(0, min(kept, len(rows) - 1))
        self._board = rows[self.rows.chosen].board if rows else self._board

    def panel(self, empty: str) -> Panel:
        """Return the panel of the table. If there are no boards, the panel has the text `empty`."""
        self._take_boards()
        count = len(self._view.rows)
        listed: Box = Listed(self.rows, ROW).sized(grow(least=MIN_ROWS))
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
            corner=plural("reports.table.count", count),
        )

    def _figures(self, row: BoardRow) -> dict[str, str]:
        if row.problem:
            return dict.fromkeys((BETS, OOP, IP, EQUITY), "–")
        oop, ip = (number(one, FIGURE_DIGITS) for one in row.ev)
        return {BETS: share(row.bets[self._view.player]), OOP: oop, IP: ip, EQUITY: share(row.equity)}

    def _words(self, row: BoardRow) -> str:
        cards, texture = "".join(codes(row)), texture_name(row.texture)
        words = text("reports.table.words", board=cards, texture=texture, **self._figures(row))
        return join_label(cards, row.problem) if row.problem else words

    def _draw_row(self, painter: Painter, rect: Rect, index: int) -> bool:
        row = self._view.rows[index]
        x, y, _, height = rect
        figures, middle = self._figures(row), y + height / 2
        shown = place_columns(self.heads.heads, self.heads.rect[2] - INSET - RIGHT)
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


LINE, MEAN_ROW, MEAN_HEADS, MEAN_TOP = 36.0, 28.0, 20.0, 40.0
PICTURES_INSET, PICTURES_MARK_ROOM = 14.0, 16.0
MARGIN_SHARE = 0.06
"""The margin between the outermost points and the ends of an axis, as a share of the length of the axis."""
MIN_CHART, PICTURES_FIGURE_DIGITS = 116.0, 2


class Pictures:
    """The scatter plot of the boards, and the means by texture as a selectable list."""

    def __init__(self, model: ReportsModel, page: Page) -> None:
        self._model, self._page = model, page
        self._scatter = Scatter()
        self._view = ReportView()
        self._groups: Sequence[Dots] = ()
        self._means: Sequence[BoardMeans] = ()
        self.rows = Rows(
            "textures",
            text("reports.means.title"),
            self._draw_row,
            lambda index: self._words(self._means[index]),
            changed=self._filter,
            opened=self._filter,
        )

    def panels(self, looked_at: BoardRow | None) -> tuple[Panel, Panel]:
        """Return the panels of the scatter plot and of the means by texture. A ring marks the board `looked_at`."""
        view, means = self._model.view, self._model.means
        if view is not self._view:
            rows = [row for row in view.rows if not row.problem]
            self._groups = [
                Dots([_point(row, view.player) for row in rows if row.texture == texture], *LOOKS[texture])
                for texture in TEXTURES
            ]
        self._view, self._means, self.rows.count = view, means, len(means)
        known: list[str] = [mean.texture for mean in means]
        self.rows.chosen = known.index(view.texture) if view.texture in known else 0
        means_panel = Panel(
            Picture(self._draw_heads, MEAN_HEADS),
            Listed(self.rows, MEAN_ROW).sized(grow(least=len(means) * MEAN_ROW)),
            title=text("reports.means.title"),
            note=self._note(),
            head=MEAN_TOP,
        )
        return self._scatter_panel(looked_at), means_panel

    def _note(self) -> str:
        """Return a note: that the means are weighted by all flops, or that a texture can be selected."""
        report = self._model.report
        if report is None or not report.form.is_named or not 0 < report.solved < report.flops:
            return text("reports.means.note")
        return text("reports.means.shares")

    def _filter(self) -> None:
        self._model.arrange(texture=self._means[self.rows.chosen].texture)
        self._page.show()

    # ---- the scatter ----------------------------------------------------------------------------------------
    def _scatter_panel(self, looked_at: BoardRow | None) -> Panel:
        """Return the scatter plot of bets against value. A ring marks the board `looked_at`."""
        title = text("reports.chart.title")
        if not self._view.rows:
            return Panel(Paragraph(text("reports.chart.empty"), limit=3).sized(grow(least=LINE)), title=title)
        player = self._view.player
        points = [point for dots in self._groups for point in dots.points] or [(0.0, 0.0)]
        chart = ScatterChart(
            self._groups,
            _around([across for across, _ in points]),
            _around([up for _, up in points]),
            text(f"reports.chart.x.{SIDES[player]}"),
            text("reports.chart.y", player=text(f"solver.players.{SIDES[player]}")),
            write_x=lambda value: share(value).replace(".0", ""),
            write_y=chips,
            marked=_point(looked_at, player) if looked_at is not None and not looked_at.problem else None,
        )
        picture = Picture(partial(self._scatter.draw, chart=chart), MIN_CHART)
        return Panel(picture.sized(grow(least=MIN_CHART)), title=title, note=text("reports.chart.note"))

    # ---- the means ------------------------------------------------------------------------------------------
    def _heads(self) -> list[ColumnHead]:
        label = "reports.means.{}".format
        ev = text("reports.means.ev", player=text(f"solver.players.{SIDES[self._view.player]}"))
        return [
            ColumnHead("name", text(label("name")), 130, right=False),
            ColumnHead("share", text(label("share")), 62, optional=True),
            ColumnHead(BETS, text("reports.columns.bets"), 62),
            ColumnHead("ev", ev, 70),
            ColumnHead(EQUITY, text("reports.columns.equity"), 66),
        ]

    def _cells(self, mean: BoardMeans) -> dict[str, str]:
        player = self._view.player
        return {
            "share": share(mean.share),
            BETS: share(mean.bets[player]),
            "ev": number(mean.ev[player], PICTURES_FIGURE_DIGITS),
            EQUITY: share(mean.equity),
        }

    def _words(self, mean: BoardMeans) -> str:
        return text("reports.means.words", texture=mean_name(self._model, mean.texture), **self._cells(mean))

    def _draw_heads(self, painter: Painter, rect: Rect) -> None:
        x, y, width, height = rect
        for head, left, wide in place_columns(self._heads(), width - 2 * PICTURES_INSET):
            at, middle = x + PICTURES_INSET + left + (wide if head.right else 0), y + height / 2
            painter.text(head.label, at, middle, "small", "dim", al="r" if head.right else "l", fit=wide)

    def _draw_row(self, painter: Painter, rect: Rect, index: int) -> bool:
        mean = self._means[index]
        x, y, width, height = rect
        cells, middle = self._cells(mean), y + height / 2
        for head, left, wide in place_columns(self._heads(), width - 2 * PICTURES_INSET):
            begin = x + PICTURES_INSET + left
            if head.value == "name":
                draw_mark(painter, mean.texture, begin + 5, middle)
                gap = PICTURES_MARK_ROOM if mean.texture else 0.0
                painter.text(
                    mean_name(self._model, mean.texture), begin + gap, middle, "label", fit=wide - gap - 4
                )
            else:
                painter.text(cells[head.value], begin + wide, middle, "label", "dim", al="r")
        return True


def _point(row: BoardRow, player: Player) -> Point:
    return row.bets[player], row.ev[player]


def _around(values: Sequence[float]) -> Axis:
    """Return an axis whose range contains all values."""
    low, high = min(values), max(values)
    margin = MARGIN_SHARE * (high - low) or 0.5
    return Axis(low - margin, high + margin)
