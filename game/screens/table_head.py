"""The head of the pages before a table: the way out, a title, the choice of table, and two icons."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from game.rules import games
from game.screens.pen import Pen
from game.screens.texts import text
from game.screens.widgets.button import IconButton
from game.screens.widgets.choice import Option, Segmented
from game.screens.widgets.widget import Act, Widget

if TYPE_CHECKING:
    from game.screens.app import App

TABLES = (games.TIC_TAC_TOE, games.KUHN_POKER, games.HOLDEM)
HEADER = 64.0
SECOND_ROW = 50.0
SWITCH = (440.0, 42.0)
NARROW_WIDTH = 800.0


class TableHead:
    """One row, or two in a narrow window."""

    def __init__(self, app: App, title: str, back: Act, choose: Callable[[str], None]) -> None:
        self._title = title
        self._back = IconButton("back", text("common.back"), "back", back)
        self._help = IconButton("help", text("menu.help"), "help", app.show_help)
        self._gear = IconButton("settings", text("menu.settings"), "gear", app.show_settings)
        tables = [Option(table, text(f"games.{table}")) for table in TABLES]
        self.switch = Segmented("table", text("new_game.table"), tables, TABLES[0], choose)

    def place(self, width: float, margin: float) -> float:
        """Place the head; return where the page begins."""
        self._back.centre_at(36, HEADER / 2)
        self._gear.centre_at(width - 36, HEADER / 2)
        self._help.centre_at(width - 80, HEADER / 2)
        wide, high = SWITCH
        if width < NARROW_WIDTH:
            self.switch.rect = (margin, HEADER - 4, width - 2 * margin, high)
            return HEADER + SECOND_ROW
        self.switch.rect = (width / 2 - wide / 2, HEADER / 2 - high / 2 + 1, wide, high)
        return HEADER

    def around(self, page: list[Widget]) -> list[Widget]:
        """Return the controls of head and page in focus order."""
        return [self._back, self.switch, *page, self._help, self._gear]

    def draw(self, pen: Pen) -> None:
        """Write the title."""
        pen.text(self._title, 68, HEADER / 2, "h2")
