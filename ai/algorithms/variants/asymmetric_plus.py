"""SAPCFR+: PCFR+ that trusts its prediction by a third, so that a wrong one does less harm.

The third is the paper's (its alpha is 2, and the prediction counts 1 / (1 + alpha)); the average is weighed by t to
the fifth, as that of PDCFR+ is.

Meng, Yang, Zhang, Ge and Gao: Faster game solving via asymmetry of step sizes. AAAI 2026, arXiv 2503.12770.
"""

from ai.algorithms.variant import FullWidth, RegretRule

ASYMMETRIC_PLUS = FullWidth(regret=RegretRule(floor=0.0, prediction=1 / 3), average=5.0)
