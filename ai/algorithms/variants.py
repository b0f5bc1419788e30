"""The variants of counterfactual regret minimisation (CFR) as a table: regret rule, weights and source of each.

A full-width variant visits the whole game in every iteration. Such a variant has a rule for the regret totals, and
weights of the iterations in the average strategy. A sampled variant (Monte Carlo CFR) visits a random part of the
game. All variants update the players in turn. Burch, Moravčík and Schmid (JAIR 2019) prove that alternating updates
converge.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from enum import IntEnum
from typing import NamedTuple


class RegretRule(NamedTuple):
    """A rule that adds the regrets r of iteration t to the totals R, and computes the next strategy.

    R <- max(R d(t - 1) + r, floor). The strategy is proportional to the positive part of R d(t) + prediction r. The
    discount d(t) is t^alpha / (t^alpha + 1) for totals above 0. For totals below 0, the exponent is beta instead of
    alpha. With an infinite exponent, d(t) is 1.
    """

    alpha: float = math.inf
    beta: float = math.inf
    floor: float = -math.inf
    prediction: float = 0.0


SUMMED = RegretRule()
"""Regret matching: regrets add up."""

FLOORED = RegretRule(floor=0.0)
"""Regret matching plus (Tammelin, 2014): no total falls below 0."""


class FullWidth(NamedTuple):
    """A variant that visits the whole game. Iteration t has weight t^average in the average strategy."""

    regret: RegretRule
    average: float


class Sampling(IntEnum):
    """The players whose actions are sampled: chance alone, chance and the opponent, or all."""

    CHANCE = 1
    OTHERS = 2
    ALL = 3


class Sampled(NamedTuple):
    """A variant that visits a random part of the game.

    Regrets are added up without discounts, and all iterations have the same weight.

    If the actions of the updated player are sampled too, such an action is drawn uniformly with probability
    `exploration`.
    """

    sampling: Sampling
    exploration: float = 0.0


Variant = FullWidth | Sampled

_TABLE: Mapping[str, tuple[str, Variant]] = {
    # CFR+. Even an action with a long history of bad results is played again after its first good result.
    # Tammelin: Solving large imperfect information games using CFR+. arXiv 1407.5042, 2014.
    "cfr+": (
        "No total of regret falls below 0; iteration t counts t times.",
        FullWidth(FLOORED, average=1.0),
    ),
    # CFR as first published. The average strategy approaches equilibrium at least like 1 / sqrt(T).
    # Zinkevich, Johanson, Bowling, Piccione: Regret minimization in games with incomplete information. NIPS 2007.
    "cfr": (
        "Regrets add up and every iteration counts alike: the method as it was first published.",
        FullWidth(SUMMED, average=0.0),
    ),
    # Linear CFR. Weighting regrets by t equals, up to a factor, multiplying the totals so far by (t - 1) / t.
    # Brown, Sandholm: Solving imperfect-information games via discounted regret minimization. AAAI 2019.
    "linear": (
        "Regrets and strategies of iteration t count t times.",
        FullWidth(RegretRule(alpha=1.0, beta=1.0), average=1.0),
    ),
    # Discounted CFR with the exponents that the same paper recommends: alpha 1.5, beta 0, gamma 2.
    "dcfr": (
        "Regrets are discounted, those below 0 more; strategies count t squared times.",
        FullWidth(RegretRule(alpha=1.5, beta=0.0), average=2.0),
    ),
    # DCFR+: DCFR with floored regrets, and the constants with which this paper runs it.
    # Xu, Li, Liu, Fu, Fu, Xing, Cheng: Minimizing weighted counterfactual regret with optimistic online mirror
    # descent. IJCAI 2024, arXiv 2404.13891.
    "dcfr+": (
        "Discounted, and no total of regret falls below 0.",
        FullWidth(RegretRule(alpha=1.5, floor=0.0), average=4.0),
    ),
    # Predictive CFR+ (PCFR+): the prediction is that the regrets of the last iteration repeat.
    # Farina, Kroer, Sandholm: Faster game solving via predictive Blackwell approachability. AAAI 2021.
    "pcfr+": (
        "CFR+ that expects the last regrets to come once more.",
        FullWidth(RegretRule(floor=0.0, prediction=1.0), average=2.0),
    ),
    # SAPCFR+: PCFR+ with a third of the weight on the prediction (alpha 2, weight 1 / (1 + alpha)).
    # Meng, Yang, Zhang, Ge, Gao: Faster game solving via asymmetry of step sizes. AAAI 2026, arXiv 2503.12770.
    "sapcfr+": (
        "CFR+ that expects a part of the last regrets to come once more.",
        FullWidth(RegretRule(floor=0.0, prediction=1 / 3), average=5.0),
    ),
    # PDCFR+: PCFR+ over discounted totals, with the constants of Xu et al. (IJCAI 2024).
    "pdcfr+": (
        "Discounted CFR+ that expects the last regrets to come once more.",
        FullWidth(RegretRule(alpha=2.3, floor=0.0, prediction=1.0), average=5.0),
    ),
    # Monte Carlo CFR. Lanctot, Waugh, Zinkevich, Bowling: Monte Carlo sampling for regret minimization in extensive
    # games. NIPS 2009. Chance sampling follows one outcome of chance, and all actions of both players.
    "chance-sampled": (
        "Each iteration samples one deal per player and tries every action.",
        Sampled(Sampling.CHANCE),
    ),
    # External sampling follows one outcome of chance and one action of the opponent, and all own actions. The
    # average strategy is collected at the opponent's decisions, which are sampled in proportion to its own reach.
    "external-sampling": (
        "One deal and one reply of the opponent's, all own actions.",
        Sampled(Sampling.OTHERS),
    ),
    # Outcome sampling plays one hand from the deal to its end. Importance weights make the regrets unbiased. The
    # exploration is that of Lanctot's thesis (2013).
    "outcome-sampling": (
        "One hand for each player an iteration, from the deal to its end.",
        Sampled(Sampling.ALL, exploration=0.6),
    ),
}
"""The description and the rule of each variant, by name."""

FAMILY: Mapping[str, Variant] = {name: variant for name, (_, variant) in _TABLE.items()}
DESCRIPTIONS: Mapping[str, str] = {name: description for name, (description, _) in _TABLE.items()}
