"""One grid of a watched hand: what somebody believes the other holds, in a picture and two lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.core import Belief, Seat
from game.rules.cards import hand_class
from game.rules.holdem import HoldemState
from game.screens.pen import Colour, Pen, Rect
from game.screens.tables.holdem.beliefs import Beliefs
from game.screens.texts import number, percent
from game.screens.views import range_grid
from game.screens.views.range_grid import RangePicture

if TYPE_CHECKING:
    from game.screens.tables.watch.screen import Watch

TITLE, CAPTIONS = 28.0, 50.0
CAPTION_LINES, NAME_SHARE = 2, 0.5  # what of a long name leaves the sentence about it in two lines
LEAST_GRID = 186.0
ALL_HANDS = 1_225
LEGEND = 48.0
BAR = 2.0


class BeliefPanel:
    """Draws the beliefs about either seat."""

    def __init__(self, watch: Watch, beliefs: Beliefs) -> None:
        self._watch = watch
        self._beliefs = beliefs

    def draw(self, pen: Pen, r: Rect, seat: Seat, colour: Colour) -> float:
        """Draw title, grid and captions; `r` has the width, and the height left for the grid; returns the end."""
        x, y, w, room = r
        side = range_grid.side_of(pen, max(LEAST_GRID, min(w, room)))
        self._draw_title(pen, (x, y, w, TITLE), seat)
        grid, below = (x, y + TITLE, side, side), y + TITLE + side + 16
        belief = self._beliefs.of(seat)
        if self._beliefs.failed(seat):
            range_grid.draw(pen, grid, range_grid.nothing_known(colour))
            name = pen.short_name(self._name(seat), w * NAME_SHARE, "small")
            unknown = self._watch.texts("watch.beliefs.unknown", name=name)
            pen.para(unknown, x, below, w, "small", col="dim", limit=CAPTION_LINES)
        elif belief is None:
            range_grid.draw(pen, grid, range_grid.nothing_known(colour))
            pen.text(self._watch.texts("watch.beliefs.waiting"), x, below, "small", "dim", fit=w)
        else:
            stale = self._beliefs.progress(seat) is not None
            framed = self._true_hand(seat)
            range_grid.draw(pen, grid, RangePicture(belief.weights(), colour, framed, stale))
            self._draw_captions(pen, (x, below, w, 0), belief, framed, colour)
        return y + TITLE + side + CAPTIONS

    def _draw_title(self, pen: Pen, r: Rect, seat: Seat) -> None:
        """Write who believes what of whom, and under it how much of it is worked out."""
        x, y, w, h = r
        texts, fields = self._watch.texts, {"name": self._name(1 - seat), "other": self._name(seat)}
        titles = [
            texts(f"watch.beliefs.{key}", **fields) for key in ("title", "short_title", "shortest_title")
        ]
        said = next((title for title in titles if pen.width(title, "small_b") <= w), titles[-1])
        pen.text(said, x, y + 10, "small_b", fit=w)
        done = self._beliefs.progress(seat)
        if done is not None:
            pen.rect((x, y + h - 6, w, BAR), "sunk", 0)
            pen.rect((x, y + h - 6, max(BAR, w * done), BAR), "brass", 0)

    def _draw_captions(self, pen: Pen, r: Rect, belief: Belief, framed: str, colour: Colour) -> None:
        x, y, w, _ = r
        texts = self._watch.texts
        if not belief.explained:
            said = texts("watch.beliefs.unexplained")
        elif framed:
            share, lift = percent(belief.probability.get(framed, 0.0), 1), number(belief.lift(framed), 1)
            found = texts("watch.beliefs.found", share=share, lift=lift)
            taken = pen.text(found, x + w, y, "small", al="r")
            pen.text(texts("watch.beliefs.true_hand", hand=framed), x, y, "small_b", fit=w - taken - 8)
            said = ""
        else:
            said = texts("watch.beliefs.closed")
        pen.text(said, x, y, "small", "dim", fit=w)
        wide = texts("watch.beliefs.width", hands=number(belief.width), all=number(ALL_HANDS))
        taken = pen.text(wide, x, y + 20, "small", "dim", fit=w)
        likelier = texts("watch.beliefs.likelier")
        if taken + pen.width(likelier, "small") + LEGEND + 24 <= w:
            pen.text(likelier, x + w - LEGEND - 8, y + 20, "small", "faint", al="r")
        if taken + LEGEND + 12 <= w:
            range_grid.draw_legend(pen, x + w, y + 20, LEGEND, colour)

    def _true_hand(self, seat: Seat) -> str:
        """Return the class of what a seat holds; nothing with closed cards."""
        state = self._watch.session.state
        assert isinstance(state, HoldemState)
        if not self._watch.open_cards:
            return ""
        return hand_class(state.hole[self._watch.session.player_of(seat)])

    def _name(self, seat: Seat) -> str:
        return self._watch.name_of(seat)
