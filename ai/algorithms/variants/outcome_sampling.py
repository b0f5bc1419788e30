"""Outcome sampling: every visit plays one hand from the deal to its end.

The result of the hand is divided by the probability with which the player's own actions were sampled, so that the
estimate is unbiased. Six in ten of these actions are drawn uniformly, which keeps that probability away from 0. The
average strategy is collected at the opponent's decisions, with the same weighting.

Lanctot, Waugh, Zinkevich and Bowling: Monte Carlo sampling for regret minimization in extensive games. NIPS 2009;
the exploration is that of Lanctot's thesis, 2013.
"""

from ai.algorithms.variant import Sampled, Sampling

OUTCOME_SAMPLING = Sampled(Sampling.ALL, exploration=0.6)
