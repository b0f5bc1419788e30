"""`solve`: a subgame of Hold'em, or one tree on many boards. The solver is loaded when it is asked."""

from __future__ import annotations

import argparse
from pathlib import Path

from ai.commands.executors import add_executor
from ai.commands.options import DEFAULT_TARGET, JSON_HELP, Subcommands, positive_number, whole_number

MOST_THREADS = 256
MOST_MEGABYTES = 2**30


def add(words: Subcommands) -> None:
    """Add the command."""
    parser = words.add_parser(
        "solve",
        help="solve a flop, turn or river with two ranges",
        epilog="The spot is YAML with the keys board, oop, ip, pot, stack, bets, raises, like "
        '{board: QsJh2h8d, oop: "22+,A2s+", ip: random, pot: 100, stack: 300, bets: "33%,75%,a", raises: "100%"}. '
        'Sizes are percent of the pot, and "a" for all-in. Sizes of one street or one player follow a slash: '
        '"33%,75% / river 50%,a / turn ip 100%".',
    )
    parser.add_argument(
        "spot", help='a YAML file, or the spot in one line: "QsJh2h; 22+; random; 100; 300; 50%%; 100%%"'
    )
    limit = parser.add_mutually_exclusive_group()
    limit.add_argument(
        "--target",
        type=positive_number,
        metavar="PERCENT",
        help=f"exploitability in %% of the pot (default {DEFAULT_TARGET})",
    )
    limit.add_argument("--seconds", type=positive_number, help="solve for this long instead, each board")
    parser.add_argument(
        "--threads", type=whole_number(1, MOST_THREADS), help="default: as many as there are cores"
    )
    parser.add_argument(
        "--memory", type=whole_number(1, MOST_MEGABYTES), metavar="MB", help="at most; default: what is free"
    )
    parser.add_argument(
        "--boards",
        metavar="FILE",
        help='a board a line instead of the spot\'s own, "all-flops" for the 1,755, or "sample-95" for 95 '
        "that stand for them, each for as many as its times say",
    )
    parser.add_argument("--short", action="store_true", help="with --boards: leave out the single hands")
    add_executor(parser)
    parser.add_argument(
        "--out", type=Path, metavar="FILE", help="with --boards: write a line of JSON a board"
    )
    parser.add_argument("--resume", action="store_true", help="with --out: solve only the boards it lacks")
    parser.add_argument("--json", action="store_true", help=JSON_HELP)
    parser.set_defaults(command=_solve)


def _solve(options: argparse.Namespace) -> int:
    """Load what solves, and let it answer."""
    from ai.commands import solving_answers, solving_boards  # noqa: PLC0415 - they load the compiler

    return solving_answers.solve(options) if options.boards is None else solving_boards.solve(options)
