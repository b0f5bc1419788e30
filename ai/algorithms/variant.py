"""What makes one member of the CFR family differ from another, as values.

A full-width variant visits the whole game in every iteration; it is a rule for the totals of regret and a weight
for the average. A sampled variant visits a part of it, chosen by dice. The members themselves are the files of
`variants`, and `family` lists them by name.
"""

from __future__ import annotations

import math
from enum import IntEnum
from typing import NamedTuple


class RegretRule(NamedTuple):
    """How the regrets r of iteration t are added to the totals R, and what the next strategy is matched to.

    R <- max(R d(t - 1) + r, floor), and the strategy is in proportion to the positive part of R d(t) + prediction r
    where the rule predicts, of R where it does not. d(t) = t^alpha / (t^alpha + 1) for totals above 0, and the same
    with beta for those below; 1 where the exponent is infinite.
    """

    alpha: float = math.inf
    beta: float = math.inf
    floor: float = -math.inf
    prediction: float = 0.0


SUMMED = RegretRule()
"""Regrets add up."""

FLOORED = RegretRule(floor=0.0)
"""No total falls below 0: regret matching plus (Tammelin, 2014)."""


class FullWidth(NamedTuple):
    """A variant that visits the whole game; iteration t counts t^average times in the average strategy."""

    regret: RegretRule
    average: float


class Sampling(IntEnum):
    """Whose steps are followed one at a time instead of all: those of chance, the opponent's too, one's own too."""

    CHANCE = 1
    OTHERS = 2
    ALL = 3


class Sampled(NamedTuple):
    """A variant that visits a part of the game; regrets add up, every iteration counts alike.

    Where a player's own steps are sampled, `exploration` of them are taken at random and not by its strategy.
    """

    sampling: Sampling
    exploration: float = 0.0


Variant = FullWidth | Sampled
