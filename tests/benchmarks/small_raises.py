"""Find small raises and all-ins that are profitable with any two cards.

    python -m tests.benchmarks.small_raises [AGENT ...] [--stacks BB BB] [--spots N] [--seed N] [--work N]

An agent plays itself at its own depth, or with the given stacks of big blind and button. The study samples
`--spots` decisions against a bet that may be raised, and as many decisions without a bet, evenly over the
streets. At each decision, the study tries unusual sizes: the minimum, one chip more, a quarter of the
smallest menu size (if legal), one chip below all-in, and all-in. An all-in may be more than the opponent can
call.

A raise that costs C into a pot of P gains with any two cards if the opponent's range folds more often than C
/ (C + P). The output is the number of decisions with such a raise, and the largest gain in pots. A bet may
gain a little even against an equilibrium, because a check can be worth more than a fold. A raise may not
gain.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from ai import catalog
from ai.abstraction.bet_menu import BetMenu
from ai.agents.blueprint import BlueprintAgent
from ai.hands.combos import HANDS, Floats, hand_index, unblocked_hands
from ai.hands.range_strategy import PublicState, RangeStrategy, action_likelihood, within
from game.core import Action, BadInput, Budget, sample
from game.rules import games
from game.rules.betting import CALL, FOLD, HoldemRules, PublicBetting, Street
from game.rules.cards import DECK
from game.rules.holdem import BOARD_CARDS

AGENTS = ("blueprint-200", "blueprint-100", "blueprint-50", "blueprint-20")
DEFAULT_DEPTH = 200
MAX_HANDS = 20_000


@dataclass(frozen=True, slots=True)
class Spot:
    """A decision that both players reach. `theirs` is the reach of each opposing hand, float64[1326]."""

    public: PublicState
    theirs: Floats

    @property
    def faces_bet(self) -> bool:
        return self.public.betting.to_call > 0

    def fold_frequency(self, agent: RangeStrategy, action: Action) -> float:
        """Return the fold frequency of the opponent's range against a bet or raise."""
        betting = self.public.betting.child(action)
        answer = agent.range_strategy(PublicState(1 - self.public.player, self.public.board, betting))
        weights = self.theirs * unblocked_hands(self.public.board)
        return float((weights * answer.of_action(FOLD)).sum() / weights.sum())

    def gain(self, agent: RangeStrategy, action: Action) -> float:
        """Return the gain in pots from a bet or raise with a hand that always loses when called."""
        betting, folds = self.public.betting, self.fold_frequency(agent, action)
        cost = betting.effective(action) - betting.committed[self.public.player]
        return folds - (1.0 - folds) * cost / betting.pot


def sampled_spots(agent: RangeStrategy, rules: HoldemRules, spots: int, seed: int) -> list[Spot]:
    """Return decisions from an agent's self-play. On each street, half of the decisions face a bet."""
    wanted = {(street, faces_bet): spots // len(Street) for street in Street for faces_bet in (False, True)}
    rng, found = random.Random(seed), []
    for _ in range(MAX_HANDS):
        for spot in spots_of_hand(agent, rules, rng):
            kind = spot.public.betting.street, spot.faces_bet
            if wanted[kind] and rng.random() < 0.5:  # not every decision of one hand
                wanted[kind] -= 1
                found.append(spot)
        if not any(wanted.values()):
            return found
    return found


def spots_of_hand(agent: RangeStrategy, rules: HoldemRules, rng: random.Random) -> Iterator[Spot]:
    """Play one hand, and yield the decisions in which the player to act may bet or raise."""
    cards = rng.sample(DECK, 9)
    holes = [hand_index(cards[at : at + 2]) for at in (0, 2)]
    deal = tuple(cards[4:])
    betting, reach = PublicBetting.start(rules), [np.ones(len(HANDS)), np.ones(len(HANDS))]
    while True:
        while betting.actor is not None:
            public = PublicState(betting.actor, deal[: BOARD_CARDS[betting.street]], betting)
            if betting.min_raise_to is not None:
                yield Spot(public, reach[1 - betting.actor].copy())
            mix = agent.range_strategy(public)
            row = mix.shares[holes[betting.actor]].astype(float)
            shares = dict(zip(mix.actions, (row / row.sum()).tolist(), strict=True))
            action = sample({action: share for action, share in shares.items() if share > 0.0}, rng).action
            reach[betting.actor] *= action_likelihood(agent, public, action)
            betting = betting.child(action)
        if betting.folded is not None or betting.is_all_in or betting.street == Street.RIVER:
            return
        betting = betting.next_round()


def odd_sizes(menu: BetMenu | None, spot: Spot) -> dict[str, Action]:
    """Return the legal sizes to try at a spot. The keys are the names of the sizes."""
    betting = spot.public.betting
    least, most = betting.min_raise_to, betting.max_raise_to
    assert least is not None
    assert most is not None
    sizes = {
        "minimum": least,
        "minimum + 1": least + 1,
        "one below all-in": min(most, *betting.rules.stacks) - 1,
        "all-in": most,
    }
    raises = sum(action > CALL for _, action in betting.history[-1])
    if menu and (fractions := menu.streets[betting.street].fractions(raises)):
        quarter = 0.25 * fractions[0] * (betting.pot + betting.to_call)
        sizes["quarter of smallest"] = max(betting.committed) + round(quarter)
    return {name: action for name, action in sizes.items() if least <= action <= most}


def main(words: Sequence[str]) -> None:
    """Try the sizes against each agent and print a table."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.small_raises")
    parser.add_argument("agents", nargs="*", default=list(AGENTS), metavar="AGENT")
    parser.add_argument("--stacks", type=int, nargs=2, metavar="BB")
    parser.add_argument("--spots", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--work", type=int, help="of each decision of an agent that solves")
    options = parser.parse_args(words)
    for name in options.agents:
        print_table(name, options.stacks, options.spots, options.seed, Budget(work=options.work))


def print_table(name: str, stacks: Sequence[int] | None, spots: int, seed: int, budget: Budget) -> None:
    """Print for each street the number of spots in which a bet or raise gains, and the largest such gain."""
    agent = within(catalog.load(games.HOLDEM, name), budget)
    if not isinstance(agent, RangeStrategy):
        raise BadInput(
            f"What {name} would do with every hand is not known: choose a blueprint or a rule player."
        )
    depth = catalog.find(games.HOLDEM, name).depth or DEFAULT_DEPTH
    first, second = stacks or (depth, depth)
    rules = HoldemRules(stacks=(100 * first, 100 * second))
    menu = agent.blueprint(rules).tree.menu if isinstance(agent, BlueprintAgent) else None
    found = sampled_spots(agent, rules, spots, seed)
    for faces_bet, street in product((True, False), Street):
        gains = [
            {size: spot.gain(agent, action) for size, action in odd_sizes(menu, spot).items()}
            for spot in found
            if (spot.faces_bet, spot.public.betting.street) == (faces_bet, street)
        ]
        if not gains:
            print(
                f"{name:>14}: no spots {street.name.lower()} {'facing a bet' if faces_bet else 'without a bet'}"
            )
            continue
        winning = sum(max(by_size.values()) > 0.0 for by_size in gains)
        worst = max((gain, size) for by_size in gains for size, gain in by_size.items())
        print(
            f"{name:>14} {'raises' if faces_bet else 'bets':>6} {street.name.lower():>8}: "
            f"{winning:3} of {len(gains)} spots win at once, at most {worst[0]:+.3f} pots ({worst[1]})",
            flush=True,
        )


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except BadInput as sentence:
        sys.exit(str(sentence))
