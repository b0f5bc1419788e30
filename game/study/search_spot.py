"""The decision that is searched: the information of the player to act, and the agent that searches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.agent_entries import AgentEntry
from game.match.session import Session, Step
from game.rules import games
from game.rules.holdem import HoldemInformationState, HoldemState
from game.study.amounts import Amounts


@dataclass(frozen=True, slots=True)
class SearchSpot:
    """One decision in Hold'em; `agent` searches, `names` are those of the players, by the role of the rules."""

    info: HoldemInformationState
    agent: AgentEntry
    names: tuple[str, str]
    amounts: Amounts
    seed: str

    @property
    def name(self) -> str:
        """The name of the one who decides."""
        return self.names[self.info.player]

    @property
    def other(self) -> str:
        """The name of the opponent."""
        return self.names[1 - self.info.player]


def searcher(agents: Sequence[AgentEntry], seated: str) -> AgentEntry | None:
    """Return the agent of this name if it looks ahead, else None. Agents that solve look ahead in the solver."""
    return next((one for one in searchers(agents) if one.name == seated), None)


def searchers(agents: Sequence[AgentEntry]) -> list[AgentEntry]:
    """Return the agents that look ahead, the weakest first."""
    return [one for one in agents if one.game == games.HOLDEM and one.kind == "search" and not one.solves]


def decision_of(session: Session, steps: Sequence[Step]) -> HoldemInformationState | None:
    """Return the decision at hand, or after these steps the last one that was made; None before the first."""
    state = session.state
    assert isinstance(state, HoldemState)
    if session.seat_to_act is not None and len(steps) == len(session.steps):
        return state.information_state(state.current_player())
    made = [place for place, step in enumerate(steps) if step.player >= 0 and place]
    if not made:
        return None
    before = steps[made[-1] - 1].state
    assert isinstance(before, HoldemState)
    return before.information_state(before.current_player())
