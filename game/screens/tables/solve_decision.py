"""The way from a hand to the solver: the street of the decision on the table, with the ranges of both players."""

from __future__ import annotations

from game.needs import Need
from game.rules import games
from game.rules.betting import Street
from game.screens.models.search_spot import decision_of
from game.screens.tables.screen import TableScreen


def solve_decision(table: TableScreen) -> None:
    """Open the solver on the decision at hand, or the last one that was made; it begins on the flop."""
    if table.game != games.HOLDEM:
        return
    info = decision_of(table.session, table.shown_steps)
    if info is None or info.street == Street.PREFLOP:
        table.app.say(table.texts("solver.no_decision"))
        return
    app = table.app
    app.once_ready(Need.SOLVER, lambda: app.go(app.routes.solver_at(app, info)))
