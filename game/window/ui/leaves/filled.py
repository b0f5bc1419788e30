"""Leaves that hold a control: one that fills its place, a list, a button as wide as its words, an icon."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from game.window.ui.layout.box import Box, Rect
from game.window.ui.leaves.control import Control

if TYPE_CHECKING:
    from game.window.ui.canvas.painter import Painter
    from game.window.ui.widgets.button import Button, IconButton
    from game.window.ui.widgets.gallery import Gallery
    from game.window.ui.widgets.rows import Rows
    from game.window.ui.widgets.widget import Widget


class Filled(Box):
    """A control that fills the rectangle it is given, at least `least` dp high."""

    def __init__(self, widget: Widget, least: float = 0.0) -> None:
        self._widget, self._least = widget, least

    def measure(self, painter: Painter, width: float) -> float:
        """Return the least height."""
        return self._least

    def place(self, painter: Painter, rect: Rect) -> None:
        """Place the control."""
        super().place(painter, rect)
        self._widget.rect = rect

    def widgets(self) -> Iterator[Widget]:
        """Yield the control."""
        yield self._widget


class Listed(Filled):
    """A list that scrolls inside its rectangle; `row_height` in dp is that of a row, or says it for a width."""

    def __init__(self, rows: Rows, row_height: float | Callable[[Painter, float], float]) -> None:
        super().__init__(rows)
        self._rows, self._row_height, self.scroll = rows, row_height, rows.scroll

    def place(self, painter: Painter, rect: Rect) -> None:
        """Place the list."""
        super().place(painter, rect)
        high = self._row_height(painter, rect[2]) if callable(self._row_height) else self._row_height
        self._rows.lay_out(rect, high)


class GalleryBox(Filled):
    """A gallery of cards, `height` dp high as it was fitted."""

    def __init__(self, cards: Gallery, height: float) -> None:
        super().__init__(cards, height)
        self._cards = cards

    def place(self, painter: Painter, rect: Rect) -> None:
        """Place the cards."""
        super().place(painter, rect)
        self._cards.lay_out(rect)
        self.background_key = self._cards.still_key

    def draw_background(self, painter: Painter, rect: Rect) -> None:
        """Draw the cards that stand still."""
        self._cards.draw_still(painter)


class Fitted(Control):
    """A button as wide as its words, or as the `widest` of the words that it will have."""

    def __init__(self, button: Button, height: float, *, widest: str = "") -> None:
        super().__init__(button, height)
        self._button, self._widest = button, widest

    def natural_width(self, painter: Painter) -> float:
        """Return the width that shows everything."""
        return self._button.natural_width(painter, self._widest)


class Iconic(Control):
    """A button with an icon alone, in the middle of its place."""

    def __init__(self, button: IconButton, height: float) -> None:
        super().__init__(button, height)
        self._button = button

    def place(self, painter: Painter, rect: Rect) -> None:
        """Place the button."""
        Box.place(self, painter, rect)
        x, y, width, height = rect
        self._button.centre_at(x + width / 2, y + height / 2)
