"""Something was chosen before it is ready: says how long that takes, and then opens it, unless one goes back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from game.needs import Need
from game.screens.frame.screen import Screen
from game.screens.ui.texts import text
from game.screens.ui.widgets.button import Button
from game.screens.ui.widgets.widget import Act, Rect

if TYPE_CHECKING:
    from game.screens.frame.screen import Services
    from game.screens.ui.canvas.painter import Painter

WIDEST = 540.0
PADDING = 28.0
BODY_LINE = 17 * 1.38
BAR = 10.0
BUTTON_HEIGHT = 44.0
PATIENCE = 0.4  # seconds for the answer that all is ready, before anything is shown


class Preparing(Screen):
    """Waits over the page until what was chosen there has what it needs, and then does it."""

    name: ClassVar[str] = "preparing"
    overlay: ClassVar[bool] = True
    fades: ClassVar[bool] = False

    def __init__(self, app: Services, act: Act, need: Need) -> None:
        super().__init__(app)
        self._act = act
        self._need = need
        self._waited = 0.0
        self._panel: Rect = (0.0, 0.0, 0.0, 0.0)
        self._lines: tuple[str, ...] = ()
        self._drawn: tuple[bool, str, int] = (False, "", 0)
        self._back = Button(
            "back", text("common.back"), self.escape, keycap=text("keys.escape"), style="label_b"
        )

    @property
    def _shows(self) -> bool:
        return self.app.preparation.working or self._waited > PATIENCE

    @property
    def _words(self) -> str:
        return self.app.preparation.in_words("left", self._need)

    @property
    def _share(self) -> float:
        return self.app.preparation.share_of(self._need)

    def layout(self, width: float, height: float) -> None:
        """Put the panel in the middle: a title, a sentence, the bar with the time left, the way back."""
        painter = self.app.painter
        wide = min(WIDEST, width - 48)
        self._lines = painter.wrap(text("preparation.page.body"), wide - 2 * PADDING, "body")
        high = 2 * PADDING + 44 + len(self._lines) * BODY_LINE + 30 + BUTTON_HEIGHT + 24
        x, y = (width - wide) / 2, max(8.0, (height - high) / 2)
        self._panel = (x, y, wide, high)
        button = max(116.0, self._back.natural_width(painter))
        self._back.rect = (
            x + wide - PADDING - button,
            y + high - PADDING - BUTTON_HEIGHT,
            button,
            BUTTON_HEIGHT,
        )
        self.place([self._back] if self._shows else [])

    def background_changed(self) -> None:
        """Show how far it is, whenever that looks different."""
        now = self._shows, self._words, round(self._share * WIDEST)
        if now != self._drawn:
            self._drawn = now
            self.relayout()

    def update(self, dt: float) -> bool:
        """Go on as soon as the need is met, or cannot be."""
        if not self.app.preparation.holds_up(self._need):
            self.app.back()
            self._act()
            return True
        shown = self._shows
        self._waited += dt
        if shown != self._shows:
            self.relayout()
        return not shown

    def darken(self, painter: Painter) -> None:
        """Darken the page below once there is something to say."""
        if self._shows:
            super().darken(painter)

    def draw(self, painter: Painter) -> None:
        """Draw the panel."""
        if not self._shows:
            return
        x, y, wide, _ = self._panel
        left, inner = x + PADDING, wide - 2 * PADDING
        painter.shadow(self._panel, 14, 24, 180, 12)
        painter.rect(self._panel, "panel", 14, "edge")
        row = y + PADDING + 10
        painter.text(text("preparation.page.title"), left, row, "h2", fit=inner)
        for line in self._lines:
            row += BODY_LINE if row > y + PADDING + 10 else 34
            painter.text(line, left, row, "body", "dim")
        row += 34
        words = self._words
        room = max(120.0, inner - painter.width(words, "label_b") - 16)
        painter.bar((left, row - BAR / 2, room, BAR), self._share, "diagonal")
        painter.text(words, left + inner, row, "label_b", al="r")
        self.draw_controls(painter)

    def trace(self) -> dict[str, Any]:
        """Say how long it takes yet."""
        return {"preparing": self._words if self._shows else ""}
