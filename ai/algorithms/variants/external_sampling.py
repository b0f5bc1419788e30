"""External sampling: every visit follows one step of chance and of the opponent, and all own actions.

The average strategy is collected where the opponent moves: a history comes up there as often as the opponent
reaches it, so its strategy is added as it is.

Lanctot, Waugh, Zinkevich and Bowling: Monte Carlo sampling for regret minimization in extensive games. NIPS 2009.
"""

from ai.algorithms.variant import Sampled, Sampling

EXTERNAL_SAMPLING = Sampled(Sampling.OTHERS)
