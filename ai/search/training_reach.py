"""How much training a strategy has had on a line: whether it can be trusted there.

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

from ai.hands.combos import left_by, place_of
from ai.hands.range_strategy import ActionLikelihood, PublicState, Shares
from ai.hands.reading import decisions_of
from game.core import Action
from game.rules.betting import CALL, near_bets
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
