"""Small multiples: for every information set its strategies over iterations, and below them its regrets."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import ClassVar

from game.features.lab import pictures
from game.features.lab.model import LabModel
from game.features.lab.parts import GAP as BETWEEN
from game.features.lab.parts import awaiting, lab_panel
from game.features.lab.record import RunRecord
from game.texts import number, text
from game.window.ui.canvas.painter import Painter, Rect
from game.window.ui.charts.chart import Moment, Plot
from game.window.ui.layout import Box, Column, Row, Stack, grow
from game.window.ui.leaves import Filled
from game.window.ui.leaves.panel_head import GAP, PADDING, TITLE_ROW, write_title
from game.window.ui.widgets import ReadOut

LINE, INSET = 17.0, 6.0
WIDEST = "p₁ 0.000"
CORNER = 8.0
LEAST_HEIGHT = 138.0


class Multiples(ReadOut[float]):
    """The panels of all information sets as one control: pointing at one iteration reads it out in all panels."""

    role: ClassVar[str] = "chart"

    def __init__(self, model: LabModel) -> None:
        super().__init__("sets", text("lab.multiples.title"))
        self.drawn = pictures.Drawn()
        self.probe: int | None = None
        self.plots: dict[pictures.SetKey, Plot] = {}
        self.panels: Mapping[pictures.SetKey, tuple[Box, Box]] = {}
        """For each chart its panel, and the content below the title."""
        self._model = model
        self._charts = lru_cache(maxsize=1)(pictures.set_charts)

    @property
    def value(self) -> str:
        """How often each information set bets or calls at the iteration pointed at."""
        record = self._model.record
        labels = {} if record is None else pictures.strategy_labels(record, self._moment)
        return ", ".join(words for words, _ in labels.values())

    @property
    def _moment(self) -> int:
        return self._model.now if self.probe is None else self.probe

    def find(self, x: float, y: float) -> float | None:
        """Return the iteration at a point of any of the charts."""
        found = (self.plots[key].value_at(x, y) for key in self.panels if key in self.plots)
        return next((iteration for iteration in found if iteration is not None), None)

    def draw(self, painter: Painter) -> None:
        """Draw the panels."""
        model, record = self._model, self._model.record
        if record is None:
            return
        charts = self._charts(record, len(record), model.total, self.drawn)
        for (kind, place), (panel, inside) in self.panels.items():
            plot = self.plots.setdefault((kind, place), Plot())
            plot.draw(painter, inside.rect, charts[kind, place], Moment(model.now, probe=self.probe))
            if kind == "set":
                self._write_set(painter, panel.rect, record, place)
            else:
                self._write_regrets(painter, panel.rect, plot.inner, record, place)
        if self.focused:
            painter.focus_ring(self.rect, CORNER)

    def _write_set(self, painter: Painter, rect: Rect, record: RunRecord, place: int) -> None:
        """Write whose set it is where that has room, and how likely it bets or calls at this moment."""
        sets = record.sets
        key, share = sets.keys[place], record.average[record.bet(place)][record.place(self._moment)]
        title = text("lab.multiples.set", player=sets.players[place] + 1, who=key)
        room = rect[2] - 2 * PADDING - GAP - painter.width(WIDEST, "small")
        corner = f"{pictures.symbol(sets, place)} {number(share, 3)}".strip()
        write_title(painter, rect, title if painter.width(title, "label_b") <= room else key, "", corner)

    def _write_regrets(
        self, painter: Painter, rect: Rect, inner: Rect, record: RunRecord, place: int
    ) -> None:
        """Write the figures of this moment beside the title, or where that has no room at the lower left."""
        title = text("lab.multiples.regret")
        write_title(painter, rect, title)
        labels = pictures.regret_labels(record, place, self._moment)
        needed = sum(painter.width(words, "small_b") + INSET for words, _ in labels)
        x, y, width, _ = rect
        if needed + painter.width(title, "label_b") + GAP <= width - 2 * PADDING:
            right = x + width - PADDING
            for words, colour in reversed(labels):
                right -= painter.text(words, right, y + TITLE_ROW, "small_b", colour, al="r") + INSET
            return
        for row, (words, colour) in enumerate(labels):
            level = inner[1] + inner[3] - (len(labels) - row - 0.5) * LINE
            painter.text(words, inner[0] + INSET, level, "small_b", colour)


def set_panels(multiples: Multiples, count: int, columns: int, *, awaited: bool) -> Box:
    """Return the panels of `count` sets in so many columns, under the control that draws into them."""
    keys = [(kind, place) for place in range(count) for kind in pictures.KINDS]
    inside = {key: awaiting(Box(), awaited=awaited) for key in keys}
    panels = {key: lab_panel(box).sized(grow()) for key, box in inside.items()}
    multiples.panels = {key: (panels[key], inside[key]) for key in keys}
    rows = [
        Row(*(panels[kind, place] for place in range(first, first + columns)), gap=BETWEEN)
        for first in range(0, count, columns)
        for kind in pictures.KINDS
    ]
    below_each_other = (row.sized(grow(least=LEAST_HEIGHT)) for row in rows)
    return Stack(Column(*below_each_other, gap=BETWEEN), Filled(multiples))
