"""The head of the training screens: what is looked at beside the title, and the two pages at the right."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from game.screens.page_head import HEADER, ICONS, PageHead
from game.screens.pen import Pen
from game.screens.texts import text
from game.screens.widgets.choice import Option, Segmented
from game.screens.widgets.widget import Act, Widget

if TYPE_CHECKING:
    from game.screens.app import App

SWITCH = (240.0, 40.0)
NEW, RUNNING = "new", "running"
LEAST_SUBTITLE = 120.0


class TrainHead(PageHead):
    """The head with the page of a new run and that of the one at work."""

    def __init__(self, app: App, page: str, back: Act, turn: Callable[[str], None]) -> None:
        self.subtitle = ""
        pages = [Option(one, text(f"train.pages.{one}")) for one in (NEW, RUNNING)]
        switch = Segmented("page", text("train.title"), pages, page, turn)
        super().__init__(app, text("train.title"), back, switch, SWITCH)

    def _switch_at(self, width: float, wide: float, high: float) -> tuple[float, float]:
        return width - ICONS - 8 - wide, HEADER / 2 - high / 2

    def around(self, page: list[Widget]) -> list[Widget]:
        """Return the controls of head and page in focus order; the page comes before the switch."""
        return [self._back, *page, self.switch, self._help, self._gear]

    def draw(self, pen: Pen) -> None:
        """Write the title, and what is looked at where there is room for it."""
        super().draw(pen)
        in_one_row = self.switch.rect[1] < HEADER / 2
        right = min(self.switch.rect[0] if in_one_row else pen.W, pen.W - ICONS)
        begin = 68 + pen.width(self._title, "h2") + 16
        room = right - begin - 16
        if room >= min(LEAST_SUBTITLE, pen.width(self.subtitle, "label")):
            pen.text(self.subtitle, begin, HEADER / 2 + 1, "label", "dim", fit=room)
