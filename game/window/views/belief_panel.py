"""One grid of a watched hand: what somebody believes the other holds, in a picture and two lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from game.study.holdem import Belief
from game.texts import number, percent, text
from game.window.ui.canvas.painter import Colour, Painter, Rect
from game.window.ui.layout import Box, Column, grow
from game.window.ui.leaves import GridPicture, Picture
from game.window.views import range_grid
from game.window.views.range_grid import RangePicture

TITLE, CAPTIONS = 28.0, 48.0
CAPTION_LINES, NAME_SHARE = 2, 0.5  # what of a long name leaves the sentence about it in two lines
LEAST_GRID = 186.0
LEGEND = 48.0
BAR = 2.0
FIRST_LINE, SECOND_LINE = 16.0, 36.0
TITLES = ("title", "short_title", "shortest_title")


@dataclass(frozen=True, slots=True)
class Believed:
    """What `name` believes of `other`: the class of the `true_hand` where its cards are open, how much is done.

    Without a belief it is awaited, or was asked for in vain (`failed`).
    """

    name: str
    other: str
    colour: Colour
    belief: Belief | None
    true_hand: str = ""
    done: float | None = None
    failed: bool = False

    @property
    def titles(self) -> Sequence[str]:
        """The possible titles, which say who believes what about whom, the longest first."""
        return [text(f"watch.beliefs.{key}", name=self.name, other=self.other) for key in TITLES]


def belief_box(believed: Believed, *below: Box) -> Column:
    """Return title, grid, captions, and what stands right below them; the grid grows with the box."""
    title = Picture(partial(_draw_title, believed), TITLE)
    captions = Column(Picture(partial(_draw_captions, believed), CAPTIONS), *below)
    grid = GridPicture(partial(_draw_grid, believed), captions, range_grid.side_of, least=LEAST_GRID)
    return Column(title, grid.sized(grow()))


def tallest(painter: Painter, width: float) -> float:
    """Return the height from which a box of this width does not grow any more."""
    return TITLE + range_grid.side_of(painter, max(LEAST_GRID, width)) + CAPTIONS


def _draw_title(believed: Believed, painter: Painter, rect: Rect) -> None:
    """Write the longest title that fits, and below it a bar of how much is computed."""
    x, y, w, h = rect
    titles = believed.titles
    said = next((title for title in titles if painter.width(title, "small_b") <= w), titles[-1])
    painter.text(said, x, y + 10, "small_b", fit=w)
    if believed.done is not None:
        painter.rect((x, y + h - 6, w, BAR), "sunk", 0)
        painter.rect((x, y + h - 6, max(BAR, w * believed.done), BAR), "brass", 0)


def _draw_grid(believed: Believed, painter: Painter, rect: Rect) -> None:
    belief, colour = believed.belief, believed.colour
    if belief is None or believed.failed:
        range_grid.draw(painter, rect, range_grid.nothing_known(colour))
    else:
        stale = believed.done is not None
        range_grid.draw(painter, rect, RangePicture(belief.weights(), colour, believed.true_hand, stale))


def _draw_captions(believed: Believed, painter: Painter, rect: Rect) -> None:
    x, y, w, _ = rect
    belief, first = believed.belief, y + FIRST_LINE
    if believed.failed:
        name = painter.short_name(believed.other, w * NAME_SHARE, "small")
        unknown = text("watch.beliefs.unknown", name=name)
        painter.para(unknown, x, first, w, "small", col="dim", limit=CAPTION_LINES)
        return
    if belief is None:
        painter.text(text("watch.beliefs.waiting"), x, first, "small", "dim", fit=w)
        return
    if believed.true_hand and belief.explained:
        _draw_true_hand(painter, (x, first, w, 0), belief, believed.true_hand)
    else:
        painter.text(
            text(f"watch.beliefs.{'closed' if belief.explained else 'unexplained'}"),
            x,
            first,
            "small",
            "dim",
            fit=w,
        )
    second = y + SECOND_LINE
    wide = text("watch.beliefs.width", hands=number(belief.width), all=number(belief.possible))
    taken = painter.text(wide, x, second, "small", "dim", fit=w)
    likelier = text("watch.beliefs.likelier")
    if taken + painter.width(likelier, "small") + LEGEND + 24 <= w:
        painter.text(likelier, x + w - LEGEND - 8, second, "small", "faint", al="r")
    if taken + LEGEND + 12 <= w:
        range_grid.draw_legend(painter, x + w, second, LEGEND, believed.colour)


def _draw_true_hand(painter: Painter, rect: Rect, belief: Belief, hand: str) -> None:
    """Write how likely the hand that is really held was found."""
    x, y, w, _ = rect
    share, lift = percent(belief.probability.get(hand, 0.0), 1), number(belief.lift(hand), 1)
    taken = painter.text(text("watch.beliefs.found", share=share, lift=lift), x + w, y, "small", al="r")
    painter.text(text("watch.beliefs.true_hand", hand=hand), x, y, "small_b", fit=w - taken - 8)
