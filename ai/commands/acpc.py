"""`acpc`: an agent plays Hold'em as a client of an ACPC dealer."""

from __future__ import annotations

import argparse
import math
import time
from statistics import fmean, stdev

from ai import catalog
from ai.commands.options import DONE, LONGEST_STACK_BB, Words, above_zero, whole
from ai.commands.output import print_text, show_progress
from game.core import Budget, Progress
from game.match.acpc_client import connected, play
from game.match.series import NORMAL_95, THOUSANDTHS
from game.rules import games
from game.rules.betting import HoldemRules

HIGHEST_PORT = 65_535


def add(words: Words) -> None:
    """Add the command."""
    parser = words.add_parser("acpc", help="an agent as a client of an ACPC dealer")
    parser.add_argument("host")
    parser.add_argument("port", type=whole(1, HIGHEST_PORT))
    parser.add_argument("agent")
    parser.add_argument("--think", type=above_zero, metavar="SECONDS", help="seconds a decision")
    parser.add_argument(
        "--stack", type=whole(1, LONGEST_STACK_BB), metavar="BB", default=games.HOLDEM_STACK_BB
    )
    parser.add_argument("--seed", type=whole(0), default=0)
    parser.set_defaults(command=acpc)


def acpc(options: argparse.Namespace) -> int:
    """Play until the dealer closes the connection; what was won is said however the match ends."""
    agent = catalog.load(games.HOLDEM, options.agent)
    small_blind, big_blind = games.HOLDEM_BLINDS
    chips = options.stack * big_blind
    rules = HoldemRules(small_blind, big_blind, (chips, chips))
    results: list[float] = []
    began = time.monotonic()
    with connected(options.host, options.port) as dealer:
        try:
            for hand in play(dealer, agent, rules, options.seed, Budget(seconds=options.think)):
                results.append(hand.chips / big_blind * THOUSANDTHS)
                show_progress(Progress(len(results), None, time.monotonic() - began))
        finally:
            if results:
                print_text(_summary(options.agent, results))
    return DONE


def _summary(agent: str, results: list[float]) -> str:
    interval, played = "", "hand" if len(results) == 1 else "hands"
    if len(results) > 1:
        interval = f" ± {NORMAL_95 * stdev(results) / math.sqrt(len(results)):,.0f}"
    return f"{agent}, {len(results):,} {played}: {fmean(results):+,.0f}{interval} mbb a hand"
