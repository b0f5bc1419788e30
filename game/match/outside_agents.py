"""Agents from outside the program: their failed decisions are counted, and they are told results.

An outside agent may answer too late, illegally or not at all. The table then plays a check or a fold for it,
and the hand continues. With too many such decisions a result says nothing about the agent.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from game.core import ConnectionFailed, Player, State
from game.quoting import count_noun

MAX_FAULT_SHARE = 0.01
"""The largest share of failed decisions with which a result counts."""


@dataclass(frozen=True, slots=True)
class FaultCount:
    """The decisions of an outside agent, and how many failed.

    Attributes:
        faults: The failed decisions, late ones included.
        time_outs: The late ones.
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


Faults = Mapping[str, FaultCount]
"""The faults of outside agents by name."""
NO_FAULTS: Faults = {}
_SEED: ContextVar[int] = ContextVar("seed of the session", default=0)


@contextmanager
def session_seed(seed: int) -> Iterator[None]:
    """Within this block, tell the seed of the session to outside agents when they are loaded."""
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
    """Within this block, append outside agents to a list before their programs are started.

    Another thread can then end a program that does not answer.
    """
    token = _STARTING.set(agents)
    try:
        yield
    finally:
        _STARTING.reset(token)


def is_starting(agent: OutsideAgent) -> None:
    """Note an agent whose program is about to be started."""
    if (agents := _STARTING.get()) is not None:
        agents.append(agent)


@runtime_checkable
class OutsideAgent(Protocol):
    """An agent whose decisions can fail."""

    def take_faults(self) -> FaultCount:
        """Return the count since the last call."""

    def start_session(self, seed: int) -> None:
        """Let the agent know the seed of its session, unless it knows that seed."""

    def end(self) -> None:
        """End the program for good, even during a decision. Later decisions fail. This may take a second."""


@runtime_checkable
class HearsResults(Protocol):
    """An agent that is told the result of every hand."""

    def hear_result(self, state: State, player: Player) -> None:
        """Receive the final state of a hand, in which the agent was `player`."""


def take_faults(agents: Iterable[object]) -> tuple[FaultCount | None, ...]:
    """Return the faults of each agent since the last call. None for an agent of this program."""
    return tuple(agent.take_faults() if isinstance(agent, OutsideAgent) else None for agent in agents)


def tell_result(state: State, agents: Sequence[object]) -> bool:
    """Tell the result of a hand to the agents that hear results. Return whether there is such an agent.

    `agents` are ordered by player. An agent that played both hears the result of player 0.
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
    """Add counts to the totals by name. A count is None for an agent of this program."""
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
        raise ConnectionFailed(
            f"There is no result: {name} failed in {count.faults:,} of "
            f"{count_noun(count.decisions, 'decision')} ({count.time_outs:,} too late), and at most "
            f"{MAX_FAULT_SHARE:.0%} may fail. The first fault: {count.first}"
        )


def faults_document(faults: Faults) -> dict[str, object]:
    """Return the faults for JSON. Without outside agents there is no key for them."""
    counted = {
        name: {"decisions": count.decisions, "faults": count.faults, "time_outs": count.time_outs}
        for name, count in faults.items()
    }
    return {"faults": counted} if counted else {}


def describe_faults(faults: Faults) -> list[str]:
    """Return a line for each outside agent."""
    return [
        f"{name}: {count_noun(count.decisions, 'decision')}, {count_noun(count.faults, 'fault')}, "
        f"{count.time_outs:,} of them too late."
        for name, count in faults.items()
    ]
