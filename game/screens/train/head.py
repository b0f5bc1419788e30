"""The head of the training screens: the way out, a title, what is looked at, the two pages, and two icons."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from game.screens.pen import Pen
from game.screens.texts import text
from game.screens.widgets.button import IconButton
from game.screens.widgets.choice import Option, Segmented
from game.screens.widgets.widget import Act, Widget

if TYPE_CHECKING:
    from game.screens.app import App

HEADER = 64.0
SECOND_ROW = 50.0
SWITCH = (240.0, 40.0)
NARROW_WIDTH = 800.0
NEW, RUNNING = "new", "running"
LEAST_SUBTITLE = 120.0


class TrainHead:
    """One row, or two in a narrow window."""

    def __init__(self, app: App, page: str, back: Act, turn: Callable[[str], None]) -> None:
        self.subtitle = ""
        self._back = IconButton("back", text("common.back"), "back", back)
        self._help = IconButton("help", text("menu.help"), "help", app.show_help)
        self._gear = IconButton("settings", text("menu.settings"), "gear", app.show_settings)
        pages = [Option(one, text(f"train.pages.{one}")) for one in (NEW, RUNNING)]
        self.switch = Segmented("page", text("train.title"), pages, page, turn)

    def place(self, width: float, margin: float) -> float:
        """Place the head; return where the page begins."""
        self._back.centre_at(36, HEADER / 2)
        self._gear.centre_at(width - 36, HEADER / 2)
        self._help.centre_at(width - 80, HEADER / 2)
        wide, high = SWITCH
        if width < NARROW_WIDTH:
            self.switch.rect = (margin, HEADER - 4, width - 2 * margin, high)
            return HEADER + SECOND_ROW
        self.switch.rect = (width - 116 - wide, HEADER / 2 - high / 2, wide, high)
        return HEADER

    def around(self, page: list[Widget]) -> list[Widget]:
        """Return the controls of head and page in focus order."""
        return [self._back, *page, self.switch, self._help, self._gear]

    def draw(self, pen: Pen) -> None:
        """Write the title, and what is looked at where there is room for it."""
        right = min(self.switch.rect[0] if self.switch.rect[1] < HEADER / 2 else pen.W - 108, pen.W - 108)
        used = pen.text(text("train.title"), 68, HEADER / 2, "h2")
        room = right - 68 - used - 32
        if room >= min(LEAST_SUBTITLE, pen.width(self.subtitle, "label")):
            pen.text(self.subtitle, 68 + used + 16, HEADER / 2 + 1, "label", "dim", fit=room)
