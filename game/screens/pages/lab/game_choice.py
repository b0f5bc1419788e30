"""The choice of the game that the lab looks at; which screen that is, the screens know of each other."""

from __future__ import annotations

from collections.abc import Callable

from game.rules import games
from game.screens.ui.texts import text
from game.screens.ui.widgets.choice import Segmented, options

WIDTH = 376.0
GAMES = (*games.KUHN_GAMES, games.TIC_TAC_TOE, games.HOLDEM)


def game_choice(chosen: str, change: Callable[[str], None]) -> Segmented:
    """Return the control, at the beginning of the row above the panels."""
    choices = options("lab.games.{}", GAMES)
    return Segmented("game", text("lab.game"), choices, chosen, change)
