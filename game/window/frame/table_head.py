"""The head of the pages before a table: between the way out and the icons one chooses the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from game.rules import games
from game.texts import text
from game.window.frame.page_head import PageHead
from game.window.ui.widgets.choice import Segmented, options
from game.window.ui.widgets.widget import Act

if TYPE_CHECKING:
    from game.window.frame.screen import Services

TABLES = (games.TIC_TAC_TOE, games.KUHN_POKER, games.HOLDEM)
SWITCH = (440.0, 42.0)


class TableHead(PageHead):
    """The head with the three tables."""

    def __init__(
        self, app: Services, title: str, back: Act, choose: Callable[[str], None], chosen: str = TABLES[0]
    ) -> None:
        switch = Segmented("table", text("new_game.table"), options("games.{}", TABLES), chosen, choose)
        super().__init__(app, title, back, switch, SWITCH)
