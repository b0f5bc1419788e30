"""The settings: pages at the left, what can be set at the right, applied at once. There is nothing to confirm."""

from __future__ import annotations

from typing import Any, ClassVar

from game.screens.frame.screen import Screen, Services
from game.screens.pages.settings.pages import PAGES, build
from game.screens.pages.settings.parts import LAST_ROW, WIDE_PAGE, Page
from game.screens.ui.canvas.painter import Painter
from game.screens.ui.layout import Box, Column, Row, Scrolled, Space, Stack, fixed, grow
from game.screens.ui.leaves import Control, Iconic
from game.screens.ui.texts import text
from game.screens.ui.widgets import Button, IconButton, Scroll, options
from game.screens.ui.widgets.nav import ROW, STEP, Nav

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
        self._name = page
        choices = options("settings.pages.{}", PAGES)
        self._nav = Nav("page", text("settings.title"), choices, page, self._open)
        self._nav.icons = PAGES
        self._back = IconButton("back", text("common.back"), "back", self.escape)
        self._help = IconButton("help", text("menu.help"), "help", app.show_help)
        self._restore = Button(
            "restore", text("settings.restore"), self._restore_defaults, kind="outline", style="label_b"
        )
        self._card = Box()
        self._page = self._make_page()
        self.controls.focus("page")

    def layout(self, width: float, height: float) -> None:
        """Pages at the left, or above in a narrow window; the open page scrolls."""
        narrow, small = width < NARROW_WIDTH, width < SMALL_WIDTH
        margin = 20.0 if narrow else 24.0 if small else max(40.0, (width - WIDEST) / 2)
        self._nav.as_row = narrow
        self._page.follow(self.app.settings)
        back, guide = (Iconic(icon, ICON).sized(fixed(ICON)) for icon in (self._back, self._help))
        head = Column(Row(Space(SIDE), back, Space(), guide, Space(SIDE)).sized(fixed(HEADER)))
        if narrow:
            self._card = self._panel(20.0, width - 2 * margin)
            nav = Control(self._nav, ROW, after=12)
            body = Column(Space(HEADER - 8), nav, self._card.sized(grow()), Space(margin))
        else:
            gap, below = (18.0, 20.0) if small else (28.0, 28.0)
            self._card = self._panel(26.0, width - 2 * margin - NAV_WIDTH - gap)
            nav = Control(self._nav, STEP * len(PAGES))
            row = Row(nav.sized(fixed(NAV_WIDTH)), self._card.sized(grow()), gap=gap)
            body = Column(Space(TOP), row.sized(grow()), Space(below))
        page = Row(Space(margin), body.sized(grow()), Space(margin))
        Stack(head, page).place(self.app.painter, (0.0, 0.0, width, height))
        self.place([self._back, self._nav, *self._card.controls(), self._help])

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
        return Scrolled(page, self.scroll, sides=sides, above=padding, below=padding, least=0.0)

    def draw(self, painter: Painter) -> None:
        """Draw the panel and the page in it."""
        painter.layer(("settings", self._card.rect), self._paint_still)
        wide = painter.text(text("settings.title"), 68, HEADER / 2, "h2")
        note = text("settings.note")
        if 68 + wide + 16 + painter.width(note, "label") < self.width - 70:
            painter.text(note, 68 + wide + 16, HEADER / 2 + 1, "label", "dim")
        self._card.draw_all(painter)
        self.draw_controls(painter)

    def _paint_still(self, painter: Painter) -> None:
        painter.room()
        painter.panel(self._card.rect)

    def update(self, dt: float) -> bool:
        """Let the preview of the page move."""
        return self._page.preview is not None and self._page.preview.advance(dt)

    def trace(self) -> dict[str, Any]:
        """Say which page is open."""
        return {"page": self._name}

    def _open(self, name: str) -> None:
        self._name = name
        self._page = self._make_page()
        self.scroll.offset = 0.0
        self.relayout()

    def _make_page(self) -> Page:
        return build(self._name, self.app)

    def _restore_defaults(self) -> None:
        self.app.restore(self._page.restores)
