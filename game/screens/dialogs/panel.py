"""An overlay with a title, some rows of controls and text, and buttons at the bottom; it scrolls if too long."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from game.screens.frame.screen import Screen
from game.screens.ui.canvas.painter import Painter
from game.screens.ui.layout.box import Box, Column, Space, Stack
from game.screens.ui.layout.columns import Columns
from game.screens.ui.layout.scrolled import Scrolled
from game.screens.ui.layout.size import natural, share
from game.screens.ui.leaves.centred import across, indented
from game.screens.ui.leaves.control import Control
from game.screens.ui.leaves.words import Heading
from game.screens.ui.widgets.button import Button
from game.screens.ui.widgets.scroll import Scroll

if TYPE_CHECKING:
    from game.screens.frame.screen import Services

WIDEST = 600.0
AROUND, BESIDE = 12.0, 4.0  # free at every side, and more at the left and the right
PADDING, FOOT = 26.0, 20.0
BUTTON = 44.0
LEAST_BUTTON, BUTTON_GAP = 150.0, 12.0


class Panel(Screen, ABC):
    """The overlay, as high as its content and no higher than the window. Subclasses return the content."""

    overlay: ClassVar[bool] = True
    scroll: Scroll

    def __init__(self, app: Services, title: str) -> None:
        super().__init__(app)
        self.scroll = Scroll(self.relayout)
        self.title = title
        self._card: Box = Stack()

    @abstractmethod
    def parts(self) -> Sequence[Box]:
        """Return the boxes between the title and the buttons."""

    @abstractmethod
    def buttons(self) -> list[Button]:
        """Return the buttons at the bottom, from the left."""

    def layout(self, width: float, height: float) -> None:
        """Place it all in the middle of the window."""
        controls = [Control(button, BUTTON, after=6) for button in self.buttons()]
        row = Columns(*controls, least=LEAST_BUTTON, gap=BUTTON_GAP)
        page = Column(Heading(self.title), *self.parts(), Space(6), row)
        card = Scrolled(page, self.scroll, sides=(PADDING, PADDING), above=PADDING, below=FOOT)
        self._card = card.sized(share(1, most=WIDEST))
        middle = indented(across(self._card), BESIDE).sized(natural(most_share=1))
        Column(Space(), middle, Space(), padding=AROUND).place(self.app.painter, (0.0, 0.0, width, height))
        self.place(self._card.controls())

    def draw(self, painter: Painter) -> None:
        """Draw the panel, and what is in it."""
        painter.shadow(self._card.rect, 14, 24, 180, 12)
        painter.rect(self._card.rect, "panel", 14, "edge")
        self._card.draw_all(painter)
        self.draw_controls(painter)
