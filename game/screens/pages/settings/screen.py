"""The settings: pages at the left, what can be set at the right, applied at once. There is nothing to confirm."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from game.screens.frame.screen import Screen
from game.screens.pages.settings.pages import PAGES, build
from game.screens.pages.settings.parts import LAST_ROW, WIDE_PAGE, Page
from game.screens.ui.canvas.painter import Painter
from game.screens.ui.texts import text
from game.screens.ui.widgets.button import Button, IconButton
from game.screens.ui.widgets.choice import options
from game.screens.ui.widgets.nav import ROW, STEP, Nav
from game.screens.ui.widgets.scroll import Scroll
from game.screens.ui.widgets.widget import Rect, Widget

if TYPE_CHECKING:
    from game.screens.frame.screen import Services

HEADER = 64.0
SMALL_WIDTH = 1150.0
NARROW_WIDTH = 800.0
WIDEST = 1240.0
NAV_WIDTH = 220.0
RESTORE = (210.0, 44.0)


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
        self._panel: Rect = (0.0, 0.0, 0.0, 0.0)
        self._page = self._make_page()
        self.controls.focus("page")

    def layout(self, width: float, height: float) -> None:
        """Pages at the left, or above in a narrow window; the open page scrolls."""
        narrow, small = width < NARROW_WIDTH, width < SMALL_WIDTH
        margin = 20.0 if narrow else 24.0 if small else max(40.0, (width - WIDEST) / 2)
        self._back.centre_at(36, HEADER / 2)
        self._help.centre_at(width - 36, HEADER / 2)
        self._nav.as_row = narrow
        if narrow:
            self._nav.rect = (margin, HEADER - 8, width - 2 * margin, ROW)
            self._panel = (margin, HEADER + ROW + 4, width - 2 * margin, height - HEADER - ROW - 4 - margin)
        else:
            self._nav.rect = (margin, 76, NAV_WIDTH, STEP * len(PAGES))
            left = margin + NAV_WIDTH + (18 if small else 28)
            self._panel = (left, 76, width - margin - left, height - 76 - (20 if small else 28))
        self._page.follow(self.app.settings)
        self._lay_out_page(20.0 if narrow else 26.0)
        self.place([self._back, self._nav, *self._page_widgets(), self._help])

    def _lay_out_page(self, padding: float) -> None:
        painter = self.app.painter
        x, y, width, height = self._panel
        inner = width - 2 * padding
        shared = self._page.shares_last_row and inner >= WIDE_PAGE
        below = RESTORE[1] + 18 if self._page.restores and not shared else 0.0
        content = self._page.flow.measure(painter, inner) + below + 2 * padding - 4
        self.scroll.fit((x + 2, y + 2, width - 4, height - 4), content)
        flow_bottom = self._page.flow.place_at(painter, x + padding, y + padding - self.scroll.offset, inner)
        page_bottom = y + max(content, height) - padding - self.scroll.offset
        top = flow_bottom - LAST_ROW / 2 - RESTORE[1] / 2 if shared else page_bottom - RESTORE[1]
        self._restore.rect = (x + width - padding - RESTORE[0], top, *RESTORE)
        for widget in self._page_widgets():
            widget.clip = self.scroll.view

    def _page_widgets(self) -> list[Widget]:
        return [*self._page.widgets, *([self._restore] if self._page.restores else [])]

    def draw(self, painter: Painter) -> None:
        """Draw the panel and the page in it."""
        painter.layer(("settings", self._panel), self._paint_still)
        wide = painter.text(text("settings.title"), 68, HEADER / 2, "h2")
        note = text("settings.note")
        if 68 + wide + 16 + painter.width(note, "label") < self.width - 70:
            painter.text(note, 68 + wide + 16, HEADER / 2 + 1, "label", "dim")
        with painter.clip(self.scroll.view):
            self._page.flow.draw_all(painter)
        self.draw_controls(painter)
        self.scroll.draw(painter)

    def _paint_still(self, painter: Painter) -> None:
        painter.room()
        painter.panel(self._panel)

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
