"""A card over the page: a title, rows of controls and text, and buttons at the bottom; a long one scrolls."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from game.window.frame.screen import Screen
from game.window.ui.canvas.painter import Painter
from game.window.ui.input import ENTER, Key
from game.window.ui.layout.box import Box, Column, Space, Stack
from game.window.ui.layout.columns import Columns
from game.window.ui.layout.scrolled import Scrolled
from game.window.ui.layout.size import natural, share
from game.window.ui.leaves.centred import across, indented
from game.window.ui.leaves.control import Control
from game.window.ui.leaves.words import Heading
from game.window.ui.widgets.button import Button
from game.window.ui.widgets.controls import ARROWS
from game.window.ui.widgets.scroll import Scroll
from game.window.ui.widgets.widget import Act

if TYPE_CHECKING:
    from game.window.frame.screen import Services

# lengths in dp
AROUND, BESIDE = 12.0, 4.0  # between card and window on every side, and in addition at the left and right
ABOVE_FOOT, BELOW = 6.0, 26.0  # above and below the row of buttons
BUTTON = 44.0
LEAST_BUTTON, BUTTON_GAP = 150.0, 12.0


class Dialog(Screen, ABC):
    """A card as high as its content, but no higher than the window. Subclasses supply the content."""

    overlay: ClassVar[bool] = True
    widest: float = 600.0
    padding: ClassVar[float] = 26.0
    rim: ClassVar[tuple[str, float]] = ("edge", 1.0)
    scroll: Scroll

    def __init__(self, app: Services, title: str) -> None:
        super().__init__(app)
        self.scroll = Scroll(self.relayout)
        self.title = title
        self._card: Box = Stack()
        self.entered: Act | None = None  # called for Enter if the focused control does not use that key

    def head(self) -> Box:
        """Return the title."""
        return Heading(self.title)

    @abstractmethod
    def parts(self) -> Sequence[Box]:
        """Return the boxes between the title and the buttons."""

    @abstractmethod
    def buttons(self) -> list[Button]:
        """Return the buttons at the bottom, in focus order."""

    def foot(self) -> Box:
        """Return the row of buttons, all of one width, or a column of them in a narrow card."""
        controls = [Control(button, BUTTON) for button in self.buttons()]
        return Columns(*controls, least=LEAST_BUTTON, gap=BUTTON_GAP)

    def arranged(self, card: Box) -> Box:
        """Return a box of the window's size with the card in the middle; subclasses may place it elsewhere."""
        middle = indented(across(card), BESIDE).sized(natural(most_share=1))
        return Column(Space(), middle, Space(), padding=AROUND)

    def layout(self, width: float, height: float) -> None:
        """Place the card and its controls in a window of this size, in dp."""
        page = Column(self.head(), *self.parts(), Space(ABOVE_FOOT), self.foot())
        sides = (self.padding, self.padding)
        card = Scrolled(page, self.scroll, sides=sides, above=self.padding, below=BELOW)
        self._card = card.sized(share(1, most=self.widest))
        self.arranged(self._card).place(self.app.painter, (0.0, 0.0, width, height))
        self.place(self._card.controls())

    def draw(self, painter: Painter) -> None:
        """Draw the card with its content."""
        painter.shadow(self._card.rect, 14, 24, 180, 12)
        painter.rect(self._card.rect, "panel", 14, *self.rim)
        self._card.draw_all(painter)
        self.draw_controls(painter)

    def key(self, event: Key) -> bool:
        """Call `entered` for Enter; move the focus between the buttons, in reading order, for arrow keys."""
        if event.name in ENTER and not event.repeat and self.entered is not None:
            self.entered()
            return True
        in_reading_order = sorted(self.buttons(), key=lambda button: (button.rect[1], button.rect[0]))
        names, step = [button.name for button in in_reading_order], ARROWS.get(event.name)
        focused = self.controls.focused
        if step is None or focused is None or focused.name not in names:
            return False
        self.controls.focus(names[max(0, min(len(names) - 1, names.index(focused.name) + step))])
        return True
