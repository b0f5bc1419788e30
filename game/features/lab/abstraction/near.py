"""The hands that lie nearest, those of the same bucket and those elsewhere: cards, a small histogram, how far away.

Up and down choose one, Enter goes there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from game.features.lab.abstraction.model import AbstractionModel, points, written
from game.features.lab.abstraction.panels import waiting
from game.study.abstraction import BoardHand, Neighbour
from game.texts import text
from game.window.ui.canvas.painter import Painter
from game.window.ui.charts.histogram import draw_small
from game.window.ui.input import ENTER, Key
from game.window.ui.layout import Box, Column, Stack, grow
from game.window.ui.leaves import Filled, Panel, Paragraph, indented
from game.window.ui.widgets import Rect, Widget, WidgetPart, holds
from game.window.views.cards import code_of

ROW, GAP = 40.0, 4.0
TOKEN = 14.0
HAND_GAP = 10.0
FIGURE, BUCKET = 42.0, 74.0
MARGIN = 8.0
LEAST_PICTURE, WIDEST_PICTURE = 36.0, 260.0
STEPS = {"up": -1, "down": 1}
HEAD, SIDE = 42.0, 10.0
FRAME = 56.0  # of a panel around its rows


class NearList(Widget):
    """The list of neighbours; `farthest` is a separate row at the end, `go` opens a hand."""

    role: ClassVar[str] = "list"

    def __init__(self, name: str, label: str, go: Callable[[BoardHand], None], *, tells_bucket: bool) -> None:
        super().__init__(name, label)
        self.near: Sequence[Neighbour] = ()
        self.farthest: Neighbour | None = None
        self.pale = False
        self._go = go
        self._tells_bucket = tells_bucket
        self._at = 0
        self._under: int | None = None

    @property
    def rows(self) -> list[Neighbour]:
        """The hands for which there is room, the farthest last."""
        room = int((self.rect[3] + GAP) / (ROW + GAP))
        last = [self.farthest] if self.farthest is not None else []
        return [*self.near[: max(0, room - len(last))], *last]

    @property
    def pointed(self) -> Neighbour | None:
        """The hand under the mouse, else the one that has the focus."""
        place = self._under if self.hovered else self._at if self.focused else None
        rows = self.rows
        return rows[place] if place is not None and place < len(rows) else None

    @property
    def value(self) -> str:
        """The hand that is chosen."""
        if not self.rows:
            return ""
        one = self.rows[self._chosen]
        return text("lab.abstraction.near.value", hand=written(one.spot), distance=points(one.distance))

    @property
    def _chosen(self) -> int:
        """The row that the arrows have come to, as far as there are so many."""
        return min(self._at, max(0, len(self.rows) - 1))

    def parts(self) -> list[WidgetPart]:
        """Return the rows."""
        rows = enumerate(self.rows)
        return [WidgetPart(str(place), written(one.spot), self.row_rect(place)) for place, one in rows]

    def row_rect(self, place: int) -> Rect:
        """Return where a row lies; the farthest hand stands apart at the foot."""
        x, y, width, height = self.rect
        if self.farthest is not None and place == len(self.rows) - 1:
            return x, y + height - ROW, width, ROW
        return x, y + place * (ROW + GAP), width, ROW

    def focus_rect(self) -> Rect:
        """Return the chosen row."""
        return self.row_rect(self._chosen)

    def key(self, event: Key) -> bool:
        """Walk the rows; Enter goes there."""
        if not self.rows or event.name not in (*STEPS, *ENTER):
            return False
        if event.name in STEPS:
            self._at = max(0, min(len(self.rows) - 1, self._at + STEPS[event.name]))
        elif not event.repeat:
            self._go(self.rows[self._chosen].spot)
        return True

    def hover(self, x: float, y: float) -> bool:
        """Follow the mouse."""
        before, self._under = self._under, self._row_at(x, y)
        return before != self._under

    def release(self, x: float, y: float) -> bool:
        """Go to the hand under the mouse."""
        place = self._row_at(x, y)
        if place is not None:
            self._at = place
            self._go(self.rows[place].spot)
        return True

    def _row_at(self, x: float, y: float) -> int | None:
        return next((place for place in range(len(self.rows)) if holds(self.row_rect(place), x, y)), None)

    # ---- what is drawn --------------------------------------------------------------------------------------
    def draw(self, painter: Painter) -> None:
        """Draw the rows."""
        for place, one in enumerate(self.rows):
            rect = self.row_rect(place)
            lit = one is self.pointed
            painter.rect(rect, "raised" if lit else "sunk", 6, "brass" if lit and self.focused else None)
            self._draw_row(painter, rect, one, is_farthest=one is self.farthest)
        if self.focused and self.rows:
            painter.focus_ring(self.focus_rect(), 6)

    def _draw_row(self, painter: Painter, rect: Rect, one: Neighbour, *, is_farthest: bool) -> None:
        x, y, width, height = rect
        middle, at = y + height / 2, x + MARGIN
        at += painter.inline_cards([code_of(card) for card in one.spot.hand], at, middle, TOKEN) + HAND_GAP
        at += painter.inline_cards([code_of(card) for card in one.spot.board], at, middle, TOKEN) + HAND_GAP
        right = x + width - MARGIN
        painter.text(points(one.distance), right, middle, "label_b", al="r")
        right -= FIGURE
        words = text("lab.abstraction.near.farthest") if is_farthest else ""
        if self._tells_bucket:
            words = text("lab.abstraction.near.bucket", bucket=one.bucket + 1)
        if words:
            painter.text(words, right, middle, "small", "dim", al="r", fit=BUCKET)
            right -= BUCKET
        room = min(WIDEST_PICTURE, right - at - 4)
        if room >= LEAST_PICTURE:
            draw_small(painter, (at, y + 6, room, height - 12), one.turn, "edge" if self.pale else "info")


class NearPanels:
    """Both lists, and the panels around them."""

    def __init__(self, model: AbstractionModel) -> None:
        self._model = model
        inside, outside = text("lab.abstraction.near.label_in"), text("lab.abstraction.near.label_out")
        self.inside = NearList("inside", inside, model.look, tells_bucket=False)
        self.outside = NearList("outside", outside, model.look, tells_bucket=True)

    @property
    def pointed(self) -> Neighbour | None:
        """The neighbour under the mouse, or the one that has the focus."""
        return self.inside.pointed or self.outside.pointed

    def boxes(self) -> tuple[Panel, Panel]:
        """Return the panels; in the place of rows that are awaited, what is being done."""
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
    return Panel(shown, title=title, note=note, corner=corner, head=HEAD, foot=SIDE, side=SIDE)


def height_of(rows: int) -> float:
    """Return how high a panel with so many rows is."""
    return FRAME + rows * (ROW + GAP) - GAP
