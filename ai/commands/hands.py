"""`rank` and `equity`: their words; what answers them is loaded when it is asked, since it loads the compiler."""

from __future__ import annotations

import argparse

from ai.commands.options import JSON_HELP, SEED_HELP, Command, Subcommands, positive_number, whole_number

MOST_SAMPLES = 10**9


def add(words: Subcommands) -> None:
    """Add the two commands."""
    ranking = words.add_parser("rank", help="rank five, six or seven cards")
    ranking.add_argument("cards", nargs="+", help='like AsKd2c7h7s; "-" reads one hand per line')
    ranking.add_argument("--json", action="store_true", help=JSON_HELP)
    ranking.set_defaults(command=_later("rank"))
    sharing = words.add_parser("equity", help="equity of two hands or ranges")
    sharing.add_argument("a", help='a hand or range, like AsAh, "22+,A2s+,KQ" or random')
    sharing.add_argument("b", help="the other hand or range")
    sharing.add_argument(
        "--board", default="", metavar="CARDS", help="board cards, like Qs7h2d: none, 3, 4 or 5"
    )
    limit = sharing.add_mutually_exclusive_group()
    limit.add_argument(
        "--samples", type=whole_number(1, MOST_SAMPLES), help="number of random deals; default: all deals"
    )
    limit.add_argument("--seconds", type=positive_number, help="sample random deals for this many seconds")
    sharing.add_argument("--seed", type=whole_number(0), default=0, help=SEED_HELP)
    sharing.add_argument("--json", action="store_true", help=JSON_HELP)
    sharing.set_defaults(command=_later("equity"))


def _later(name: str) -> Command:
    """Return the command of that name, which is loaded when it is called."""

    def command(options: argparse.Namespace) -> int:
        from ai.commands import hand_answers  # noqa: PLC0415 - it loads the compiler

        return {"rank": hand_answers.rank, "equity": hand_answers.equity}[name](options)

    return command
