"""What the window asks the range view: who can be looked at, what is done at a public state, and its CSV.

See `game.range_view` for what it is told. Every answer is a generator, as the worker wants it.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Iterator, Mapping
from typing import Any

from ai import catalog
from ai.hands.range_strategy import RangeStrategy
from ai.lab import export, range_table, ranges
from ai.lab.ranges import Mixes
from game import user_files
from game.core import Agent, BadInput, Progress
from game.manifest import BLUEPRINT, read_manifest
from game.match.betting_line import Line
from game.range_view import RangeAgent, RangeNode
from game.rules import games

Payload = Mapping[str, Any]

READERS = (BLUEPRINT, "holdem-rules", "expert", "imitator")
"""Who tells its strategy for every hand, those near equilibrium first."""

_mixes = Mixes()


def range_agents(payload: Payload) -> Iterator[tuple[RangeAgent, ...]]:
    """Return the agents whose ranges are known: near equilibrium first, the deepest first; then the strongest."""
    found: dict[str, list[RangeAgent]] = {reader: [] for reader in READERS}
    for entry in reversed(catalog.agents(games.HOLDEM)):
        assert entry.file is not None
        reader = read_manifest(entry.file).agent
        if reader in found:
            depth = entry.depth or games.HOLDEM_STACK_BB
            found[reader].append(RangeAgent(entry.name, depth, reader == BLUEPRINT))
    found[BLUEPRINT].sort(key=lambda agent: agent.depth, reverse=True)
    yield tuple(agent for of_reader in found.values() for agent in of_reader)


def range_node(payload: Payload, agent: Agent, edition: Hashable) -> Iterator[Progress | RangeNode]:
    """Return what is done at the end of a line: {agent, line}."""
    yield (yield from _node(payload["line"], agent, edition))


def range_export(payload: Payload, agent: Agent, edition: Hashable) -> Iterator[Progress | str]:
    """Write the same as CSV: {agent, line, file}; return the file."""
    line, file = payload["line"], user_files.typed_path(payload["file"])
    node = yield from _node(line, agent, edition)
    columns, rows = range_table.columns(line, node), range_table.rows(line, node)
    yield from export.write(file, columns, rows, range_table.row_count(line))
    yield str(file)


def _node(line: Line, agent: Agent, edition: Hashable) -> Generator[Progress, None, RangeNode]:
    return ranges.node(told_by(agent), edition, line, _mixes)


def told_by(agent: Agent) -> RangeStrategy:
    """Return an agent as one that answers for all hands; `BadInput` where it does not."""
    if not isinstance(agent, RangeStrategy):
        raise BadInput(
            f"{agent.name} cannot give its strategy for every hand, so its ranges cannot be shown."
        )
    return agent


ANSWERS: Mapping[str, Callable[[Payload], Iterator[Any]]] = {"range_agents": range_agents}
OF_AN_AGENT: Mapping[str, Callable[[Payload, Agent, Hashable], Iterator[Any]]] = {
    "range_node": range_node,
    "range_export": range_export,
}
