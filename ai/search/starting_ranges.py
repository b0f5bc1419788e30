"""The ranges at the root of a solve, and how much training the blueprint has had on the line to it.

Sampled training comes to an information set as often as the line to it is played. Regrets are learnt as often as
the opponent plays its part of the line, the average strategy as often as the player does; the smaller of the two
bounds both. So with N iterations and B buckets of hands on the street, a hand was visited about

    N * min(own reach, opposing reach) / B

times, where the own reach is that of the hand held, and the opposing one the mean over all hands. A raise that is
far from every size of the strategy is off its tree, and counts as never reached. Reach is that of the strategy as
it plays: calls that a blueprint makes by its minimum defence count, although training did not make them.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ai.hands.combos import Floats, left_by, place_of
from ai.hands.range_strategy import ActionLikelihood, PublicState, RangeStrategy, Shares, likelihood_of
from ai.hands.reading import decisions_of
from ai.solver.opt_out import OptOut
from game.core import Action, Player
from game.rules.betting import CALL, PublicBetting, near_bets
from game.rules.cards import Card
from game.rules.holdem import HoldemInformationState

LEAST_VISITS = 1_000.0
"""From so many visits on a trained strategy is trusted."""


@dataclass(frozen=True, slots=True)
class Training:
    """How long a strategy was trained; `buckets` of hands by street."""

    iterations: int
    buckets: tuple[int, ...]


def visits(strategy: ActionLikelihood, training: Training, info: HoldemInformationState) -> float:
    """Return about how often training came to this decision with the hand held; 0 where its tree has none."""
    reach = min(own_reach(strategy, info), opposing_reach(strategy, info))
    return training.iterations * reach / training.buckets[info.street]


def own_reach(strategy: ActionLikelihood, info: HoldemInformationState) -> float:
    """Return how likely the player with this hand does all that was done so far."""
    reach, hand = 1.0, place_of(info.hole)
    for public, action in decisions_of(info.player, info.board, info.betting):
        reach *= float(_likelihood(strategy, public, action)[hand])
    return reach


def opposing_reach(strategy: ActionLikelihood, info: HoldemInformationState) -> float:
    """Return how likely an opponent, whose hand is not known, does all that it did so far."""
    weights = left_by((*info.hole, *info.board)).astype(np.float64)
    weights /= weights.sum()
    for public, action in decisions_of(1 - info.player, info.board, info.betting):
        weights *= _likelihood(strategy, public, action)
    return float(weights.sum())


def _likelihood(strategy: ActionLikelihood, public: PublicState, action: Action) -> Shares:
    """Return float32[1326]: how likely each hand acts like this, 0 off the tree."""
    found = strategy.likelihood(public, action)
    if action <= CALL or action >= min(public.betting.rules.stacks):
        return found
    known = strategy.range_strategy(public).actions
    return found if near_bets(public.betting, action, known) else np.zeros_like(found)


LEAST_WEIGHT = 0.005
"""Hands that weigh less beside the likeliest by the blueprint are left out of a solve."""
LEAST_SOLVED = 0.001
"""The same where a solve before says what both may hold."""
MUST_STAY = 0.2
"""The part of each hand that may not opt out: so much less is lost to the range that a solve before believes in, at
little cost to the promise (`tests.benchmarks.opting_out`).
"""


@dataclass(frozen=True, slots=True)
class Start:
    """ranges: float32[1326] by player; opt_out: what a player may take instead of playing on."""

    ranges: tuple[Shares, Shares]
    opt_out: OptOut | None = None


@dataclass(frozen=True, slots=True)
class StartingRanges:
    """Says what both may hold; the hand at the place `always` is there, however rarely (-1: no such hand)."""

    blueprint: RangeStrategy
    always: int = -1

    def by_blueprint(self, board: tuple[Card, ...], root: PublicBetting) -> Start:
        """Return how a street starts by what the blueprint says of the betting before it."""
        return Start((self._played(0, board, root), self._played(1, board, root)))

    def by_solve(
        self, reach: tuple[Floats, Floats], board: tuple[Card, ...], opt_out: OptOut | None = None
    ) -> Start:
        """Return a start with the ranges that a solve comes to, two of float64[1326], on a board."""
        first, second = (self._live(np.nan_to_num(one), board, LEAST_SOLVED) for one in reach)
        return Start((first, second), opt_out)

    def promising(
        self,
        reach: tuple[Floats, Floats],
        board: tuple[Card, ...],
        player: Player,
        promised: Floats,
        pot: float,
    ) -> Start:
        """Return a start at which a player may take what is promised, by hand, net of half the pot.

        Hands to which nothing is promised (NaN) would lose the pot.
        """
        return self.by_solve(
            reach, board, OptOut(player, np.where(np.isfinite(promised), promised, -float(pot)), MUST_STAY)
        )

    def _played(self, player: Player, board: tuple[Card, ...], root: PublicBetting) -> Shares:
        weights = left_by(board).astype(np.float64)
        for public, action in decisions_of(player, board, root):
            weights *= likelihood_of(self.blueprint, public, action)
        return self._live(weights, board, LEAST_WEIGHT)

    def _live(self, weights: Floats, board: tuple[Card, ...], least: float) -> Shares:
        """Return the range of the hands that count beside a board, the likeliest 1; all where none is likely."""
        live = left_by(board)
        most = float(weights[live].max(initial=0.0))
        shares = np.where(live, weights / most if most > 0 else 1.0, 0.0)
        kept: Shares = np.where(shares >= least, shares, 0.0).astype(np.float32)
        if self.always >= 0 and live[self.always]:
            kept[self.always] = max(kept[self.always], LEAST_WEIGHT)
        return kept
