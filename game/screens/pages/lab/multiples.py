"""Small multiples: for every information set its strategies over iterations, and below them its regrets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from game.screens.pages.lab import pictures
from game.screens.pages.lab.model import LabModel
from game.screens.pages.lab.names import symbol
from game.screens.pages.lab.parts import GAP as BETWEEN
from game.screens.pages.lab.parts import awaiting, lab_panel
from game.screens.pages.lab.record import RunRecord
from game.screens.ui.canvas.painter import Painter, Rect
from game.screens.ui.charts.chart import Chart, Moment, Plot
from game.screens.ui.charts.scales import SignedLog
from game.screens.ui.layout import Box, Column, Row, grow
from game.screens.ui.leaves.panel_head import GAP, PADDING, TITLE_ROW, write_title
from game.screens.ui.texts import number, text
from game.screens.ui.widgets import ReadOut, Widget

LINE = 17.0
INSET = 6.0
WIDEST = "p₁ 0.000"
CORNER = 8.0
LEAST_HEIGHT = 138.0
KINDS = ("set", "regret")
Key = tuple[str, int]
"""Whether it is of a "set" or of its "regret", and which set."""


class Multiples(ReadOut[float]):
    """The panels of all sets as one control: what lies under the mouse is read out in all of them."""

    role: ClassVar[str] = "chart"

    def __init__(self, model: LabModel) -> None:
        super().__init__("sets", text("lab.multiples.title"))
        self.probe: int | None = None
        self._panels: Mapping[Key, tuple[Rect, Rect]] = {}
        self._model = model
        self._record: RunRecord | None = None
        self._drawn = pictures.Drawn()
        self._charts: dict[Key, Chart] = {}
        self.plots: dict[Key, Plot] = {}
        self._regrets: SignedLog | None = None

    def rebuild(self, record: RunRecord, drawn: pictures.Drawn) -> None:
        """Take over what is known now: the curves are made when they are drawn."""
        self._record, self._drawn = record, drawn
        self._charts, self._regrets = {}, None

    @property
    def value(self) -> str:
        """How likely each set bets or calls at the iteration that is told."""
        record = self._record
        if record is None or self._model.place < 0 or record is not self._model.record:
            return ""
        return ", ".join(words for words, _ in pictures.strategy_labels(record, self._moment).values())

    @property
    def _moment(self) -> int:
        return self._model.now if self.probe is None else self.probe

    def find(self, x: float, y: float) -> float | None:
        """Return the iteration at a point of any of the charts."""
        found = [self.plots[key].value_at(x, y) for key in self._charts]
        return next((iteration for iteration in found if iteration is not None), None)

    def place(self, rect: Rect, panels: Mapping[Key, tuple[Rect, Rect]]) -> None:
        """Take the rectangle of all panels, and of each the whole and what lies below its title."""
        self.rect, self._panels = rect, panels

    def draw(self, painter: Painter) -> None:
        """Draw the panels."""
        record = self._record
        if record is None or self._model.place < 0 or record is not self._model.record:
            return
        for (kind, place), (rect, inside) in self._panels.items():
            self._draw_title(painter, rect, record, kind, place)
            plot = self.plots.setdefault((kind, place), Plot())
            moment = Moment(self._model.now, probe=self.probe)
            plot.draw(painter, inside, self._chart(record, (kind, place)), moment)
            if kind == "regret":
                self._write_regrets(painter, rect, plot.inner, record, place)
        if self.focused:
            painter.focus_ring(self.rect, CORNER)

    def _chart(self, record: RunRecord, key: Key) -> Chart:
        kind, place = key
        if key not in self._charts:
            self._charts[key] = (
                pictures.set_chart(self._model, record, place, self._drawn)
                if kind == "set"
                else pictures.regret_chart(self._model, record, place, self._drawn, self._scale(record))
            )
        return self._charts[key]

    def _scale(self, record: RunRecord) -> SignedLog:
        """Return the scale of all regrets, which takes a look at every one of them."""
        if self._regrets is None:
            self._regrets = pictures.regret_scale(record)
        return self._regrets

    def _draw_title(self, painter: Painter, rect: Rect, record: RunRecord, kind: str, place: int) -> None:
        key = record.sets.keys[place]
        if kind == "regret":
            write_title(painter, rect, text("lab.multiples.regret"))
            return
        share = record.average[record.bets()[place]][record.place(self._moment)]
        corner = f"{symbol(record.sets, place)} {number(share, 3)}".strip()
        title = text("lab.multiples.set", player=record.sets.players[place] + 1, who=key)
        room = rect[2] - 2 * PADDING - GAP - painter.width(WIDEST, "small")
        write_title(painter, rect, title if painter.width(title, "label_b") <= room else key, "", corner)

    def _write_regrets(
        self, painter: Painter, rect: Rect, inner: Rect, record: RunRecord, place: int
    ) -> None:
        """Write the figures of this moment beside the title, or where that has no room at the lower left."""
        labels = pictures.regret_labels(record, place, self._moment)
        needed = sum(painter.width(words, "small_b") + INSET for words, _ in labels)
        x, y, width, _ = rect
        right = x + width - PADDING
        if needed + painter.width(text("lab.multiples.regret"), "label_b") + GAP <= width - 2 * PADDING:
            for words, colour in reversed(labels):
                right -= painter.text(words, right, y + TITLE_ROW, "small_b", colour, al="r") + INSET
            return
        for row, (words, colour) in enumerate(labels):
            level = inner[1] + inner[3] - (len(labels) - row - 0.5) * LINE
            painter.text(words, inner[0] + INSET, level, "small_b", colour)


class SetPanels(Column):
    """The panels of `count` sets in so many columns."""

    def __init__(self, multiples: Multiples, count: int, columns: int, *, awaited: bool) -> None:
        inside = {(kind, place): awaiting(Box(), awaited=awaited) for place in range(count) for kind in KINDS}
        self._panels = {name: lab_panel(box).sized(grow()) for name, box in inside.items()}
        self._inside, self._multiples = inside, multiples
        rows = (
            Row(*(self._panels[kind, place] for place in range(first, first + columns)), gap=BETWEEN)
            for first in range(0, count, columns)
            for kind in KINDS
        )
        super().__init__(*(row.sized(grow(least=LEAST_HEIGHT)) for row in rows), gap=BETWEEN)

    def place(self, painter: Painter, rect: Rect) -> None:
        """Place the panels, and tell the control where they lie."""
        super().place(painter, rect)
        self._multiples.place(
            rect, {key: (self._panels[key].rect, box.rect) for key, box in self._inside.items()}
        )

    def widgets(self) -> Iterator[Widget]:
        """Yield the control."""
        yield self._multiples
