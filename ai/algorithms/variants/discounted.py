"""Discounted CFR: what was long ago counts less, good and bad regrets each by its own exponent.

With the constants that the paper recommends, alpha = 1.5, beta = 0 and gamma = 2: totals above zero lose little,
those below zero are halved every time, and iteration t counts t squared times in the average strategy.

Brown and Sandholm: Solving imperfect-information games via discounted regret minimization. AAAI 2019.
"""

from ai.algorithms.variant import FullWidth, RegretRule


def discounted(alpha: float, beta: float, gamma: float) -> FullWidth:
    """Return discounted CFR with these exponents, for regrets above 0, below 0, and for the average."""
    return FullWidth(regret=RegretRule(alpha=alpha, beta=beta), average=gamma)


DISCOUNTED = discounted(alpha=1.5, beta=0.0, gamma=2.0)
