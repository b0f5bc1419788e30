"""From a hand of Hold'em to pages about its decision: the search, the solver, the experts.

They are asked about the decision on the table, or the last one that was made.
"""

from __future__ import annotations

from game.needs import Need
from game.rules import games
from game.rules.betting import Street
from game.study.amounts import Amounts
from game.study.drafts import SearchSpot, decision_of, searcher
from game.study.judgements import question_at
from game.tables.screen import TableScreen
from game.texts import text

AHEAD, RULES = "ahead", "rules"
"""The names of the buttons in the header."""


def has_look_ahead(table: TableScreen) -> bool:
    """Return whether an agent that looks ahead sits at this table."""
    return table.game == games.HOLDEM and any(
        searcher(table.agents, seat) for seat in table.session.spec.seats
    )


def look_ahead(table: TableScreen) -> None:
    """Open the search of the agent that decides, or of the one that a person plays against; else the solver."""
    app, session = table.app, table.session
    info = decision_of(session, table.shown_steps)
    if info is None:
        app.say(text("search.no_decision"))
        return
    seat = session.seat_of(info.player)
    who = 1 - seat if session.is_person(seat) else seat
    agent = searcher(app.agents, session.spec.seats[who])
    if agent is None:
        solve_decision(table)
        return
    first, second = (table.portrait_of(session.seat_of(player)).name for player in (0, 1))
    at_hand = session.seat_to_act is not None and info == session.info(seat)
    seed = session.decision_seed if at_hand else ""
    spot = SearchSpot(info, agent, (first, second), Amounts(table.in_blinds, info.rules.big_blind), seed)
    app.once_ready(Need.SEARCH, lambda: app.go(app.routes.search(app, spot)))


def solve_decision(table: TableScreen) -> None:
    """Open the solver with the solve behind the judgement of the decision; it begins on the flop."""
    app, info = table.app, decision_of(table.session, table.shown_steps)
    if info is None or info.street == Street.PREFLOP:
        app.say(text("solver.no_decision"))
    else:
        decision = question_at(games.HOLDEM, info)
        app.once_ready(Need.SOLVER, lambda: app.go(app.routes.solver_at(app, decision)))


def ask_experts(table: TableScreen, *, open_cards: bool) -> None:
    """Open the experts. Closed cards stay closed."""
    app, info = table.app, decision_of(table.session, table.shown_steps)
    if info is None:
        app.say(text("expert.no_decision"))
    else:
        app.once_ready(Need.EXPERT, lambda: app.go(app.routes.experts(app, info, open_cards)))
