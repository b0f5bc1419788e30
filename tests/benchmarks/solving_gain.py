"""Measure the winnings of a re-solving agent against its own blueprint, in states that the blueprint reaches.

    python -m tests.benchmarks.solving_gain [AGENT [BLUEPRINT]] [--street flop|turn] [--think 1 | --work N]
    [--states 200] [--seed 0] [--kept FILE]

The blueprint plays itself up to the street. The agent then plays one seat and, on the same cards, the other seat.
All hands of both players are played at once, as ranges. The luck of the board cancels out, because both seats have
the same board. Betting lines are sampled with AIVAT (Burch et al., 2018): the baseline value of every line is what
the blueprint wins against itself. A sampled line adds the difference between the agent's winnings and this value.

The output is the mean in mbb/hand over the states with its 95 % interval, the frequency of such states per hand,
and the product of both. The product is the gain per hand if both players follow the blueprint until the state.
Every state becomes a row of the file `--kept`, from which a stopped run resumes.
"""

from __future__ import annotations

import argparse
import json
import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import fmean, stdev

import numpy as np

from ai import catalog
from ai.evaluation.local_best_response import CARDS_A_BOARD, lead
from ai.hands.combos import HANDS, Floats, opposing_weight, unblocked_hands
from ai.hands.range_strategy import PublicState, RangeStrategy, within
from game.core import Action, Budget, Player
from game.match.series import NORMAL_95
from game.rules import games
from game.rules.betting import FOLD, PublicBetting, Street
from game.rules.cards import DECK, Card
from game.rules.holdem import BOARD_CARDS
from tests.benchmarks.kept_rows import KeptRows

STREETS = {"flop": Street.FLOP, "turn": Street.TURN}
BIG_BLIND = games.HOLDEM_BLINDS[1]
FOLLOWED, FOLLOWED_BY_BLUEPRINT = 1.0, 0.0002
"""Lines with at least this stake, in pots, are always played."""
WEIGHTED: Player = 1
"""The player whose reach is corrected for boards that the two hands block."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A state of the betting. `reach` has the reach of each hand for each player, float64[1326] each."""

    board: tuple[Card, ...]
    betting: PublicBetting
    reach: tuple[Floats, Floats]

    @property
    def likely(self) -> float:
        return float((self.reach[0] * opposing_weight(self.reach[1])).sum())

    @property
    def stake(self) -> float:
        return self.betting.pot * self.likely

    def after(self, action: Action, shares: Floats) -> Spot:
        """Return the spot after an action.

        `shares` is the probability of the action with each hand, float64[1326].
        """
        actor = self.betting.actor
        reach = tuple(one * shares if player == actor else one for player, one in enumerate(self.reach))
        return Spot(self.board, self.betting.child(action), (reach[0], reach[1]))

    def scaled(self, player: Player, times: float) -> Spot:
        reach = tuple(one * times if number == player else one for number, one in enumerate(self.reach))
        return replace(self, reach=(reach[0], reach[1]))

    def deal(self, cards: Sequence[Card]) -> Spot:
        """Return the spot on the next street. `cards` are the five board cards of the deal."""
        betting = self.betting.next_round()
        board = tuple(cards[: BOARD_CARDS[betting.street]])
        left = unblocked_hands(board)
        spot = Spot(board, betting, (self.reach[0] * left, self.reach[1] * left))
        return spot.scaled(WEIGHTED, CARDS_A_BOARD[betting.street])

    @property
    def is_shown(self) -> bool:
        return self.betting.street == Street.RIVER or self.betting.is_all_in


def get_mix(strategy: RangeStrategy, spot: Spot) -> dict[Action, Floats]:
    """Return the probability of each action with every hand, float64[1326]."""
    assert spot.betting.actor is not None
    mix = strategy.range_strategy(PublicState(spot.betting.actor, spot.board, spot.betting))
    shares = mix.shares.astype(np.float64)
    totals = shares.sum(axis=1, keepdims=True)
    shares = np.divide(shares, totals, out=np.zeros_like(shares), where=totals > 0.0)
    return dict(zip(mix.actions, shares.T, strict=True))


@dataclass
class Remembering:
    """A strategy with a cache, so that each public state is evaluated once."""

    strategy: RangeStrategy
    known_values: dict[PublicState, dict[Action, Floats]] = field(default_factory=dict)

    def mix(self, spot: Spot) -> dict[Action, Floats]:
        """Return the result of `get_mix` for a spot, from the cache if possible."""
        assert spot.betting.actor is not None
        public = PublicState(spot.betting.actor, spot.board, spot.betting)
        if public not in self.known_values:
            self.known_values[public] = get_mix(self.strategy, spot)
        return self.known_values[public]


@dataclass
class Lot:
    """Samples betting lines. A line with a stake of at least `follows` is always kept.

    Other lines are sampled and get a weight above 1, which makes up for the lines that are left out.
    """

    follows: float
    rng: random.Random

    def draw(self, courses: Sequence[Spot]) -> Iterator[tuple[int, float]]:
        """Yield the indices of the sampled lines, and their weights.

        The method is systematic sampling. Each line is an interval on an axis. The length of the interval is the
        stake of the line. The axis has marks at distances of `follows`. A line is sampled if its interval
        contains a mark.
        """
        next_mark = self.rng.random() * self.follows
        for number, course in enumerate(courses):
            next_mark -= course.stake
            if next_mark < 0.0:
                yield number, max(1.0, self.follows / course.stake)
                next_mark %= self.follows


@dataclass
class Baseline:
    """The value of each hand of the player `me` if both players follow the blueprint.

    Values are cached by betting.
    """

    blueprint: Remembering
    lot: Lot
    cards: Sequence[Card]
    me: Player
    values: dict[PublicBetting, Floats] = field(default_factory=dict)

    def value(self, spot: Spot) -> float:
        """Return the value of a spot in chips, multiplied by both players' reach.

        The opponent must have followed the blueprint so far.
        """
        return float((spot.reach[self.me] * self.of_hands(spot)).sum())

    def of_hands(self, spot: Spot) -> Floats:
        """Return the value of each hand in chips, multiplied by the opponent's reach, float64[1326]."""
        if spot.betting not in self.values:
            self.values[spot.betting] = self._of_hands(spot)
        return self.values[spot.betting]

    def _of_hands(self, spot: Spot) -> Floats:
        betting, theirs = spot.betting, spot.reach[1 - self.me]
        if betting.actor is None:
            if spot.is_shown:
                return betting.committed[self.me] * lead(theirs, spot.board)
            dealt = spot.deal(self.cards)
            boards = CARDS_A_BOARD[dealt.betting.street] if self.me == WEIGHTED else 1.0
            return boards * self.of_hands(dealt) * unblocked_hands(dealt.board)
        mine = betting.actor == self.me
        won, courses, shares = np.zeros(len(HANDS)), [], []
        for action, share in self.blueprint.mix(spot).items():
            if action != FOLD:
                courses.append(spot.after(action, share))
                shares.append(share if mine else np.ones(len(HANDS)))
            elif mine:
                won -= share * betting.committed[self.me] * opposing_weight(theirs)
            else:
                won += betting.committed[1 - self.me] * opposing_weight(theirs * share)
        for number, times in self.lot.draw(courses):
            won += times * shares[number] * self.of_hands(courses[number])
        return won


@dataclass
class Play:
    """The play of the agent against the blueprint, on five given board cards."""

    agent: RangeStrategy
    blueprint: Remembering
    lot: Lot
    cards: Sequence[Card]
    baseline: Baseline

    def value(self, spot: Spot) -> float:
        """Return the agent's winnings from a spot in chips, multiplied by both players' reach."""
        betting, me = spot.betting, self.baseline.me
        if betting.actor is None:
            return self.baseline.value(spot) if spot.is_shown else self.value(spot.deal(self.cards))
        mix = get_mix(self.agent, spot) if betting.actor == me else self.blueprint.mix(spot)
        won, courses = 0.0, []
        for action, shares in mix.items():
            course = spot.after(action, shares)
            if action == FOLD:
                sign = -1 if betting.actor == me else 1
                won += sign * betting.committed[betting.actor] * course.likely
            else:
                courses.append(course)
        expected = [self.baseline.value(course) for course in courses]
        won += sum(expected)
        for number, times in self.lot.draw(courses):
            won += self.value(courses[number].scaled(me, times)) - times * expected[number]
        return won


def played_to(
    street: Street, blueprint: RangeStrategy, rng: random.Random, cards: Sequence[Card]
) -> Spot | None:
    """Return a state at the beginning of a street in self-play of the blueprint.

    If the hand ends before this street, return None.
    """
    spot = Spot((), PublicBetting.start(games.cash_rules(games.HOLDEM_STACK_BB)), (np.ones(len(HANDS)),) * 2)
    while True:
        betting = spot.betting
        if betting.is_all_in:
            return None
        if betting.actor is None:
            spot = spot.deal(cards)
            if spot.betting.street == street:
                return replace(spot, reach=(spot.reach[0] / spot.likely, spot.reach[1]))
            continue
        ways = [(action, spot.after(action, shares)) for action, shares in get_mix(blueprint, spot).items()]
        action, spot = rng.choices(ways, [way.likely for _, way in ways])[0]
        if action == FOLD:
            return None


def gain(
    street: Street, agent: RangeStrategy, blueprint: RangeStrategy, rng: random.Random
) -> tuple[float, int]:
    """Return the agent's gain in mbb/hand in a random state, and the number of hands dealt to find this state."""
    for dealt in range(1, 10_000):
        cards = rng.sample(DECK, 5)
        spot = played_to(street, blueprint, rng, cards)
        if spot is None:
            continue
        known, won = Remembering(blueprint), 0.0
        for me in (0, 1):
            baseline = Baseline(known, Lot(FOLLOWED_BY_BLUEPRINT * spot.stake, rng), cards, me)
            won += Play(agent, known, Lot(FOLLOWED * spot.stake, rng), cards, baseline).value(spot)
        return won / 2 * 1000 / BIG_BLIND, dealt
    raise AssertionError("the blueprint never reaches that street")


def main(arguments: Sequence[str] | None = None) -> None:
    """Play from the states that are not stored yet, and print the results of all states."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("agent", nargs="?", default="architect-thinks")
    parser.add_argument("blueprint", nargs="?", default="blueprint-200")
    parser.add_argument("--street", choices=STREETS, default="turn")
    parser.add_argument("--work", type=int)
    parser.add_argument("--think", type=float, default=1.0)
    parser.add_argument("--states", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--kept", type=Path)
    chosen = parser.parse_args(arguments)
    if chosen.states < 2:
        parser.error("an interval needs 2 states or more")
    agent, blueprint = (catalog.load(games.HOLDEM, name) for name in (chosen.agent, chosen.blueprint))
    assert isinstance(agent, RangeStrategy)
    assert isinstance(blueprint, RangeStrategy)
    thinking = within(
        agent, Budget(seconds=chosen.think) if chosen.work is None else Budget(work=chosen.work)
    )
    kept = KeptRows.of(parser, chosen, "states")
    for number in range(len(kept.rows), chosen.states):
        rng = random.Random(f"{chosen.seed}/{chosen.street} {number}")
        kept.add(gain(STREETS[chosen.street], thinking, blueprint, rng))
    found = kept.rows[: chosen.states]
    gains = [won for won, _ in found]
    mean, ci95 = fmean(gains), NORMAL_95 * stdev(gains) / math.sqrt(len(gains))
    reached = len(found) / sum(dealt for _, dealt in found)
    print(
        json.dumps(
            {
                "street": chosen.street,
                "states": len(found),
                "mean": round(mean, 1),
                "ci95": round(ci95, 1),
                "reached": round(reached, 3),
                "per_hand": round(mean * reached, 1),
                "per_hand_ci95": round(ci95 * reached, 1),
            }
        )
    )


if __name__ == "__main__":
    main()
