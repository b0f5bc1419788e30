"""The parts of the program whose code is compiled at the first start ("needs"), in the order of compilation.

The code for play at a table is compiled first, then the code that grades decisions, then the code for single pages.
Each need includes all earlier needs, so code that waits for a need waits for the earlier needs, too.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from game.agent_entries import AgentEntry
from game.core import Progress
from game.match.table_spec import PEOPLE
from game.rules import games


class Need(StrEnum):
    """A part of the program that needs compiled code. ai/first_start.py (`MODULES`) lists the modules."""

    TABLE = "table"
    """A table against a rule-based player: the odds, and the equities at showdown."""
    EXPERT = "expert"
    """The Professor, whose rules use equities of whole ranges, and the range of a watched player."""
    BLUEPRINT = "blueprint"
    """The Architect, agents trained here, and the coach before the turn."""
    SEARCH = "search"
    """The Surveyor, and the page that looks ahead."""
    SOLVER = "solver"
    """Grades, the coach on turn and river, and what the Architect needs to solve while she plays."""
    ODDS = "odds"
    """The odds page."""
    LAB = "lab"
    """The lab."""


NEEDS = tuple(Need)


@dataclass(frozen=True, slots=True)
class NeedsProgress(Progress):
    """A report about the compilation at the first start.

    `unmet` maps each need that is not compiled yet to the seconds left (None while unknown).
    """

    unmet: Mapping[Need, float | None] = field(default_factory=dict)


def find_need(entry: AgentEntry) -> Need | None:
    """Return the need of a game against the agent `entry`, or None if nothing must be compiled.

    An agent that solves subgames plays its blueprint until the solver is compiled (ai/features/play.py).
    """
    if entry.game != games.HOLDEM:
        return None
    if entry.kind == "search" and not entry.solves:
        return Need.SEARCH
    if entry.kind in ("learned", "search"):
        return Need.BLUEPRINT
    return Need.EXPERT if entry.kind == "rules" and entry.family else Need.TABLE


def need_of_table(game: str, seats: Collection[str], agents: Iterable[AgentEntry]) -> Need | None:
    """Return the last need of the players `seats` at a table, or None if nothing must be compiled.

    `SEARCH`, the last need of any agent, is assumed for an unknown agent.
    """
    if game != games.HOLDEM:
        return None
    known = {entry.name: find_need(entry) for entry in agents if entry.game == game}
    needs = [Need.TABLE, *(known.get(seat, Need.SEARCH) for seat in seats if seat not in PEOPLE)]
    return max((need for need in needs if need is not None), key=NEEDS.index)


def need_of_watching(game: str, seats: Collection[str], agents: Iterable[AgentEntry]) -> Need | None:
    """Return the need of a table that the user watches. The page of such a table also shows the players' ranges."""
    need = need_of_table(game, seats, agents)
    return Need.EXPERT if need == Need.TABLE else need


def need_of_replay(game: str) -> Need | None:
    """Return the need of a replayed hand, which any agent may have played."""
    return Need.SEARCH if game == games.HOLDEM else None
