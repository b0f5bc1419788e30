"""PDCFR+: PCFR+ over discounted totals.

The constants are the authors' own: alpha = 2.3, and an average weighed by t to the fifth.

Xu, Li, Liu, Fu, Fu, Xing and Cheng: Minimizing weighted counterfactual regret with optimistic online mirror
descent. IJCAI 2024, arXiv 2404.13891.
"""

from ai.algorithms.variant import FullWidth, RegretRule

PREDICTIVE_DISCOUNTED_PLUS = FullWidth(regret=RegretRule(alpha=2.3, floor=0.0, prediction=1.0), average=5.0)
