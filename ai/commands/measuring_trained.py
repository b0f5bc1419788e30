"""`measure holdem --trained`: what a response wins from a blueprint that has learnt to in the small game."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from ai import catalog
from ai.commands.options import agent_stack
from ai.commands.output import print_document, run_measurement
from game.core import BadInput
from game.files.manifest import BLUEPRINT, read_manifest
from game.match.series import UNITS
from game.rules import games

if TYPE_CHECKING:
    from ai.evaluation.trained_response import ResponseResult

TELLING, TIMES_AS_MANY = 1_000_000, 5
"""From how many deals a response mostly wins something; where they were not enough, from how many times as many."""
MINUTE = 60


def measure_trained(options: argparse.Namespace) -> int:
    """Train a response against a blueprint, let it play, and print what it wins; `BadInput` for other agents."""
    entry = catalog.find(games.HOLDEM, options.agent)
    if entry.file is None or read_manifest(entry.file).agent != BLUEPRINT:
        raise BadInput(f"{entry.name} is not a blueprint: only a blueprint has an abstract game to train in.")
    from ai.abstraction.card_abstraction import CardAbstraction  # noqa: PLC0415 - see the next line
    from ai.abstraction.card_deals import CardDealer  # noqa: PLC0415 - see the next line
    from ai.agents import blueprint  # noqa: PLC0415 - who asks for other commands loads no compiler
    from ai.evaluation.trained_response import measure  # noqa: PLC0415 - who asks for others loads no compiler

    depth = agent_stack(options, entry)
    agent = blueprint.load(entry.file, games.initial_state(games.HOLDEM))
    chosen, name = agent.at_depth(depth), agent.file_at(depth).stem
    assert isinstance(chosen.cards, CardAbstraction)
    result = run_measurement(measure(chosen, CardDealer(chosen.cards), options.trained, options.seed))
    row = {
        "mean": result.mean,
        "ci95": result.ci95,
        "unit": UNITS[games.HOLDEM],
        "deals": options.trained,
        "hands": result.hands,
        "stack": chosen.tree.depth,
    }
    lines = [
        f"A response trained on {options.trained:,} deals for each seat wins {result.mean:,.0f} ± "
        f"{result.ci95:,.0f} mbb/hand from {name} ({result.hands:,} hands, {chosen.tree.depth:,} big "
        "blinds), in the small game of its bets and buckets.",
        verdict(result, options.trained),
    ]
    return print_document(options, {"trained_response": row}, lines)


def verdict(result: ResponseResult, deals: int) -> str:
    """Say what a result says, or from how many deals it would, and how long they would take."""
    if result.mean > result.ci95:
        return "The best response wins at least as much there, within the interval."
    what = (
        "Chance alone could give that"
        if result.mean > 0
        else "That says little: the strategy itself would win 0"
    )
    enough = max(TELLING, TIMES_AS_MANY * deals)
    minutes = max(1, round(result.seconds_a_deal * enough / MINUTE))
    return (
        f"{what}. Train it on more deals: "
        f"{enough:,} for each seat take about {minutes:,} minute{'s' if minutes > 1 else ''} here."
    )
