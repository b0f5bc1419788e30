"""Counterfactual regret minimisation as it was first published.

Regrets add up, and every iteration counts the same in the average strategy. The players are updated in turn, as
everywhere in this family; the proof for turns is that of Burch, Moravčík and Schmid (2019). The average comes to
equilibrium at least like 1 / sqrt(T).

Zinkevich, Johanson, Bowling and Piccione: Regret minimization in games with incomplete information. NIPS 2007.
"""

from ai.algorithms.variant import SUMMED, FullWidth

VANILLA = FullWidth(regret=SUMMED, average=0.0)
