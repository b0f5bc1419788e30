"""What the panels of the explorer say: the hand and its bucket, what a bar holds, and what is being waited for."""

from __future__ import annotations

from game.alike import COMPILING, LOOKING, PHASE, RIVERS, AlikeHand
from game.screens.models.preparation import left_in_words
from game.screens.pages.lab.alike.layout import HAND_HEIGHT
from game.screens.pages.lab.alike.study import AlikeStudy
from game.screens.pages.lab.alike.words import points, written
from game.screens.ui.canvas.pen import SHAPE, Pen
from game.screens.ui.leaves.panel_head import content, write_title
from game.screens.ui.texts import number, percent, text
from game.screens.ui.widgets.button import Pressable
from game.screens.ui.widgets.widget import Act, Rect
from game.screens.views.cards import code_of

TITLE = 28.0
CARD, LARGEST_CARD, CARD_GAP, BOARD_GAP = 76.0, 112.0, 5.0, 16.0
LINE = 23.0
FIGURE = 30.0
BAR = 6.0
PHASES = {COMPILING: "compiling", RIVERS: "rivers", LOOKING: "hands"}
STREETS = ("flop", "turn", "river")
POTENTIAL = 0.05
"""By how much a hand gains or loses that is said to."""


class HandCards(Pressable):
    """The cards that are looked at; a click opens all cards to choose from."""

    def __init__(self, study: AlikeStudy, pick: Act) -> None:
        super().__init__("pick", text("lab.alike.pick"), pick)
        self.tooltip = text("lab.alike.pick_tip")
        self._study = study

    @property
    def value(self) -> str:
        """The cards."""
        return written(self._study.spot)

    def draw(self, pen: Pen) -> None:
        """Draw hand and board, as large as they fit."""
        x, y, width, height = self.rect
        spot = self._study.spot
        count = len(spot.cards)
        gaps = (count - 2) * CARD_GAP + BOARD_GAP
        high = min(height, (width - gaps) / count / SHAPE)
        for place, card in enumerate(spot.cards):
            left = x + place * (high * SHAPE + CARD_GAP) + (BOARD_GAP - CARD_GAP if place > 1 else 0)
            pen.card(code_of(card), left, y + (height - high) / 2, high)
        if self.focused:
            pen.focus_ring(self.rect)


# ---- the hand -------------------------------------------------------------------------------------------------
def cards_rect(panel: Rect) -> Rect:
    """Return where the cards lie: larger where the panel is higher than it must be."""
    x, y, width, _ = content(panel)
    return x, y + TITLE, width, min(LARGEST_CARD, CARD + panel[3] - HAND_HEIGHT)


def draw_hand(pen: Pen, panel: Rect, study: AlikeStudy) -> None:
    """Write which bucket the hand is in, and what there is to know of it."""
    found = study.found
    write_title(pen, panel, text("lab.alike.hand.title"), "", text("lab.alike.hand.corner"))
    x, y, width, height = content(panel)
    row = y + TITLE + cards_rect(panel)[3] + 30
    if found is None:
        if not study.problem:
            draw_waiting(pen, (x, row, width, height), study)
        return
    ink = "dim" if study.stale else "brass"
    wide = pen.text(str(found.buckets[0] + 1), x, row, "figure", ink, size=FIGURE)
    words = text("lab.alike.hand.bucket", count=found.counts[0])
    pen.text(words, x + wide + 10, row + 4, "label", "dim", fit=width - wide - 10)
    row += 27
    pen.text(_population(study), x, row, "small", "dim", fit=width)
    row += 10
    for name, value in facts(found):
        row += LINE
        used = pen.text(value, x + width, row, "label_b", "dim" if study.stale else "text", al="r")
        pen.text(name, x, row, "label", "dim", fit=width - used - 10)
    if row + 2 * LINE < y + height:
        pen.text(potential(found), x, row + LINE + 6, "small", "dim", fit=width)


def potential(found: AlikeHand) -> str:
    """Return whether a hand gains or loses from here to the river, in words."""
    gains = found.strength - found.now
    key = "stays" if abs(gains) < POTENTIAL else "improves" if gains > 0 else "fades"
    return text(f"lab.alike.hand.{key}", points=points(abs(gains)))


def _population(study: AlikeStudy) -> str:
    near = study.near
    if near is None or study.stale or near.spot != study.spot.flop:
        return text("lab.alike.hand.counting")
    return text("lab.alike.hand.population", hands=number(near.hands), share=percent(near.share, 2))


def facts(found: AlikeHand) -> list[tuple[str, str]]:
    """Return what is told of a hand: a name and a value each."""
    weakest, strongest = found.after_turn
    rival, distance = found.rival
    after = text("lab.alike.hand.between", low=number(100 * weakest, 1), high=percent(strongest, 1))
    told = [
        ("now", percent(found.now, 1)),
        ("end", percent(found.strength, 1)),
        ("turn", after),
        ("centre", points(found.distance)),
    ]
    named = [(text(f"lab.alike.hand.{name}"), value) for name, value in told]
    named.append((text("lab.alike.hand.rival", bucket=rival + 1), points(distance)))
    for street, bucket, count in zip(STREETS[1:], found.buckets[1:], found.counts[1:], strict=False):
        place = text("lab.alike.hand.of", bucket=bucket + 1, count=count)
        named.append((text(f"lab.alike.hand.on_{street}"), place))
    return named


# ---- waiting --------------------------------------------------------------------------------------------------
def draw_waiting(pen: Pen, rect: Rect, study: AlikeStudy) -> None:
    """Say what is being done, how far it is, and how long it takes yet."""
    x, y, width, _ = rect
    report = study.report
    phase = PHASES.get(int(report.metrics.get(PHASE, -1)), "opening") if report is not None else "opening"
    below = pen.para(text(f"lab.alike.waiting.{phase}"), x, y + 6, width, "label", col="dim", limit=4)
    if report is not None:
        pen.bar((x, below + 2, width, BAR), study.share, "diagonal")
        pen.text(left_in_words(report.seconds_left), x, below + BAR + 16, "label_b")
