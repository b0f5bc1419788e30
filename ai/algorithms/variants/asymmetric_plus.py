"""SAPCFR+: PCFR+ with a third of the weight on the prediction, so that a wrong prediction does less harm.

The paper's alpha is 2, and the weight of the prediction is 1 / (1 + alpha). Iteration t has weight t^5 in the
average strategy, as in PDCFR+.

Meng, Yang, Zhang, Ge and Gao: Faster game solving via asymmetry of step sizes. AAAI 2026, arXiv 2503.12770.
"""

from ai.algorithms.variant import FullWidth, RegretRule

ASYMMETRIC_PLUS = FullWidth(regret=RegretRule(floor=0.0, prediction=1 / 3), average=5.0)
