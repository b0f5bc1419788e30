"""The weights of iterations in linear and discounted CFR.

Early iterations play badly, so later ones get more weight. In linear CFR, iteration t has weight t. In discounted
CFR, iteration t multiplies the regrets so far by t^a / (t^a + 1) and the strategy sums so far by (t / (t + 1))^g
(N. Brown, T. Sandholm, "Solving imperfect-information games via discounted regret minimization", AAAI 2019).

Instead of shrinking the tables, later iterations are given more weight. The result is the same up to a factor, and
it costs nothing. All iterations of a block have the same weight; that of the first block is 1. Positive and
negative regrets are discounted alike.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, slots=True)
class Weighting:
    """The exponents: `regrets` is a, `sums` is g."""

    regrets: float
    sums: float

    def of_block(self, block: int) -> tuple[float, float]:
        """Return the weights of regrets and of strategy sums in a block, numbered from 1.

        >>> LINEAR.of_block(3), DISCOUNTED.of_block(2)
        ((3.0, 3.0), (2.0, 4.0))
        """
        earlier = np.arange(1.0, block)
        shrinking = np.log1p(earlier**-self.regrets).sum()
        return round(float(np.exp(shrinking)), 9), float(block**self.sums)


LINEAR = Weighting(1.0, 1.0)
DISCOUNTED = Weighting(1.5, 2.0)
WEIGHTINGS: Mapping[str, Weighting] = {"linear": LINEAR, "discounted": DISCOUNTED}
