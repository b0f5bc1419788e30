"""Outcome sampling: every visit plays one hand from the deal to its end.

What the hand brought is divided by the probability with which the player's own actions were sampled, so that it is
right on average; six of ten of these actions are taken at random, which keeps that probability away from 0. The
average strategy is collected where the opponent moves, weighed the same way.

Lanctot, Waugh, Zinkevich and Bowling: Monte Carlo sampling for regret minimization in extensive games. NIPS 2009;
the exploration is that of Lanctot's thesis, 2013.
"""

from ai.algorithms.variant import Sampled, Sampling

OUTCOME_SAMPLING = Sampled(Sampling.ALL, exploration=0.6)
