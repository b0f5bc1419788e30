"""The way from a table into the search: the decision that lies there, if there is one and somebody who searches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.needs import Need
from game.rules import games
from game.screens.models.amounts import Amounts
from game.screens.models.search_spot import SearchSpot, decision_of, searcher

if TYPE_CHECKING:
    from game.screens.tables.screen import TableScreen

AHEAD = "ahead"
"""The name of the button in the header."""


def has_look_ahead(table: TableScreen) -> bool:
    """Return whether somebody searches at this game."""
    return table.game == games.HOLDEM and searcher(table.app.agents, "") is not None


def look_ahead(table: TableScreen, names: tuple[str, str]) -> None:
    """Open the search of the decision that lies on the table; `names` are those of the seats."""
    session = table.session
    info = decision_of(session, table.shown_steps)
    if info is None:
        table.app.say(table.texts("search.no_decision"))
        return
    seat = session.seat_of(info.player)
    agent = searcher(table.app.agents, session.spec.seats[seat])
    assert agent is not None
    first, second = (names[session.seat_of(player)] for player in (0, 1))
    amounts = Amounts(table.app.settings.amounts == "blinds", info.rules.big_blind)
    at_hand = session.seat_to_act is not None and info == session.info(seat)
    seed = session.decision_seed if at_hand else ""
    spot = SearchSpot(info, agent, (first, second), amounts, seed)
    table.app.once_ready(Need.SEARCH, lambda: table.app.go(table.app.routes.search(table.app, spot)))
