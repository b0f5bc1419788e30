"""The panel beside the list: the chosen hand, or what is in the log, behind two tabs."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from game.archive.imported import ImportedHand, ImportedLog
from game.screens.pages.look_back.detail import DetailActs, HandDetail
from game.screens.pages.look_back.logs.about import LogAbout, LogActs
from game.screens.pages.look_back.logs.words import described
from game.screens.ui.canvas.pen import Pen
from game.screens.ui.texts import text
from game.screens.ui.widgets.choice import options
from game.screens.ui.widgets.scroll import Scroll
from game.screens.ui.widgets.tabs import Tabs
from game.screens.ui.widgets.widget import Act, Rect, Widget

if TYPE_CHECKING:
    from game.screens.frame.screen import Services

HAND, LOG = "hand", "log"
HEAD = 46.0


class LogSide:
    """Both panels; `open` names the one that is seen. In a small window the screen has tabs in their stead."""

    def __init__(self, app: Services, moved: Act, acts: DetailActs, log_acts: LogActs) -> None:
        self._app, self._moved = app, moved
        self.detail = HandDetail[ImportedHand](
            app, partial(described, app), moved, acts, text("logs.replaying.copy")
        )
        self._about = LogAbout(app, moved, log_acts)
        choices = options("logs.tabs.{}", (HAND, LOG))
        self._tabs = Tabs("side", text("logs.title"), choices, HAND, lambda panel: moved())

    @property
    def open(self) -> str:
        """Which panel is seen."""
        return self._tabs.chosen

    @property
    def scroll(self) -> Scroll:
        """What moves the panel that is seen."""
        return self.detail.scroll if self.open == HAND else self._about.scroll

    @property
    def widgets(self) -> list[Widget]:
        """The tabs, and what can be pressed below them."""
        return [self._tabs, *self._panel.widgets]

    def turn_to(self, panel: str) -> None:
        """Show the other panel."""
        if panel != self.open:
            self._tabs.chosen = panel
            self._moved()

    def show(self, hand: ImportedHand | None, log: ImportedLog | None) -> None:
        """Take a hand and its log, or none."""
        self.detail.show(hand)
        self._about.show(log)

    def lay_out(self, panel: Rect) -> list[Widget]:
        """Place the tabs and the panel below them; return what can be pressed."""
        x, y, w, h = panel
        self._tabs.measure(self._app.pen, x + 20, y + HEAD / 2 + 2)
        return [self._tabs, *self.lay_out_bare((x, y + HEAD, w, h - HEAD))]

    def lay_out_bare(self, panel: Rect) -> list[Widget]:
        """Place the panel alone; return what can be pressed."""
        self._panel.lay_out(panel)
        return self._panel.widgets

    def draw(self, pen: Pen) -> None:
        """Draw what is no control."""
        self._panel.draw(pen)

    @property
    def _panel(self) -> HandDetail[ImportedHand] | LogAbout:
        return self.detail if self.open == HAND else self._about
