"""Linear CFR: iteration t counts t times, in the totals of regret as in the average strategy.

Weighing regrets by t is the same as multiplying the totals of the iteration before by (t - 1) / t.

Brown and Sandholm: Solving imperfect-information games via discounted regret minimization. AAAI 2019.
"""

from ai.algorithms.variant import FullWidth, RegretRule

LINEAR = FullWidth(regret=RegretRule(alpha=1.0, beta=1.0), average=1.0)
