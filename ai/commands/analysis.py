"""The options of the commands for analysis: `rank`, `equity`, `solve`, `review` and `foretell`.

The code of these commands loads the compiler, so it is imported only when a command runs.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from ai.commands.executors import add_executor
from ai.commands.options import (
    DEFAULT_TARGET,
    JSON_HELP,
    SEED_HELP,
    Subcommands,
    positive_number,
    whole_number,
)
from game.study.odds import RANGE_FORMS

MAX_SAMPLES = 10**9
MAX_THREADS = 256
MAX_MEGABYTES = 2**30
MAX_AUTO_SIZES = 5
SPOT_HELP = (
    "The spot is YAML with the keys board, oop, ip, pot, stack, bets, raises, like "
    '{board: QsJh2h8d, oop: "22+,A2s+", ip: random, pot: 100, stack: 300, bets: "33%,75%,a", raises: "100%"}. '
    "It may also have raises_a_street (the raises after the first bet of a street), all_in_below (percent: a bet "
    "or raise is all-in if less than this part of the pot is left behind once it is called), min_bet (chips), "
    "donk (sizes or none, for the bets of oop on the turn and river after the call of a bet on the street before), "
    "rake (percent of the pot) and rake_cap (chips). Rake is taken from every pot after an uncalled bet is "
    "returned, and the exploitability is then the mean of what a best response gains each player. "
    'In one line they follow the raises by name: "; donk: none".'
)
SIZES_HELP = (
    'A size is a part of the pot ("33%" or "33", of a raise the pot after the call), chips ("20c", of a raise on '
    'top of the call), a multiple of the bet faced ("2.5x", only a raise), geometric over the streets left ("e"), '
    'over two of them ("2e") or over three and at most 150% of the pot ("3e150%"), or all-in ("a", "allin", '
    '"all-in"). Sizes of one street or one player follow a slash: "33%,75% / river 50%,a / turn ip 100%".'
)
LOCK_HELP = (
    'A lock is like {line: "check, bet 50", hands: {all: {call: 1}, "pair & !A*": [0.2, 0.8], AsKs: {fold: 1}}}: '
    "hands keep these shares of the actions, and later hands replace earlier ones. A file has one lock or a list. "
    "The JSON of --line is a lock, too."
)
FORMS_BY_PROGRAM = {"piosolver": "pio", "gto+": "gto-plus", "flopzilla": "gto-plus", "wasm": "wasm-postflop"}
DEFAULT_LISTED = 10
"""The default number of mistakes that `review` prints."""


def add_hands(words: Subcommands) -> None:
    """Add the commands `rank` and `equity`."""
    ranking = words.add_parser("rank", help="rank five, six or seven cards")
    ranking.add_argument("cards", nargs="+", help='like AsKd2c7h7s; "-" reads one hand per line')
    ranking.add_argument("--json", action="store_true", help=JSON_HELP)
    ranking.set_defaults(command=_rank)
    sharing = words.add_parser("equity", help="equity of two hands or ranges")
    sharing.add_argument("a", help='a hand or range, like AsAh, "22+,A2s+,KQ" or random')
    sharing.add_argument("b", help="the other hand or range")
    sharing.add_argument(
        "--board", default="", metavar="CARDS", help="board cards, like Qs7h2d: none, 3, 4 or 5"
    )
    limit = sharing.add_mutually_exclusive_group()
    limit.add_argument(
        "--samples", type=whole_number(1, MAX_SAMPLES), help="number of random deals; default: all deals"
    )
    limit.add_argument("--seconds", type=positive_number, help="sample random deals for this many seconds")
    sharing.add_argument("--seed", type=whole_number(0), default=0, help=SEED_HELP)
    sharing.add_argument(
        "--ranges",
        type=lambda form: FORMS_BY_PROGRAM.get(form.lower(), form),
        choices=RANGE_FORMS,
        metavar="FORM",
        help=f"write the two ranges as well, as other programs read them: {', '.join(RANGE_FORMS)}",
    )
    sharing.add_argument("--json", action="store_true", help=JSON_HELP)
    sharing.set_defaults(command=_equity)


def _rank(options: argparse.Namespace) -> int:
    from ai.commands import hand_answers  # noqa: PLC0415 - it loads the compiler

    return hand_answers.rank(options)


def _equity(options: argparse.Namespace) -> int:
    from ai.commands import hand_answers  # noqa: PLC0415 - it loads the compiler

    return hand_answers.equity(options)


def add_solve(words: Subcommands) -> None:
    """Add the command `solve`."""
    parser = words.add_parser(
        "solve",
        help="solve a flop, turn or river with two ranges",
        epilog=f"{SPOT_HELP} {SIZES_HELP} {LOCK_HELP}",
    )
    parser.add_argument(
        "spot",
        help='a YAML file, the spot in one line: "QsJh2h; 22+; random; 100; 300; 50%%; 100%%", or a stored solve '
        "(a file .npz, or a name of the solver page), which is opened again",
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
        "--threads", type=whole_number(1, MAX_THREADS), help="default: as many as there are cores"
    )
    parser.add_argument(
        "--memory", type=whole_number(1, MAX_MEGABYTES), metavar="MB", help="at most; default: what is free"
    )
    parser.add_argument(
        "--bits",
        type=int,
        choices=(16, 32),
        help="of a stored number: 16 takes half the memory; default: 32 if they fit or the target is below 0.1%%",
    )
    parser.add_argument(
        "--boards",
        metavar="FILE",
        help='a board a line instead of the spot\'s own, "all-flops" for the 1,755, "turns-QsJh2h" for the turns '
        'of a flop, or "sample-95" for 95 flops that stand for all, each for as many as its times say',
    )
    parser.add_argument("--short", action="store_true", help="with --boards: leave out the single hands")
    add_executor(parser)
    parser.add_argument(
        "--line",
        metavar="LINE",
        help='print the decision after a line, like "check, bet 50, call / 5c check"',
    )
    parser.add_argument(
        "--hands",
        metavar="FILTER",
        help="print these hands: a range, kinds of hands (top-pair, flush-draw, bluff-catcher ...), a card of the "
        'hand (Ah, A, hearts), suited or offsuit, joined by commas, "&" and "!"',
    )
    parser.add_argument(
        "--auto-sizes",
        type=whole_number(1, MAX_AUTO_SIZES),
        metavar="N",
        help="try bets of 25%%, 50%%, 75%%, 125%% and all-in on the first street, keep the N that each player uses "
        "most, and tell what that costs (more exactly with a smaller --target)",
    )
    parser.add_argument(
        "--lock",
        type=Path,
        metavar="FILE",
        help="YAML or JSON with what hands do at chosen decisions, see below",
    )
    parser.add_argument(
        "--out",
        type=Path,
        metavar="FILE",
        help="write the whole solution into a file .npz, or under a name that the solver page lists; with "
        "--boards a line of JSON a board",
    )
    parser.add_argument(
        "--resume",
        action="store_true",
        help="with --out: continue the solution, or solve only the missing boards",
    )
    parser.add_argument("--json", action="store_true", help=JSON_HELP)
    parser.set_defaults(command=_solve, chosen=None)


def _solve(options: argparse.Namespace) -> int:
    from ai.commands import solving_answers  # noqa: PLC0415 - it loads the compiler

    return solving_answers.solve(options) if options.boards is None else solving_answers.solve_boards(options)


def add_review(words: Subcommands) -> None:
    """Add the command `review`."""
    parser = words.add_parser(
        "review",
        help="grade every decision of a log, a session or a hand, the mistakes by their cost",
        epilog="What is graded is kept: the same command continues a review that was interrupted.",
    )
    parser.add_argument(
        "what",
        help="files or imported logs, separated by commas; played-here; imported, your hands of poker rooms; "
        "or the id of a hand",
    )
    parser.add_argument("--session", action="store_true", help="of an id: the whole session of the hand")
    parser.add_argument("--player", default="", help="of a log: only this player's decisions")
    parser.add_argument(
        "--hands", type=whole_number(1), metavar="N", help="only the first N hands; of played-here the latest"
    )
    parser.add_argument("--html", type=Path, metavar="FILE", help="write a report with pictures")
    parser.add_argument("--csv", type=Path, metavar="FILE", help="write a table of the mistakes")
    parser.add_argument(
        "--list",
        type=whole_number(0),
        default=DEFAULT_LISTED,
        metavar="N",
        help=f"mistakes to print (default {DEFAULT_LISTED})",
    )
    add_executor(parser)
    parser.add_argument("--json", action="store_true", help=JSON_HELP)
    parser.set_defaults(command=_review)


def _review(options: argparse.Namespace) -> int:
    from ai.commands.log_answers import review  # noqa: PLC0415 - it loads the compiler

    return review(options)


def add_foretell(words: Subcommands) -> None:
    """Add the command `foretell`."""
    asking = words.add_parser("foretell", help="measure how well a network predicts the decisions in logs")
    asking.add_argument("agent", help="an agent with a network, or its file")
    asking.add_argument(
        "logs", help="files or imported logs, separated by commas; put ! before a file to hold it out"
    )
    asking.add_argument("--players", default="!LBR*", help="which players, as patterns like P*, !LBR*")
    asking.add_argument("--held-out", action="store_true", help="only deals held out from training")
    asking.add_argument("--json", action="store_true", help=JSON_HELP)
    asking.set_defaults(command=_foretell)


def _foretell(options: argparse.Namespace) -> int:
    from ai.commands.log_answers import foretell  # noqa: PLC0415 - it loads the compiler

    return foretell(options)
