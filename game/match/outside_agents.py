"""Counts the failed decisions of outside agents, and sends the results of hands to them.

An outside agent is a separate program. If it answers too late, illegally or not at all, a check or a fold is played
for it, and the hand continues. If too many decisions fail in this manner, the result of a match says nothing about
the agent.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import partial
from typing import Protocol, runtime_checkable

from game.agent_entries import AGENT_NAME
from game.core import ConnectionFailed, Player, State
from game.quoting import count_noun
from game.texts import Text, current, number, percent, plural, text

MAX_FAULT_SHARE = 0.01
"""The largest share of failed decisions with which a result counts."""


@dataclass(frozen=True, slots=True)
class FaultCount:
    """The counts of an outside agent's decisions and failures.

    Attributes:
        faults: The number of failed decisions, including time-outs.
        time_outs: The number of decisions that came after the time limit.
        first: A sentence about the first failed decision.
    """

    decisions: int = 0
    faults: int = 0
    time_outs: int = 0
    first: str = ""

    def __add__(self, other: FaultCount) -> FaultCount:
        return FaultCount(
            self.decisions + other.decisions,
            self.faults + other.faults,
            self.time_outs + other.time_outs,
            self.first or other.first,
        )


def shown_name(agent: str) -> str:
    """Return the name that the window shows for an agent or a family. A checkpoint or a file keeps its own name."""
    key = f"agents.{agent}.name"
    if current().has(key):
        return text(key)
    return agent.replace("-", " ").capitalize() if AGENT_NAME.fullmatch(agent) else agent


def name_in_sentence(agent: str) -> str:
    """Return an agent's name as a part of a message: its id in a terminal, its `shown_name` in the window."""
    return Text(agent, partial(shown_name, agent))


Faults = Mapping[str, FaultCount]
"""The faults of outside agents by name."""
NO_FAULTS: Faults = {}
_SEED: ContextVar[int] = ContextVar("seed of the session", default=0)


@contextmanager
def session_seed(seed: int) -> Iterator[None]:
    """Send the seed of the session to every outside agent that is loaded within the `with` block."""
    token = _SEED.set(seed)
    try:
        yield
    finally:
        _SEED.reset(token)


def get_session_seed() -> int:
    return _SEED.get()


_STARTING: ContextVar[list[OutsideAgent] | None] = ContextVar("started agents", default=None)


@contextmanager
def note_starting(agents: list[OutsideAgent]) -> Iterator[None]:
    """Append each outside agent that is started within the `with` block to `agents`, before its program starts.

    Another thread can use this list to end a program that does not answer.
    """
    token = _STARTING.set(agents)
    try:
        yield
    finally:
        _STARTING.reset(token)


def is_starting(agent: OutsideAgent) -> None:
    """Append `agent` to the list of `note_starting`, because the agent's program is about to start."""
    if (agents := _STARTING.get()) is not None:
        agents.append(agent)


@runtime_checkable
class OutsideAgent(Protocol):
    """An outside agent, whose decisions can fail."""

    def take_faults(self) -> FaultCount:
        """Return the number of decisions and failures since the last call."""

    def start_session(self, seed: int) -> None:
        """Send the seed of the session to the agent, unless the agent has received this seed already."""

    def end(self) -> None:
        """End the program for good, even during a decision.

        Later decisions fail. The call may take a second.
        """


@runtime_checkable
class HearsResults(Protocol):
    """An agent that receives the result of every hand."""

    def hear_result(self, state: State, player: Player) -> None:
        """Receive the final state of a hand. The agent was `player` in this hand."""


def take_faults(agents: Iterable[object]) -> tuple[FaultCount | None, ...]:
    """Return the faults of each agent since the last call. The entry of an agent of this program is None."""
    return tuple(agent.take_faults() if isinstance(agent, OutsideAgent) else None for agent in agents)


def tell_result(state: State, agents: Sequence[object]) -> bool:
    """Send the result of a hand to the agents that receive results. Return whether any agent receives results.

    `agents` are ordered by player. An agent that played both players receives the result as player 0.
    """
    for player, agent in enumerate(agents):
        if isinstance(agent, HearsResults) and not (player and agent is agents[0]):
            agent.hear_result(state, player)
    return any(isinstance(agent, HearsResults) for agent in agents)


def end_programs(agents: Iterable[object]) -> None:
    """End the programs of the outside agents among `agents`."""
    for agent in agents:
        if isinstance(agent, OutsideAgent):
            agent.end()


def add_faults(
    total: dict[str, FaultCount], names: Iterable[str], counts: Iterable[FaultCount | None]
) -> None:
    """Add the counts of the agents `names` to `total`. The count of an agent of this program is None."""
    for name, count in zip(names, counts, strict=True):
        if count is not None:
            total[name] = total.get(name, FaultCount()) + count


def find_failing(faults: Faults) -> list[str]:
    """Return the agents that failed so often that their results do not count."""
    return [name for name, count in faults.items() if count.faults > MAX_FAULT_SHARE * count.decisions]


def check_faults(faults: Faults) -> None:
    """Check that every agent failed rarely enough for a valid result.

    Raises:
        ConnectionFailed: If an agent failed too often.
    """
    for name in find_failing(faults):
        count = faults[name]
        told = {
            "name": name_in_sentence(name),
            "faults": number(count.faults),
            "late": number(count.time_outs),
        }
        told |= {"most": percent(MAX_FAULT_SHARE), "first": count.first}
        raise ConnectionFailed(plural("match_errors.faults", count.decisions, **told))


def faults_document(faults: Faults) -> dict[str, object]:
    """Return the faults for JSON under the key "faults". If there are no outside agents, return {}."""
    counted = {
        name: {"decisions": count.decisions, "faults": count.faults, "time_outs": count.time_outs}
        for name, count in faults.items()
    }
    return {"faults": counted} if counted else {}


def describe_faults(faults: Faults) -> list[str]:
    """Return a line of text for each outside agent."""
    return [
        f"{name}: {count_noun(count.decisions, 'decision')}, {count_noun(count.faults, 'fault')}, "
        f"{count.time_outs:,} of them too late."
        for name, count in faults.items()
    ]
