"""The panel of the hand: its cards, the bucket it is in, and what there is to know of it; or what is awaited."""

from __future__ import annotations

from game.messages.abstraction_answers import COMPILING, LOOKING, PHASE, RIVERS, AbstractionHand
from game.screens.models.preparation import left_in_words
from game.screens.pages.lab.abstraction.model import AbstractionModel
from game.screens.pages.lab.abstraction.spots import points, written
from game.screens.ui.canvas.painter import SHAPE, Painter
from game.screens.ui.layout import Box, Column, IfRoom, Row, Space, Stack, grow
from game.screens.ui.leaves import Bar, Filled, Ink, Line, Pair, Panel, Paragraph
from game.screens.ui.texts import number, percent, text
from game.screens.ui.widgets import Act, Pressable
from game.screens.views.cards import code_of

HEAD, FOOT = 42.0, 6.5
CARD, LARGEST_CARD, CARD_GAP, BOARD_GAP = 76.0, 112.0, 5.0, 16.0
FIGURE, FIGURE_ROW, BASELINE = 30.0, 34.0, 8.0
LINE = 23.0
BAR, LEFT = 6.0, 28.0
LEAST_DESCRIPTION = 239.5  # all that stands below the cards
STREETS = ("turn", "river")
PHASES = {COMPILING: "compiling", RIVERS: "rivers", LOOKING: "hands"}
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
    below = Stack(awaited if found is None else _description(model, found)).sized(
        grow(least=LEAST_DESCRIPTION)
    )
    title, corner = text("lab.abstraction.hand.title"), text("lab.abstraction.hand.corner")
    return Panel(larger, below, title=title, corner=corner, head=HEAD, foot=FOOT)


def waiting(model: AbstractionModel) -> Box:
    """Return what is being done and, once a report has come, how far it is and how long it takes yet."""
    report = model.report
    phase = PHASES.get(int(report.metrics.get(PHASE, -1)), "opening") if report is not None else "opening"
    words = Paragraph(text(f"lab.abstraction.waiting.{phase}"), limit=4)
    if report is None:
        return words
    left = Line(left_in_words(report.seconds_left), "label_b", height=LEFT)
    return Column(words, Space(2), Bar(model.share, height=BAR, pattern="diagonal"), left)


def _description(model: AbstractionModel, found: AbstractionHand) -> Box:
    """Return the bucket and the facts; those of another hand than the one that is asked for are pale."""
    figure, ink = ("dim", "dim") if model.stale else ("brass", "text")
    bucket = Line(str(found.buckets[0] + 1), "figure", figure, height=FIGURE_ROW, size=FIGURE)
    words = Line(text("lab.abstraction.hand.bucket", count=found.counts[0]), "label", "dim", height=0)
    inks = Ink("label", "dim"), Ink("label_b", ink)
    return Column(
        Space(13),
        Row(bucket, Column(Space(BASELINE), words.sized(grow())).sized(grow()), gap=10),
        Line(_population(model), "small", "dim", height=20),
        Space(11.5),
        *(Pair(name, value, height=LINE, inks=inks) for name, value in _facts(found)),
        IfRoom(Column(Space(6), Line(_potential(found), "small", "dim", height=LINE), Space(13))).sized(
            grow()
        ),
    )


def _potential(found: AbstractionHand) -> str:
    """Return whether a hand gains or loses from here to the river, in words."""
    gains = found.strength - found.now
    key = "stays" if abs(gains) < POTENTIAL else "improves" if gains > 0 else "fades"
    return text(f"lab.abstraction.hand.{key}", points=points(abs(gains)))


def _population(model: AbstractionModel) -> str:
    near = model.near.value
    if near is None or model.stale or near.spot != model.spot.flop:
        return text("lab.abstraction.hand.counting")
    return text("lab.abstraction.hand.population", hands=number(near.hands), share=percent(near.share, 2))


def _facts(found: AbstractionHand) -> list[tuple[str, str]]:
    """Return what is told of a hand: a name and a value each."""
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
