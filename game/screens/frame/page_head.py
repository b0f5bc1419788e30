"""The head of a page: the way out, a title, a switch, and two icons; one row, or two in a narrow window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.screens.ui.canvas.painter import Painter
from game.screens.ui.input import Key
from game.screens.ui.texts import text
from game.screens.ui.widgets.button import IconButton
from game.screens.ui.widgets.choice import Segmented
from game.screens.ui.widgets.widget import Act, Widget

if TYPE_CHECKING:
    from game.screens.frame.screen import Services

HEADER = 64.0
SECOND_ROW = 50.0
NARROW_WIDTH = 800.0
TITLE_LEFT = 68.0
ICONS = 108.0  # what the two icons take at the right


class PageHead:
    """What such heads share. Subclasses say where the switch lies in one row, and what stands beside the title."""

    def __init__(
        self,
        app: Services,
        title: str,
        back: Act,
        switch: Segmented | None = None,
        size: tuple[float, float] = (0.0, 0.0),
    ) -> None:
        self._switch = switch
        self._title = title
        self._size = size
        self._back = IconButton("back", text("common.back"), "back", back)
        self._help = IconButton("help", text("menu.help"), "help", app.show_help)
        self._gear = IconButton("settings", text("menu.settings"), "gear", app.show_settings)

    @property
    def switch(self) -> Segmented:
        """The switch of a head that has one."""
        assert self._switch is not None, "this head has no switch"
        return self._switch

    def place(self, width: float, margin: float) -> float:
        """Place the head; return where the page begins."""
        self._back.centre_at(36, HEADER / 2)
        self._gear.centre_at(width - 36, HEADER / 2)
        self._help.centre_at(width - 80, HEADER / 2)
        if self._switch is None:
            return HEADER
        wide, high = self._size
        if width < NARROW_WIDTH:
            self._switch.rect = (margin, HEADER - 4, width - 2 * margin, high)
            return HEADER + SECOND_ROW
        self._switch.rect = (*self._switch_at(width, wide, high), wide, high)
        return HEADER

    def _switch_at(self, width: float, wide: float, high: float) -> tuple[float, float]:
        """Return the corner of the switch in one row: in the middle."""
        return width / 2 - wide / 2, HEADER / 2 - high / 2 + 1

    def around(self, page: list[Widget]) -> list[Widget]:
        """Return the controls of head and page in focus order."""
        return [self._back, *self._switches(), *page, self._help, self._gear]

    def open_page(self, event: Key) -> bool:
        """Open a page by Ctrl and its digit; return whether there is one."""
        return False

    def _switches(self) -> list[Widget]:
        return [self._switch] if self._switch is not None else []

    def draw(self, painter: Painter) -> None:
        """Write the title."""
        painter.text(self._title, TITLE_LEFT, HEADER / 2, "h2")
