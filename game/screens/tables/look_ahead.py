"""Look ahead: opens the search, or the solver, on the decision that lies on the table."""

from __future__ import annotations

from game.core import Seat
from game.needs import Need
from game.rules import games
from game.screens.models.amounts import Amounts
from game.screens.models.search_spot import SearchSpot, decision_of, searcher
from game.screens.tables.screen import TableScreen
from game.screens.tables.solve_decision import solve_decision

AHEAD = "ahead"
"""The name of the button in the header."""


def has_look_ahead(table: TableScreen) -> bool:
    """Return whether somebody searches or solves at this game."""
    if table.game != games.HOLDEM:
        return False
    return searcher(table.app.agents, "") is not None or any(_solves(table, seat) for seat in (0, 1))


def _solves(table: TableScreen, seat: Seat) -> bool:
    seated = table.session.spec.seats[seat]
    return any(entry.name == seated and entry.solves for entry in table.app.agents)


def look_ahead(table: TableScreen, names: tuple[str, str]) -> None:
    """Open the search of the decision on the table; `names` are those of the seats.

    A decision of an agent that solves opens in the solver instead.
    """
    session = table.session
    info = decision_of(session, table.shown_steps)
    if info is None:
        table.app.say(table.texts("search.no_decision"))
        return
    seat = session.seat_of(info.player)
    agent = searcher(table.app.agents, session.spec.seats[seat])
    if _solves(table, seat) or agent is None:
        solve_decision(table)
        return
    first, second = (names[session.seat_of(player)] for player in (0, 1))
    amounts = Amounts(table.app.settings.amounts == "blinds", info.rules.big_blind)
    at_hand = session.seat_to_act is not None and info == session.info(seat)
    seed = session.decision_seed if at_hand else ""
    spot = SearchSpot(info, agent, (first, second), amounts, seed)
    table.app.once_ready(Need.SEARCH, lambda: table.app.go(table.app.routes.search(table.app, spot)))
