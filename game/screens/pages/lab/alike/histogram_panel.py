"""The panel of the histogram: after the turn or at the river, what is drawn over it, and what is said below."""

from __future__ import annotations

from game.alike import Neighbour, Shapes, bin_of
from game.screens.pages.lab.alike.shape_chart import Outline, ShapeChart, span
from game.screens.pages.lab.alike.study import AlikeStudy
from game.screens.pages.lab.alike.words import points, written
from game.screens.ui.canvas.canvas import Colour
from game.screens.ui.canvas.pen import Pen
from game.screens.ui.leaves.panel_head import content, write_title
from game.screens.ui.texts import percent, text
from game.screens.ui.widgets.choice import Segmented, options
from game.screens.ui.widgets.widget import Act, Rect, Widget
from game.screens.views.cards import code_of

TITLE = 36.0
SWITCH, SWITCH_HIGH = 232.0, 32.0
FOOT, FOOT_LINE = 46.0, 22.0
TOKEN, TOKEN_WIDTH = 13.0, 25.1
TURN, RIVER = "turn", "river"
CENTRE_COLOUR, BESIDE_COLOUR, TOLD_COLOUR = "info", "text", "good"


class HistogramPanel:
    """The switch and the chart; `turned` is called when the switch was used."""

    def __init__(self, study: AlikeStudy, turned: Act) -> None:
        self._study = study
        self._turned = turned
        choices = options("lab.alike.chart.{}", (TURN, RIVER))
        self.switch = Segmented("when", text("lab.alike.chart.when"), choices, TURN, self._turn)
        self.chart = ShapeChart(text("lab.alike.chart.title"))

    @property
    def widgets(self) -> list[Widget]:
        """The controls in focus order."""
        return [self.switch, self.chart]

    def turn(self) -> None:
        """Show the other street."""
        self._turn(TURN if self._is_river else RIVER)

    def _turn(self, street: str) -> None:
        self.switch.chosen = street
        self.chart.probe = None
        self._turned()

    @property
    def _is_river(self) -> bool:
        return self.switch.chosen == RIVER

    # ---- what is shown --------------------------------------------------------------------------------------
    def follow(self, told: Neighbour | None) -> None:
        """Show the hand as it is known, with the neighbour that is told of over it."""
        chart, found, beside = self.chart, self._study.found, self._study.beside
        self.switch.disabled = text("lab.waiting") if self._study.opens else ""
        chart.visible, chart.pale = found is not None, self._study.stale
        if found is None:
            return
        chart.bars, centre = self._shapes(found.shapes)
        chart.name_of_bars = written(found.spot.flop)
        over: list[tuple[str, tuple[float, ...], Colour]] = [
            (text("lab.alike.chart.centre", bucket=found.buckets[0] + 1), centre, CENTRE_COLOUR)
        ]
        if beside is not None and beside.spot.flop != found.spot.flop:
            over.append((written(beside.spot.flop), self._shapes(beside.shapes)[0], BESIDE_COLOUR))
        if told is not None and not self._is_river:
            over.append((written(told.spot), told.turn, TOLD_COLOUR))
        chart.outlines = [Outline(*one) for one in over]

    def _shapes(self, shapes: Shapes) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """Return the shape of the hand and of its centre on the street that is shown."""
        return (shapes.river, shapes.river_centre) if self._is_river else (shapes.turn, shapes.turn_centre)

    def place(self, panel: Rect) -> None:
        """Place switch and chart."""
        x, y, width, height = content(panel)
        self.switch.rect = (x + width - SWITCH, y - 4, SWITCH, SWITCH_HIGH)
        self.chart.rect = (x, y + TITLE, width, height - TITLE - FOOT)

    def draw(self, pen: Pen, panel: Rect) -> None:
        """Write the title, and below the chart what its bars hold and how far hands lie apart."""
        x, y, width, high = panel
        note = text("lab.alike.chart.note_river" if self._is_river else "lab.alike.chart.note")
        write_title(pen, (x, y, width - SWITCH, high), text("lab.alike.chart.title"), note)
        if self._study.found is not None:
            left, top, wide, height = content(panel)
            row = top + height - FOOT + FOOT_LINE
            self._draw_bar_told(pen, (left, row, wide, FOOT_LINE))
            self._draw_apart(pen, (left, row + FOOT_LINE, wide, FOOT_LINE))

    def _draw_bar_told(self, pen: Pen, rect: Rect) -> None:
        """Say what the chosen bar holds: the cards that lead there, as many as there is room for."""
        x, y, width, _ = rect
        probe, found = self.chart.probe, self._study.found
        if probe is None or found is None:
            key = "lab.alike.chart.choose_river" if self._is_river else "lab.alike.chart.choose"
            pen.text(text(key), x, y, "small", "faint", fit=width)
        elif self._is_river:
            share = percent(found.shapes.river[probe], 1)
            words = text("lab.alike.chart.run_outs", span=span(probe), share=share)
            pen.text(words, x, y, "small", "text", fit=width)
        else:
            cards = [code_of(turn.card) for turn in found.turns if bin_of(turn.strength) == probe]
            words = text("lab.alike.chart.cards", span=span(probe), count=len(cards), all=len(found.turns))
            at = x + pen.text(words, x, y, "small", "text", fit=width) + 10
            _draw_cards(pen, cards, at, y, x + width - at)

    def _draw_apart(self, pen: Pen, rect: Rect) -> None:
        """Say how far the hand lies from the one that is kept, by three measures; without one what a point is."""
        x, y, width, _ = rect
        apart, beside = self._study.apart, self._study.beside
        if apart is None or beside is None:
            pen.text(text("lab.alike.chart.points"), x, y, "small", "faint", fit=width)
            return
        measures = {"means": apart.means, "rivers": apart.rivers, "turns": apart.turns}
        told = {name: points(distance) for name, distance in measures.items()}
        words = text("lab.alike.chart.apart", hand=written(beside.spot.flop), **told)
        pen.text(words, x, y, "small_b", "text", fit=width)


def _draw_cards(pen: Pen, cards: list[str], x: float, y: float, width: float) -> None:
    """Draw small cards, and dots for those that have no room."""
    room = int(width / TOKEN_WIDTH)
    shown = cards if len(cards) <= room else cards[: max(0, room - 1)]
    used = pen.inline_cards(shown, x, y, TOKEN)
    if 0 < len(shown) < len(cards):
        pen.text("+", x + used + 6, y, "small", "dim")
