"""Playing a reviewed hand on: at a table that teaches, against the agent who played it, or another one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.agent_entries import AgentEntry
from game.archive.rebuilt import session_of
from game.core import BadInput
from game.match.play_from import play_from
from game.study.model_files import entry_of
from game.study.opponents import gallery, portrait
from game.study.records import TABLES
from game.study.review import Reviewed
from game.texts import text
from game.window.dialogs.left_game import once_agreed

if TYPE_CHECKING:
    from game.match.session import Session
    from game.window.frame.screen import Services


def play_on(app: Services, one: Reviewed) -> None:
    """Open a table with the decision; ask first where that would end a game that was left."""
    try:
        whole = session_of(one.hand_id, one.info)
        agent = other_side(app, one, whole)
        session = play_from(whole, one.info, agent, app.new_seed())
    except BadInput as reason:
        app.say(text("review.play.impossible", reason=reason))
        return

    def sit_down() -> None:
        app.resume(session)
        here = [entry for entry in app.agents if entry.game == one.game]
        app.say(text("review.play.said", name=portrait(here, agent).name))

    once_agreed(app, one.game, sit_down)


def other_side(app: Services, one: Reviewed, whole: Session) -> str:
    """Return who takes the other seat: the agent who sat there, or else at this table; else the one chosen last.

    Where none of them is here it is the strongest of the game. `BadInput` where nobody plays this game.
    """
    own = whole.seat_of(one.info.player)
    for seat in (1 - own, own):
        name = whole.spec.seats[seat]
        file = entry_of(name)
        known = [*app.agents, file] if file is not None else app.agents
        if any((entry.game, entry.name) == (one.game, name) for entry in known):
            return name
    here: list[AgentEntry] = [
        entry for other in gallery(app.agents, one.game, whole.spec.blinds) for entry in other.entries
    ]
    if not here:
        raise BadInput(text("new_game.nobody"))
    table = next(name for name, played in TABLES.items() if one.game in played)
    chosen = app.settings.tables.get(table, {}).get("agent", "")
    return chosen if any(entry.name == chosen for entry in here) else here[-1].name
