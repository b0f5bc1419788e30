"""The options of the commands for analysis: `rank`, `equity`, `solve`, `review` and `foretell`.

The code of these commands loads the compiler, so it is imported only when a command runs.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from ai.commands.executors import add_executor
from ai.commands.options import (
    DEFAULT_TARGET,
    Subcommands,
    positive_number,
    whole_number,
)
from game.study.odds import RANGE_FORMS

MAX_SAMPLES = 10**9
MAX_THREADS = 256
MAX_MEGABYTES = 2**30
MAX_AUTO_SIZES = 5
FORMS_BY_PROGRAM = {"piosolver": "pio", "gto+": "gto-plus", "flopzilla": "gto-plus", "wasm": "wasm-postflop"}
DEFAULT_LISTED = 10
"""The default number of mistakes that `review` prints."""


def add_hands(words: Subcommands) -> None:
    """Add the commands `rank` and `equity`."""
    ranking = words.add("rank", _rank)
    ranking.add_argument("cards", nargs="+")
    ranking.add_argument("--json", action="store_true")
    sharing = words.add("equity", _equity, forms=", ".join(RANGE_FORMS))
    sharing.add_argument("a")
    sharing.add_argument("b")
    sharing.add_argument("--board", default="", metavar="CARDS")
    limit = sharing.add_mutually_exclusive_group()
    limit.add_argument("--samples", type=whole_number(1, MAX_SAMPLES))
    limit.add_argument("--seconds", type=positive_number)
    sharing.add_argument("--seed", type=whole_number(0), default=0)
    sharing.add_argument(
        "--ranges",
        type=lambda form: FORMS_BY_PROGRAM.get(form.lower(), form),
        choices=RANGE_FORMS,
        metavar="FORM",
    )
    sharing.add_argument("--json", action="store_true")


def _rank(options: argparse.Namespace) -> int:
    from ai.commands import hand_answers  # noqa: PLC0415 - it loads the compiler

    return hand_answers.rank(options)


def _equity(options: argparse.Namespace) -> int:
    from ai.commands import hand_answers  # noqa: PLC0415 - it loads the compiler

    return hand_answers.equity(options)


def add_solve(words: Subcommands) -> None:
    """Add the command `solve`."""
    parser = words.add("solve", _solve, target=DEFAULT_TARGET)
    parser.add_argument("spot")
    limit = parser.add_mutually_exclusive_group()
    limit.add_argument("--target", type=positive_number, metavar="PERCENT")
    limit.add_argument("--seconds", type=positive_number)
    parser.add_argument("--threads", type=whole_number(1, MAX_THREADS))
    parser.add_argument("--memory", type=whole_number(1, MAX_MEGABYTES), metavar="MB")
    parser.add_argument("--bits", type=int, choices=(16, 32))
    parser.add_argument("--boards", metavar="FILE")
    parser.add_argument("--short", action="store_true")
    add_executor(parser)
    parser.add_argument("--line", metavar="LINE")
    parser.add_argument("--hands", metavar="FILTER")
    parser.add_argument("--auto-sizes", type=whole_number(1, MAX_AUTO_SIZES), metavar="N")
    parser.add_argument("--lock", type=Path, metavar="FILE")
    parser.add_argument("--out", type=Path, metavar="FILE")
    parser.add_argument("--resume", action="store_true")
    parser.add_argument("--json", action="store_true")
    parser.set_defaults(chosen=None)


def _solve(options: argparse.Namespace) -> int:
    from ai.commands import solving_answers  # noqa: PLC0415 - it loads the compiler

    return solving_answers.solve(options) if options.boards is None else solving_answers.solve_boards(options)


def add_review(words: Subcommands) -> None:
    """Add the command `review`."""
    parser = words.add("review", _review, listed=DEFAULT_LISTED)
    parser.add_argument("what")
    parser.add_argument("--session", action="store_true")
    parser.add_argument("--player", default="")
    parser.add_argument("--hands", type=whole_number(1), metavar="N")
    parser.add_argument("--html", type=Path, metavar="FILE")
    parser.add_argument("--csv", type=Path, metavar="FILE")
    parser.add_argument("--list", type=whole_number(0), default=DEFAULT_LISTED, metavar="N")
    add_executor(parser)
    parser.add_argument("--json", action="store_true")


def _review(options: argparse.Namespace) -> int:
    from ai.commands.log_answers import review  # noqa: PLC0415 - it loads the compiler

    return review(options)


def add_foretell(words: Subcommands) -> None:
    """Add the command `foretell`."""
    asking = words.add("foretell", _foretell)
    asking.add_argument("agent")
    asking.add_argument("logs")
    asking.add_argument("--players", default="!LBR*")
    asking.add_argument("--held-out", action="store_true")
    asking.add_argument("--json", action="store_true")


def _foretell(options: argparse.Namespace) -> int:
    from ai.commands.log_answers import foretell  # noqa: PLC0415 - it loads the compiler

    return foretell(options)
