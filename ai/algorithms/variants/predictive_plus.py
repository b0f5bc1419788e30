"""PCFR+: CFR+ that expects the regrets of the last iteration to come once more, and plays against that.

Iteration t counts t squared times in the average strategy, as in the paper.

Farina, Kroer and Sandholm: Faster game solving via predictive Blackwell approachability. AAAI 2021.
"""

from ai.algorithms.variant import FullWidth, RegretRule

PREDICTIVE_PLUS = FullWidth(regret=RegretRule(floor=0.0, prediction=1.0), average=2.0)
