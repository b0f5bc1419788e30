"""The way from a hand that is looked on at to the experts: they are asked about the decision on the table."""

from __future__ import annotations

from game.needs import Need
from game.rules import games
from game.screens.models.search_spot import decision_of
from game.screens.tables.screen import TableScreen

RULES = "rules"
"""The name of the button in the header."""


def ask_experts(table: TableScreen, *, open_cards: bool) -> None:
    """Open the experts on the decision at hand, or the last one that was made; closed cards stay closed."""
    info = decision_of(table.session, table.shown_steps) if table.game == games.HOLDEM else None
    if info is None:
        table.app.say(table.texts("expert.no_decision"))
        return
    app = table.app
    app.once_ready(Need.EXPERT, lambda: app.go(app.routes.experts(app, info, open_cards)))
