"""The panels beside the grid: next cards, made hands, how the estimate converged, and examples to start from."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial

from game.features.odds.answer import faded
from game.features.odds.model import OddsModel
from game.rules.cards import Card, name
from game.study.odds import EquityParts, RangeEquity
from game.texts import english, number, percent, text, written_share
from game.window.ui.canvas.painter import Painter
from game.window.ui.charts.axis import Axis
from game.window.ui.charts.chart import Chart, Plot, Series, Target
from game.window.ui.layout import Box, Row, Space, grow
from game.window.ui.leaves import Control, Filled, Panel, Paragraph, Picture
from game.window.ui.theme import RGB
from game.window.ui.widgets import Button, Rect
from game.window.ui.widgets.cells import Cell
from game.window.views.card_cells import CardCells
from game.window.views.range_painting import tint

HEAD, START_HEAD = 44.0, 42.0
BUTTON, BUTTON_GAP = 34.0, 4.0
MADE_NAMES = 118.0
MADE_FIGURE = 44.0
MADE_HEAD, HIGHEST_ROW, HIGHEST_BAR = 16.0, 30.0, 18.0
SIDES = (("odds.first", "brass", -1), ("odds.second", "info", 1))
"""The name of each side, its colour, and which way its bars go."""


class NextCards(CardCells):
    """The 52 cards that may come next, each with the equity of the first side after it; a click lays one."""

    def __init__(self, model: OddsModel) -> None:
        super().__init__("next", text("odds.next.title"), lambda card: model.lay((*model.board, card)))
        self._model = model

    @property
    def hint(self) -> str:
        """The equity to a tenth, and what a click does."""
        return text("odds.next.lay", what=self.value) if self.pointed_at else ""

    def figure(self, card: Card) -> float | None:
        """Return the equity after a card."""
        parts = self._model.parts
        return parts.next.get(name(card)) if parts is not None else None

    def written(self, figure: float) -> str:
        """Return whole percents."""
        return f"{figure * 100:.0f}"

    def background(self, painter: Painter, figure: float) -> RGB:
        """Return the tint of an equity, pale while a newer one is on its way."""
        return tint(painter, figure, pale=self._model.pale_parts)

    def said(self, card: str, figure: float | None) -> str:
        """Return the equity in words."""
        if figure is None:
            return text("odds.next.gone", card=card)
        return text("odds.grid.equity", name=card, share=percent(figure, 1))

    def _choose(self, cell: Cell) -> None:
        if not self._model.pale_parts:
            super()._choose(cell)


def _panel(name: str, box: Box, note: str = "note") -> Panel:
    title, words = text(f"odds.{name}.title"), text(f"odds.{name}.{note}")
    return Panel(box.sized(grow()), title=title, note=words, head=HEAD)


def _empty(name: str, model: OddsModel) -> Box:
    """Say what a panel will show, while the question is incomplete or refused; say nothing while it is computed."""
    nothing_asked = model.waits_for or model.problem
    return Paragraph(text(f"odds.{name}.empty"), limit=3).when(nothing_asked)


def start(examples: Sequence[Button], acts: Sequence[Button]) -> Panel:
    """Return the panel of examples to start from, above the buttons that act on the whole question."""
    rows = [Control(button, BUTTON) for button in examples]
    below = Row(*(Control(button, BUTTON).sized(grow()) for button in acts), gap=BUTTON_GAP)
    between = Space().sized(grow(least=BUTTON_GAP))
    return Panel(*rows, between, below, title=text("odds.start"), head=START_HEAD, gap=BUTTON_GAP)


def next_cards(control: NextCards, model: OddsModel) -> Panel:
    """Return the panel of the cards that may come next, or of the reason why none can."""
    known = model.parts is not None and model.parts.next
    return _panel("next", Filled(control) if known else Paragraph(_why_none(model), limit=3))


def _why_none(model: OddsModel) -> str:
    if model.waits_for:
        return text(f"odds.missing.{model.waits_for}")
    street = {0: "preflop", 5: "river"}.get(len(model.board), "waiting")
    return text(f"odds.next.{street}")


def made(model: OddsModel) -> Panel:
    """Return the panel of how often each side makes each kind of hand, in bars mirrored around the names."""
    parts = model.parts
    if parts is None:
        return _panel("made", _empty("made", model))
    note = "note" if "made" in parts.exact else "sampled"
    return _panel("made", Picture(partial(_draw_made, parts, model.pale_parts)), note)


def _draw_made(parts: EquityParts, pale: bool, painter: Painter, rect: Rect) -> None:
    x, y, width, height = rect
    middle, kinds = x + width / 2, english().many("help.hands.names")
    step = min(HIGHEST_ROW, (height - MADE_HEAD) / len(kinds))
    high = min(HIGHEST_BAR, step - 5)
    reach, most = (width - MADE_NAMES) / 2 - MADE_FIGURE, max(0.01, *(max(one) for one in parts.made))
    levels = [y + MADE_HEAD + (place + 0.5) * step for place in range(len(kinds))]
    for kind, level in zip(kinds, levels, strict=True):
        painter.text(kind, middle, level, "small", "dim", al="c", fit=MADE_NAMES - 8)
    for (side, colour, away), shares in zip(SIDES, parts.made, strict=True):
        inner = middle + away * MADE_NAMES / 2
        painter.text(text(side), inner, y + 4, "small_b", colour, al="r" if away < 0 else "l")
        bar, ink = faded(painter, colour, pale=pale), faded(painter, "text", pale=pale)
        for level, share in zip(levels, reversed(shares), strict=True):
            long = max(2.0, reach * (share / most)) if share > 0 else 0.0
            if long:
                painter.rect((inner - long if away < 0 else inner, level - high / 2, long, high), bar, 2)
            figure = number(share * 100, 1) if share > 0 else "–"
            painter.text(figure, inner + away * (long + 6), level, "small", ink, al="r" if away < 0 else "l")


def closing(model: OddsModel) -> Panel:
    """Return the panel of the estimate, its interval over the deals so far, and the exact value once known."""
    course, found = model.course, model.equity
    if len(course) < 2:
        return _panel("closing", _empty("closing", model))
    exact = found.equity[0] if found is not None and found.exact else None
    return _panel("closing", Picture(partial(_draw_closing, tuple(course), exact, model.stale)))


def _draw_closing(
    course: Sequence[RangeEquity], exact: float | None, pale: bool, painter: Painter, rect: Rect
) -> None:
    brass, good = (faded(painter, colour, pale=pale) for colour in ("brass", "good"))
    level, known = _level_axis(course), text("odds.closing.exact")
    deals = Axis(course[0].deals, max(course[-1].deals, 10 * course[0].deals), log=True)
    xs, ys, band = zip(*((one.deals, one.equity[0], one.ci95) for one in course), strict=True)
    estimate = Series("", xs, ys, brass, band=band)
    targets = [] if exact is None else [Target(exact, known, good)]
    title = text("odds.closing.axis")
    Plot().draw(
        painter, rect, Chart([estimate], deals, level, title, targets, write=written_share, widest=known)
    )


def _level_axis(course: Sequence[RangeEquity]) -> Axis:
    """Return the vertical axis: it covers the first interval and every estimate, and ends at round values."""
    middle = course[-1].equity[0]
    reach = max(course[0].ci95, *(abs(one.equity[0] - middle) for one in course), 0.004)
    step = 0.02 if reach > 0.02 else 0.01
    low = max(0.0, math.floor((middle - reach) / step) * step)
    return Axis(low, min(1.0, math.ceil((middle + reach) / step) * step))
