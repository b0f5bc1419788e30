"""A table whose opponent follows the player's results: who sits down for the next hand."""

from __future__ import annotations

from dataclasses import replace

from game.core import Seat
from game.match.adaptive import change_of_level
from game.match.session import Session
from game.match.table_spec import TableSpec
from game.screens.frame.screen import Services
from game.screens.models.opponents import name_in_words
from game.screens.models.records import TABLES
from game.screens.ui.texts import text


def next_level(app: Services, session: Session, other: Seat) -> TableSpec | None:
    """Return the table at which another level goes on with the next deal; None where the same one stays.

    The level moves along the ladder of the game, one rung at a time; at its ends, and for who does not stand on it,
    it stays.
    """
    spec = session.spec
    nets = [result.returns[1 - other] for result in session.results]
    change = change_of_level(spec.game, nets, spec.adaptive) if spec.adaptive else ""
    rungs = app.ladders.agents(spec.game)
    if not change or spec.seats[other] not in rungs:
        return None
    place = rungs.index(spec.seats[other]) + (1 if change == "up" else -1)
    if not 0 <= place < len(rungs):
        return None
    seats = (rungs[place], spec.seats[1]) if other == 0 else (spec.seats[0], rungs[place])
    solves = any(one.solves for one in app.agents if (one.game, one.name) == (spec.game, rungs[place]))
    think = spec.think if solves else None
    return replace(spec, seats=seats, skip=session.hand_number, adaptive=change, think=think)


def sit_down_at(app: Services, spec: TableSpec, other: Seat) -> None:
    """Let another level take the seat, say so in a line, and begin there the next time."""
    agent = spec.seats[other]
    table = next(name for name, played in TABLES.items() if spec.game in played)
    kept = app.settings.tables
    app.change(tables={**kept, table: {**kept.get(table, {}), "agent": agent}})
    app.sit_down(spec)
    here = [entry for entry in app.agents if entry.game == spec.game]
    app.say(text(f"adaptive.{spec.adaptive}", name=name_in_words(here, agent)))
