"""An overlay with a title, a few rows of controls and words, and buttons at the foot; it scrolls where it must."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from game.screens.frame.screen import Screen
from game.screens.ui.canvas.pen import Pen
from game.screens.ui.layout.box import Box, Column, Space
from game.screens.ui.layout.columns import Columns
from game.screens.ui.leaves.control import Control
from game.screens.ui.leaves.words import Heading
from game.screens.ui.widgets.button import Button
from game.screens.ui.widgets.scroll import Scroll
from game.screens.ui.widgets.widget import Rect, Widget

if TYPE_CHECKING:
    from game.screens.frame.screen import Services

WIDEST = 600.0
PADDING = 26.0
BUTTON = 44.0
LEAST_BUTTON, BUTTON_GAP = 150.0, 12.0


class Panel(Screen, ABC):
    """The overlay. Subclasses give its title, its parts, their controls and the buttons."""

    overlay: ClassVar[bool] = True
    scroll: Scroll

    def __init__(self, app: Services, title: str) -> None:
        super().__init__(app)
        self.scroll = Scroll(self.relayout)
        self.title = title
        self._panel: Rect = (0.0, 0.0, 0.0, 0.0)
        self._flow = Column()

    @abstractmethod
    def parts(self) -> Sequence[Box]:
        """Return what stands between the title and the buttons."""

    @abstractmethod
    def inputs(self) -> list[Widget]:
        """Return the controls among the parts."""

    @abstractmethod
    def buttons(self) -> list[Button]:
        """Return the buttons in focus order."""

    def layout(self, width: float, height: float) -> None:
        """Put the panel into the middle."""
        pen, buttons = self.app.pen, self.buttons()
        wide = min(WIDEST, width - 32)
        inner = wide - 2 * PADDING
        controls = [Control(button, BUTTON, after=6) for button in buttons]
        row = Columns(*controls, least=LEAST_BUTTON, gap=BUTTON_GAP)
        self._flow = Column(Heading(self.title), *self.parts(), Space(6), row)
        needed = self._flow.measure(pen, inner) + 2 * PADDING - 6
        high = min(needed, height - 24)
        x, y = (width - wide) / 2, (height - high) / 2
        self._panel = (x, y, wide, high)
        view = (x + 2, y + 2, wide - 4, high - 4)
        self.scroll.fit(view, needed - 4)
        self._flow.place_at(pen, x + PADDING, y + PADDING - self.scroll.offset, inner)
        widgets: list[Widget] = [*self.inputs(), *buttons]
        for widget in widgets:
            widget.clip = view
        self.place(widgets)

    def draw(self, pen: Pen) -> None:
        """Draw the panel."""
        pen.shadow(self._panel, 14, 24, 180, 12)
        pen.rect(self._panel, "panel", 14, "edge")
        with pen.clip(self.scroll.view):
            self._flow.draw_all(pen)
        self.draw_controls(pen)
        self.scroll.draw(pen)
