"""Bets against value as a scatter, and the means of each texture, which is also what filters by one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from game.core import Player
from game.features.reports.labels import LOOKS, SIDES, draw_mark, share, texture_name
from game.features.reports.view import BETS, EQUITY, ReportView
from game.study.reports import TEXTURES, BoardMeans, BoardRow
from game.study.solver_words import chips
from game.texts import number, text
from game.window.ui.canvas.painter import Painter, Rect
from game.window.ui.charts.axis import Axis
from game.window.ui.charts.curves import Point
from game.window.ui.charts.scatter import Dots, Scatter, ScatterChart
from game.window.ui.layout import grow
from game.window.ui.leaves import Listed, Panel, Paragraph, Picture
from game.window.ui.widgets import Rows
from game.window.ui.widgets.column_heads import ColumnHead, placed

LINE, MEAN_ROW, MEAN_HEADS, MEAN_TOP = 36.0, 28.0, 20.0, 40.0
INSET, MARK_ROOM = 14.0, 16.0
MARGIN_SHARE = 0.06
"""Between the outermost points and the ends of an axis, of its length."""
LEAST_CHART, FIGURE_DIGITS = 116.0, 2


class Pictures:
    """The scatter, and the means of each texture: a list of which one is chosen; `filter_by` gets its texture."""

    def __init__(self, filter_by: Callable[[str], None]) -> None:
        self._filter_by = filter_by
        self._scatter = Scatter()
        self._view = ReportView()
        self._groups: Sequence[Dots] = ()
        self._means: Sequence[BoardMeans] = ()
        self.rows = Rows(
            "textures",
            text("reports.means.title"),
            self._draw_row,
            lambda place: self._words(self._means[place]),
            changed=self._filter,
            opened=self._filter,
        )

    def follow(self, view: ReportView, means: Sequence[BoardMeans]) -> None:
        """Show other boards, and the means of other textures."""
        if view is not self._view:
            rows = [row for row in view.rows if not row.problem]
            self._groups = [
                Dots([_point(row, view.player) for row in rows if row.texture == texture], *LOOKS[texture])
                for texture in TEXTURES
            ]
        self._view, self._means, self.rows.count = view, means, len(means)
        known: list[str] = [mean.texture for mean in means]
        self.rows.chosen = known.index(view.texture) if view.texture in known else 0

    def next_texture(self) -> None:
        """Show the boards of the next texture."""
        if self._means:
            self.rows.choose((self.rows.chosen + 1) % len(self._means))

    def _filter(self) -> None:
        self._filter_by(self._means[self.rows.chosen].texture)

    # ---- the scatter ----------------------------------------------------------------------------------------
    def scatter(self, looked_at: BoardRow | None) -> Panel:
        """Return bets against value, with a ring around a board."""
        title = text("reports.chart.title")
        if not self._view.rows:
            return Panel(Paragraph(text("reports.chart.empty"), limit=3).sized(grow(least=LINE)), title=title)
        picture = Picture(partial(self._scatter.draw, chart=self._chart(looked_at)), LEAST_CHART)
        return Panel(picture.sized(grow(least=LEAST_CHART)), title=title, note=text("reports.chart.note"))

    def _chart(self, looked_at: BoardRow | None) -> ScatterChart:
        player = self._view.player
        points = [point for dots in self._groups for point in dots.points] or [(0.0, 0.0)]
        return ScatterChart(
            self._groups,
            _around([across for across, _ in points]),
            _around([up for _, up in points]),
            text(f"reports.chart.x.{SIDES[player]}"),
            text("reports.chart.y", player=text(f"solver.players.{SIDES[player]}")),
            write_x=lambda value: share(value).replace(".0", ""),
            write_y=chips,
            marked=_point(looked_at, player) if looked_at is not None and not looked_at.problem else None,
        )

    # ---- the means ------------------------------------------------------------------------------------------
    def means(self) -> Panel:
        """Return the textures with their means."""
        return Panel(
            Picture(self._draw_heads, MEAN_HEADS),
            Listed(self.rows, MEAN_ROW).sized(grow(least=len(self._means) * MEAN_ROW)),
            title=text("reports.means.title"),
            note=text("reports.means.note"),
            head=MEAN_TOP,
        )

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
            "ev": number(mean.ev[player], FIGURE_DIGITS),
            EQUITY: share(mean.equity),
        }

    def _words(self, mean: BoardMeans) -> str:
        return text("reports.means.words", texture=texture_name(mean.texture), **self._cells(mean))

    def _draw_heads(self, painter: Painter, rect: Rect) -> None:
        x, y, width, height = rect
        for head, left, wide in placed(self._heads(), width - 2 * INSET):
            at, middle = x + INSET + left + (wide if head.right else 0), y + height / 2
            painter.text(head.label, at, middle, "small", "dim", al="r" if head.right else "l", fit=wide)

    def _draw_row(self, painter: Painter, rect: Rect, place: int) -> bool:
        mean = self._means[place]
        x, y, width, height = rect
        cells, middle = self._cells(mean), y + height / 2
        for head, left, wide in placed(self._heads(), width - 2 * INSET):
            begin = x + INSET + left
            if head.value == "name":
                draw_mark(painter, mean.texture, begin + 5, middle)
                gap = MARK_ROOM if mean.texture else 0.0
                painter.text(texture_name(mean.texture), begin + gap, middle, "label", fit=wide - gap - 4)
            else:
                painter.text(cells[head.value], begin + wide, middle, "label", "dim", al="r")
        return True


def _point(row: BoardRow, player: Player) -> Point:
    return row.bets[player], row.ev[player]


def _around(values: Sequence[float]) -> Axis:
    """Return an axis on which all values have room."""
    low, high = min(values), max(values)
    margin = MARGIN_SHARE * (high - low) or 0.5
    return Axis(low - margin, high + margin)
