"""`review`: the mistakes of a log, a session or a hand, by cost; what answers is loaded when asked."""

from __future__ import annotations

import argparse
from pathlib import Path

from ai.commands.executors import add_executor
from ai.commands.options import JSON_HELP, Subcommands, whole_number

LISTED = 10


def add(words: Subcommands) -> None:
    """Add the command."""
    parser = words.add_parser(
        "review",
        help="grade every decision of a log, a session or a hand, the mistakes by their cost",
        epilog="What is graded is kept: the same command continues a review that was interrupted.",
    )
    parser.add_argument(
        "what", help="files or imported logs, separated by commas; played-here; or the id of a hand"
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
        default=LISTED,
        metavar="N",
        help=f"mistakes to print (default {LISTED})",
    )
    add_executor(parser)
    parser.add_argument("--json", action="store_true", help=JSON_HELP)
    parser.set_defaults(command=_review)


def _review(options: argparse.Namespace) -> int:
    """Load what grades, and let it answer."""
    from ai.commands.review_answers import review  # noqa: PLC0415 - it loads the compiler

    return review(options)
