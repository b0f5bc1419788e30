"""The panel of the histogram: after the turn or at the river, what is drawn over it, and what is said below."""

from __future__ import annotations

from functools import partial

from game.messages.abstraction_answers import AbstractionHand, Neighbour, Shapes, bin_of
from game.screens.pages.lab.abstraction.model import AbstractionModel
from game.screens.pages.lab.abstraction.shape_chart import Outline, ShapeChart, span
from game.screens.pages.lab.abstraction.spots import points, written
from game.screens.ui.canvas.canvas import Colour
from game.screens.ui.canvas.painter import Painter
from game.screens.ui.layout import Box, Column, Row, Space, Stack, fixed, grow, natural
from game.screens.ui.leaves import Control, Filled, Line, Panel, Picture, indented
from game.screens.ui.leaves.panel_head import PADDING, write_title
from game.screens.ui.texts import percent, text
from game.screens.ui.widgets import Act, Rect, Segmented, options
from game.screens.views.cards import code_of

HEAD, FOOT, LINE = 50.0, 60.0, 22.0
SWITCH, SWITCH_HIGH = 232.0, 32.0
TOKEN, TOKEN_WIDTH = 13.0, 25.1
TURN, RIVER = "turn", "river"
CENTRE_COLOUR, BESIDE_COLOUR, POINTED_COLOUR = "info", "text", "good"


class HistogramPanel:
    """The switch and the chart; `turned` is called when the switch was used."""

    def __init__(self, model: AbstractionModel, turned: Act) -> None:
        self._model = model
        self._turned = turned
        choices = options("lab.abstraction.chart.{}", (TURN, RIVER))
        self.switch = Segmented("when", text("lab.abstraction.chart.when"), choices, TURN, self._turn)
        self.chart = ShapeChart(text("lab.abstraction.chart.title"))

    def turn(self) -> None:
        """Show the other street, once anything is known."""
        if self.switch.enabled:
            self._turn(TURN if self._is_river else RIVER)

    def _turn(self, street: str) -> None:
        self.switch.chosen = street
        self.chart.probe = None
        self._turned()

    @property
    def _is_river(self) -> bool:
        return self.switch.chosen == RIVER

    # ---- what is shown --------------------------------------------------------------------------------------
    def _show_shapes(self, neighbour: Neighbour | None) -> None:
        """Show the hand as it is known, with the neighbour that is told of over it."""
        chart, found, beside = self.chart, self._model.hand.value, self._model.beside.value
        self.switch.disabled = text("lab.waiting") if self._model.opens else ""
        chart.visible, chart.pale = found is not None, self._model.stale
        if found is None:
            return
        chart.bars, centre = self._shapes(found.shapes)
        chart.name_of_bars = written(found.spot.flop)
        over: list[tuple[str, tuple[float, ...], Colour]] = [
            (text("lab.abstraction.chart.centre", bucket=found.buckets[0] + 1), centre, CENTRE_COLOUR)
        ]
        if beside is not None and beside.spot.flop != found.spot.flop:
            over.append((written(beside.spot.flop), self._shapes(beside.shapes)[0], BESIDE_COLOUR))
        if neighbour is not None and not self._is_river:
            over.append((written(neighbour.spot), neighbour.turn, POINTED_COLOUR))
        chart.outlines = [Outline(*one) for one in over]

    def _shapes(self, shapes: Shapes) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """Return the shape of the hand and of its centre on the street that is shown."""
        return (shapes.river, shapes.river_centre) if self._is_river else (shapes.turn, shapes.turn_centre)

    def box(self, neighbour: Neighbour | None) -> Panel:
        """Return the chart below title and switch, and below it what its bars hold and how far hands lie apart.

        The neighbour that is told of is drawn over the hand.
        """
        self._show_shapes(neighbour)
        title, note = (
            text("lab.abstraction.chart.title"),
            text(f"lab.abstraction.chart.note{'_river' * self._is_river}"),
        )
        head = Stack(
            Row(
                Picture(lambda painter, rect: write_title(painter, rect, title, note)).sized(grow()),
                Space(SWITCH),
            ),
            Row(Space(), Column(Space(10), Control(self.switch, SWITCH_HIGH, width=SWITCH)), Space(PADDING)),
        )
        found = self._model.hand.value
        rows = () if found is None else (self._bar_words(found), self._apart())
        below = Column(Space(11), *rows).sized(fixed(FOOT))
        chart = Column(Filled(self.chart).sized(grow()), below)
        return Panel(head.sized(fixed(HEAD)), indented(chart, PADDING).sized(grow()), head=0, foot=0, side=0)

    def _bar_words(self, found: AbstractionHand) -> Box:
        """Return what the chosen bar holds: the cards that lead there, as many as there is room for."""
        probe = self.chart.probe
        if probe is None:
            key = "lab.abstraction.chart.choose_river" if self._is_river else "lab.abstraction.chart.choose"
            return Line(text(key), "small", "faint", height=LINE)
        if self._is_river:
            share = percent(found.shapes.river[probe], 1)
            return Line(
                text("lab.abstraction.chart.run_outs", span=span(probe), share=share), "small", height=LINE
            )
        cards = [code_of(turn.card) for turn in found.turns if bin_of(turn.strength) == probe]
        words = text("lab.abstraction.chart.cards", span=span(probe), count=len(cards), all=len(found.turns))
        line = Line(words, "small", height=LINE).sized(natural(most_share=1.0))
        return Row(line, Picture(partial(_draw_cards, cards)).sized(grow()), gap=10)

    def _apart(self) -> Box:
        """Return how far the hand lies from the one that is kept, by three measures; else what a point is."""
        apart, beside = self._model.apart.value, self._model.beside.value
        if apart is None or beside is None:
            return Line(text("lab.abstraction.chart.points"), "small", "faint", height=LINE)
        measures = {"means": apart.means, "rivers": apart.rivers, "turns": apart.turns}
        figures = {name: points(distance) for name, distance in measures.items()}
        words = text("lab.abstraction.chart.apart", hand=written(beside.spot.flop), **figures)
        return Line(words, "small_b", height=LINE)


def _draw_cards(cards: list[str], painter: Painter, rect: Rect) -> None:
    """Draw small cards, and a sign for those that have no room."""
    x, y, width, height = rect
    y += height / 2
    room = int(width / TOKEN_WIDTH)
    shown = cards if len(cards) <= room else cards[: max(0, room - 1)]
    used = painter.inline_cards(shown, x, y, TOKEN)
    if 0 < len(shown) < len(cards):
        painter.text("+", x + used + 6, y, "small", "dim")
