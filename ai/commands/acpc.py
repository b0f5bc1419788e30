"""`acpc`: an agent plays Hold'em as a client of an ACPC dealer."""

from __future__ import annotations

import argparse
import math
import time
from statistics import fmean, stdev

from ai import catalog
from ai.commands.options import (
    DONE,
    JSON_HELP,
    MAX_STACK_BB,
    SEED_HELP,
    Subcommands,
    positive_number,
    whole_number,
)
from ai.commands.output import print_document, show_progress
from game.core import Budget, Progress
from game.match.acpc_protocol import connected, play
from game.match.series import NORMAL_95, THOUSANDTHS, UNITS
from game.rules import games
from game.rules.betting import HoldemRules

HIGHEST_PORT = 65_535


def add(words: Subcommands) -> None:
    """Add the command."""
    parser = words.add_parser("acpc", help="connect an agent to an ACPC dealer")
    parser.add_argument("host", help="name or address of the dealer")
    parser.add_argument("port", type=whole_number(1, HIGHEST_PORT), help="port of this seat")
    parser.add_argument("agent", help="a name that `agents` lists, or a model file")
    parser.add_argument("--think", type=positive_number, metavar="SECONDS", help="seconds per decision")
    parser.add_argument(
        "--stack",
        type=whole_number(1, MAX_STACK_BB),
        metavar="BB",
        default=games.HOLDEM_STACK_BB,
        help=f"stacks in big blinds (default {games.HOLDEM_STACK_BB})",
    )
    parser.add_argument("--seed", type=whole_number(0), default=0, help=SEED_HELP)
    parser.add_argument("--json", action="store_true", help=JSON_HELP)
    parser.set_defaults(command=acpc)


def acpc(options: argparse.Namespace) -> int:
    """Play until the dealer closes the connection. The result is printed however the match ends."""
    agent = catalog.load_warmed_up(games.HOLDEM, options.agent)
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
                seconds = time.monotonic() - began
                document = _document(options.agent, results, seconds)
                print_document(options, document, [_summary(options.agent, results)])
    return DONE


def _document(agent: str, results: list[float], seconds: float) -> dict[str, object]:
    """Return what the agent won, as an object of JSON. `ci95` is null after a single hand."""
    return {
        "agent": agent,
        "hands": len(results),
        "mean": fmean(results),
        "ci95": _half_width(results),
        "unit": UNITS[games.HOLDEM],
        "seconds": round(seconds, 3),
    }


def _half_width(results: list[float]) -> float | None:
    """Return half the width of the 95% interval of the mean."""
    return NORMAL_95 * stdev(results) / math.sqrt(len(results)) if len(results) > 1 else None


def _summary(agent: str, results: list[float]) -> str:
    played, half = "hand" if len(results) == 1 else "hands", _half_width(results)
    interval = "" if half is None else f" ± {half:,.0f}"
    return f"{agent}, {len(results):,} {played}: {fmean(results):+,.0f}{interval} mbb a hand"
