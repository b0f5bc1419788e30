"""`strategy holdem`: what an agent does with every hand at the end of a line, as grids, JSON or CSV."""

from __future__ import annotations

import argparse
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from ai import catalog
from ai.commands.options import agent_stack, read_blinds
from ai.commands.output import check_writable, print_document, run_measurement
from game.core import BadInput, Progress
from game.match.betting_line import BettingLine, parse_line
from game.rules import games
from game.rules.betting import BUTTON, HoldemRules, acpc_word
from game.rules.cards import names

if TYPE_CHECKING:
    from game.study.ranges import RangeNode

OPTIONS = ("line", "csv")
"""What only Hold'em has; None where not given."""


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--line", metavar="TEXT", help='the spot, like "r300 c / board Qs7h2d c r400"')
    parser.add_argument("--csv", type=Path, metavar="FILE", help="write every hand to this file")


def check_not_given(options: argparse.Namespace) -> None:
    """Raise `BadInput` if an option of the grid is given for another game."""
    for name in OPTIONS:
        if getattr(options, name) is not None:
            raise BadInput(f"--{name} is for {games.HOLDEM}, not for {options.game}.")


def strategy_holdem(options: argparse.Namespace) -> int:
    """Print what an agent does with every hand, and write it to a CSV file if asked to.

    `BadInput` where `--out` is given, which is for small games.
    """
    from ai.lab import export, ranges  # noqa: PLC0415 - other commands load no compiler

    read_blinds(options)
    if options.out is not None:
        raise BadInput(f"--out is for small games, not for {games.HOLDEM}: --csv writes every hand.")
    if options.csv is not None:
        check_writable(options.csv)
    entry = catalog.find(games.HOLDEM, options.agent)
    depth = agent_stack(options, entry)
    line = parse_line(options.line or "", HoldemRules(stacks=(100 * depth, 100 * depth)))
    agent = ranges.as_range_strategy(catalog.load(games.HOLDEM, options.agent))
    node = run_measurement(_yielded(ranges.range_node(agent, entry.name, line, ranges.Mixes())))
    lines = ranges.range_grids(line, node)
    rows = list(ranges.range_rows(line, node))
    if options.csv is not None:
        for _ in export.write_csv(options.csv, ranges.range_columns(line, node), iter(rows), len(rows)):
            pass
        lines += ["", f"Written to {options.csv}."]
    document = _document(line, node) | {
        "agent": entry.name,
        "stack": depth,
        "hands": {
            hand: {"reach": float(reach), "strategy": [float(share) for share in shares]}
            for hand, reach, *shares in rows
        },
    }
    return print_document(options, document, lines)


def _yielded(steps: Generator[Progress, None, RangeNode]) -> Iterator[Progress | RangeNode]:
    yield (yield from steps)


def _document(line: BettingLine, node: RangeNode) -> dict[str, object]:
    decision = node.decisions[-1]
    return {
        "line": line.betting.acpc,
        "board": names(line.dealt_board),
        "player": "button" if decision.player == BUTTON else "big blind",
        "combos": node.sides[decision.player].combos,
        "actions": [acpc_word(action) for action in decision.actions],
        "frequencies": list(decision.shares),
    }
