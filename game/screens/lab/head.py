"""The head of the lab: title, what is looked at, and the switch between its pages."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.screens.app import App
from game.screens.page_head import HEADER, ICONS, PageHead
from game.screens.pen import Pen
from game.screens.texts import text
from game.screens.widgets.choice import Option, Segmented
from game.screens.widgets.widget import Act, Widget

EACH, HIGH = 112.0, 40.0
TITLE_LEFT = 68.0
LEAST_SUBTITLE = 160.0


class LabHead(PageHead):
    """The head; `subtitle` is written where there is room."""

    def __init__(self, app: App, pages: Sequence[str], back: Act, turn: Callable[[str], None]) -> None:
        self.subtitle = ""
        options = [Option(page, text(f"lab.pages.{page}")) for page in pages]
        switch = Segmented("page", text("lab.title"), options, pages[0], turn)
        super().__init__(app, text("lab.title"), back, switch, (EACH * len(pages), HIGH))

    def _switch_at(self, width: float, wide: float, high: float) -> tuple[float, float]:
        return width - ICONS - 8 - wide, HEADER / 2 - high / 2

    def around(self, page: list[Widget]) -> list[Widget]:
        """Return the controls of head and page in focus order; the page comes before the switch."""
        return [self._back, *page, self.switch, self._help, self._gear]

    def draw(self, pen: Pen) -> None:
        """Write the title and the subtitle."""
        super().draw(pen)
        in_one_row = self.switch.rect[1] < HEADER / 2
        right = min(self.switch.rect[0] if in_one_row else pen.W, pen.W - ICONS)
        begin = TITLE_LEFT + pen.width(self._title, "h2") + 16
        if right - begin - 16 >= pen.width(self.subtitle, "label"):
            pen.text(self.subtitle, begin, HEADER / 2 + 1, "label", "dim")
