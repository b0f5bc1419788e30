"""The way from a hand that is looked on at to the experts: they are asked about the decision on the table."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from game.needs import Need
from game.rules import games
from game.screens.expert.screen import ExpertScreen
from game.screens.expert.spot import Spot
from game.screens.odds.screen import OddsScreen
from game.screens.tables.holdem.spot import decision_of

if TYPE_CHECKING:
    from game.screens.screen import Services
    from game.screens.tables.spectator import Spectator

RULES = "rules"
"""The name of the button in the header."""


def ask_experts(table: Spectator) -> None:
    """Open the experts on the decision at hand, or the last one that was made; closed cards stay closed."""
    info = decision_of(table.session, table.shown_steps) if table.game == games.HOLDEM else None
    if info is None:
        table.app.say(table.texts("expert.no_decision"))
        return
    spot = Spot.of(info)
    app = table.app
    shown = spot if table.open_cards else replace(spot, hole=())
    app.once_ready(Need.EXPERT, lambda: app.go(ExpertScreen(app, lambda page: _open_page(app, page), shown)))


def _open_page(app: Services, page: str) -> None:
    """Open the page of the odds that was chosen in the head."""

    def open_odds() -> None:
        odds = OddsScreen(app)
        app.go(odds)
        odds.turn_page(page)

    app.once_ready(Need.ODDS, open_odds)
