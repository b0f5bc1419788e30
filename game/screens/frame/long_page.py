"""A page below a head, which scrolls where it is longer than the window; what lies on it shows in its view."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING

from game.screens.frame.page_head import PageHead
from game.screens.frame.screen import Screen
from game.screens.ui.canvas.pen import Pen
from game.screens.ui.widgets.scroll import Scroll
from game.screens.ui.widgets.widget import Rect, Widget

if TYPE_CHECKING:
    from game.screens.frame.screen import Services


class LongPage(Screen, ABC):
    """The page. Subclasses make the head, and say which panels there are and what is drawn in them."""

    scroll: Scroll
    _head: PageHead

    def __init__(self, app: Services) -> None:
        super().__init__(app)
        self.scroll = Scroll(self.relayout)

    # ---- what a page adds -----------------------------------------------------------------------------------
    @abstractmethod
    def panels(self) -> Sequence[Rect]:
        """Return where the panels of the page lie; none before the first layout."""

    @abstractmethod
    def draw_page(self, pen: Pen) -> None:
        """Draw what changes on the page: words and pictures, no controls."""

    def still_key(self) -> Hashable:
        """Name what `paint_page` depends on beside size, look and view."""
        return tuple(self.panels())

    def paint_page(self, pen: Pen) -> None:
        """Draw what is still on the page; it goes into a layer."""
        for panel in self.panels():
            pen.panel(panel)

    # ---- where it lies --------------------------------------------------------------------------------------
    def fit_below(self, top: float, content: float, foot: float = 0.0) -> float:
        """Show a page `content` dp high between head and foot; return where it begins as it is scrolled now."""
        self.scroll.fit((0.0, top, self.width, self.height - top - foot), content)
        return top - self.scroll.offset

    def place_below(self, page: list[Widget]) -> None:
        """Take head and page as the controls."""
        for widget in page:
            widget.clip = self.scroll.view
        self.place(self._head.around(page))

    # ---- what is drawn --------------------------------------------------------------------------------------
    def draw(self, pen: Pen) -> None:
        """Draw what is still from its layer, then head, page and controls."""
        pen.layer((self.name, self.scroll.view, self.still_key()), self.paint_still)
        self._head.draw(pen)
        with pen.clip(self.scroll.view):
            self.draw_page(pen)
        self.draw_controls(pen)
        self.scroll.draw(pen)

    def paint_still(self, pen: Pen) -> None:
        """Draw the room, and in the view what is still."""
        pen.room()
        with pen.clip(self.scroll.view):
            self.paint_page(pen)
