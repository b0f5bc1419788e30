"""Chance-sampled CFR: every visit follows one outcome of chance, and all actions of both players.

An outcome that was drawn stands for all: the die has already weighed it. The average strategy is weighed by the
player's own reach.

Lanctot, Waugh, Zinkevich and Bowling: Monte Carlo sampling for regret minimization in extensive games. NIPS 2009.
"""

from ai.algorithms.variant import Sampled, Sampling

CHANCE_SAMPLED = Sampled(Sampling.CHANCE)
