"""Answer requests for ranges: agents with known ranges, their strategies at a public state, pots, and CSV."""

from __future__ import annotations

from collections.abc import Generator, Iterator

from ai import catalog
from ai.features.held_agents import held_agents
from ai.lab import ranges, series
from ai.lab.preflop_pots import preflop_pot, usual_line
from ai.lab.ranges import Mixes
from game.core import Progress
from game.files import user_files
from game.files.manifest import BLUEPRINT, read_manifest
from game.match.betting_line import BettingLine
from game.rules import games
from game.study.play import AgentKey
from game.study.ranges import (
    AskPreflopPot,
    AskRange,
    ExportRange,
    ListRangeAgents,
    PreflopPot,
    RangeAgent,
    RangeNode,
)

READERS = (BLUEPRINT, "holdem-rules", "expert", "imitator")
"""The kinds of agents that give the strategy of every hand. Kinds that are nearer to an equilibrium come first."""

_mixes = Mixes()


@ListRangeAgents.handler
def range_agents(request: ListRangeAgents) -> Iterator[tuple[RangeAgent, ...]]:
    """Return the agents with known ranges: blueprints from the deepest stack down, then others by strength."""
    found: dict[str, list[RangeAgent]] = {reader: [] for reader in READERS}
    for entry in reversed(catalog.agents(games.HOLDEM)):
        reader = "" if entry.file is None else read_manifest(entry.file).agent
        if reader in found:
            depth = entry.depth or games.HOLDEM_STACK_BB
            found[reader].append(RangeAgent(entry.name, depth, reader == BLUEPRINT))
    found[BLUEPRINT].sort(key=lambda agent: agent.depth, reverse=True)
    yield tuple(agent for of_reader in found.values() for agent in of_reader)


@AskRange.handler
def range_node(request: AskRange) -> Iterator[Progress | RangeNode]:
    yield (yield from _node(request.agent, request.line))


@ExportRange.handler
def range_export(request: ExportRange) -> Iterator[Progress | str]:
    """Write the strategies of a public state as CSV, and return the file."""
    line, file = request.line, user_files.typed_path(request.file)
    node = yield from _node(request.agent, line)
    columns, rows = ranges.range_columns(line, node), ranges.range_rows(line, node)
    yield from series.write_csv(file, columns, rows, ranges.range_row_count(line))
    yield str(file)


@AskPreflopPot.handler
def preflop_ranges(request: AskPreflopPot) -> Iterator[Progress | PreflopPot]:
    """Return the ranges on the flop after a line, or after the most frequent line to a pot.

    Raises:
        BadInput: If the line has actions after the flop, or if there is no such pot at the depth of the agent.
    """
    agent, edition = held_agents.take(AgentKey(games.HOLDEM, request.agent))
    strategy, line = ranges.as_range_strategy(agent), request.line
    if request.pot:
        line = yield from usual_line(strategy, edition, line, request.pot, _mixes)
    yield (yield from preflop_pot(strategy, edition, line, _mixes))


def _node(name: str, line: BettingLine) -> Generator[Progress, None, RangeNode]:
    agent, edition = held_agents.take(AgentKey(games.HOLDEM, name))
    return ranges.range_node(ranges.as_range_strategy(agent), edition, line, _mixes)
