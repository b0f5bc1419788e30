"""The head of screens with pages: what is looked at beside the title, the switch between the pages at the right."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from game.window.frame.page_head import HEADER, ICONS, TITLE_LEFT, PageHead
from game.window.ui.canvas.painter import Painter
from game.window.ui.input import Key
from game.window.ui.layout.box import Box, Space
from game.window.ui.widgets.choice import Segmented
from game.window.ui.widgets.widget import Act, Widget

if TYPE_CHECKING:
    from game.window.frame.screen import Services

EACH, HIGH = 120.0, 40.0
TITLE_GAP, BESIDE_SWITCH = 16.0, 14.0


class PagedHead(PageHead):
    """The head; `subtitle` is written where there is room for `least_subtitle` of it, by default for all."""

    def __init__(
        self,
        app: Services,
        title: str,
        back: Act,
        switch: Segmented | None = None,
        *,
        each: float = EACH,
        least_subtitle: float = math.inf,
    ) -> None:
        width = each * len(switch.options) if switch is not None else 0.0
        super().__init__(app, title, back, switch, (width, HIGH))
        self.subtitle = ""
        self._least_subtitle = least_subtitle

    @property
    def pages(self) -> tuple[str, ...]:
        """The pages that the switch turns to."""
        return tuple(option.value for option in self._switch.options) if self._switch is not None else ()

    def _row(self, switch: Box) -> Box:
        """Return the head in one row; the switch stands at the right."""
        return self._icons(Space(), switch, Space(BESIDE_SWITCH))

    def around(self, page: list[Widget]) -> list[Widget]:
        """Return the controls of head and page in focus order; the page comes before the switch."""
        return [self._back, *page, *self._switches(), self._help, self._gear]

    def open_page(self, event: Key) -> bool:
        """Open a page by Ctrl and its digit, whatever has the focus; return whether there is one."""
        options = self._switch.options if self._switch is not None else ()
        pages = {str(place): option.value for place, option in enumerate(options, 1)}
        if not event.ctrl or event.name not in pages:
            return False
        self.switch.choose(pages[event.name])
        return True

    def draw(self, painter: Painter) -> None:
        """Write the title and the subtitle."""
        super().draw(painter)
        switch = self._switch
        right = switch.rect[0] if switch is not None and switch.rect[1] < HEADER / 2 else painter.W - ICONS
        begin = TITLE_LEFT + painter.width(self._title, "h2") + TITLE_GAP
        room = right - begin - TITLE_GAP
        if room >= min(self._least_subtitle, painter.width(self.subtitle, "label")):
            painter.text(self.subtitle, begin, HEADER / 2 + 1, "label", "dim", fit=room)
