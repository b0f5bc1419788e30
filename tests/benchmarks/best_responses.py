"""The winnings of a local best response against two agents on the same deals, and their difference.

    python -m tests.benchmarks.best_responses [AGENT [OTHER]] [--think 0.5 | --work N] [--hands 2000] [--menu fcpa]
    [--streets turn-river] [--followed 1600] [--seed 0] [--kept FILE]

An agent that solves takes `--think` seconds for each decision. Against such an agent, betting lines with a stake of
at least `--followed` are always played, and other lines are sampled. This threshold is higher than in the command
`measure`, so that more deals fit into the same time. The interval is about as wide as with `measure`.

Every deal becomes a row of the file `--kept`, from which a stopped run resumes. The output is the means of both
agents and their difference in mbb/hand, with 95% intervals.
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean, stdev

from ai import catalog
from ai.evaluation.lbr_spec import ALWAYS_PLAYED_STAKE, HANDS_A_DEAL, MENUS, STREETS, LbrSpec
from ai.evaluation.local_best_response import deal_value, response_to
from ai.hands.range_strategy import ThinkingAgent
from game.core import Budget
from game.match.series import NORMAL_95
from game.rules import games
from tests.benchmarks.kept_rows import KeptRows, Row


def format_means(pairs: Sequence[Row], names: Sequence[str]) -> str:
    """Return both means and the difference, second agent minus first, as the text of a JSON object."""
    first, second = zip(*pairs, strict=True)
    rows = {names[0]: first, names[1]: second, "difference": [b - a for a, b in pairs]}
    return json.dumps(
        {"hands": HANDS_A_DEAL * len(pairs)}
        | {
            name: {
                "mean": round(fmean(row), 1),
                "ci95": round(NORMAL_95 * stdev(row) / math.sqrt(len(row)), 1) if len(row) > 1 else None,
            }
            for name, row in rows.items()
        }
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """Play the deals that are not stored yet, and print the result."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("agent", nargs="?", default="architect-thinks")
    parser.add_argument("other", nargs="?", default="blueprint-200")
    parser.add_argument("--work", type=int)
    parser.add_argument("--think", type=float, default=0.5)
    parser.add_argument("--hands", type=int, default=2000)
    parser.add_argument("--menu", choices=MENUS, default="fcpa")
    parser.add_argument("--streets", choices=STREETS, default="turn-river")
    parser.add_argument("--followed", type=float, default=1600.0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--kept", type=Path)
    chosen = parser.parse_args(arguments)
    names = chosen.agent, chosen.other
    specs = [
        LbrSpec(
            name,
            chosen.menu,
            chosen.streets,
            chosen.hands,
            seed=chosen.seed,
            budget=Budget(seconds=chosen.think) if chosen.work is None else Budget(work=chosen.work),
            always_played_stake=chosen.followed
            if isinstance(catalog.load(games.HOLDEM, name), ThinkingAgent)
            else ALWAYS_PLAYED_STAKE,
        )
        for name in names
    ]
    responses = [response_to(spec, catalog.load("holdem", spec.agent)) for spec in specs]
    kept = KeptRows.of(parser, chosen, "hands")
    for deal in list(specs[0].deals)[len(kept.rows) :]:
        kept.add(
            tuple(deal_value(spec, response, deal) for spec, response in zip(specs, responses, strict=True))
        )
    print(format_means(kept.rows[: chosen.hands // HANDS_A_DEAL], names))


if __name__ == "__main__":
    main()
