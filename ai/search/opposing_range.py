"""The opposing hands, weighted by what the opponent has done: Bayes over the decisions that everybody saw.

The strategy that is taken for the opponent's may not know the bet that was made. Between two sizes that it knows, a
bet is read as partly the one and partly the other, by the pseudo-harmonic mapping (Ganzfried and Sandholm, 2013,
"Action translation in extensive-form games with large action spaces"); beyond them, as the nearest. No model is
sure: whatever a decision says, each hand keeps a little of what an average hand keeps.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

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
    found = np.zeros(len(HANDS))
    for known, part in _parts(raises, public, action):
        found += part * mix.of_action(known)
    return found


def _parts(raises: Sequence[Action], public: PublicState, action: Action) -> list[tuple[Action, float]]:
    """Return the known raises that an unknown one stands between, with the part of each."""
    below = [known for known in raises if known < action]
    above = [known for known in raises if known > action]
    if not below or not above:
        return [(below[-1] if below else above[0], 1.0)]
    betting = public.betting
    pot, level = betting.pot + betting.to_call, max(betting.committed)
    low, high, bet = ((raise_to - level) / pot for raise_to in (below[-1], above[0], action))
    part = (high - bet) * (1.0 + low) / ((high - low) * (1.0 + bet))
    return [(below[-1], part), (above[0], 1.0 - part)]
