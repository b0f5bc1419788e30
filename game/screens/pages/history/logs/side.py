"""The panel beside the list: the chosen hand, or what is in the log, behind two tabs."""

from __future__ import annotations

from functools import partial

from game.archive.imported import ImportedHand, ImportedLog
from game.screens.frame.screen import Services
from game.screens.pages.history.detail import DetailActs, HandDetail
from game.screens.pages.history.logs.about import LogAbout, LogActs
from game.screens.pages.history.logs.labels import described
from game.screens.ui.layout import Box, Column, Space, grow
from game.screens.ui.leaves import TabRow, indented
from game.screens.ui.texts import text
from game.screens.ui.widgets import Act, Scroll, Tabs, options

HAND, LOG = "hand", "log"
HEAD = 46.0


class LogSide:
    """Both panels; `open` names the one that is seen. In a small window the screen has tabs in their stead."""

    def __init__(self, app: Services, moved: Act, acts: DetailActs, log_acts: LogActs) -> None:
        self._moved = moved
        self.detail = HandDetail[ImportedHand](
            app, partial(described, app), moved, acts, text("logs.replaying.copy")
        )
        self._about = LogAbout(moved, log_acts)
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

    def turn_to(self, panel: str) -> None:
        """Show the other panel."""
        if panel != self.open:
            self._tabs.chosen = panel
            self._moved()

    def show(self, hand: ImportedHand | None, log: ImportedLog | None) -> None:
        """Take a hand and its log, or none."""
        self.detail.show(hand)
        self._about.show(log)

    def box(self) -> Box:
        """Return the tabs, and below them the panel that is open."""
        tabs = indented(TabRow(self._tabs, HEAD - 4), 20)
        return Column(Space(4), tabs, self.panel().sized(grow()))

    def panel(self) -> Box:
        """Return the panel that is open, alone."""
        return self.detail.box() if self.open == HAND else self._about.box()
