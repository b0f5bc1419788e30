"""The settings: pages at the left, what can be set at the right, applied at once. There is nothing to confirm."""

from __future__ import annotations

from typing import Any, ClassVar

from game.features.settings.pages import PAGES
from game.features.settings.parts import LAST_ROW, WIDE_PAGE
from game.texts import text
from game.window.frame.screen import Screen, Services
from game.window.ui.layout import Box, Column, Row, Scrolled, Space, Stack, fixed, grow
from game.window.ui.leaves import Aside, Control, Iconic, Line, Panel, indented
from game.window.ui.widgets import Button, IconButton, Scroll, options
from game.window.ui.widgets.nav import ROW, STEP, Nav

HEADER, TOP = 64.0, 76.0
SIDE, ICON = 14.0, 44.0
SMALL_WIDTH = 1150.0
NARROW_WIDTH = 800.0
WIDEST = 1240.0
NAV_WIDTH = 220.0
RESTORE, ABOVE_RESTORE = (210.0, 44.0), 18.0


class SettingsScreen(Screen):
    """One page of settings at a time."""

    name: ClassVar[str] = "settings"
    scroll: Scroll

    def __init__(self, app: Services, page: str = "appearance") -> None:
        super().__init__(app)
        self.scroll = Scroll(self.relayout)
        choices = options("settings.pages.{}", PAGES)
        self._nav = Nav("page", text("settings.title"), choices, page, self._open)
        self._nav.icons = {name: icon for name, (icon, _) in PAGES.items()}
        self._back = IconButton("back", text("common.back"), "back", self.escape)
        self._help = IconButton("help", text("menu.help"), "help", app.show_help)
        self._restore = Button(
            "restore", text("settings.restore"), self._restore_defaults, kind="outline", style="label_b"
        )
        self._page = PAGES[page][1](app)
        self.controls.focus("page")

    def layout(self, width: float, height: float) -> None:
        """Pages at the left, or above in a narrow window; the open page scrolls."""
        narrow, small = width < NARROW_WIDTH, width < SMALL_WIDTH
        margin = 20.0 if narrow else 24.0 if small else max(40.0, (width - WIDEST) / 2)
        self._nav.as_row = narrow
        self._page.follow(self.app.settings)
        if narrow:
            card = self._panel(20.0, width - 2 * margin)
            nav = Control(self._nav, ROW, after=12)
            body = Column(Space(HEADER - 8), nav, card, Space(margin))
        else:
            gap, below = (18.0, 20.0) if small else (28.0, 28.0)
            card = self._panel(26.0, width - 2 * margin - NAV_WIDTH - gap)
            nav = Control(self._nav, STEP * len(PAGES))
            row = Row(nav.sized(fixed(NAV_WIDTH)), card, gap=gap)
            body = Column(Space(TOP), row.sized(grow()), Space(below))
        self.root = Stack(Column(self._head()), indented(body, margin))
        self.root.place(self.app.painter, (0.0, 0.0, width, height))
        self.place([self._back, self._nav, *card.controls(), self._help])

    def _head(self) -> Box:
        back, guide = (Iconic(icon, ICON).sized(fixed(ICON)) for icon in (self._back, self._help))
        title = Line(text("settings.title"), "h2", height=HEADER)
        note = Column(Space(2), Aside(text("settings.note"), "label", height=HEADER - 2, limit=1)).sized(
            grow()
        )
        return Row(Space(SIDE), back, Space(10), title, Space(16), note, Space(12), guide, Space(SIDE))

    def _panel(self, padding: float, width: float) -> Box:
        """Return the open page, and the button that restores: in its last row, or at the lower end."""
        page: Box = self._page.flow
        restore = Row(Space(), Control(self._restore, RESTORE[1], width=RESTORE[0]))
        if self._page.restores and self._page.shares_last_row and width - 2 * padding >= WIDE_PAGE:
            last = Column(Space(), restore, Space((LAST_ROW - RESTORE[1]) / 2))
            page = Column(Stack(page, last))
        elif self._page.restores:
            page = Column(page, Space().sized(grow(least=ABOVE_RESTORE)), restore)
        sides = (padding, padding)
        scrolled = Scrolled(page, self.scroll, sides=sides, above=padding, below=padding, least=0.0)
        return Panel(scrolled.sized(grow()), head=0, foot=0, side=0).sized(grow())

    def update(self, dt: float) -> bool:
        """Let the preview of the page move."""
        return self._page.preview is not None and self._page.preview.advance(dt)

    def trace(self) -> dict[str, Any]:
        """Say which page is open."""
        return {"page": self._nav.chosen}

    def _open(self, name: str) -> None:
        self._page = PAGES[name][1](self.app)
        self.scroll.offset = 0.0
        self.relayout()

    def _restore_defaults(self) -> None:
        self.app.restore(self._page.restores)
