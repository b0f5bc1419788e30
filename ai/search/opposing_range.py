"""The opposing hands, weighted by what the opponent has done: Bayes over the decisions that everybody saw.

The strategy that is taken for the opponent's may not know the bet that was made. Between two sizes that it knows, a
bet is read as partly the one and partly the other (ai/abstraction/tree_walk.py). No model is sure: whatever a
decision says, each hand keeps a little of what an average hand keeps.
"""

from __future__ import annotations

import numpy as np

from ai.abstraction.tree_walk import translate_size
from ai.hands.combos import HANDS, Floats
from ai.hands.range_strategy import ActionLikelihood, PublicState, RangeMix, RangeStrategy
from game.core import Action
from game.rules.betting import CALL

DOUBT = 0.05
"""Share of each likelihood that is the average over all hands."""


def multiplied(weights: Floats, likelihood: Floats) -> Floats:
    """Return float64[1326]: weights after a decision, of sum 1; what the strategy never does says nothing."""
    average = float(weights @ likelihood) / float(weights.sum())
    if average <= 0.0:
        return weights
    found = weights * ((1.0 - DOUBT) * likelihood + DOUBT * average)
    after: Floats = found / found.sum()
    return after


def seen(strategy: RangeStrategy, public: PublicState, action: Action) -> Floats:
    """Return float64[1326]: how likely each hand takes an action that was seen, up to a common factor."""
    if isinstance(strategy, ActionLikelihood):
        return strategy.likelihood(public, action).astype(np.float64)
    return translated(strategy.range_strategy(public), public, action)


def translated(mix: RangeMix, public: PublicState, action: Action) -> Floats:
    """Return float64[1326]: how likely each hand takes an action, a bet translated into those that are known."""
    if action in mix.actions:
        return mix.of_action(action).astype(np.float64)
    raises = [known for known in mix.actions if known > CALL]
    if action <= CALL or not raises:
        return np.zeros(len(HANDS))
    sizes = [public.betting.raise_fraction(known) for known in raises]
    found = np.zeros(len(HANDS))
    for place, part in translate_size(public.betting.raise_fraction(action), sizes):
        found += part * mix.of_action(raises[place])
    return found
