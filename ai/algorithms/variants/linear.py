"""Linear CFR: iteration t has weight t, both in the regret totals and in the average strategy.

Weighting regrets by t is the same, up to a factor, as multiplying the totals so far by (t - 1) / t.

Brown and Sandholm: Solving imperfect-information games via discounted regret minimization. AAAI 2019.
"""

from ai.algorithms.variant import FullWidth, RegretRule

LINEAR = FullWidth(regret=RegretRule(alpha=1.0, beta=1.0), average=1.0)
