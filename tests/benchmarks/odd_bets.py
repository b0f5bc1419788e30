"""Answers of an agent to bets of unusual sizes, and to the nearest sizes of its menu.

    python -m tests.benchmarks.odd_bets [AGENT [BLUEPRINT]] [--work 24] [--seed 0]

The blueprint plays itself to a turn or a river. In each of ten such spots, the first player then makes one of
several bets, from one chip above the minimum to one chip below all-in. A row of the output has the bet in
chips and in pots, the break-even fold frequency for a bluff, and the agent's fold, call and raise
frequencies. The last columns are the same frequencies for the nearest size of the agent's menu.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from dataclasses import replace

from ai import catalog
from ai.hands.range_strategy import RangeStrategy, within
from ai.search.street_line import line_in_play
from game.core import Action, Budget
from game.rules import games
from game.rules.betting import CALL, FOLD, Street
from game.rules.cards import DECK, names
from tests.benchmarks.solving_gain import Spot, get_mix, played_to

SIZES = (0.0, 0.0, 0.2, 0.37, 0.37, 0.6, 0.9, 1.7, 4.0, 11.0)
"""Bets in pots. They are at least one chip above the minimum, and at most one chip below all-in."""
ROW = "{:<22} {:>13} {:>12} {:>22} {:>13} {:>22}"


def spot_at(street: Street, blueprint: RangeStrategy, rng: random.Random) -> Spot:
    """Return a state that the blueprint reaches when a street begins, with stacks of at least three pots."""
    while True:
        spot = played_to(street, blueprint, rng, rng.sample(DECK, 5))
        if (
            spot is not None
            and min(spot.betting.rules.stacks) - max(spot.betting.committed) > 3 * spot.betting.pot
        ):
            return spot


def menu_bets(spot: Spot) -> list[Action]:
    """Return the first player's bets in the betting tree of the street on which `spot` begins."""
    line = line_in_play(spot.betting)
    actions = (line.table_action(name, spot.betting) for name in line.node.actions)
    return [action for action in actions if action > CALL]


def answer(agent: RangeStrategy, spot: Spot, bet: Action) -> tuple[float, float, float]:
    """Return the fold, call and raise frequencies of the agent's range against a bet."""
    faced = replace(spot, betting=spot.betting.child(bet))
    assert spot.betting.actor is not None
    weights = faced.reach[1 - spot.betting.actor]
    shares = {
        action: float((mix * weights).sum() / weights.sum()) for action, mix in get_mix(agent, faced).items()
    }
    folds, calls = shares.get(FOLD, 0.0), shares.get(CALL, 0.0)
    return folds, calls, sum(shares.values()) - folds - calls


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure the agent's answers, and print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("agent", nargs="?", default="architect-thinks")
    parser.add_argument("blueprint", nargs="?", default="blueprint-200")
    parser.add_argument("--work", type=int, default=24)
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args(arguments)
    agent, blueprint = (catalog.load(games.HOLDEM, name) for name in (chosen.agent, chosen.blueprint))
    assert isinstance(agent, RangeStrategy)
    assert isinstance(blueprint, RangeStrategy)
    thinking = within(agent, Budget(work=chosen.work))
    print(ROW.format("board, pot", "bet", "may fold", "folds, calls, raises", "menu", "folds, calls, raises"))
    for number, size in enumerate(SIZES):
        spot = spot_at(
            (Street.TURN, Street.RIVER)[number % 2], blueprint, random.Random(f"{chosen.seed}/{number}")
        )
        betting = spot.betting
        least, most = betting.min_raise_to, betting.max_raise_to
        assert least is not None
        assert most is not None
        bet = max(least + 1, min(most - 1, max(betting.committed) + round(size * betting.pot)))
        nearest = min(menu_bets(spot), key=lambda one: abs(one - bet))
        cost = bet - max(betting.committed)
        figures = [
            f"{a:7.0%}{b:7.0%}{c:7.0%}" for a, b, c in (answer(thinking, spot, one) for one in (bet, nearest))
        ]
        print(
            ROW.format(
                f"{names(spot.board)}, {betting.pot}",
                f"{cost} ({cost / betting.pot:.2f})",
                f"{cost / (cost + betting.pot):.0%}",
                figures[0],
                f"{nearest - max(betting.committed)}",
                figures[1],
            ),
            flush=True,
        )


if __name__ == "__main__":
    main()
