"""The panels of a hand: its cards and the bucket it is in; and its histogram, with what is drawn over it."""

from __future__ import annotations

from functools import partial

from game.features.lab.abstraction.model import AbstractionModel, points, written
from game.study.abstraction import BINS, AbstractionHand, Neighbour, Shapes, bin_of
from game.study.preparation_model import left_in_words
from game.texts import number, percent, text
from game.window.ui.canvas.painter import SHAPE, Painter
from game.window.ui.charts.histogram import Histogram, Outline, span
from game.window.ui.layout import Box, Column, IfRoom, Row, Space, Stack, fixed, grow, natural
from game.window.ui.leaves import Bar, Control, Filled, Ink, Line, Pair, Panel, Paragraph, Picture, indented
from game.window.ui.leaves.panel_head import PADDING, write_title
from game.window.ui.widgets import Act, Pressable, Rect, Segmented, options
from game.window.views.cards import code_of

HEAD, FOOT = 42.0, 6.5
CARD, LARGEST_CARD, CARD_GAP, BOARD_GAP = 76.0, 112.0, 5.0, 16.0
FIGURE, FIGURE_ROW, BASELINE = 30.0, 34.0, 8.0
LINE = 23.0
BAR, LEFT = 6.0, 28.0
LEAST_DESCRIPTION = 239.5  # all that stands below the cards
CHART_HEAD, CHART_FOOT, CHART_LINE = 50.0, 60.0, 22.0
SWITCH, SWITCH_HIGH = 232.0, 32.0
TOKEN, TOKEN_WIDTH = 13.0, 25.1
STREETS = TURN, RIVER = "turn", "river"
POTENTIAL = 0.05
"""By how much a hand gains or loses that is said to."""


class HandCards(Pressable):
    """The cards that are looked at; a click opens all cards to choose from."""

    def __init__(self, model: AbstractionModel, pick: Act) -> None:
        super().__init__("pick", text("lab.abstraction.pick"), pick)
        self.tooltip = text("lab.abstraction.pick_tip")
        self._model = model

    @property
    def value(self) -> str:
        """The cards."""
        return written(self._model.spot)

    def draw(self, painter: Painter) -> None:
        """Draw hand and board, as large as they fit."""
        x, y, width, height = self.rect
        spot = self._model.spot
        count = len(spot.cards)
        gaps = (count - 2) * CARD_GAP + BOARD_GAP
        high = min(height, (width - gaps) / count / SHAPE)
        for place, card in enumerate(spot.cards):
            left = x + place * (high * SHAPE + CARD_GAP) + (BOARD_GAP - CARD_GAP if place > 1 else 0)
            painter.card(code_of(card), left, y + (height - high) / 2, high)
        if self.focused:
            painter.focus_ring(self.rect)


def hand_panel(model: AbstractionModel, cards: HandCards) -> Panel:
    """Return cards and facts; where there is room the cards are larger, and it is said what becomes of the hand."""
    larger = Filled(cards).sized(grow(least=CARD, most=LARGEST_CARD))
    found = model.hand.value
    awaited = Column(Space(24), waiting(model)).when(not model.problem)
    known = awaited if found is None else _description(model, found)
    below = Stack(known).sized(grow(least=LEAST_DESCRIPTION))
    title, corner = text("lab.abstraction.hand.title"), text("lab.abstraction.hand.corner")
    return Panel(larger, below, title=title, corner=corner, head=HEAD, foot=FOOT)


def waiting(model: AbstractionModel) -> Box:
    """Return what is being done and, once a report has come, how far it is and how long it takes yet."""
    report = model.report
    words = Paragraph(text(f"lab.abstraction.waiting.{model.phase}"), limit=4)
    if report is None:
        return words
    left = Line(left_in_words(report.seconds_left), "label_b", height=LEFT)
    return Column(words, Space(2), Bar(model.share, height=BAR, pattern="diagonal"), left)


def _description(model: AbstractionModel, found: AbstractionHand) -> Box:
    """Return the bucket and the facts, and whether the hand gains or loses from here to the river.

    Those of another hand than the one that is asked for are pale.
    """
    figure, ink = ("dim", "dim") if model.stale else ("brass", "text")
    bucket = Line(str(found.buckets[0] + 1), "figure", figure, height=FIGURE_ROW, size=FIGURE)
    words = Line(text("lab.abstraction.hand.bucket", count=found.counts[0]), "label", "dim", height=0)
    inks = Ink("label", "dim"), Ink("label_b", ink)
    near, population = model.near.value, text("lab.abstraction.hand.counting")
    if near is not None and not model.stale and near.spot == model.spot.flop:
        figures = {"hands": number(near.hands), "share": percent(near.share, 2)}
        population = text("lab.abstraction.hand.population", **figures)
    gains = found.strength - found.now
    key = "stays" if abs(gains) < POTENTIAL else "improves" if gains > 0 else "fades"
    potential = text(f"lab.abstraction.hand.{key}", points=points(abs(gains)))
    return Column(
        Space(13),
        Row(bucket, Column(Space(BASELINE), words.sized(grow())).sized(grow()), gap=10),
        Line(population, "small", "dim", height=20),
        Space(11.5),
        *(Pair(name, value, height=LINE, inks=inks) for name, value in _facts(found)),
        IfRoom(Column(Space(6), Line(potential, "small", "dim", height=LINE), Space(13))).sized(grow()),
    )


def _facts(found: AbstractionHand) -> list[tuple[str, str]]:
    """Return the facts about a hand: a name and a value each."""
    weakest, strongest = found.after_turn
    rival, distance = found.rival
    after = text("lab.abstraction.hand.between", low=number(100 * weakest, 1), high=percent(strongest, 1))
    rows = [
        (text("lab.abstraction.hand.now"), percent(found.now, 1)),
        (text("lab.abstraction.hand.end"), percent(found.strength, 1)),
        (text("lab.abstraction.hand.turn"), after),
        (text("lab.abstraction.hand.centre"), points(found.distance)),
        (text("lab.abstraction.hand.rival", bucket=rival + 1), points(distance)),
    ]
    for street, bucket, count in zip(STREETS, found.buckets[1:], found.counts[1:], strict=False):
        place = text("lab.abstraction.hand.of", bucket=bucket + 1, count=count)
        rows.append((text(f"lab.abstraction.hand.on_{street}"), place))
    return rows


class HistogramPanel:
    """The switch and the chart; `turned` is called when the switch was used."""

    def __init__(self, model: AbstractionModel, turned: Act) -> None:
        self._model = model
        self._turned = turned
        choices = options("lab.abstraction.chart.{}", (TURN, RIVER))
        self.switch = Segmented("when", text("lab.abstraction.chart.when"), choices, TURN, self._turn)
        self.chart = Histogram("shape", text("lab.abstraction.chart.title"))

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
        """Show the hand as it is known, with the described neighbour over it."""
        chart, found, beside = self.chart, self._model.hand.value, self._model.beside.value
        self.switch.disabled = text("lab.waiting") if self._model.opens else ""
        chart.visible, chart.pale = found is not None, self._model.stale
        if found is None:
            return
        chart.bars, centre = self._shapes(found.shapes)
        chart.name_of_bars = written(found.spot.flop)
        name_of_centre = text("lab.abstraction.chart.centre", bucket=found.buckets[0] + 1)
        chart.outlines = [Outline(name_of_centre, centre, "info")]
        if beside is not None and beside.spot.flop != found.spot.flop:
            other, _ = self._shapes(beside.shapes)
            chart.outlines.append(Outline(written(beside.spot.flop), other, "text"))
        if neighbour is not None and not self._is_river:
            chart.outlines.append(Outline(written(neighbour.spot), neighbour.turn, "good"))

    def _shapes(self, shapes: Shapes) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """Return the shape of the hand and of its centre on the street that is shown."""
        return (shapes.river, shapes.river_centre) if self._is_river else (shapes.turn, shapes.turn_centre)

    def box(self, neighbour: Neighbour | None) -> Panel:
        """Return the chart below title and switch, and below it what its bars hold and how far hands lie apart.

        The described neighbour is drawn over the hand.
        """
        self._show_shapes(neighbour)
        title = text("lab.abstraction.chart.title")
        note = text(f"lab.abstraction.chart.note{'_river' * self._is_river}")
        words = Picture(lambda painter, rect: write_title(painter, rect, title, note))
        switch = Column(Space(10), Control(self.switch, SWITCH_HIGH, width=SWITCH))
        head = Stack(Row(words.sized(grow()), Space(SWITCH)), Row(Space(), switch, Space(PADDING)))
        found = self._model.hand.value
        rows = () if found is None else (self._bar_words(found), self._apart())
        below = Column(Space(11), *rows).sized(fixed(CHART_FOOT))
        chart = Column(Filled(self.chart).sized(grow()), below)
        below_head = indented(chart, PADDING).sized(grow())
        return Panel(head.sized(fixed(CHART_HEAD)), below_head, head=0, foot=0, side=0)

    def _bar_words(self, found: AbstractionHand) -> Box:
        """Return what the chosen bar holds: the cards that lead there, as many as there is room for."""
        probe = self.chart.probe
        if probe is None:
            key = "lab.abstraction.chart.choose_river" if self._is_river else "lab.abstraction.chart.choose"
            return Line(text(key), "small", "faint", height=CHART_LINE)
        if self._is_river:
            share = percent(found.shapes.river[probe], 1)
            words = text("lab.abstraction.chart.run_outs", span=span(probe, BINS), share=share)
            return Line(words, "small", height=CHART_LINE)
        cards = [code_of(turn.card) for turn in found.turns if bin_of(turn.strength) == probe]
        words = text(
            "lab.abstraction.chart.cards", span=span(probe, BINS), count=len(cards), all=len(found.turns)
        )
        line = Line(words, "small", height=CHART_LINE).sized(natural(most_share=1.0))
        return Row(line, Picture(partial(_draw_cards, cards)).sized(grow()), gap=10)

    def _apart(self) -> Box:
        """Return the distance from the kept hand by three measures; without a kept hand, what a point means."""
        apart, beside = self._model.apart.value, self._model.beside.value
        if apart is None or beside is None:
            return Line(text("lab.abstraction.chart.points"), "small", "faint", height=CHART_LINE)
        measures = {"means": apart.means, "rivers": apart.rivers, "turns": apart.turns}
        figures = {name: points(distance) for name, distance in measures.items()}
        words = text("lab.abstraction.chart.apart", hand=written(beside.spot.flop), **figures)
        return Line(words, "small_b", height=CHART_LINE)


def _draw_cards(cards: list[str], painter: Painter, rect: Rect) -> None:
    """Draw small cards, and a sign for those that do not fit."""
    x, y, width, height = rect
    y += height / 2
    room = int(width / TOKEN_WIDTH)
    shown = cards if len(cards) <= room else cards[: max(0, room - 1)]
    used = painter.inline_cards(shown, x, y, TOKEN)
    if 0 < len(shown) < len(cards):
        painter.text("+", x + used + 6, y, "small", "dim")
