"""How much what is learnt later weighs against what was learnt earlier.

Early iterations play badly, so the later they come the more they count: in linear CFR iteration t weighs t, in
discounted CFR what is there shrinks in iteration t by t^a / (t^a + 1) for regrets and by (t / (t + 1))^g for the
sums of strategies (N. Brown, T. Sandholm, "Solving imperfect-information games via discounted regret minimization",
AAAI 2019). Shrinking the tables is the same as letting later iterations weigh more, which costs nothing, and that
is what is done here: in blocks of iterations, of which the first weighs 1. Sampled regrets of both signs shrink
alike.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, slots=True)
class Weighting:
    """The exponents of regrets (a) and of sums (g)."""

    regrets: float
    sums: float

    def of_block(self, block: int) -> tuple[float, float]:
        """Return what regrets and sums weigh in a block, numbered from 1.

        >>> LINEAR.of_block(3), DISCOUNTED.of_block(2)
        ((3.0, 3.0), (2.0, 4.0))
        """
        earlier = np.arange(1.0, block)
        shrinking = np.log1p(earlier**-self.regrets).sum()
        return round(float(np.exp(shrinking)), 9), float(block**self.sums)


LINEAR = Weighting(1.0, 1.0)
DISCOUNTED = Weighting(1.5, 2.0)
WEIGHTINGS: Mapping[str, Weighting] = {"linear": LINEAR, "discounted": DISCOUNTED}
