"""Answer requests for ranges: agents with known ranges, their strategies at a public state, pots, and CSV files.

A *pot* is a preflop betting line that leads to the flop, with the ranges of both players on the flop. The user
chooses the line, or a usual pot (`POTS`). The line to a usual pot follows the strategy of an agent: each raise is
the agent's most frequent raise that is not all-in, and the last action is a call.
"""

from __future__ import annotations

from collections.abc import Generator, Hashable, Iterator

import numpy as np

from ai import catalog
from ai.features.held_agents import held_agents
from ai.hands.range_strategy import RangeStrategy
from ai.lab import ranges, series
from ai.lab.ranges import Mixes, range_text
from game.core import BadInput, Progress
from game.files import user_files
from game.files.manifest import BLUEPRINT, read_manifest
from game.match.betting_line import BettingLine
from game.quoting import quoted
from game.rules import games
from game.rules.betting import BIG_BLIND, BUTTON, CALL, Street
from game.study.play import AgentKey
from game.study.ranges import (
    POTS,
    AskPreflopPot,
    AskRange,
    ExportRange,
    ListRangeAgents,
    PreflopPot,
    RangeAgent,
    RangeNode,
)
from game.texts import text

READERS = (BLUEPRINT, "holdem-rules", "expert", "imitator")
"""The kinds of agents that give the strategy of every hand. Kinds that are nearer to an equilibrium come first."""

_mixes = Mixes()


@ListRangeAgents.handler
def range_agents(request: ListRangeAgents) -> Iterator[tuple[RangeAgent, ...]]:
    """Return the agents with known ranges: blueprints by stack, deepest first, then other agents by strength."""
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
    """Return the ranges on the flop, after the requested line or the agent's most frequent line to a usual pot.

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


def preflop_pot(
    strategy: RangeStrategy, edition: Hashable, line: BettingLine, mixes: Mixes
) -> Generator[Progress, None, PreflopPot]:
    """Yield progress, and return the ranges of both players after a preflop line.

    Raises:
        BadInput: If the line has actions on the flop.
    """
    if any(step[0].street != Street.PREFLOP for step in line.steps):
        raise BadInput(text("input_errors.pots.after_flop"))
    node = yield from ranges.range_node(strategy, edition, line, mixes)
    decisions, betting = node.aggressive_first().decisions, line.betting
    if betting.street == Street.PREFLOP:
        return PreflopPot(line, decisions)
    sides = node.sides[BIG_BLIND], node.sides[BUTTON]
    return PreflopPot(
        line,
        decisions,
        tuple(range_text(np.frombuffer(side.reach, np.float32), ()) for side in sides),
        tuple(side.combos for side in sides),
        tuple(side.comes for side in sides),
        betting.pot,
        min(betting.rules.stacks) - betting.round_start,
    )


def usual_line(
    strategy: RangeStrategy, edition: Hashable, line: BettingLine, pot: str, mixes: Mixes
) -> Generator[Progress, None, BettingLine]:
    """Yield progress, and return an agent's most frequent line to a usual pot. The line has the stacks of `line`.

    Raises:
        BadInput: If `pot` is not in `POTS`, or if all-in is the agent's only raise at a decision of the line.
    """
    if pot not in POTS:
        raise BadInput(f"{quoted(pot)} is no pot: write {', '.join(POTS)}.")
    found = BettingLine(line.rules)
    for _ in range(POTS.index(pot)):
        node = yield from ranges.range_node(strategy, edition, found, mixes)
        decision = node.decisions[-1]
        all_in = found.betting.max_raise_to
        raises = {
            action: share
            for action, share in zip(decision.actions, decision.shares, strict=True)
            if action > CALL and action != all_in
        }
        if not raises:
            raise BadInput(text(f"input_errors.pots.no_pot.{pot}"))
        found = found.after(max(raises, key=raises.__getitem__))
    return found.after(CALL) if found.actions else found.after(CALL).after(CALL)
