"""The preflop charts of an agent, with figures that a strong player would check.

    python -m tests.benchmarks.preflop_charts [AGENT ...] [--stack BB] [--lines 10]

The agent plays itself and bets its own sizes. Each line of the output is one of the agent's most frequent
decisions, with the betting before the decision, the range's frequency of every action, and the largest all-in
frequency of a single class of hands.

A line also has the largest increase of the raise frequency from a pair to the next lower pair, and from a
suited ace to the next lower suited ace. Stronger hands usually raise more. An increase can still be correct
if actions have equal values and are mixed. Frequencies are in percent.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from ai import catalog
from ai.hands.combos import CLASS_NAMES, CLASS_OF, Floats
from ai.hands.range_strategy import PublicState, RangeStrategy
from game.rules import games
from game.rules.betting import CALL, HoldemRules, PublicBetting, Street
from game.rules.cards import RANKS

AGENTS = ("blueprint-200", "blueprint-100")
DEFAULT_DEPTH = 200
RARE = 0.02
"""Lines with a lower frequency are not followed."""
PAIRS = tuple(2 * rank for rank in reversed(RANKS))
SUITED_ACES = tuple(f"A{rank}s" for rank in reversed(RANKS[:-1]))


@dataclass(frozen=True, slots=True)
class Chart:
    """A decision before the flop and its strategy.

    Attributes:
        betting: The betting at the decision.
        frequency: The probability that a hand reaches the decision.
        actions: The actions in ascending order.
        shares: The share of each action for each class of starting hands, float64[169, actions].
        weights: The weight of each class in the range, float64[169].
    """

    betting: PublicBetting
    frequency: float
    actions: tuple[int, ...]
    shares: Floats
    weights: Floats

    def largest_all_in(self) -> float:
        """Return the largest all-in share of a class in the range. Without an all-in, return 0."""
        found = [
            float(self.shares[self.weights > 0, number].max())
            for number, action in enumerate(self.actions)
            if action > CALL and self.betting.puts_all_in(action)
        ]
        return max(found, default=0.0)

    def largest_rise(self, names: Sequence[str]) -> tuple[float, str]:
        """Return the largest increase of the raise frequency from one of the classes `names` to the next.

        The second item names both classes.
        """
        raises = self.shares[:, [number for number, action in enumerate(self.actions) if action > CALL]].sum(
            1
        )
        steps = pairwise([CLASS_NAMES.index(name) for name in names])
        rises = [(float(raises[low] - raises[high]), high, low) for high, low in steps]
        rise, high, low = max(rises)
        return rise, f"{CLASS_NAMES[high]}-{CLASS_NAMES[low]}"


def charts(agent: RangeStrategy, rules: HoldemRules) -> list[Chart]:
    """Return the decisions that an agent reaches in self-play, most frequent first. Rare decisions are left out."""
    start = PublicBetting.start(rules)
    found = list(_charts(agent, start, (np.ones(len(CLASS_OF)), np.ones(len(CLASS_OF))), 1.0))
    return sorted(found, key=lambda chart: -chart.frequency)


def _charts(
    agent: RangeStrategy, betting: PublicBetting, reach: tuple[Floats, Floats], frequency: float
) -> Iterator[Chart]:
    player = betting.actor
    if player is None or betting.street > Street.PREFLOP or frequency < RARE:
        return
    mix = agent.range_strategy(PublicState(player, (), betting))
    combos = np.bincount(CLASS_OF)
    weights = np.bincount(CLASS_OF, reach[player])
    shares = np.stack([np.bincount(CLASS_OF, column) / combos for column in mix.shares.T], axis=1)
    yield Chart(betting, frequency, tuple(mix.actions), shares, weights / combos)
    for number, action in enumerate(mix.actions):
        played = float(weights @ shares[:, number] / weights.sum()) if weights.any() else 0.0
        after = reach[player] * mix.shares[:, number]
        child = (after, reach[1]) if player == 0 else (reach[0], after)
        if betting.child(action).street == Street.PREFLOP:
            yield from _charts(agent, betting.child(action), child, frequency * played)


def make_rules(stack: int) -> HoldemRules:
    return HoldemRules(stacks=(100 * stack, 100 * stack))


def main(words: Sequence[str]) -> None:
    """Print the charts of the agents that the command line names."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks.preflop_charts",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("agents", nargs="*", default=AGENTS, metavar="AGENT")
    parser.add_argument("--stack", type=int, metavar="BB", help="default: the depth of the agent's training")
    parser.add_argument("--lines", type=int, default=10)
    options = parser.parse_args(words)
    for name in options.agents:
        agent = catalog.load(games.HOLDEM, name)
        assert isinstance(agent, RangeStrategy)
        stack = options.stack or catalog.find(games.HOLDEM, name).depth or DEFAULT_DEPTH
        print(f"{name}, {stack} big blinds")
        for chart in charts(agent, make_rules(stack))[: options.lines]:
            print_chart(chart)


def print_chart(chart: Chart) -> None:
    hands = chart.weights * np.bincount(CLASS_OF)
    played = hands @ chart.shares / hands.sum()
    line = " ".join(f"{action}" for _, action in chart.betting.steps()) or "start"
    mix = ", ".join(
        f"{action} {100 * share:.0f}" for action, share in zip(chart.actions, played, strict=True)
    )
    pairs, aces = (chart.largest_rise(names) for names in (PAIRS, SUITED_ACES))
    print(
        f"  {100 * chart.frequency:5.1f} %  {line}: {mix}; all-in {100 * chart.largest_all_in():.0f}"
        f"; pairs {pairs[1]} {100 * pairs[0]:+.0f}, aces {aces[1]} {100 * aces[0]:+.0f}"
    )


if __name__ == "__main__":
    main(sys.argv[1:])
