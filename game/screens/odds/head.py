"""The head of the pages about hands: title, what is looked at, and the switch between the pages."""

from __future__ import annotations

from collections.abc import Callable

from game.screens.app import App
from game.screens.page_head import HEADER, ICONS, PageHead
from game.screens.pen import Pen
from game.screens.texts import text
from game.screens.widgets.choice import Option, Segmented
from game.screens.widgets.widget import Act, Widget

ODDS_PAGE, HAND_TABLE_PAGE = "odds", "hand_table"
PAGES = (ODDS_PAGE, HAND_TABLE_PAGE)
SWITCH_EACH, SWITCH_HIGH = 120.0, 40.0
TITLE_LEFT = 68.0


class OddsHead(PageHead):
    """The head."""

    def __init__(self, app: App, page: str, back: Act, turn: Callable[[str], None]) -> None:
        self._subtitle = text(f"odds.subtitles.{page}")
        pages = [Option(one, text(f"odds.pages.{one}")) for one in PAGES]
        switch = Segmented("page", text("odds.title"), pages, page, turn)
        super().__init__(app, text("odds.title"), back, switch, (SWITCH_EACH * len(PAGES), SWITCH_HIGH))

    def _switch_at(self, width: float, wide: float, high: float) -> tuple[float, float]:
        return width - ICONS - 8 - wide, HEADER / 2 - high / 2

    def around(self, page: list[Widget]) -> list[Widget]:
        """Return the controls of head and page in focus order; the page comes before the switch."""
        return [self._back, *page, self.switch, self._help, self._gear]

    def draw(self, pen: Pen) -> None:
        """Write the title, and what is looked at where there is room for it."""
        super().draw(pen)
        in_one_row = self.switch.rect[1] < HEADER / 2
        right = self.switch.rect[0] if in_one_row else pen.W - ICONS
        begin = TITLE_LEFT + pen.width(self._title, "h2") + 16
        if right - begin - 16 >= pen.width(self._subtitle, "label"):
            pen.text(self._subtitle, begin, HEADER / 2 + 1, "label", "dim")
