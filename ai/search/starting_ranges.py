"""The root of a re-solve: both ranges from the players' reach (Bayes' rule), and the re-solving gadget.

The module also estimates how often training visited a decision.

The frequency with which sampled training updates the regrets of an information set is proportional to the
opponent's reach. The frequency with which training updates the average strategy is proportional to the
player's own reach. The smaller reach therefore limits the quality of the result. With N iterations and B hand
buckets on the street, the number of useful visits is about

    N * min(own reach, opposing reach) / B

Here, own reach is the reach of the player's hand, and opposing reach is the mean reach over all hands of the
opponent. A raise that is not near any size of the strategy is off the tree and has reach 0. Reach is computed from
the strategy that the agent really plays. This strategy includes the calls that a blueprint adds after
training to reach the minimum defence frequency.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ai.hands.combos import Floats, hand_index, unblocked_hands
from ai.hands.range_strategy import (
    ActionLikelihood,
    PublicState,
    RangeStrategy,
    Shares,
    action_likelihood,
    observed_decisions,
)
from ai.solver.subgame import OptOut
from game.core import Action, Player
from game.rules.betting import CALL, PublicBetting, near_bets
from game.rules.cards import Card
from game.rules.holdem import HoldemInformationState

MIN_VISITS = 1_000.0
"""The minimum number of visits at which a trained strategy is trusted."""


@dataclass(frozen=True, slots=True)
class TrainingAmount:
    """The number of iterations of a training run, and the number of hand buckets on each street."""

    iterations: int
    buckets: tuple[int, ...]


def estimate_visits(
    strategy: ActionLikelihood, training: TrainingAmount, info: HoldemInformationState
) -> float:
    """Return the estimated number of training visits to this decision with this hand.

    If the decision is off the tree, the number is 0.
    """
    reach = min(own_reach(strategy, info), opposing_reach(strategy, info))
    return training.iterations * reach / training.buckets[info.street]


def own_reach(strategy: ActionLikelihood, info: HoldemInformationState) -> float:
    """Return the probability that the player, with this hand, takes all of the player's actions so far."""
    reach, hand = 1.0, hand_index(info.hole)
    for public, action in observed_decisions(info.player, info.board, info.betting):
        reach *= float(_likelihood(strategy, public, action)[hand])
    return reach


def opposing_reach(strategy: ActionLikelihood, info: HoldemInformationState) -> float:
    """Return the probability that the opponent takes all of the opponent's actions so far, as a mean over hands."""
    weights = unblocked_hands((*info.hole, *info.board)).astype(np.float64)
    weights /= weights.sum()
    for public, action in observed_decisions(1 - info.player, info.board, info.betting):
        weights *= _likelihood(strategy, public, action)
    return float(weights.sum())


def _likelihood(strategy: ActionLikelihood, public: PublicState, action: Action) -> Shares:
    """Return the probability of the action with each hand, float32[1326], 0 if the action is off the tree."""
    found = strategy.likelihood(public, action)
    if action <= CALL or action >= min(public.betting.rules.stacks):
        return found
    known = strategy.range_strategy(public).actions
    return found if near_bets(public.betting, action, known) else np.zeros_like(found)


MIN_WEIGHT = 0.005
"""The minimum weight of a hand in a solve, relative to the most likely hand. The blueprint gives the weights."""
MIN_SOLVED_WEIGHT = 0.001
"""The minimum weight of a hand, relative to the most likely hand, if an earlier solve gives the weights."""
FORCED_ENTRY_SHARE = 0.2
"""The share of each hand that must enter the subgame.

It limits the loss against the range of the previous solve, and weakens the gadget's guarantee only a little
(`tests.benchmarks.opting_out`).
"""


@dataclass(frozen=True, slots=True)
class RootRanges:
    """The root of a re-solve.

    Attributes:
        ranges: The range of each player, float32[1326].
        opt_out: The re-solving gadget, or None.
    """

    ranges: tuple[Shares, Shares]
    opt_out: OptOut | None = None


@dataclass(frozen=True, slots=True)
class StartingRanges:
    """Computes the ranges at the root of a re-solve.

    Attributes:
        always: The index of a hand that stays in the range even if it is very unlikely, -1 for none.
    """

    blueprint: RangeStrategy
    always: int = -1

    def by_blueprint(self, board: tuple[Card, ...], root: PublicBetting) -> RootRanges:
        return RootRanges((self._blueprint_range(0, board, root), self._blueprint_range(1, board, root)))

    def by_solve(
        self, reach: tuple[Floats, Floats], board: tuple[Card, ...], opt_out: OptOut | None = None
    ) -> RootRanges:
        """Return a root with the ranges of an earlier solve on a board.

        `reach` has each player's reach, float64[1326].
        """
        first, second = (self._live(np.nan_to_num(one), board, MIN_SOLVED_WEIGHT) for one in reach)
        return RootRanges((first, second), opt_out)

    def with_opt_out(
        self,
        reach: tuple[Floats, Floats],
        board: tuple[Card, ...],
        player: Player,
        payoffs: Floats,
        pot: float,
    ) -> RootRanges:
        """Return a root at which `player` may leave the subgame for the counterfactual values of an earlier solve.

        `payoffs` has this value for each hand, float64[1326]: the expected winnings minus half the pot. A hand
        without a value (NaN) loses the pot if it leaves.
        """
        return self.by_solve(
            reach,
            board,
            OptOut(player, np.where(np.isfinite(payoffs), payoffs, -float(pot)), FORCED_ENTRY_SHARE),
        )

    def _blueprint_range(self, player: Player, board: tuple[Card, ...], root: PublicBetting) -> Shares:
        weights = unblocked_hands(board).astype(np.float64)
        for public, action in observed_decisions(player, board, root):
            weights *= action_likelihood(self.blueprint, public, action)
        return self._live(weights, board, MIN_WEIGHT)

    def _live(self, weights: Floats, board: tuple[Card, ...], least: float) -> Shares:
        """Return the range of the hands whose weight is at least `least` on a board, scaled to maximum 1.

        `least` is relative to the weight of the most likely hand. If no hand has a positive weight, all hands have
        weight 1.
        """
        live = unblocked_hands(board)
        most = float(weights[live].max(initial=0.0))
        shares = np.where(live, weights / most if most > 0 else 1.0, 0.0)
        shares_left: Shares = np.where(shares >= least, shares, 0.0).astype(np.float32)
        if self.always >= 0 and live[self.always]:
            shares_left[self.always] = max(shares_left[self.always], MIN_WEIGHT)
        return shares_left
