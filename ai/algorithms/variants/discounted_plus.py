"""DCFR with floored regrets: totals are discounted as in DCFR, then never fall below zero as in CFR+.

The constants, alpha = 1.5 and an average weighed by t to the fourth, are those with which Xu et al. run DCFR+.

Xu, Li, Liu, Fu, Fu, Xing and Cheng: Minimizing weighted counterfactual regret with optimistic online mirror
descent. IJCAI 2024, arXiv 2404.13891.
"""

from ai.algorithms.variant import FullWidth, RegretRule

DISCOUNTED_PLUS = FullWidth(regret=RegretRule(alpha=1.5, floor=0.0), average=4.0)
