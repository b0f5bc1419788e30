"""Panels of the page about card abstractions: a hand, its histograms, its bucket and its nearest neighbours."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import ClassVar

from game.features.lab.buckets_model import MAX_CARDS, AbstractionModel, format_spot, points
from game.study.abstraction import BINS, AbstractionHand, Neighbour, Shapes, find_bin
from game.study.background import format_time_left
from game.texts import number, percent, text
from game.window.dialogs.pickers import pick_cards
from game.window.frame.page import Page
from game.window.frame.screen import Services
from game.window.ui.canvas.painter import SHAPE, Painter
from game.window.ui.charts.spread import Histogram, Outline, draw_small, span
from game.window.ui.input import ENTER, Key
from game.window.ui.layout import Box, Column, IfRoom, Row, Space, Stack, fixed, grow, natural
from game.window.ui.leaves import Bar, Control, Filled, Ink, Line, Pair, Panel, Paragraph, Picture, indented
from game.window.ui.leaves.panels import PADDING, write_title
from game.window.ui.widgets import Pressable, Rect, Segmented, Widget, WidgetPart, holds, options
from game.window.views.cards import card_code

HEAD, FOOT = 42.0, 6.5
CARD, LARGEST_CARD, CARD_GAP, BOARD_GAP = 76.0, 112.0, 5.0, 16.0
FIGURE, FIGURE_ROW, BASELINE = 30.0, 34.0, 8.0
LINE = 23.0
BAR, LEFT = 6.0, 28.0
MIN_DESCRIPTION = 239.5  # dp for everything below the cards
CHART_HEAD, CHART_FOOT, CHART_LINE = 50.0, 60.0, 22.0
SWITCH, SWITCH_HIGH = 232.0, 32.0
TOKEN, TOKEN_WIDTH = 13.0, 25.1
STREETS = TURN, RIVER = "turn", "river"
POTENTIAL = 0.05
"""The minimum difference of strength that counts as a gain or loss."""


class HandCards(Pressable):
    """The cards of the current hand and board. A click opens the card picker."""

    def __init__(self, app: Services, model: AbstractionModel) -> None:
        super().__init__("pick", text("lab.abstraction.pick"), self.pick)
        self.tooltip = text("lab.abstraction.pick_tip")
        self._app, self._model = app, model

    def pick(self) -> None:
        cards, lay = self._model.spot.cards, self._model.lay
        pick_cards(self._app, "lab.abstraction.pick", "lab.abstraction.pick_note", cards, lay, most=MAX_CARDS)

    @property
    def value(self) -> str:
        return format_spot(self._model.spot)

    def draw(self, painter: Painter) -> None:
        """Draw hand and board as large as possible."""
        x, y, width, height = self.rect
        spot = self._model.spot
        count = len(spot.cards)
        gaps = (count - 2) * CARD_GAP + BOARD_GAP
        high = min(height, (width - gaps) / count / SHAPE)
        for index, card in enumerate(spot.cards):
            left = x + index * (high * SHAPE + CARD_GAP) + (BOARD_GAP - CARD_GAP if index > 1 else 0)
            painter.card(card_code(card), left, y + (height - high) / 2, high)
        if self.focused:
            painter.focus_ring(self.rect)


def hand_panel(model: AbstractionModel, cards: HandCards) -> Panel:
    """Return the panel with the cards of a hand and facts about it.

    If there is room, the cards are larger, and a sentence describes how the hand develops.
    """
    larger = Filled(cards).sized(grow(least=CARD, most=LARGEST_CARD))
    found = model.hand.value
    awaited = Column(Space(24), waiting(model)).when(not model.problem)
    known = awaited if found is None else _description(model, found)
    below = Stack(known).sized(grow(least=MIN_DESCRIPTION))
    title, corner = text("lab.abstraction.hand.title"), text("lab.abstraction.hand.corner")
    return Panel(larger, below, title=title, corner=corner, head=HEAD, foot=FOOT)


def waiting(model: AbstractionModel) -> Box:
    """Return the phase of the pending request. After the first report, add the progress and the time left."""
    report = model.report
    words = Paragraph(text(f"lab.abstraction.waiting.{model.phase}"), limit=4)
    if report is None:
        return words
    left = Line(format_time_left(report.seconds_left), "label_b", height=LEFT)
    return Column(words, Space(2), Bar(model.share, height=BAR, pattern="diagonal"), left)


def _description(model: AbstractionModel, found: AbstractionHand) -> Box:
    """Return the bucket, the facts, and whether the hand gains or loses strength up to the river.

    While the answer about the current hand is pending, the previous texts are shown in a pale colour.
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
    """Return the facts about a hand as pairs of name and value."""
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
    """The panel with the histograms of a hand, and the switch between turn and river."""

    def __init__(self, model: AbstractionModel, page: Page) -> None:
        self._model, self._page = model, page
        choices = options("lab.abstraction.chart.{}", (TURN, RIVER))
        self.switch = Segmented("when", text("lab.abstraction.chart.when"), choices, TURN, self._turn)
        self.chart = Histogram("shape", text("lab.abstraction.chart.title"))

    def turn(self) -> None:
        if self.switch.enabled:
            self._turn(TURN if self._is_river else RIVER)

    def _turn(self, street: str) -> None:
        self.switch.chosen = street
        self.chart.probe = None
        self._page.show()

    @property
    def _is_river(self) -> bool:
        return self.switch.chosen == RIVER

    # ---- what is shown --------------------------------------------------------------------------------------
    def _show_shapes(self, neighbour: Neighbour | None) -> None:
        """Show the histogram of the hand, and over it the histogram of the highlighted neighbour, if any."""
        chart, found, beside = self.chart, self._model.hand.value, self._model.beside.value
        self.switch.disabled = text("lab.waiting") if self._model.opens else ""
        chart.visible, chart.pale = found is not None, self._model.stale
        if found is None:
            return
        chart.bars, centre = self._shapes(found.shapes)
        chart.name_of_bars = format_spot(found.spot.flop)
        name_of_centre = text("lab.abstraction.chart.centre", bucket=found.buckets[0] + 1)
        chart.outlines = [Outline(name_of_centre, centre, "info")]
        if beside is not None and beside.spot.flop != found.spot.flop:
            other, _ = self._shapes(beside.shapes)
            chart.outlines.append(Outline(format_spot(beside.spot.flop), other, "text"))
        if neighbour is not None and not self._is_river:
            chart.outlines.append(Outline(format_spot(neighbour.spot), neighbour.turn, "good"))

    def _shapes(self, shapes: Shapes) -> tuple[tuple[float, ...], tuple[float, ...]]:
        return (shapes.river, shapes.river_centre) if self._is_river else (shapes.turn, shapes.turn_centre)

    def box(self, neighbour: Neighbour | None) -> Panel:
        """Return the panel: title and switch, the chart, the content of the selected bar, and the distances.

        The histogram of the highlighted neighbour is drawn over the histogram of the hand.
        """
        self._show_shapes(neighbour)
        title = text("lab.abstraction.chart.title")
        note = text(f"lab.abstraction.chart.note{'_river' * self._is_river}")
        words = Picture(lambda painter, rect: write_title(painter, rect, title, note))
        switch = Column(Space(10), Control(self.switch, SWITCH_HIGH, width=SWITCH))
        head = Row(words.sized(grow()), switch, Space(PADDING))
        found = self._model.hand.value
        rows = () if found is None else (self._bar_words(found), self._apart())
        below = Column(Space(11), *rows).sized(fixed(CHART_FOOT))
        chart = Column(Filled(self.chart).sized(grow()), below)
        below_head = indented(chart, PADDING).sized(grow())
        return Panel(head.sized(fixed(CHART_HEAD)), below_head, head=0, foot=0, side=0)

    def _bar_words(self, found: AbstractionHand) -> Box:
        """Return the content of the selected bar: the cards that lead to this bar, as many as fit."""
        probe = self.chart.probe
        if probe is None:
            key = "lab.abstraction.chart.choose_river" if self._is_river else "lab.abstraction.chart.choose"
            return Line(text(key), "small", "faint", height=CHART_LINE)
        if self._is_river:
            share = percent(found.shapes.river[probe], 1)
            words = text("lab.abstraction.chart.run_outs", span=span(probe, BINS), share=share)
            return Line(words, "small", height=CHART_LINE)
        cards = [card_code(turn.card) for turn in found.turns if find_bin(turn.strength) == probe]
        words = text(
            "lab.abstraction.chart.cards", span=span(probe, BINS), count=len(cards), all=len(found.turns)
        )
        line = Line(words, "small", height=CHART_LINE).sized(natural(max_share=1.0))
        return Row(line, Picture(partial(_draw_cards, cards)).sized(grow()), gap=10)

    def _apart(self) -> Box:
        """Return the distance between this hand and the hand that is kept for comparison, by three measures.

        If no hand is kept, explain the unit.
        """
        apart, beside = self._model.apart.value, self._model.beside.value
        if apart is None or beside is None:
            return Line(text("lab.abstraction.chart.points"), "small", "faint", height=CHART_LINE)
        measures = {"means": apart.means, "rivers": apart.rivers, "turns": apart.turns}
        figures = {name: points(distance) for name, distance in measures.items()}
        words = text("lab.abstraction.chart.apart", hand=format_spot(beside.spot.flop), **figures)
        return Line(words, "small_b", height=CHART_LINE)


def _draw_cards(cards: list[str], painter: Painter, rect: Rect) -> None:
    """Draw small cards. If some of them don't fit, draw a sign at the end."""
    x, y, width, height = rect
    y += height / 2
    room = int(width / TOKEN_WIDTH)
    shown = cards if len(cards) <= room else cards[: max(0, room - 1)]
    used = painter.inline_cards(shown, x, y, TOKEN)
    if 0 < len(shown) < len(cards):
        painter.text("+", x + used + 6, y, "small", "dim")


ROW, GAP = 40.0, 4.0
NEAR_TOKEN = 14.0
HAND_GAP = 10.0
NEAR_FIGURE, BUCKET, WIDEST_WORDS, BUCKET_GAP = 42.0, 74.0, 120.0, 4.0
MARGIN = 8.0
MIN_PICTURE, WIDEST_PICTURE = 36.0, 260.0
STEPS = {"up": -1, "down": 1}
NEAR_HEAD, SIDE = 42.0, 10.0
FRAME = 56.0  # dp of a panel without its rows


class NearList(Widget):
    """The list of the nearest hands of the same bucket, or of other buckets.

    A row has cards, a small histogram and the distance. Up and Down select a row, and Enter or a click opens
    its hand. `farthest`, the most distant hand, is a separate row at the end.
    """

    role: ClassVar[str] = "list"

    def __init__(self, name: str, label: str, model: AbstractionModel, *, tells_bucket: bool) -> None:
        super().__init__(name, label)
        self.near: Sequence[Neighbour] = ()
        self.farthest: Neighbour | None = None
        self.pale = False
        self._model = model
        self._tells_bucket = tells_bucket
        self._at = 0
        self._under: int | None = None

    @property
    def rows(self) -> list[Neighbour]:
        """The rows that fit, with the farthest hand at the end."""
        room = int((self.rect[3] + GAP) / (ROW + GAP))
        last = [self.farthest] if self.farthest is not None else []
        return [*self.near[: max(0, room - len(last))], *last]

    @property
    def hover_target(self) -> Neighbour | None:
        """The hand under the mouse, or else the selected hand if the list has the focus."""
        index = self._under if self.hovered else self._at if self.focused else None
        rows = self.rows
        return rows[index] if index is not None and index < len(rows) else None

    @property
    def value(self) -> str:
        """The text of the selected hand."""
        if not self.rows:
            return ""
        one = self.rows[self._selected_row]
        return text("lab.abstraction.near.value", hand=format_spot(one.spot), distance=points(one.distance))

    @property
    def _selected_row(self) -> int:
        return min(self._at, max(0, len(self.rows) - 1))

    def parts(self) -> list[WidgetPart]:
        rows = enumerate(self.rows)
        return [WidgetPart(str(place), format_spot(one.spot), self.row_rect(place)) for place, one in rows]

    def row_rect(self, index: int) -> Rect:
        """Return the rectangle of a row. The row of the farthest hand is at the bottom, with a gap above it."""
        x, y, width, height = self.rect
        if self.farthest is not None and index == len(self.rows) - 1:
            return x, y + height - ROW, width, ROW
        return x, y + index * (ROW + GAP), width, ROW

    def focus_rect(self) -> Rect:
        return self.row_rect(self._selected_row)

    def key(self, event: Key) -> bool:
        """Handle a key: Up and Down select a row, and Enter opens its hand."""
        if not self.rows or event.name not in (*STEPS, *ENTER):
            return False
        if event.name in STEPS:
            self._at = max(0, min(len(self.rows) - 1, self._at + STEPS[event.name]))
        elif not event.repeat:
            self._model.look(self.rows[self._selected_row].spot)
        return True

    def hover(self, x: float, y: float) -> bool:
        before, self._under = self._under, self._row_at(x, y)
        return before != self._under

    def release(self, x: float, y: float) -> bool:
        """Open the hand under the mouse."""
        index = self._row_at(x, y)
        if index is not None:
            self._at = index
            self._model.look(self.rows[index].spot)
        return True

    def _row_at(self, x: float, y: float) -> int | None:
        return next((index for index in range(len(self.rows)) if holds(self.row_rect(index), x, y)), None)

    # ---- what is drawn --------------------------------------------------------------------------------------
    def draw(self, painter: Painter) -> None:
        """Draw the rows."""
        for index, one in enumerate(self.rows):
            rect = self.row_rect(index)
            lit = one is self.hover_target
            painter.rect(rect, "raised" if lit else "sunk", 6, "brass" if lit and self.focused else None)
            self._draw_row(painter, rect, one, is_farthest=one is self.farthest)
        if self.focused and self.rows:
            painter.focus_ring(self.focus_rect(), 6)

    def _draw_row(self, painter: Painter, rect: Rect, one: Neighbour, *, is_farthest: bool) -> None:
        x, y, width, height = rect
        middle, at = y + height / 2, x + MARGIN
        at += (
            painter.inline_cards([card_code(card) for card in one.spot.hand], at, middle, NEAR_TOKEN)
            + HAND_GAP
        )
        at += (
            painter.inline_cards([card_code(card) for card in one.spot.board], at, middle, NEAR_TOKEN)
            + HAND_GAP
        )
        right = x + width - MARGIN
        painter.text(points(one.distance), right, middle, "label_b", al="r")
        right -= NEAR_FIGURE
        words = text("lab.abstraction.near.farthest") if is_farthest else ""
        if self._tells_bucket:
            words = text("lab.abstraction.near.bucket", bucket=one.bucket + 1)
        if words:
            wide = max(BUCKET, min(WIDEST_WORDS, painter.width(words, "small") + BUCKET_GAP))
            painter.text(words, right, middle, "small", "dim", al="r", fit=wide)
            right -= wide
        room = min(WIDEST_PICTURE, right - at - 4)
        if room >= MIN_PICTURE:
            draw_small(painter, (at, y + 6, room, height - 12), one.turn, "edge" if self.pale else "info")


class NearPanels:
    """The panels with the nearest hands of the same bucket and of other buckets."""

    def __init__(self, model: AbstractionModel) -> None:
        self._model = model
        inside, outside = text("lab.abstraction.near.label_in"), text("lab.abstraction.near.label_out")
        self.inside = NearList("inside", inside, model, tells_bucket=False)
        self.outside = NearList("outside", outside, model, tells_bucket=True)

    @property
    def hover_target(self) -> Neighbour | None:
        return self.inside.hover_target or self.outside.hover_target

    def boxes(self) -> tuple[Panel, Panel]:
        """Return the two panels. A panel whose rows are still pending shows the phase of the request."""
        model, found, near = self._model, self._model.hand.value, self._model.near.value
        self.inside.near, self.outside.near = (near.inside, near.outside) if near is not None else ((), ())
        self.inside.farthest = near.farthest if near is not None else None
        self.inside.pale = self.outside.pale = model.stale
        title = text("lab.abstraction.near.inside_any")
        if found is not None:
            title = text("lab.abstraction.near.inside", bucket=found.buckets[0] + 1)
        awaited = found is not None and near is None and not model.problem
        here, elsewhere = waiting(model), Paragraph(text("lab.abstraction.waiting.outside"), limit=4)
        inside = _panel(title, self.inside, here.when(awaited))
        title = text("lab.abstraction.near.outside")
        return inside, _panel(title, self.outside, elsewhere.when(awaited))


def _panel(title: str, rows: NearList, said: Box) -> Panel:
    shown = Stack(Filled(rows), indented(Column(said), 6)).sized(grow())
    note, corner = text("lab.abstraction.near.note"), text("lab.abstraction.near.corner")
    return Panel(shown, title=title, note=note, corner=corner, head=NEAR_HEAD, foot=SIDE, side=SIDE)


def panel_height(rows: int) -> float:
    return FRAME + rows * (ROW + GAP) - GAP
