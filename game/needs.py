"""What the program compiles on its first start, in the order in which it is needed.

Whoever waits for a need waits for all before it too: each builds on those.
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
    """Who or what at Hold'em needs compiled code, first things first; ai/first_start.py (`MODULES`) says which."""

    TABLE = "table"
    """A table against a player of simple rules: its odds, and the equities when the hands are shown."""
    EXPERT = "expert"
    """The Professor, whose rules count the equity of whole ranges; what a watched player may hold."""
    BLUEPRINT = "blueprint"
    """The Architect and what is trained here, and the coach."""
    SEARCH = "search"
    """The Surveyor and looking ahead."""
    ODDS = "odds"
    """The odds page and the table of all hands."""
    LAB = "lab"
    """The lab."""
    SOLVER = "solver"
    """The Architect who solves while she plays."""


NEEDS = tuple(Need)


@dataclass(frozen=True, slots=True)
class NeedsProgress(Progress):
    """A report of the preparation. `unmet` gives the seconds left by need, None where they are not known yet."""

    unmet: Mapping[Need, float | None] = field(default_factory=dict)


def need_of(entry: AgentEntry) -> Need | None:
    """Return what a table against an agent needs; None where nothing has to be compiled."""
    if entry.game != games.HOLDEM:
        return None
    if entry.kind == "search":
        return Need.SOLVER if entry.solves else Need.SEARCH
    if entry.kind == "learned":
        return Need.BLUEPRINT
    return Need.EXPERT if entry.kind == "rules" and entry.family else Need.TABLE


def need_of_table(game: str, seats: Collection[str], agents: Iterable[AgentEntry]) -> Need | None:
    """Return what a table of people and agents needs; an agent that is not listed may need the most."""
    if game != games.HOLDEM:
        return None
    known = {entry.name: need_of(entry) for entry in agents if entry.game == game}
    needs = [Need.TABLE, *(known.get(seat, Need.SOLVER) for seat in seats if seat not in PEOPLE)]
    return max((need for need in needs if need is not None), key=NEEDS.index)


def need_of_watching(game: str, seats: Collection[str], agents: Iterable[AgentEntry]) -> Need | None:
    """Return what a table of agents needs that shows what each may hold."""
    need = need_of_table(game, seats, agents)
    return Need.EXPERT if need == Need.TABLE else need


def need_of_replay(game: str) -> Need | None:
    """Return what a finished hand needs, in which anybody may have played."""
    return Need.SEARCH if game == games.HOLDEM else None
