"""The heads of pages: title, switch, and the icons at both ends."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

from game.rules import games
from game.texts import text
from game.window.ui.canvas.painter import Painter
from game.window.ui.input import Key
from game.window.ui.layout.box import Box, Column, Row, Space, Stack
from game.window.ui.layout.size import fixed, grow
from game.window.ui.leaves.bands import across
from game.window.ui.leaves.control import Control, Iconic
from game.window.ui.widgets.button import IconButton
from game.window.ui.widgets.choice import Segmented, options
from game.window.ui.widgets.widget import Act, Widget

if TYPE_CHECKING:
    from game.window.frame.screen import Services


HEADER = 64.0
SECOND_ROW = 50.0
NARROW_WIDTH = 800.0
TITLE_LEFT = 68.0
SIDE, ICON = 14.0, 44.0
ICONS = 108.0  # dp of the two icons at the right
SWITCH_TOP, SECOND_TOP = 12.0, 48.0


class PageHead:
    """The base of heads. Subclasses place the switch and further controls next to the title."""

    _switch: Segmented | None = None

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
        assert self._switch is not None, "this head has no switch"
        return self._switch

    @property
    def title(self) -> str:
        return self._title

    @property
    def chosen(self) -> str:
        return self._switch.chosen if self._switch is not None else ""

    @property
    def pages(self) -> tuple[str, ...]:
        return ()

    def place(self, painter: Painter, width: float, margin: float) -> float:
        """Place the head. Return the y of its lower edge."""
        narrow = width < NARROW_WIDTH and self._switch is not None
        switch = Box()
        if self._switch is not None:
            wide, high = self._size
            switch = Column(Space(SWITCH_TOP), Control(self._switch, high)).sized(
                grow() if narrow else fixed(wide)
            )
        row = self._row(Box() if narrow else switch)
        below = Column(Space(SECOND_TOP), Row(Space(margin), switch, Space(margin)))
        top = HEADER + SECOND_ROW if narrow else HEADER
        Stack(Column(row.sized(fixed(HEADER))), below.when(narrow)).place(painter, (0.0, 0.0, width, top))
        return top

    def _row(self, switch: Box) -> Box:
        return Stack(self._icons(Space()), across(switch))

    def _icons(self, *between: Box) -> Row:
        """Return a row with the back icon, the boxes between, and the two icons at the right."""
        back, *right = (
            Iconic(icon, ICON).sized(fixed(ICON)) for icon in (self._back, self._help, self._gear)
        )
        return Row(Space(SIDE), back, *between, *right, Space(SIDE))

    def around(self, page: list[Widget]) -> list[Widget]:
        return [self._back, *self._switches(), *page, self._help, self._gear]

    def open_page(self, event: Key) -> bool:
        return False

    def _switches(self) -> list[Widget]:
        return [self._switch] if self._switch is not None else []

    def draw(self, painter: Painter) -> None:
        painter.text(self._title, TITLE_LEFT, HEADER / 2, "h2")


class NoHead(PageHead):
    """The head of a page that draws its own head."""

    def __init__(self) -> None:
        """Create no controls."""

    @property
    def title(self) -> str:
        return ""

    def place(self, painter: Painter, width: float, margin: float) -> float:
        return 0.0

    def around(self, page: list[Widget]) -> list[Widget]:
        return page

    def draw(self, painter: Painter) -> None:
        """Draw nothing."""


EACH, HIGH = 120.0, 40.0
TITLE_GAP, BESIDE_SWITCH = 16.0, 14.0


class PagedHead(PageHead):
    """The head with a title and pages. The `subtitle` is hidden if less than `min_subtitle` of it fits."""

    def __init__(
        self,
        app: Services,
        title: str,
        back: Act,
        switch: Segmented | None = None,
        *,
        each: float = EACH,
        min_subtitle: float = math.inf,
    ) -> None:
        width = each * len(switch.options) if switch is not None else 0.0
        super().__init__(app, title, back, switch, (width, HIGH))
        self.subtitle = ""
        self._min_subtitle = min_subtitle

    @property
    def pages(self) -> tuple[str, ...]:
        return tuple(option.value for option in self._switch.options) if self._switch is not None else ()

    def _row(self, switch: Box) -> Box:
        return self._icons(Space(), switch, Space(BESIDE_SWITCH))

    def around(self, page: list[Widget]) -> list[Widget]:
        return [self._back, *page, *self._switches(), self._help, self._gear]

    def open_page(self, event: Key) -> bool:
        """Open a page by Ctrl and its digit, whatever has the focus. Return whether there is such a page."""
        options = self._switch.options if self._switch is not None else ()
        pages = {str(index): option.value for index, option in enumerate(options, 1)}
        if not event.ctrl or event.name not in pages:
            return False
        self.switch.choose(pages[event.name])
        return True

    def draw(self, painter: Painter) -> None:
        """Draw the title and the subtitle."""
        super().draw(painter)
        switch = self._switch
        right = switch.rect[0] if switch is not None and switch.rect[1] < HEADER / 2 else painter.W - ICONS
        begin = TITLE_LEFT + painter.width(self._title, "h2") + TITLE_GAP
        room = right - begin - TITLE_GAP
        if room >= min(self._min_subtitle, painter.width(self.subtitle, "label")):
            painter.text(self.subtitle, begin, HEADER / 2 + 1, "label", "dim", fit=room)


TABLES = (games.TIC_TAC_TOE, games.KUHN_POKER, games.HOLDEM)
SWITCH = (440.0, 42.0)


class TableHead(PageHead):
    """The head with a switch between the three tables."""

    def __init__(
        self, app: Services, title: str, back: Act, choose: Callable[[str], None], chosen: str = TABLES[0]
    ) -> None:
        switch = Segmented("table", text("new_game.table"), options("games.{}", TABLES), chosen, choose)
        super().__init__(app, title, back, switch, SWITCH)
