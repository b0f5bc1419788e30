"""`measure` and `strategy`: how strong an agent is, in small games exactly, and all that it would do."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from ai import catalog
from ai.algorithms.game_tree import information_states
from ai.commands import measuring_holdem, ranges
from ai.commands.options import Subcommands, add_table, read_blinds, read_stack
from ai.commands.output import check_writable, print_document, write_text
from ai.evaluation.strength import (
    LineCounts,
    known_strategy,
    lines_of_both_seats,
    lost_game,
    measure_exploitability,
)
from game.core import KnownStrategy, State
from game.rules import games
from game.rules.kuhn_poker import MOVE_LETTERS


def add(words: Subcommands) -> None:
    """Add the two commands."""
    measuring = words.add_parser("measure", help="measure how strong an agent is")
    own_depth = "the depth a blueprint was trained for, else 200"
    add_table(measuring, measure, "agent", board_games=games.NAMES, stack_where_none=own_depth)
    measuring_holdem.add_options(measuring)
    asking = words.add_parser("strategy", help="print an agent's strategy; in Hold'em, for one spot")
    add_table(asking, strategy, "agent", board_games=games.NAMES, stack_where_none=own_depth)
    asking.add_argument("--out", type=Path, help="write the strategy there as JSON")
    ranges.add_options(asking)


def measure(options: argparse.Namespace) -> int:
    """Measure an agent of a small game exactly, one of Hold'em by what a local best response wins from it."""
    if options.game == games.HOLDEM:
        read_blinds(options)
        return measuring_holdem.measure_holdem(options)
    measuring_holdem.check_not_given(options)
    read_stack(options)
    agent, root = _known_strategy(options)
    row: dict[str, float]
    if options.game == games.TIC_TAC_TOE:
        seats = lines_of_both_seats(agent)
        kinds = ("lost", "drawn", "won")
        row = {
            f"{kind}_lines_{mark}": getattr(lines, kind)
            for kind in kinds
            for mark, lines in zip("xo", seats, strict=True)
        }
        games_to_see = _lost_games(Path(options.agent).stem, seats)
    else:
        found = measure_exploitability(agent, root)
        row = {"nash_conv": found.nash_conv, "exploitability": found.exploitability, "value": found.value}
        games_to_see = []
    figures = [f"{key}: {value:.10g}" for key, value in row.items()]
    return print_document(options, row, figures + games_to_see)


def strategy(options: argparse.Namespace) -> int:
    """Print the whole strategy of an agent of a small game, in Hold'em what it does with every hand somewhere."""
    if options.game == games.HOLDEM:
        return ranges.strategy_holdem(options)
    ranges.check_not_given(options)
    read_stack(options)
    if options.out is not None:
        check_writable(options.out)
    agent, root = _known_strategy(options)
    letters = str if options.game == games.TIC_TAC_TOE else MOVE_LETTERS.__getitem__
    table = {
        key: {letters(action): float(share) for action, share in agent.strategy(info).items()}
        for key, info in information_states(root).items()
    }
    document = {"information_states": table}
    if options.out is not None:
        write_text(options.out, json.dumps(document, allow_nan=False) + "\n")
    lines = [
        f"{key:6} " + "  ".join(f"{action} {share:.4f}" for action, share in row.items())
        for key, row in table.items()
    ]
    return print_document(options, document, lines if options.out is None else [f"Written to {options.out}."])


def _lost_games(name: str, seats: tuple[LineCounts, LineCounts]) -> list[str]:
    """Return the first lost line from each seat that loses one: the cells marked, and the id to replay it by."""
    return [
        f"first_lost_line_{'xo'[seat]}: {' '.join(map(str, lines.first_lost))}, "
        f"to replay: {lost_game(name, seat, lines.first_lost).id}"
        for seat, lines in enumerate(seats)
        if lines.first_lost is not None
    ]


def _known_strategy(options: argparse.Namespace) -> tuple[KnownStrategy, State]:
    """Return the agent and the start of its game. Raises BadInput if the strategy of the agent is not known."""
    posted = read_blinds(options)
    agent = catalog.load(options.game, options.agent, posted)
    return known_strategy(agent), games.initial_state(options.game, blinds=posted)
