"""The panels of a tracked run."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache, partial
from typing import ClassVar

from game.features.lab import pictures
from game.features.lab.base import GAP as BASE_GAP
from game.features.lab.base import GAP as BETWEEN
from game.features.lab.base import OVERVIEW, STRATEGIES, add_waiting_note, lab_panel
from game.features.lab.field import GradientField, draw_scatter, fraction, list_cells
from game.features.lab.model import LabModel, RunRecord
from game.features.lab.tree import TreePicture
from game.texts import number, text
from game.window.ui.canvas.painter import Painter, Rect
from game.window.ui.charts.chart import Moment, Plot
from game.window.ui.charts.lines import ChartGroup, Lines
from game.window.ui.layout import Box, Breakpoint, Column, Either, Row, Size, Stack, fixed, grow, share
from game.window.ui.leaves import Filled, Panel, Picture
from game.window.ui.leaves.panels import GAP, NOTE_PARTS, PADDING, TITLE_ROW, write_title
from game.window.ui.widgets import ReadOut

LINE, INSET = 17.0, 6.0
WIDEST = "p₁ 0.000"
CORNER = 8.0
MIN_HEIGHT = 138.0


class Multiples(ReadOut[float]):
    """The charts of all information sets as one control.

    All charts show the values at the iteration under the mouse.
    """

    role: ClassVar[str] = "chart"

    def __init__(self, model: LabModel) -> None:
        super().__init__("sets", text("lab.multiples.title"))
        self.drawn = pictures.Drawn()
        self.probe: int | None = None
        self.plots: dict[pictures.SetKey, Plot] = {}
        self.panels: Mapping[pictures.SetKey, tuple[Box, Box]] = {}
        """The panel of each chart, and the box below its title."""
        self._model = model
        self._charts = lru_cache(maxsize=1)(pictures.set_charts)

    @property
    def value(self) -> str:
        """The probability of a bet or call in each information set, at the iteration under the mouse."""
        record = self._model.record
        labels = {} if record is None else pictures.strategy_labels(record, self._moment)
        return ", ".join(words for words, _ in labels.values())

    @property
    def _moment(self) -> int:
        return self._model.now if self.probe is None else self.probe

    def find(self, x: float, y: float) -> float | None:
        found = (self.plots[key].value_at(x, y) for key in self.panels if key in self.plots)
        return next((iteration for iteration in found if iteration is not None), None)

    def draw(self, painter: Painter) -> None:
        """Draw the charts into their panels."""
        model, record = self._model, self._model.record
        if record is None:
            return
        charts = self._charts(record, len(record), model.total, self.drawn)
        for (kind, index), (panel, inside) in self.panels.items():
            plot = self.plots.setdefault((kind, index), Plot())
            plot.draw(painter, inside.rect, charts[kind, index], Moment(model.now, probe=self.probe))
            if kind == "set":
                sets = record.sets
                key, share = sets.keys[index], record.average[record.bet(index)][record.place(self._moment)]
                title = text("lab.multiples.set", player=sets.players[index] + 1, who=key)
                room = panel.rect[2] - 2 * PADDING - GAP - painter.width(WIDEST, "small")
                corner = f"{pictures.symbol(sets, index)} {number(share, 3)}".strip()
                write_title(
                    painter, panel.rect, title if painter.width(title, "label_b") <= room else key, "", corner
                )
            else:
                self._write_regrets(painter, panel.rect, plot.inner, record, index)
        if self.focused:
            painter.focus_ring(self.rect, CORNER)

    def _write_regrets(
        self, painter: Painter, rect: Rect, inner: Rect, record: RunRecord, index: int
    ) -> None:
        """Write the regrets at an iteration beside the title, or at the lower left if there is no room."""
        title = text("lab.multiples.regret")
        write_title(painter, rect, title)
        labels = pictures.regret_labels(record, index, self._moment)
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
    """Return the panels of `count` information sets in `columns` columns. `multiples` draws their content.

    If the data are `awaited`, each panel has a note that says so.
    """
    keys = [(kind, index) for index in range(count) for kind in pictures.KINDS]
    inside = {key: add_waiting_note(Box(), awaited=awaited) for key in keys}
    panels = {key: lab_panel(box).sized(grow()) for key, box in inside.items()}
    multiples.panels = {key: (panels[key], inside[key]) for key in keys}
    rows = [
        Row(*(panels[kind, index] for index in range(first, first + columns)), gap=BETWEEN)
        for first in range(0, count, columns)
        for kind in pictures.KINDS
    ]
    below_each_other = (row.sized(grow(least=MIN_HEIGHT)) for row in rows)
    return Stack(Column(*below_each_other, gap=BETWEEN), Filled(multiples))


MIN_BODY, MIN_WIDE_BODY = 400.0, 470.0
TALL = 700.0  # dp: the minimum height of a small window in which two columns have room for all panels
NARROW_PANEL = 300.0
LEFT, SMALL_LEFT = share(0.33), share(0.455)
MIN_CELL, MAX_CELLS = 152.0, 6  # dp, and the maximum number of small charts in a row


class Panels(ChartGroup):
    """The panels of the run. `nash` says whether the equilibrium is drawn."""

    def __init__(self, model: LabModel) -> None:
        self._strategy = Lines("strategy", text("lab.strategy.title"))
        self._exploit = Lines("exploit", text("lab.exploit.title"))
        super().__init__(self._strategy, self._exploit)
        self._model = model
        self.nash = True
        self.probe: int | None = None
        """The iteration under the mouse, or None if the mouse is not over a chart."""
        self.field_picture = GradientField(model)
        self.tree_picture = TreePicture(model)
        self.multiples = Multiples(model)
        self._cached_cells = lru_cache(maxsize=1)(list_cells)

    # ---- what is known --------------------------------------------------------------------------------------
    def compose(self, page: str, window: Breakpoint) -> Box:
        """Return the panels of a page. All charts show the values at the iteration under the mouse."""
        self._take_moment()
        if page == OVERVIEW:
            return overview(self, window)
        return all_strategies(self, window) if page == STRATEGIES else tree_above(self, window)

    def _take_moment(self) -> None:
        model, record = self._model, self._model.record
        self.field_picture.nash = self.nash
        if record is None:
            self.probe = None
            self.clear()
            return
        drawn = self.multiples.drawn = pictures.Drawn(self.nash, self.log)
        if self.redraws((model.version, drawn)):
            self._strategy.chart = pictures.strategy_chart(model, record, drawn)
            self._exploit.chart = pictures.exploitability_chart(model, record, drawn)
        self.probe = self.multiples.probe = self.hover_target
        moment = model.now if self.probe is None else self.probe
        strategies = pictures.strategy_labels(record, moment)
        exploited = pictures.exploitability_labels(model, record, moment)
        self.read_out(model.now, self.probe, strategies, exploited)

    @property
    def hover_target(self) -> int | None:
        """The tracked iteration under the mouse, or None."""
        record, under = self._model.record, self.under
        under = self.multiples.under if under is None else under
        if under is None or record is None:
            return None
        return record.iterations[max(0, record.place(int(under)))]

    @property
    def _is_waiting(self) -> bool:
        return not self._model.problem and self._model.place < 0

    @property
    def reading_rule(self) -> str:
        nash = text("lab.multiples.rule_nash") if self.nash else ""
        return text("lab.multiples.rule", nash=nash, log=text("lab.multiples.rule_log") if self.log else "")

    # ---- the panels -----------------------------------------------------------------------------------------
    @property
    def half_street(self) -> bool:
        return self._model.settings.half_street

    def field(self) -> Panel:
        """Return the heat map: the winnings of player 1, which oscillate around the equilibrium value."""
        field = self._model.extras.field.value
        value = self.field_picture.even(field) if field is not None else 0.0
        corner = text("lab.field.unit", value=fraction(value)) if value else text("lab.field.unit_zero")
        shown = add_waiting_note(Filled(self.field_picture), awaited=self._is_waiting and field is None)
        note = text("lab.field.note") if self.nash else ""
        panel = lab_panel(shown, title=text("lab.field.title"), note=note, corner=corner)
        return panel.when(self.half_street)

    def strategy(self) -> Panel:
        """Return the panel of the average strategies.

        Dashed lines are the equilibrium, or one of several equilibria.
        """
        sets, record = self._model.sets, self._model.record
        some = sets is not None and len(pictures.lines(sets)) < len(sets.keys)
        equilibrium = text("lab.strategy.note")
        if record is not None and record.sets.per_alpha:
            alpha, value = number(record.nearest_alpha, 2), fraction(record.sets.value)
            equilibrium = text("lab.strategy.family", alpha=alpha, value=value)
        parts = [equilibrium] * self.nash + [text("lab.strategy.some")] * some
        return self._panel("strategy", Filled(self._strategy), NOTE_PARTS.join(parts))

    def exploit(self) -> Panel:
        return self._panel("exploit", Filled(self._exploit), text("lab.exploit.note")).focused_last()

    def scatter(self) -> Panel:
        draw = partial(draw_scatter, self._model, self._cached_cells, nash=self.nash)
        return self._panel("scatter", Picture(draw).when(self._model.place >= 0)).when(self.half_street)

    def tree(self) -> Panel:
        return self._panel("tree", Filled(self.tree_picture), text("lab.tree.note")).focused_last(2)

    def sets(self, columns: int) -> Box:
        return set_panels(self.multiples, self.count, columns, awaited=self._is_waiting)

    @property
    def count(self) -> int:
        return max(1, len(self._model.sets.keys)) if self._model.sets is not None else 1

    def _panel(self, name: str, box: Box, note: str = "") -> Panel:
        title, corner = text(f"lab.{name}.title"), text(f"lab.{name}.corner")
        return lab_panel(
            add_waiting_note(box, awaited=self._is_waiting), title=title, note=note, corner=corner
        )


# ---- the arrangement ------------------------------------------------------------------------------------------
def overview(panels: Panels, window: Breakpoint) -> Box:
    """Return the heat map and the exploitability at the left, and the strategy at the right.

    If there is room, the scatter plot and the tree are also at the right.
    """
    if window.narrow:
        shown = panels.field(), panels.strategy(), panels.exploit()
        return Column(*(panel.sized(fixed(NARROW_PANEL)) for panel in shown), gap=BASE_GAP)
    if window.small:
        right = Column(panels.strategy().sized(grow(0.55)), panels.exploit().sized(grow(0.45)), gap=BASE_GAP)
        low = _row(panels.field(), right, SMALL_LEFT)
        first = _row(panels.field(), panels.strategy(), SMALL_LEFT)
        second = _row(panels.scatter(), panels.exploit(), SMALL_LEFT)
        tall = Column(
            first.sized(share(0.4)), second.sized(share(0.26)), panels.tree().sized(grow()), gap=BASE_GAP
        )
        return Either(tall, low, least=TALL).sized(grow(least=MIN_BODY))
    if not panels.half_street:
        upper = _row(panels.strategy(), panels.exploit(), share(0.6))
        return _column(upper, panels.tree(), share(0.44)).sized(grow(least=MIN_WIDE_BODY))
    left = Column(panels.field().sized(grow()), panels.exploit().sized(share(0.33, least=160)), gap=BASE_GAP)
    upper = Row(panels.strategy().sized(grow()), panels.scatter().sized(share(0.3, least=210)), gap=BASE_GAP)
    right = _column(upper, panels.tree(), share(0.5))
    return _row(left, right, LEFT).sized(grow(least=MIN_WIDE_BODY))


def all_strategies(panels: Panels, window: Breakpoint) -> Box:
    """Return small charts of every information set, in as many columns as fit."""
    room = int((window.width - 2 * window.margin + BASE_GAP) / (MIN_CELL + BASE_GAP))
    columns = max(1, min(MAX_CELLS, room)) if window.small else MAX_CELLS
    while panels.count % columns:
        columns -= 1
    return panels.sets(columns).sized(grow())


def tree_above(panels: Panels, window: Breakpoint) -> Box:
    """Return the tree. For a half-street run, the scatter plot and the exploitability are next to it."""
    shown = panels.tree().sized(grow(least=MIN_BODY))
    if window.narrow or not panels.half_street:
        return shown
    wide = min(380.0, 0.32 * (window.width - 2 * window.margin))
    beside = _column(panels.scatter(), panels.exploit(), share(0.58, most=wide + 60))
    return Row(shown.sized(grow()), beside.sized(fixed(wide)), gap=BASE_GAP).sized(grow(least=MIN_BODY))


def _row(left: Box, right: Box, size: Size) -> Row:
    return Row(left.sized(size), right.sized(grow()), gap=BASE_GAP)


def _column(upper: Box, lower: Box, size: Size) -> Column:
    return Column(upper.sized(size), lower.sized(grow()), gap=BASE_GAP)
